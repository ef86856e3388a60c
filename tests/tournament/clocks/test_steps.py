"""The clock of a round from the desk: started, paused, prolonged, by one or by two people."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scoring.rules import Side
from tests.tournament.factories import TEST, make_event, make_stage, passed, play_round
from tournament.actions.enter_result import clear_result, enter_result
from tournament.actions.note_lateness import note_lateness
from tournament.actions.publish import withdraw_publication
from tournament.actions.round_clock import add_minutes, give_table_minutes, pause_round, resume_round
from tournament.actions.run_round import close_round, reopen_round, start_round, take_back_start
from tournament.errors import ActionRefused, Conflict
from tournament.models import (
    Entry,
    Event,
    Lateness,
    Match,
    Round,
    RoundState,
    Running,
    Stage,
)
from tournament.queries.clocks import clock_of, clocks_seen, table_clock
from tournament.queries.round_end import round_ends
from tournament.queries.rounds import rounds_of

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 11, 28, 1, 0, tzinfo=UTC)  # 09:00 in the hall


def at(minutes: float) -> datetime:
    return NINE + timedelta(minutes=minutes)


@pytest.fixture
def stage() -> Stage:
    """Two groups of four, all rounds published, 50 minutes a round (S4)."""
    return make_stage(make_event(pairs=8, rulebook="devzone-26", slug="sai"))


@pytest.fixture
def playing(stage: Stage) -> Stage:
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    return stage


def ends(stage: Stage) -> list[float]:
    """Minutes from nine o'clock to the end of each group's round 1."""
    return [(one.ends_at - NINE) / timedelta(minutes=1) for one in rounds_of(stage, 1) if one.ends_at]


def refusal(step: Any, *args: Any, **kwargs: Any) -> ActionRefused:
    with pytest.raises(ActionRefused) as refused:
        step(*args, **kwargs)
    return refused.value


def verbs(stage: Stage) -> list[str]:
    found = Entry.objects.filter(event=stage.event).order_by("pk").values_list("verb", flat=True)
    return [verb for verb in found if verb not in ("draw_groups", "make_rounds") and "publish" not in verb]


def match_at(stage: Stage, table: int) -> Match:
    return Match.objects.get(round__group__stage=stage, round__number=1, table=table)


# -- starting


def test_of_two_people_who_start_a_round_the_second_is_told_when_it_began(playing: Stage) -> None:
    error = refusal(start_round, stage=playing, number=1, at=at(3), by=TEST)
    assert (error.code, error.params) == ("round_started_already", {"time": "09:00"})
    assert ends(playing) == [50, 50]
    assert verbs(playing) == ["start_round"]


def test_starting_all_groups_leaves_the_clock_of_one_that_plays_alone(stage: Stage) -> None:
    first = stage.groups.order_by("ordinal")[0]
    start_round(stage=stage, number=1, at=NINE, groups=[first], by=TEST)
    start_round(stage=stage, number=1, at=at(5), by=TEST)
    assert ends(stage) == [50, 55]


def test_a_round_that_is_over_is_not_started_again(playing: Stage) -> None:
    play_round(playing, 1)
    close_round(stage=playing, number=1, by=TEST)
    assert refusal(start_round, stage=playing, number=1, at=at(60), by=TEST).code == "round_over_already"


def test_a_start_by_mistake_is_taken_back_while_nothing_was_entered(playing: Stage) -> None:
    add_minutes(stage=playing, number=1, minutes=5, by=TEST)
    give_table_minutes(match=match_at(playing, 1), minutes=5, by=TEST)
    take_back_start(stage=playing, number=1, by=TEST)

    assert [(one.state, one.starts_at, one.ends_at) for one in rounds_of(playing, 1)] == [
        (RoundState.PUBLISHED, None, None)
    ] * 2
    assert match_at(playing, 1).extra_minutes == 0
    start_round(stage=playing, number=1, at=at(10), by=TEST)
    assert ends(playing) == [60, 60]


@pytest.mark.parametrize("what", ["a result", "a cleared result", "a deal"])
def test_a_start_is_not_taken_back_once_somebody_has_played(playing: Stage, what: str) -> None:
    match = match_at(playing, 1)
    if what == "a deal":
        Running.objects.create(match=match, deals=[["ns", 2]], at=NINE)
    else:
        enter_result(match=match, sheet=passed(Side.NS), by=TEST)
    if what == "a cleared result":
        clear_result(match=match, by=TEST)
    assert refusal(take_back_start, stage=playing, number=1, by=TEST).code == "round_has_begun"
    assert ends(playing) == [50, 50]


def test_one_groups_start_is_taken_back_though_another_has_played(playing: Stage) -> None:
    first, second = playing.groups.order_by("ordinal")
    match = Match.objects.filter(round__group=first, round__number=1)[0]
    enter_result(match=match, sheet=passed(Side.NS), by=TEST)
    take_back_start(stage=playing, number=1, groups=[second], by=TEST)
    assert [one.state for one in rounds_of(playing, 1)] == [RoundState.PLAYING, RoundState.PUBLISHED]


def test_what_does_not_play_has_no_start_to_take_back(stage: Stage) -> None:
    assert refusal(take_back_start, stage=stage, number=1, by=TEST).code == "round_not_playing"


# -- pauses


def test_a_pause_moves_the_end_on_and_costs_no_time(playing: Stage) -> None:
    pause_round(stage=playing, number=1, at=at(20), by=TEST)
    assert {clock_of(one).remaining(at(33)) for one in rounds_of(playing, 1)} == {timedelta(minutes=30)}
    resume_round(stage=playing, number=1, at=at(35), by=TEST)
    assert ends(playing) == [65, 65]
    assert {clock_of(one).played(at(40)) for one in rounds_of(playing, 1)} == {timedelta(minutes=25)}


def test_of_two_people_who_pause_the_second_is_told_since_when(playing: Stage) -> None:
    pause_round(stage=playing, number=1, at=at(20), by=TEST)
    error = refusal(pause_round, stage=playing, number=1, at=at(21), by=TEST)
    assert (error.code, error.params) == ("round_paused_already", {"time": "09:20"})
    resume_round(stage=playing, number=1, at=at(25), by=TEST)
    assert refusal(resume_round, stage=playing, number=1, at=at(26), by=TEST).code == "round_not_paused"
    assert ends(playing) == [55, 55]
    assert verbs(playing) == ["start_round", "pause_round", "resume_round"]


def test_the_same_press_sent_twice_pauses_once(playing: Stage) -> None:
    for minute in (20, 22):
        pause_round(stage=playing, number=1, at=at(minute), by=TEST, submission="p1")
    assert {one.paused_at for one in rounds_of(playing, 1)} == {at(20)}


def test_one_group_is_paused_alone(playing: Stage) -> None:
    first = playing.groups.order_by("ordinal")[0]
    pause_round(stage=playing, number=1, at=at(20), groups=[first], by=TEST)
    pause_round(stage=playing, number=1, at=at(30), by=TEST)  # and then the others
    assert [one.paused_at for one in rounds_of(playing, 1)] == [at(20), at(30)]
    resume_round(stage=playing, number=1, at=at(40), by=TEST)
    assert ends(playing) == [70, 60]


def test_nothing_is_paused_before_it_begins(stage: Stage) -> None:
    assert refusal(pause_round, stage=stage, number=1, at=NINE, by=TEST).code == "round_not_playing"
    start_round(stage=stage, number=1, at=at(10), by=TEST)
    error = refusal(pause_round, stage=stage, number=1, at=NINE, by=TEST)
    assert (error.code, error.params) == ("round_not_begun", {"time": "09:10"})


def test_closing_ends_a_pause(playing: Stage) -> None:
    pause_round(stage=playing, number=1, at=at(20), by=TEST)
    play_round(playing, 1)
    close_round(stage=playing, number=1, by=TEST)
    assert {one.paused_at for one in rounds_of(playing, 1)} == {None}
    reopen_round(stage=playing, number=1, reason="第 1 桌", by=TEST)
    assert refusal(resume_round, stage=playing, number=1, at=at(90), by=TEST).code == "round_not_paused"


# -- minutes


@pytest.mark.parametrize(
    ("given", "taken", "code", "params"),
    [
        (0, 1, "no_minutes_to_take", {}),
        (5, 6, "minutes_to_take", {"most": 5}),
        (5, 5, None, {}),
        (5, 2, None, {}),
    ],
    ids=["nothing was given", "more than was given", "all of it", "a part"],
)
def test_only_minutes_that_were_given_are_taken_back(
    playing: Stage, given: int, taken: int, code: str | None, params: dict[str, int]
) -> None:
    if given:
        add_minutes(stage=playing, number=1, minutes=given, by=TEST)
    if code is None:
        add_minutes(stage=playing, number=1, minutes=-taken, by=TEST)
        assert ends(playing) == [50 + given - taken] * 2
        assert verbs(playing)[-1] == "take_minutes"
        return
    error = refusal(add_minutes, stage=playing, number=1, minutes=-taken, by=TEST)
    assert (error.code, error.params) == (code, params)
    assert ends(playing) == [50 + given] * 2


def test_of_two_people_who_both_give_five_minutes_the_second_is_told_who_was_first(playing: Stage) -> None:
    seen = clocks_seen(rounds_of(playing, 1))
    add_minutes(stage=playing, number=1, minutes=5, seen=seen, by=TEST)
    error = refusal(add_minutes, stage=playing, number=1, minutes=5, seen=seen, by=TEST)
    assert isinstance(error, Conflict)
    assert (error.code, error.params) == ("clock_changed", {"name": "测试员"})
    assert ends(playing) == [55, 55]


def test_minutes_are_given_in_a_pause_too(playing: Stage) -> None:
    pause_round(stage=playing, number=1, at=at(20), by=TEST)
    add_minutes(stage=playing, number=1, minutes=10, by=TEST)
    resume_round(stage=playing, number=1, at=at(30), by=TEST)
    assert ends(playing) == [70, 70]


def test_one_table_gets_minutes_of_its_own_and_keeps_them_through_a_pause(playing: Stage) -> None:
    match = give_table_minutes(match=match_at(playing, 2), minutes=5, based_on=0, by=TEST)
    pause_round(stage=playing, number=1, at=at(10), by=TEST)
    resume_round(stage=playing, number=1, at=at(14), by=TEST)
    match = Match.objects.select_related("round").get(pk=match.pk)
    assert table_clock(match).remaining(at(14)) == timedelta(minutes=45)
    assert ends(playing) == [54, 54]
    assert round_ends(playing, 1)[match.round.group_id] == at(59)


@pytest.mark.parametrize(
    ("minutes", "based_on", "code"),
    [
        (5, 3, "table_minutes_changed"),
        (-6, 5, "minutes_to_take"),
        (0, 5, "minutes_to_add"),
        (None, 5, "minutes_to_add"),
        (121, 5, "minutes_to_add"),
    ],
    ids=["another gave some", "more than it was given", "none", "no number", "too many"],
)
def test_minutes_of_a_table_that_are_refused(
    playing: Stage, minutes: int | None, based_on: int, code: str
) -> None:
    match = give_table_minutes(match=match_at(playing, 2), minutes=5, by=TEST)
    error = refusal(give_table_minutes, match=match, minutes=minutes, based_on=based_on, by=TEST)
    assert error.code == code
    assert match_at(playing, 2).extra_minutes == 5


def test_a_table_has_no_minutes_of_its_own_before_the_start_or_without_a_limit(stage: Stage) -> None:
    match = match_at(stage, 1)
    assert refusal(give_table_minutes, match=match, minutes=5, by=TEST).code == "round_not_playing"
    start_round(stage=stage, number=1, at=NINE, by=TEST)
    Round.objects.update(ends_at=None)
    assert refusal(give_table_minutes, match=match, minutes=5, by=TEST).code == "round_has_no_clock"


def test_a_round_that_is_withdrawn_forgets_its_clock(playing: Stage) -> None:
    give_table_minutes(match=match_at(playing, 1), minutes=5, by=TEST)
    pause_round(stage=playing, number=1, at=at(5), by=TEST)
    up = playing.publications.get(kind="pairings", round_number=1, is_current=True)
    withdraw_publication(publication=up, by=TEST)
    one = rounds_of(playing, 1)[0]
    assert (one.state, one.starts_at, one.paused_at, one.paused_seconds) == ("draft", None, None, 0)
    assert match_at(playing, 1).extra_minutes == 0


def test_the_demo_events_clock_stands(playing: Stage) -> None:
    Event.objects.update(is_demo=True)
    playing.event.refresh_from_db()
    assert refusal(pause_round, stage=playing, number=1, at=at(5), by=TEST).code == "demo_is_read_only"
    match = match_at(playing, 1)
    assert refusal(note_lateness, match=match, pair=match.ns, by=TEST).code == "demo_is_read_only"
    assert Lateness.objects.count() == 0
