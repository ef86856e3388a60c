"""What several penalties amount to, as proposals."""

from __future__ import annotations

import pytest

from scoring.options import FoulEffect, Grade
from scoring.penalties import (
    GivenPenalty,
    Proposal,
    Tally,
    is_late_too_often,
    levels_for_lateness,
    proposals,
    tallies,
)
from scoring.rulebooks import load
from scoring.rules import Conduct, resolve

W, V, L = Grade.WARNING, Grade.VIOLATION, Grade.MATCH_LOSS
DEVZONE = resolve(load("devzone-26").values).conduct


def given(*grades: Grade, pair: int = 1, **facts: object) -> list[GivenPenalty]:
    return [GivenPenalty(number, pair, grade, **facts) for number, grade in enumerate(grades, start=1)]


@pytest.mark.parametrize(
    ("grades", "expected"),
    [
        pytest.param((W,), (), id="one warning"),
        pytest.param((W, W), (Proposal(1, V, (1, 2)),), id="two warnings are a violation"),
        pytest.param((W, W, W), (Proposal(1, V, (1, 2)),), id="the third waits"),
        pytest.param((W, W, W, W), (Proposal(1, V, (1, 2)), Proposal(1, V, (3, 4))), id="four are two"),
        pytest.param((V, V, V), (Proposal(1, L, (1, 2, 3)),), id="three violations lose the match"),
        pytest.param((L, L), (Proposal(1, Grade.SUSPENSION, (1, 2)),), id="two lost matches suspend"),
        pytest.param((Grade.ORAL_WARNING,) * 5, (), id="oral warnings lead nowhere"),
    ],
)
def test_devzone_26_eleven_3_the_ladder(grades: tuple[Grade, ...], expected: tuple[Proposal, ...]) -> None:
    assert proposals(given(*grades), DEVZONE) == expected


def test_a_confirmed_consequence_uses_its_parts_up_and_counts_itself() -> None:
    confirmed = [
        *given(W, W),
        GivenPenalty(3, 1, V, made_of=(1, 2)),
        GivenPenalty(4, 1, V),
        GivenPenalty(5, 1, V),
    ]
    assert proposals(confirmed, DEVZONE) == (Proposal(1, L, (3, 4, 5)),)


def test_a_cancelled_consequence_frees_its_parts() -> None:
    cancelled = [*given(W, W), GivenPenalty(3, 1, V, made_of=(1, 2), cancelled=True)]
    assert proposals(cancelled, DEVZONE) == (Proposal(1, V, (1, 2)),)
    assert proposals(given(W, W, cancelled=True), DEVZONE) == ()


def test_penalties_are_counted_per_pair() -> None:
    assert proposals([GivenPenalty(1, 1, W), GivenPenalty(2, 2, W)], DEVZONE) == ()


@pytest.mark.parametrize(
    ("scope", "facts", "together"),
    [
        ("event", {"stage": 2, "round": 9, "match": 9}, True),
        ("stage", {"stage": 1, "round": 2}, True),
        ("stage", {"stage": 2, "round": 1}, False),
        ("round", {"stage": 1, "round": 1, "match": 8}, True),
        ("round", {"stage": 1, "round": 2}, False),
        ("match", {"stage": 1, "round": 1, "match": 7}, True),
        ("match", {"stage": 1, "round": 1, "match": 8}, False),
    ],
)
def test_scopes(scope: str, facts: dict[str, int], together: bool) -> None:
    ladder = {"warning": {"count": 2, "becomes": "violation", "scope": scope}}
    conduct = resolve({"ladder": ladder}).conduct
    two = [GivenPenalty(1, 1, W, stage=1, round=1, match=7), GivenPenalty(2, 1, W, **facts)]
    assert bool(proposals(two, conduct)) is together


def test_three_fouls_10_three_in_one_round_award_a_deal() -> None:
    conduct = resolve(load("three-fouls").values).conduct
    fouls = given(V, V, V, stage=1, round=2)
    assert proposals(fouls, conduct) == (Proposal(1, Grade.DEMOTION, (1, 2, 3), FoulEffect.DEAL_AWARDED),)
    assert proposals([*fouls[:2], GivenPenalty(3, 1, V, stage=1, round=3)], conduct) == ()


def test_a_foul_limit_may_lose_the_match() -> None:
    conduct = resolve({"foul_limit": {"count": 1, "effect": "match_lost"}}).conduct
    assert proposals(given(V), conduct) == (Proposal(1, L, (1,), FoulEffect.MATCH_LOST),)


def test_no_ladder_proposes_nothing() -> None:
    assert proposals(given(W, W, V, V, V), Conduct()) == ()


@pytest.mark.parametrize(
    ("late", "limit", "too_often"),
    [
        ((True, True), 2, False),
        ((True, True, True), 2, True),
        ((True, True, False, True), 2, False),
        ((True, True, True), None, False),
    ],
    ids=["twice", "library-rotation: more than twice in a row", "interrupted", "no limit"],
)
def test_lateness_in_a_row(late: tuple[bool, ...], limit: int | None, too_often: bool) -> None:
    assert is_late_too_often(late, limit) is too_often


def test_a_consequence_that_was_waived_uses_its_parts_up_and_counts_nothing() -> None:
    waived = [*given(W, W), GivenPenalty(3, 1, V, made_of=(1, 2), waived=True, cancelled=True)]
    assert proposals([*waived, GivenPenalty(4, 1, V), GivenPenalty(5, 1, V)], DEVZONE) == ()
    assert proposals([*waived, GivenPenalty(4, 1, W)], DEVZONE) == ()


def test_how_far_a_pair_is_on_each_step_and_at_the_limit() -> None:
    fouls = resolve(load("three-fouls").values).conduct
    rows = [*given(W, V, V, stage=1, round=1), GivenPenalty(4, 1, V, stage=1, round=2), GivenPenalty(5, 2, V)]
    assert tallies(rows, DEVZONE, rows[0]) == (Tally(1, W, 1, 2, V), Tally(1, V, 3, 3, L))
    assert tallies(rows, fouls, rows[0]) == (Tally(1, V, 2, 3, Grade.DEMOTION),)
    lost = resolve({"foul_limit": {"count": 3, "effect": "match_lost"}}).conduct
    assert tallies(rows, lost, rows[3]) == (Tally(1, V, 1, 3, L),)


@pytest.mark.parametrize(
    ("seconds", "minutes", "levels"),
    [(0, 5, 0), (1, 5, 1), (300, 5, 1), (301, 5, 2), (480, 5, 2), (480, None, 0)],
)
def test_each_started_five_minutes_are_one_level(seconds: int, minutes: int | None, levels: int) -> None:
    assert levels_for_lateness(seconds, minutes) == levels
