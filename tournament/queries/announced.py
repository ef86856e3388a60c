"""Standings that were announced session by session, put together as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tournament.models import Publication
from tournament.queries.standing_sheets import StandingSheet, Who, frozen_overall, frozen_sheets


def newest(found: Iterable[Publication], key: Callable[[Publication], Any]) -> tuple[Publication, ...]:
    """For every session the newest publication that speaks of it, the newest first; one of all sessions
    speaks of whatever no newer one does."""
    picked: list[Publication] = []
    for one in sorted(found, key=key, reverse=True):
        if one.session not in {other.session for other in picked}:
            picked.append(one)
        if not one.session:
            break
    return tuple(picked)


def rows_of(made: Sequence[Publication], what: str) -> list[Any]:
    """The `results` or `groups` of publications that `newest` gave: of each what no newer one speaks of."""
    newer: set[str] = set()
    rows: list[Any] = []
    for one in made:
        rows += [row for row in one.rows[what] if row.get("session", "") not in newer]
        newer.add(one.session)
    return rows


def sheets_of(made: Sequence[Publication], names: Mapping[int, Who]) -> tuple[StandingSheet, ...]:
    """One sheet a group, in the groups' order, each as of the round of its own publication."""
    newer: set[str] = set()
    sheets: list[tuple[int, StandingSheet]] = []
    for one in made:
        kept = [part for part in one.rows["groups"] if part.get("session", "") not in newer]
        found = frozen_sheets({**one.rows, "groups": kept}, names)
        sheets += [(part.get("ordinal", 0), sheet) for part, sheet in zip(kept, found, strict=True)]
        newer.add(one.session)
    return tuple(sheet for _ordinal, sheet in sorted(sheets, key=lambda pair: pair[0]))


def overall_of(made: Sequence[Publication], names: Mapping[int, Who]) -> StandingSheet:
    """All groups in one ranking; without a line where groups were announced by sessions, which were never
    compared. Its `after_round` is None then if they stand after different rounds."""
    rows = made[0].rows
    if made[0].session:
        same = len({one.round_number for one in made}) == 1
        rows = {**rows, "overall": [], "after_round": rows["after_round"] if same else None}
    return frozen_overall(rows, names)


def penalties_of(made: Sequence[Publication]) -> tuple[dict[str, Any], ...]:
    """The penalties that the shown groups' totals contain."""
    if len(made) == 1:
        return tuple(made[0].rows.get("penalties", ()))
    newer: set[str] = set()
    found: list[dict[str, Any]] = []
    for one in made:
        shown = [part for part in one.rows["groups"] if part.get("session", "") not in newer]
        inside = {row["pair"]["number"] for part in shown for row in part["rows"]}
        found += [row for row in one.rows.get("penalties", ()) if row["pair"] in inside]
        newer.add(one.session)
    return tuple(found)
