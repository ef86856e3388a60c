"""Short words for building results in tests."""

from __future__ import annotations

from decimal import Decimal

from scoring.options import Ended, Side
from scoring.outcome import Outcome, OutcomeKind
from scoring.rules import Rules, resolve
from scoring.scoresheet import Forfeit, Scoresheet
from scoring.standings import Bye, Entry, Missed, PlayedMatch, Row, standings

NS, EW = Side.NS, Side.EW


def entries(count: int) -> list[Entry]:
    """Pairs 1 to `count`."""
    return [Entry(pair) for pair in range(1, count + 1)]


def at_time(ns_level: int, ew_level: int, **facts: object) -> Scoresheet:
    """A sheet by final levels, ended by time."""
    return Scoresheet(ns_level=ns_level, ew_level=ew_level, **({"ended": Ended.TIME} | facts))


def won(winner: Side | None, diff: int = 1, **facts: object) -> Outcome:
    """A played outcome in which the winner leads by `diff`."""
    seated = diff if winner is NS else -diff if winner is EW else 0
    return Outcome(OutcomeKind.PLAYED, winner, level_diff=seated, ended=Ended.TIME, **facts)


def table(*records: tuple[int, int, int, object]) -> list[PlayedMatch]:
    """Matches from (round, 南北, 东西, record)."""
    return [PlayedMatch(*record) for record in records]


def rules(**settings: object) -> Rules:
    """Rules with a time limit and the given settings."""
    return resolve({"minutes": 50}, settings)


def rank(rows: tuple[Row, ...]) -> list[tuple[int, int | None]]:
    """The table as (pair, rank)."""
    return [(row.pair, row.rank) for row in rows]


def row_of(pair: int, rows: tuple[Row, ...]) -> Row:
    """One pair's row."""
    return next(row for row in rows if row.pair == pair)


def decimal(text: str) -> Decimal:
    """Exact points."""
    return Decimal(text)


__all__ = [
    "EW",
    "NS",
    "Bye",
    "Entry",
    "Forfeit",
    "Missed",
    "PlayedMatch",
    "at_time",
    "decimal",
    "entries",
    "rank",
    "row_of",
    "rules",
    "standings",
    "table",
    "won",
]
