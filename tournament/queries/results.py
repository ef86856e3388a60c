"""Stored results as the values that `scoring` judges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, Q, QuerySet

from scoring.records import DealsCodec, Game, from_json
from scoring.rules import Side
from scoring.scoresheet import AwardedLoss, Ended, Forfeit, Record, Scoresheet, Series
from tournament.models import Match, Result, ResultKind


class ResultRow(NamedTuple):
    """What `record_of` reads of a stored result, straight from its columns: a model a row takes its time."""

    id: int
    kind: str
    ns_level: int | None
    ew_level: int | None
    passed_a: str
    passed_gain: int | None
    in_play: str
    winner: str
    ended: str
    seconds: int | None
    deals: list[Any]
    games: list[Any]
    side: str


def record_of(result: Result | ResultRow) -> Record | None:
    """What the two pairs signed, or None for a cleared result."""
    if result.kind == ResultKind.CLEARED:
        return None
    if result.kind == ResultKind.SERIES:
        return series_of(result)
    if result.kind == ResultKind.FORFEIT:
        return Forfeit(side=_side(result.side))
    if result.kind == ResultKind.AWARDED_LOSS:
        return AwardedLoss(Side(result.side), result.ns_level, result.ew_level)
    return Scoresheet(
        ns_level=result.ns_level,
        ew_level=result.ew_level,
        passed_a=_side(result.passed_a),
        passed_gain=result.passed_gain,
        in_play=_side(result.in_play),
        winner=_side(result.winner),
        ended=Ended(result.ended),
        seconds=result.seconds,
        deals=DealsCodec().read(result.deals, "deals"),
    )


def needs_winner(record: Record, *, knockout: bool) -> bool:
    """Whether a stored record must name who goes on: in a knock-out each but that of two pairs that left."""
    return knockout and record != Forfeit(None)


def series_of(result: Result | ResultRow) -> Series:
    """The games of a series as far as they are entered."""
    return Series(tuple(_game(raw) for raw in result.games))


def _game(raw: Mapping[str, object]) -> Game:
    record = from_json({key: value for key, value in raw.items() if key != "won"})
    assert not isinstance(record, Series)  # `scoring.records` reads no series in a series
    return record


def _side(value: str) -> Side | None:
    return Side(value) if value else None


def standing_results() -> QuerySet[Result]:
    """The results that count: the current versions, without cleared ones and series that are not over."""
    current = Result.objects.filter(is_current=True).exclude(kind=ResultKind.CLEARED)
    return current.exclude(kind=ResultKind.SERIES, winner="")


def with_current(matches: QuerySet[Match]) -> QuerySet[Match]:
    """`matches` joined with what counts there under the name `current`, open series included and cleared
    results not: one query for both, where there would be two."""
    what_counts = Q(results__is_current=True) & ~Q(results__kind=ResultKind.CLEARED)
    return matches.annotate(current=FilteredRelation("results", condition=what_counts))


def standing_result(match: Match) -> Result | None:
    """The result that counts; None when nothing was entered, it was cleared, or a series is not over."""
    result = current_result(match)
    return None if result is None or result.kind == ResultKind.CLEARED or is_unfinished(result) else result


def is_unfinished(result: Result | ResultRow) -> bool:
    """Whether this is a series that nobody has won yet: its games are kept, and count for nothing so far."""
    return result.kind == ResultKind.SERIES and not result.winner


def unfinished_series(match: Match) -> Result | None:
    """The games of a match that is going on; None where there are none, or it is over."""
    result = current_result(match)
    return result if result is not None and is_unfinished(result) else None


def current_result(match: Match) -> Result | None:
    """The version that counts, cleared ones included; None when nothing was ever entered."""
    return match.results.filter(is_current=True).first()
