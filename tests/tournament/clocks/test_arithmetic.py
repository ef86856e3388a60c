"""A round's clock as a value: the moment is an argument, so that every case is a figure."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import rulebooks
from scoring.rules import resolve
from tournament.queries.clocks import Clock, Phase
from tournament.wording.clocks import at_time, clock_hours, clock_text

NINE = datetime(2026, 11, 28, 1, 0, tzinfo=UTC)  # 09:00 in the hall


def at(minutes: float) -> datetime:
    return NINE + timedelta(minutes=minutes)


FIFTY = Clock(NINE, at(50))


@pytest.mark.parametrize(
    ("clock", "now", "phase", "said"),
    [
        pytest.param(Clock(), at(0), Phase.IDLE, "没有开始计时", id="nobody has started it"),
        pytest.param(FIFTY, at(-5), Phase.WAITING, "5 分钟后开始", id="its start is to come"),
        pytest.param(FIFTY, at(-4.5), Phase.WAITING, "5 分钟后开始", id="a begun minute counts whole"),
        pytest.param(FIFTY, at(0), Phase.RUNNING, "剩余 50 分钟", id="at the start"),
        pytest.param(FIFTY, at(27), Phase.RUNNING, "剩余 23 分钟", id="in the middle"),
        pytest.param(FIFTY, at(49.9), Phase.RUNNING, "剩余 1 分钟", id="in the last seconds"),
        pytest.param(FIFTY, at(50), Phase.OVER, "时间到", id="time"),
        pytest.param(FIFTY, at(50.9), Phase.OVER, "时间到", id="within the minute after"),
        pytest.param(FIFTY, at(53), Phase.OVER, "超时 3 分钟", id="overtime"),
        pytest.param(FIFTY, at(171), Phase.OVER, "时间到", id="a round that was left open"),
        pytest.param(Clock(NINE), at(12.9), Phase.RUNNING, "已进行 12 分钟", id="no limit: it counts up"),
        pytest.param(FIFTY.paused(at(20)), at(35), Phase.PAUSED, "暂停中，剩余 30 分钟", id="paused"),
        pytest.param(
            FIFTY.paused(at(20)).resumed(at(35)), at(36), Phase.RUNNING, "剩余 29 分钟", id="after the pause"
        ),
        pytest.param(FIFTY.extended(5), at(50), Phase.RUNNING, "剩余 5 分钟", id="with five minutes more"),
    ],
)
def test_what_a_clock_says(clock: Clock, now: datetime, phase: Phase, said: str) -> None:
    assert (clock.phase(now), clock_text(clock, now)) == (phase, said)


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        (Clock(), ""),
        (FIFTY, "09:00 开始，09:50 时间到"),
        (Clock(NINE), "09:00 开始，不限时"),
        (FIFTY.paused(at(20)), "09:00 开始，09:20 起暂停"),
        (FIFTY.paused(at(20)).resumed(at(25)), "09:00 开始，09:55 时间到"),
    ],
    ids=["idle", "running", "no limit", "paused", "moved on by a pause"],
)
def test_the_hours_are_right_at_any_moment(clock: Clock, said: str) -> None:
    assert clock_hours(clock) == said


def test_a_clock_that_nobody_started_has_played_nothing_and_nothing_left() -> None:
    assert (Clock().played(at(9)), Clock().remaining(at(9)), Clock().allowed) == (timedelta(0), None, None)
    assert Clock().given(50) == 0


def test_a_clock_without_limit_takes_no_minutes_and_survives_a_pause() -> None:
    endless = Clock(NINE)
    assert endless.extended(5) == endless
    again = endless.paused(at(10)).resumed(at(40))
    assert (again.ends_at, again.played(at(45))) == (None, timedelta(minutes=15))


def test_pausing_twice_and_resuming_what_runs_change_nothing() -> None:
    paused = FIFTY.paused(at(10))
    assert paused.paused(at(12)) == paused
    assert FIFTY.resumed(at(12)) == FIFTY


def test_what_was_given_is_counted_beyond_the_rules_minutes() -> None:
    longer = FIFTY.extended(7).paused(at(5)).resumed(at(9))
    assert longer.given(50) == 7
    assert FIFTY.extended(-3).given(50) == 0  # an archive may hold a shorter round


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["pause", "resume", "add", "take", "wait"]),
        st.integers(min_value=1, max_value=20),
        st.integers(min_value=0, max_value=400 * 10**6),  # microseconds until it happens
    ),
    max_size=25,
)


def after(steps: list[tuple[str, int, int]]) -> list[tuple[Clock, datetime, int]]:
    """The clock after each step, when that was, and the minutes given so far."""
    clock, now, given = FIFTY, NINE, 0
    told = []
    for step, minutes, wait in steps:
        now += timedelta(microseconds=wait)
        if step == "pause":
            clock = clock.paused(now)
        elif step == "resume":
            clock = clock.resumed(now)
        elif step == "add":
            clock, given = clock.extended(minutes), given + minutes
        elif step == "take" and clock.given(50) >= minutes:
            clock, given = clock.extended(-minutes), given - minutes
        told.append((clock, now, given))
    return told


@given(STEPS)
def test_played_and_left_always_add_up_to_what_is_allowed(steps: list[tuple[str, int, int]]) -> None:
    for clock, now, given_minutes in after(steps):
        assert clock.allowed == timedelta(minutes=50 + given_minutes)
        assert clock.given(50) == given_minutes
        assert clock.remaining(now) == clock.allowed - clock.played(now)


@given(STEPS)
def test_played_time_is_never_negative_and_never_runs_back(steps: list[tuple[str, int, int]]) -> None:
    before = timedelta(0)
    for clock, now, _given in after(steps):
        assert clock.played(now) >= before
        before = clock.played(now)
        assert clock.played(now) <= now - NINE


@given(STEPS, st.integers(min_value=0, max_value=10**6))
def test_a_clock_that_stands_plays_nothing_and_loses_nothing(
    steps: list[tuple[str, int, int]], seconds: int
) -> None:
    for clock, now, _given in after(steps):
        stands = replace(clock.paused(now))
        later = now + timedelta(seconds=seconds)
        assert stands.played(later) == stands.played(now)
        assert stands.remaining(later) == stands.remaining(now)
        again = stands.resumed(later)
        before, left = stands.remaining(later), again.remaining(later)
        assert before is not None
        assert left is not None
        lost = before - left
        assert timedelta(0) <= lost < timedelta(seconds=1)  # pauses are kept in whole seconds


@pytest.mark.parametrize(
    ("rulebook", "said"),
    [
        ("devzone-26", "正在打的一副：打完这一副，计入成绩。"),
        ("library-rotation", "正在打的一副：作废，按上一副结束时的级数计算。"),
        ("school-grades-final", ""),
    ],
    ids=["S4 finishes it", "S2 discards it", "S1b stage 2 has no limit"],
)
def test_the_rules_say_what_becomes_of_the_deal_in_progress(rulebook: str, said: str) -> None:
    assert at_time(resolve(rulebooks.load(rulebook).values)) == said
