"""When a round was over, and until when objections to it are heard."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Max, Min, QuerySet

from tournament.models import Result, Round, Stage


def ends_of(rounds: QuerySet[Round]) -> dict[int, datetime]:
    """When each of `rounds` ended, by its key: as its clock says, with the minutes that a table of it was
    given, else when its last table first had a result. One of which neither is known is left out.
    Two queries.
    """
    first = Result.objects.filter(match__round__in=rounds.order_by())
    by_match = first.order_by().values("match__round", "match").annotate(at=Min("at"))
    ends: dict[int, datetime] = {}
    for row in by_match:
        one = row["match__round"]
        ends[one] = max(row["at"], ends.get(one, row["at"]))
    longest = rounds.filter(ends_at__isnull=False).order_by().annotate(extra=Max("matches__extra_minutes"))
    return ends | {
        one: ends_at + timedelta(minutes=extra or 0)
        for one, ends_at, extra in longest.values_list("pk", "ends_at", "extra")
        if ends_at is not None
    }


def round_ends(stage: Stage, number: int) -> dict[int, datetime]:
    """When round `number` ended, by the group's key. Three queries."""
    rounds = Round.objects.filter(group__stage=stage, number=number)
    groups = dict(rounds.order_by().values_list("pk", "group"))
    return {groups[one]: end for one, end in ends_of(rounds).items()}


def objections_until(stage: Stage, number: int) -> dict[int, datetime]:
    """Until when objections to the round are heard, by the group's key: `appeal_minutes` after its end.

    Empty where the rules set no time. Rule: devzone-26, 申诉 (30 minutes after the match). Three queries.
    """
    minutes = stage.scoring_rules.conduct.appeal_minutes
    if minutes is None:
        return {}
    return {group: end + timedelta(minutes=minutes) for group, end in round_ends(stage, number).items()}
