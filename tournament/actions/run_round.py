"""The life of a round: published, playing, closed, and back as far as it goes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from tournament.actions.check_results import refuse_unchecked
from tournament.actions.results import lock_matches
from tournament.actions.round_clock import chosen_rounds, resume_all, without_clock
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Group, Match, Result, Round, RoundState, Running, Stage
from tournament.queries.checking import unchecked_tables
from tournament.queries.rounds import missing_tables, still_playing
from tournament.wording.clocks import hour
from tournament.wording.knockout import round_name


@action
def start_round(
    *,
    stage: Stage,
    number: int,
    at: datetime,
    by: Actor,
    groups: Sequence[Group] = (),
    early: bool = True,
    submission: str = "",
) -> Stage:
    """Start the clock of published rounds `number` (of all groups unless some are named) at `at`.

    `at` may lie ahead (the clock waits for it) or behind (play began before anybody pressed). Groups that
    play already keep their clocks; where all do, `round_started_already` (time) is refused, so that of two
    people who press at once one is told, and one clock runs. Unless it may be `early`, `earlier_tables_open`
    (round, count) is refused while these groups still play an earlier round: pages of tables would turn to
    this one.
    """
    locked(stage.event)
    rounds = chosen_rounds(stage, number, groups)
    if any(one.state == RoundState.DRAFT for one in rounds):
        raise ActionRefused("round_not_published")
    published = [one.pk for one in rounds if one.state == RoundState.PUBLISHED]
    if not published:
        raise _started_already(rounds)
    if not early and (still := still_playing(stage, number, rounds)) is not None:
        name = round_name(still.number, stage)
        raise ActionRefused("earlier_tables_open", round=name, count=still.count)
    minutes = stage.scoring_rules.play.minutes
    ends_at = at + timedelta(minutes=minutes) if minutes else None
    Round.objects.filter(pk__in=published).update(state=RoundState.PLAYING, starts_at=at, ends_at=ends_at)
    record(stage.event, by, "start_round", public=True, stage=stage.name, round=number)
    return stage


def _started_already(rounds: Sequence[Round]) -> ActionRefused:
    starts = [one.starts_at for one in rounds if one.starts_at and one.state == RoundState.PLAYING]
    if not starts:
        return ActionRefused("round_over_already")
    return ActionRefused("round_started_already", time=hour(min(starts)))


@action
def take_back_start(
    *, stage: Stage, number: int, by: Actor, groups: Sequence[Group] = (), submission: str = ""
) -> Stage:
    """Undo a start that was a mistake: the rounds are published again, without a clock.

    Refuses `round_not_playing`, and `round_has_begun` once anything was entered or a deal was written down:
    then the clock is mended by minutes instead. Who was marked as late stays marked, unless the mistaken
    clock has measured how late.
    """
    rounds = chosen_rounds(stage, number, groups)
    matches = Match.objects.filter(round__in=rounds)
    lock_matches(matches)
    locked(stage.event)
    playing = [one for one in chosen_rounds(stage, number, groups) if one.state == RoundState.PLAYING]
    if not playing:
        raise ActionRefused("round_not_playing")
    if _is_begun(playing):
        raise ActionRefused("round_has_begun")
    without_clock(Round.objects.filter(pk__in=[one.pk for one in playing]), RoundState.PUBLISHED)
    record(stage.event, by, "take_back_start", public=True, stage=stage.name, round=number)
    return stage


def _is_begun(rounds: Sequence[Round]) -> bool:
    """Also a result that was cleared again has been played for."""
    results = Result.objects.filter(match__round__in=rounds)
    return results.exists() or Running.objects.filter(match__round__in=rounds).exists()


@action
def close_round(
    *,
    stage: Stage,
    number: int,
    by: Actor,
    groups: Sequence[Group] = (),
    unchecked: Collection[str] | None = (),
    submission: str = "",
) -> Stage:
    """Close round `number` of all groups, or of those named. Refuses `tables_missing` (count, tables).

    Where slips are checked, `tables_unchecked` unless the person goes on without these tables' keys
    (`unchecked`; None: nobody is asked). A clock that stands still runs on: closed, a round is not paused
    for ever.
    """
    rounds = chosen_rounds(stage, number, groups)
    lock_matches(Match.objects.filter(round__in=rounds))
    locked(stage.event)
    rounds = chosen_rounds(stage, number, groups)
    if any(one.state == RoundState.DRAFT for one in rounds):
        raise ActionRefused("round_not_published")
    if missing := missing_tables(rounds):
        raise ActionRefused("tables_missing", count=len(missing), tables=list(missing))
    refuse_unchecked(unchecked_tables(stage, rounds), unchecked)
    resume_all(rounds, timezone.now())
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
    rounds = chosen_rounds(stage, number, groups)
    Round.objects.filter(pk__in=[one.pk for one in rounds], state=RoundState.CLOSED).update(
        state=RoundState.PLAYING
    )
    record(stage.event, by, "reopen_round", public=True, stage=stage.name, round=number, reason=reason)
    return stage
