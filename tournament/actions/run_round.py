"""The life of a round: published, playing, closed, and back as far as it goes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import F

from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Group, Match, Round, RoundState, Stage
from tournament.queries.rounds import missing_tables, rounds_of

MOST_MINUTES = 120


@action
def start_round(
    *,
    stage: Stage,
    number: int,
    at: datetime,
    by: Actor,
    groups: Sequence[Group] = (),
    submission: str = "",
) -> Stage:
    """Start the clock of published rounds `number` (of all groups unless some are named) at `at`."""
    locked(stage.event)
    rounds = _rounds(stage, number, groups)
    if any(one.state == RoundState.DRAFT for one in rounds):
        raise ActionRefused("round_not_published")
    minutes = stage.scoring_rules.play.minutes
    ends_at = at + timedelta(minutes=minutes) if minutes else None
    published = Round.objects.filter(pk__in=[one.pk for one in rounds], state=RoundState.PUBLISHED)
    published.update(state=RoundState.PLAYING, starts_at=at, ends_at=ends_at)
    record(stage.event, by, "start_round", public=True, stage=stage.name, round=number)
    return stage


@action
def add_minutes(
    *,
    stage: Stage,
    number: int,
    minutes: int | None,
    by: Actor,
    groups: Sequence[Group] = (),
    submission: str = "",
) -> Stage:
    """Give the running clocks of round `number` more `minutes`: of all groups, or of those named (加时).

    Refuses `minutes_to_add` (most) and, where no clock runs, `round_has_no_clock`.
    """
    locked(stage.event)
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        raise ActionRefused("minutes_to_add", field="minutes", most=MOST_MINUTES)
    running = [
        one for one in _rounds(stage, number, groups) if one.state == RoundState.PLAYING and one.ends_at
    ]
    if not running:
        raise ActionRefused("round_has_no_clock")
    more = timedelta(minutes=minutes)
    Round.objects.filter(pk__in=[one.pk for one in running]).update(ends_at=F("ends_at") + more)
    record(stage.event, by, "add_minutes", public=True, stage=stage.name, round=number, minutes=minutes)
    return stage


@action
def close_round(
    *, stage: Stage, number: int, by: Actor, groups: Sequence[Group] = (), submission: str = ""
) -> Stage:
    """Close round `number` of all groups, or of those named. Refuses `tables_missing` (count, tables)."""
    rounds = _rounds(stage, number, groups)
    lock_matches(Match.objects.filter(round__in=rounds))
    locked(stage.event)
    rounds = _rounds(stage, number, groups)
    if any(one.state == RoundState.DRAFT for one in rounds):
        raise ActionRefused("round_not_published")
    if missing := missing_tables(rounds):
        raise ActionRefused("tables_missing", count=len(missing), tables=list(missing))
    Round.objects.filter(pk__in=[one.pk for one in rounds]).update(state=RoundState.CLOSED)
    record(stage.event, by, "close_round", public=True, stage=stage.name, round=number)
    return stage


@action
def reopen_round(
    *, stage: Stage, number: int, reason: str, by: Actor, groups: Sequence[Group] = (), submission: str = ""
) -> Stage:
    """Open a closed round again, with a `reason` for the journal; its results and later rounds stay."""
    locked(stage.event)
    if not reason.strip():
        raise ActionRefused("reason_needed", field="reason")
    rounds = _rounds(stage, number, groups)
    Round.objects.filter(pk__in=[one.pk for one in rounds], state=RoundState.CLOSED).update(
        state=RoundState.PLAYING
    )
    record(stage.event, by, "reopen_round", public=True, stage=stage.name, round=number, reason=reason)
    return stage


def _rounds(stage: Stage, number: int, groups: Sequence[Group]) -> list[Round]:
    rounds = [one for one in rounds_of(stage, number) if not groups or one.group in groups]
    if not rounds:
        raise ActionRefused("no_such_round", round=number)
    return rounds
