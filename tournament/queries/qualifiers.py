"""Who goes on from an earlier stage, where each comes from, and what still stops it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from scoring.options import Tiebreak
from scoring.standings import Row
from tournament.models import Pair, Stage
from tournament.queries.entrants import CutTie, Entering, open_matches
from tournament.queries.standings import StageStandings


@dataclass(frozen=True, slots=True)
class Qualifier:
    """One who goes on: `seeding` from 1; group, rank in it and overall rank of the earlier stage."""

    seeding: int
    pair: Pair
    group: str
    group_rank: int | None
    overall_rank: int | None
    points: Decimal
    carried: Decimal


@dataclass(frozen=True, slots=True)
class TiedPair:
    """One of those equal at the cut: `values` are what was compared, in the order of `OpenTie.compared`."""

    pair: Pair
    points: Decimal
    values: tuple[Decimal | int | None, ...]


@dataclass(frozen=True, slots=True)
class OpenTie:
    """A tie across the cut: `places` of these pairs go on. `group` is empty across groups.

    `grades`: all go on, and their order decides who gets into which grade.
    """

    group: str
    places: int
    compared: tuple[str, ...]
    pairs: tuple[TiedPair, ...]
    grades: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """Their pair numbers."""
        return tuple(one.pair.number for one in self.pairs)


def qualifiers(coming: Entering) -> list[Qualifier]:
    """Those who are through, in seeding order; empty for a stage that everybody enters. No query."""
    table = coming.standings
    if table is None:
        return []
    in_group = {row.pair: (part.group.name, row) for part in table.groups for row in part.rows}
    overall = {row.pair: row for row in table.overall}
    made = []
    for seeding, pair in enumerate(coming.pairs, 1):
        group, row = in_group.get(pair.number, ("", overall[pair.number]))
        made.append(
            Qualifier(
                seeding=seeding,
                pair=pair,
                group=group,
                group_rank=row.rank if group else None,
                overall_rank=overall[pair.number].rank,
                points=row.points,
                carried=coming.carried.get(pair.number, Decimal(0)),
            )
        )
    return made


def open_ties(coming: Entering) -> list[OpenTie]:
    """The ties that stop the draw, with what was compared. No query."""
    return [] if coming.standings is None else [_open_tie(tie, coming.standings) for tie in coming.ties]


def _open_tie(tie: CutTie, table: StageStandings) -> OpenTie:
    rows: dict[int, Row] = {row.pair: row for row in table.overall}
    if tie.group is not None:
        part = next(one for one in table.groups if one.group == tie.group)
        rows = {row.pair: row for row in part.rows}
    compared = _compared([rows[number] for number in tie.numbers])
    pairs = tuple(
        TiedPair(
            table.pairs[number], rows[number].points, tuple(rows[number].tiebreaks[key] for key in compared)
        )
        for number in tie.numbers
    )
    name = tie.group.name if tie.group else ""
    return OpenTie(name, tie.places, tuple(map(str, compared)), pairs, tie.grades)


def _compared(rows: list[Row]) -> tuple[Tiebreak, ...]:
    """The tie-breaks of the stage in order; lots only if they were drawn."""
    keys = tuple(rows[0].tiebreaks)
    drawn = any(row.tiebreaks.get(Tiebreak.LOTS) is not None for row in rows)
    return tuple(key for key in keys if drawn or key is not Tiebreak.LOTS)


def open_tables(stage: Stage) -> list[tuple[int, list[int]]]:
    """The tables without a result, by round: what the next stage waits for. One query."""
    found: dict[int, list[int]] = defaultdict(list)
    rows = open_matches(stage).order_by("round__number", "table").values_list("round__number", "table")
    for number, table in rows:
        found[number].append(table or 0)
    return list(found.items())
