"""Levels as people type them, and the least that is asked beside them."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import InvalidScoresheet, NeedsMore
from scoring.options import Ended, Side
from scoring.rules import Rules, resolve
from scoring.scoresheet import (
    Scoresheet,
    TypedLevel,
    ask,
    complete,
    infer_ended,
    parse_level,
    possible_endings,
)

NS, EW = Side.NS, Side.EW


def rules(**settings: object) -> Rules:
    return resolve({"minutes": 50}, settings)


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("2", TypedLevel(2)),
        ("10", TypedLevel(10)),
        ("J", TypedLevel(11)),
        ("q", TypedLevel(12)),
        ("k", TypedLevel(13)),
        ("A", TypedLevel(14)),
        ("１０", TypedLevel(10)),
        ("Ｊ", TypedLevel(11)),
        ("Ａ", TypedLevel(14)),
        (" a ", TypedLevel(14)),
        ("过A", TypedLevel(14, True)),
        ("过 a", TypedLevel(14, True)),
        ("過A", TypedLevel(14, True)),
        ("A+", TypedLevel(14, True)),
        ("Ａ＋", TypedLevel(14, True)),
        ("A+3", TypedLevel(14, True, 3)),
        ("A3", TypedLevel(14, True, 3)),
        ("a2", TypedLevel(14, True, 2)),
        ("A+2", TypedLevel(14, True, 2)),
        ("A1", TypedLevel(14, True, 1)),
        ("过A+3", TypedLevel(14, True, 3)),
        ("10+", TypedLevel(10, True)),
        ("过10", TypedLevel(10, True)),
    ],
)
def test_typed_levels(text: str, typed: TypedLevel) -> None:
    assert parse_level(text) == typed


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "level_blank"),
        ("　", "level_blank"),
        ("0", "level_out_of_range"),
        ("1", "level_out_of_range"),
        ("15", "level_out_of_range"),
        ("11", "level_out_of_range"),
        ("-2", "level_out_of_range"),
        ("－２", "level_out_of_range"),
        ("2.5", "level_not_whole"),
        ("十", "level_unknown"),
        ("A4", "level_unknown"),
        ("JJ", "level_unknown"),
        ("A+-", "level_unknown"),
        ("过", "level_unknown"),
    ],
)
def test_typed_levels_that_are_none(text: str, code: str) -> None:
    with pytest.raises(InvalidScoresheet) as caught:
        parse_level(text, "ew_level")
    assert (caught.value.code, caught.value.field) == (code, "ew_level")


def typed(ns: str, ew: str, under: Rules, **told: Any) -> Scoresheet:
    return complete(parse_level(ns), parse_level(ew), under, **told)


def test_two_levels_are_enough_in_a_timed_match() -> None:
    sheet = typed("9", "5", rules())
    assert (sheet.ns_level, sheet.ew_level, sheet.ended) == (9, 5, Ended.TIME)


def test_passing_a_says_how_play_ended() -> None:
    sheet = typed("9", "过A", rules())
    assert (sheet.passed_a, sheet.ended, sheet.passed_gain) == (EW, Ended.PASSED_A, None)
    assert typed("A3", "9", rules()).passed_gain == 3


@pytest.mark.parametrize(
    ("ns", "ew", "settings", "asked"),
    [
        pytest.param("A+", "9", {}, (), id="one step past A: no gain asked"),
        pytest.param("A+", "9", {"passed_a_value": "real_gain"}, ("passed_gain",), id="the gain"),
        pytest.param("A+2", "9", {"passed_a_value": "real_gain"}, (), id="the gain is typed"),
        pytest.param(
            "A+",
            "9",
            {"passed_a_value": "real_gain", "pass_condition": "double_down"},
            (),
            id="only a double down passes: nothing to ask",
        ),
        pytest.param("9", "9", {}, (), id="a draw"),
        pytest.param("9", "9", {"level_tie": "in_play_side"}, ("in_play",), id="who is in play"),
        pytest.param("2", "2", {"level_tie": "in_play_side"}, (), id="nobody is in play at 2 : 2"),
        pytest.param("9", "9", {"level_tie": "lots"}, ("winner",), id="who drew the lot"),
        pytest.param("9", "5", {"deals": 8}, ("ended",), id="time or deals"),
        pytest.param("9", "5", {"deals": 8, "minutes": None}, (), id="deals only"),
        pytest.param("9", "5", {"minutes": None}, ("ended",), id="no limit"),
        pytest.param("A", "5", {"ace_failure": "match_lost"}, ("ended",), id="time or the third failure"),
        pytest.param("K", "5", {"ace_failure": "match_lost"}, (), id="nobody at A to fail"),
        pytest.param(
            "A+",
            "5",
            {"scheme": "ace-time", "level_tie": "lots", "minutes": None},
            ("seconds",),
            id="the time ranks",
        ),
        pytest.param("9", "5", {"tiebreaks": ["ace_time"]}, ("seconds",), id="the time breaks ties"),
        pytest.param("2", "2", {"scheme": "deal-points"}, ("deals",), id="deals behind 2 : 2"),
        pytest.param("A", "5", {"scheme": "deal-points"}, ("deals",), id="deals behind A"),
        pytest.param("7", "5", {"scheme": "deal-points"}, (), id="levels that hide no deal"),
    ],
)
def test_asks_only_what_the_rules_need(
    ns: str, ew: str, settings: dict[str, object], asked: tuple[str, ...]
) -> None:
    under = rules(**settings)
    assert tuple(ask(parse_level(ns), parse_level(ew), under)) == asked
    if asked:
        with pytest.raises(NeedsMore) as caught:
            typed(ns, ew, under)
        assert caught.value.fields == asked
    else:
        assert typed(ns, ew, under).ns_level == parse_level(ns).level


def test_choices_that_are_offered() -> None:
    under = rules(passed_a_value="real_gain", deals=8)
    assert ask(parse_level("A+"), parse_level("9"), under) == {"passed_gain": ("2", "3")}
    assert ask(parse_level("8"), parse_level("9"), under) == {"ended": ("time", "deals", "ruling")}


def test_a_ruling_asks_for_the_winner() -> None:
    with pytest.raises(NeedsMore) as caught:
        typed("9", "5", rules(), ended=Ended.RULING)
    assert caught.value.choices == {"winner": ("ns", "ew")}
    assert typed("9", "5", rules(), ended=Ended.RULING, winner=EW).winner is EW


@pytest.mark.parametrize(("ns", "ew", "winner"), [("A", "5", EW), ("5", "A", NS)])
def test_the_third_failure_is_lost_by_the_side_at_a(ns: str, ew: str, winner: Side) -> None:
    under = rules(ace_failure="match_lost", minutes=None)
    assert typed(ns, ew, under, ended=Ended.ACE_FAILED).winner is winner
    with pytest.raises(NeedsMore) as caught:  # an A without its plus looks the same
        typed(ns, ew, under)
    assert caught.value.choices == {"ended": ("ace_failed", "ruling")}


def test_both_at_a_must_say_who_failed() -> None:
    under = rules(ace_failure="match_lost", minutes=None)
    with pytest.raises(NeedsMore) as caught:
        typed("A", "A", under, ended=Ended.ACE_FAILED)
    assert caught.value.fields == ("winner",)
    assert typed("A", "A", under, ended=Ended.ACE_FAILED, winner=NS).winner is NS


def test_answers_are_taken() -> None:
    under = rules(passed_a_value="real_gain", level_tie="in_play_side", deals=9)
    assert typed("A+", "9", under, passed_gain=2).passed_gain == 2
    sheet = typed("9", "9", under, ended=Ended.DEALS, in_play=EW, seconds=1800)
    assert (sheet.in_play, sheet.ended, sheet.seconds) == (EW, Ended.DEALS, 1800)


def test_a_knock_out_asks_for_a_winner_of_equal_levels() -> None:
    assert tuple(ask(parse_level("9"), parse_level("9"), rules(), knockout=True)) == ("winner",)
    assert typed("9", "9", rules(), knockout=True, winner=NS).winner is NS


@pytest.mark.parametrize(
    ("ns", "ew", "settings", "code", "field"),
    [
        ("A+", "A+", {}, "both_passed_a", "passed_a"),
        ("10+", "9", {}, "passed_not_at_a", "ns_level"),
        ("9", "J", {"finish_level": "10"}, "level_out_of_range", "ew_level"),
        ("A1", "9", {}, "passing_gain_excluded", "passed_gain"),
    ],
    ids=["both past A", "past 10 where A ends it", "above the last level", "partner last does not pass"],
)
def test_levels_that_no_answer_mends(
    ns: str, ew: str, settings: dict[str, object], code: str, field: str
) -> None:
    with pytest.raises(InvalidScoresheet) as caught:
        typed(ns, ew, rules(**settings))
    assert (caught.value.code, caught.value.field) == (code, field)


def test_finish_at_10_is_typed_with_a_plus() -> None:
    assert typed("过10", "6", rules(finish_level="10")).passed_a is NS


def test_how_play_can_have_ended() -> None:
    both = rules(deals=8)
    nine, five = TypedLevel(9), TypedLevel(5)
    assert possible_endings(nine, five, both) == (Ended.TIME, Ended.DEALS, Ended.RULING)
    assert infer_ended(nine, five, both) is None
    assert infer_ended(nine, five, rules()) is Ended.TIME
    assert infer_ended(TypedLevel(14, True), five, both) is Ended.PASSED_A
