"""Rounds that were paired by results which have been corrected since: what they were paired from, and now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from scoring.standings import Row
from tournament.models import Round, Stage
from tournament.queries.standings import stage_standings

BY_RESULTS = ("swiss", "knockout")
"""The methods whose rounds depend on results; a rotation, a round robin and a draw do not."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A pair whose place or points before a round are others now. Places count from 1 in the order paired."""

    number: int
    place: int
    points: Decimal
    place_now: int
    points_now: Decimal

    @property
    def has_other_points(self) -> bool:
        """Whether its points differ, not only its place."""
        return self.points != self.points_now


@dataclass(frozen=True, slots=True)
class BasisChange:
    """A round of a group that was paired by the order `then`, which would be `now`."""

    group: str
    number: int
    upto: int
    then: tuple[int, ...]
    now: tuple[int, ...]
    moved: tuple[Moved, ...]


def depends_on_results(stage: Stage) -> bool:
    """Whether who meets whom in a later round follows from results."""
    return stage.pairing.get("method") in BY_RESULTS


def basis_changes(stage: Stage, rounds: Iterable[Round]) -> list[BasisChange]:
    """Of these rounds (their groups read) those that would be paired from other standings now.

    No query for a stage that does not depend on results; else as many as `stage_standings`, once for each
    round number that was paired by results.
    """
    if not depends_on_results(stage) or stage.is_knockout:
        return []  # a bracket follows winners, not standings: `queries.bracket.wrong_pairs`
    told = [one for one in rounds if one.basis.get("upto")]
    tables: dict[int, dict[int, dict[int, Row]]] = {}
    found = []
    for one in told:
        upto = int(one.basis["upto"])
        if upto not in tables:
            table = stage_standings(stage, upto)
            tables[upto] = {part.group.pk: {row.pair: row for row in part.rows} for part in table.groups}
        change = _change(one, tables[upto].get(one.group_id, {}))
        if change is not None:
            found.append(change)
    return found


def _change(one: Round, rows: Mapping[int, Row]) -> BasisChange | None:
    """What differs for one round; pairs without a row (陪打) are passed over."""
    then = [number for number in one.basis.get("order", []) if number in rows]
    points: Mapping[str, Any] = one.basis.get("points", {})
    # Equal pairs keep the order that lots gave them then: only a change of rank moves anybody.
    now = sorted(then, key=lambda number: rows[number].rank or len(rows) + 1)
    moved = tuple(
        Moved(
            number=number,
            place=place,
            points=Decimal(str(points.get(str(number), rows[number].points))),
            place_now=now.index(number) + 1,
            points_now=rows[number].points,
        )
        for place, number in enumerate(then, 1)
    )
    moved = tuple(each for each in moved if each.has_other_points or each.place != each.place_now)
    if not moved:
        return None
    return BasisChange(one.group.name, one.number, int(one.basis["upto"]), tuple(then), tuple(now), moved)
