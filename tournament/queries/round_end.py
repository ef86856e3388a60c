"""When a round was over, and until when objections to it are heard."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Max, Min

from tournament.models import Result, Round, Stage


def round_ends(stage: Stage, number: int) -> dict[int, datetime]:
    """When round `number` ended, by the group's key: as its clock says, with the minutes that a table of it
    was given, else when its last table first had a result. A group of which neither is known is left out.
    Two queries.
    """
    first = Result.objects.filter(match__round__group__stage=stage, match__round__number=number)
    by_match = first.order_by().values("match__round__group", "match").annotate(at=Min("at"))
    ends: dict[int, datetime] = {}
    for row in by_match:
        group = row["match__round__group"]
        ends[group] = max(row["at"], ends.get(group, row["at"]))
    clocks = Round.objects.filter(group__stage=stage, number=number, ends_at__isnull=False)
    longest = clocks.order_by().annotate(extra=Max("matches__extra_minutes"))
    return ends | {
        group: ends_at + timedelta(minutes=extra or 0)
        for group, ends_at, extra in longest.values_list("group", "ends_at", "extra")
        if ends_at is not None
    }


def objections_until(stage: Stage, number: int) -> dict[int, datetime]:
    """Until when objections to the round are heard, by the group's key: `appeal_minutes` after its end.

    Empty where the rules set no time. Rule: devzone-26, 申诉 (30 minutes after the match). Two queries.
    """
    minutes = stage.scoring_rules.conduct.appeal_minutes
    if minutes is None:
        return {}
    return {group: end + timedelta(minutes=minutes) for group, end in round_ends(stage, number).items()}
