"""Standings for programs: the JSON of the contract. For people every format draws the shared paper."""

from __future__ import annotations

from typing import Any

from scoring.codecs import decimal_text
from scoring.standings import Row
from tournament.queries.standings import StageStandings


def standings_rows(table: StageStandings) -> list[dict[str, Any]]:
    """The rows of all groups in ranking order, the groups in the stage's order; figures as decimal text."""
    return [_json(part.group.name, row) for part in table.groups for row in part.rows]


def _json(group: str, row: Row) -> dict[str, Any]:
    return {
        "group": group,
        "rank": row.rank,
        "tied": row.tied,
        "pair": row.pair,
        "points": decimal_text(row.points),
        "played": row.played,
        "byes": row.byes,
        "forfeits": row.forfeits,
        "tiebreaks": {
            str(key): None if value is None else decimal_text(value) for key, value in row.tiebreaks.items()
        },
        "decided_by": None if row.decided_by is None else str(row.decided_by),
    }
