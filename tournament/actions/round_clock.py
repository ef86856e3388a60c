"""The clock of a round that is being played: paused, running again, with more minutes or fewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.db.models import QuerySet

from tournament.actions.results import event_of, lock_match, place_of
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Entry, Group, Lateness, Match, Round, RoundState, Stage
from tournament.queries.clocks import Clock, clock_of, clocks_seen
from tournament.queries.rounds import rounds_of
from tournament.wording.clocks import hour

MOST_MINUTES = 120
VERBS = ("add_minutes", "take_minutes", "pause_round", "resume_round", "start_round", "take_back_start")
CLOCK_FIELDS = ["starts_at", "ends_at", "paused_at", "paused_seconds"]


@action
def pause_round(
    *,
    stage: Stage,
    number: int,
    at: datetime,
    by: Actor,
    groups: Sequence[Group] = (),
    submission: str = "",
) -> Stage:
    """Let the clocks of round `number` stand still from `at` on: of all groups, or of those named.

    Groups that stand still already are left alone. Refuses `round_not_playing`, `round_paused_already` (time)
    where all stand, and `round_not_begun` (time) while the start that was set is still to come.
    """
    locked(stage.event)
    playing = _playing(stage, number, groups)
    running = [one for one in playing if one.paused_at is None]
    if not running:
        since = min(one.paused_at for one in playing if one.paused_at)
        raise ActionRefused("round_paused_already", time=hour(since))
    if early := [one.starts_at for one in running if one.starts_at and one.starts_at > at]:
        raise ActionRefused("round_not_begun", time=hour(min(early)))
    _store(running, lambda clock: clock.paused(at))
    record(stage.event, by, "pause_round", public=True, stage=stage.name, round=number)
    return stage


@action
def resume_round(
    *,
    stage: Stage,
    number: int,
    at: datetime,
    by: Actor,
    groups: Sequence[Group] = (),
    submission: str = "",
) -> Stage:
    """Let paused clocks run again at `at`; their ends move on by the pause. Refuses `round_not_paused`."""
    locked(stage.event)
    if not resume_all(_playing(stage, number, groups), at):
        raise ActionRefused("round_not_paused")
    record(stage.event, by, "resume_round", public=True, stage=stage.name, round=number)
    return stage


@action
def add_minutes(
    *,
    stage: Stage,
    number: int,
    minutes: int | None,
    by: Actor,
    groups: Sequence[Group] = (),
    seen: str = "",
    submission: str = "",
) -> Stage:
    """Give the running clocks of round `number` more `minutes`, or, below 0, take given ones back.

    Of all groups, or of those named. `seen` is what `clocks_seen` said when the page was drawn: where
    somebody has touched a clock since, `clock_changed` (name) is refused, so that two people who both give
    five minutes do not give ten unawares. Refuses `minutes_to_add` (most), `round_has_no_clock`, and
    `minutes_to_take` (most) or `no_minutes_to_take` where fewer were given than are to be taken: the rules'
    own minutes stay.
    """
    locked(stage.event)
    if minutes is None or not 1 <= abs(minutes) <= MOST_MINUTES:
        raise ActionRefused("minutes_to_add", field="minutes", most=MOST_MINUTES)
    rounds = chosen_rounds(stage, number, groups)
    timed = [one for one in rounds if one.state == RoundState.PLAYING and one.ends_at]
    if not timed:
        raise ActionRefused("round_has_no_clock")
    if seen and seen != clocks_seen(rounds):
        raise Conflict("clock_changed", name=_last_hand(stage))
    _refuse_taking(min(clock_of(one).given(stage.scoring_rules.play.minutes) for one in timed), minutes)
    _store(timed, lambda clock: clock.extended(minutes))
    verb = "add_minutes" if minutes > 0 else "take_minutes"
    record(stage.event, by, verb, public=True, stage=stage.name, round=number, minutes=abs(minutes))
    return stage


@action
def give_table_minutes(
    *,
    match: Match,
    minutes: int | None,
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Match:
    """Give one table `minutes` beside its round's clock, or, below 0, take back what it was given.

    `based_on` are the table's own minutes that the person saw: others since then are refused with
    `table_minutes_changed` (minutes). Refuses `minutes_to_add`, `round_not_playing`, `round_has_no_clock`,
    `minutes_to_take` and `no_minutes_to_take` as for a whole round.
    """
    fresh = lock_match(match)
    event = locked(event_of(fresh))
    if minutes is None or not 1 <= abs(minutes) <= MOST_MINUTES:
        raise ActionRefused("minutes_to_add", field="minutes", most=MOST_MINUTES)
    if fresh.round.state != RoundState.PLAYING:
        raise ActionRefused("round_not_playing")
    if fresh.round.ends_at is None:
        raise ActionRefused("round_has_no_clock")
    if based_on is not None and based_on != fresh.extra_minutes:
        raise Conflict("table_minutes_changed", minutes=fresh.extra_minutes)
    _refuse_taking(fresh.extra_minutes, minutes)
    fresh.extra_minutes += minutes
    fresh.save(update_fields=["extra_minutes"])
    verb = "give_table_minutes" if minutes > 0 else "take_table_minutes"
    record(event, by, verb, public=True, minutes=abs(minutes), **place_of(fresh))
    return fresh


def _refuse_taking(given: int, minutes: int) -> None:
    if minutes < 0 and not given:
        raise ActionRefused("no_minutes_to_take", field="minutes")
    if minutes < -given:
        raise ActionRefused("minutes_to_take", field="minutes", most=given)


def _last_hand(stage: Stage) -> str:
    """Who touched a clock of this stage last."""
    last = Entry.objects.filter(event=stage.event, verb__in=VERBS, codes__stage=stage.name).order_by("-pk")
    return last.values_list("actor_name", flat=True).first() or ""


def _playing(stage: Stage, number: int, groups: Sequence[Group]) -> list[Round]:
    found = [one for one in chosen_rounds(stage, number, groups) if one.state == RoundState.PLAYING]
    if not found:
        raise ActionRefused("round_not_playing")
    return found


def _store(rounds: Sequence[Round], change: Callable[[Clock], Clock]) -> None:
    """Write what `change` makes of each clock."""
    for one in rounds:
        clock = change(clock_of(one))
        for field in CLOCK_FIELDS:
            setattr(one, field, getattr(clock, field))
    Round.objects.bulk_update(rounds, CLOCK_FIELDS)


def resume_all(rounds: Iterable[Round], at: datetime) -> int:
    """Let those of `rounds` that stand still run again; how many did. Writes no journal."""
    paused = [one for one in rounds if one.paused_at is not None]
    _store(paused, lambda clock: clock.resumed(at))
    return len(paused)


def without_clock(rounds: QuerySet[Round], state: RoundState) -> None:
    """Put rounds back into a state before their start: no clock, no minutes of single tables, and none of the
    times that such a clock has measured."""
    Lateness.objects.filter(round__in=rounds, seconds__isnull=False).delete()
    Match.objects.filter(round__in=rounds, extra_minutes__gt=0).update(extra_minutes=0)
    rounds.update(state=state, starts_at=None, ends_at=None, paused_at=None, paused_seconds=0)


def chosen_rounds(stage: Stage, number: int, groups: Sequence[Group]) -> list[Round]:
    """Round `number` of all groups, or of those named; refuses `no_such_round` (round)."""
    rounds = [one for one in rounds_of(stage, number) if not groups or one.group in groups]
    if not rounds:
        raise ActionRefused("no_such_round", round=number)
    return rounds
