"""Stored results as the values that `scoring` judges."""

from __future__ import annotations

from django.db.models import QuerySet

from scoring.records import DealsCodec
from scoring.rules import Side
from scoring.scoresheet import AwardedLoss, Ended, Forfeit, Record, Scoresheet
from tournament.models import Match, Result, ResultKind


def record_of(result: Result) -> Record | None:
    """What the two pairs signed, or None for a cleared result."""
    if result.kind == ResultKind.CLEARED:
        return None
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


def _side(value: str) -> Side | None:
    return Side(value) if value else None


def standing_results() -> QuerySet[Result]:
    """The results that count: the current versions, without the cleared ones."""
    return Result.objects.filter(is_current=True).exclude(kind=ResultKind.CLEARED)


def standing_result(match: Match) -> Result | None:
    """The result that counts; None when nothing was entered or it was cleared."""
    result = current_result(match)
    return None if result is None or result.kind == ResultKind.CLEARED else result


def current_result(match: Match) -> Result | None:
    """The version that counts, cleared ones included; None when nothing was ever entered."""
    return match.results.filter(is_current=True).first()
