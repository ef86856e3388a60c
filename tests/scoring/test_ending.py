"""A match that was written down deal by deal ends: what is asked, and what is signed."""

from __future__ import annotations

import pytest
from hypothesis import given

from scoring.ending import ask_ending, end, endings
from scoring.errors import InvalidScoresheet, NeedsMore
from scoring.judging import judge
from scoring.levels import Deal, play
from scoring.options import Ended, Side
from scoring.rules import resolve
from tests.scoring.hall import rules
from tests.scoring.test_levels_properties import DEALS, NS_TO_A, PLAYS, play_while_it_lasts

NS, EW = Side.NS, Side.EW
NS3, NS1, EW3, EW1 = Deal(NS, 2), Deal(NS, 4), Deal(EW, 2), Deal(EW, 4)


def test_a_side_past_a_ends_it_and_nothing_is_asked() -> None:
    sheet = end([*NS_TO_A, NS3], rules())
    assert (sheet.ended, sheet.passed_a, sheet.ns_level, sheet.ew_level) == (Ended.PASSED_A, NS, 14, 2)
    assert (sheet.passed_gain, len(sheet.deals)) == (None, 5)


def test_the_levels_beyond_a_are_written_down_where_they_count() -> None:
    assert end([*NS_TO_A, NS3], rules(passed_a_value="real_gain")).passed_gain == 3


def test_in_the_middle_it_is_asked_how_it_ended() -> None:
    asked = ask_ending([NS3], rules())
    assert asked == {"ended": ("time", "ruling")}
    with pytest.raises(NeedsMore):
        end([NS3], rules())
    assert end([NS3], rules(), ended=Ended.TIME).ended is Ended.TIME


def test_without_a_time_limit_only_a_ruling_ends_it_early_and_never_by_itself() -> None:
    plain = resolve({})
    assert endings(play([NS3], plain), plain) == (Ended.RULING,)
    assert ask_ending([NS3], plain) == {"ended": ("ruling",)}
    assert ask_ending([NS3], plain, ended=Ended.RULING) == {"winner": ("ns", "ew")}
    assert end([NS3], plain, ended=Ended.RULING, winner=EW).winner is EW


def test_the_last_deal_ends_it() -> None:
    assert end([NS3, EW1], resolve({"deals": 2})).ended is Ended.DEALS


def test_the_losing_third_failure_ends_it() -> None:
    lost = resolve({"ace_failure": "match_lost"})
    sheet = end([*NS_TO_A, NS1, NS1, NS1], lost)
    assert (sheet.ended, judge(sheet, lost).winner) == (Ended.ACE_FAILED, EW)


@pytest.mark.parametrize(
    ("tie", "knockout", "asked"),
    [
        pytest.param("draw", False, {}, id="a draw is a draw"),
        pytest.param("draw", True, {"winner": ("ns", "ew")}, id="a knock-out names who goes on"),
        pytest.param("in_play_side", False, {}, id="the deals say who is in play"),
        pytest.param("first_to_level", False, {}, id="the deals say who was first"),
        pytest.param("extra_deal", False, {"winner": ("ns", "ew")}, id="an extra deal is told"),
        pytest.param("lots", False, {"winner": ("ns", "ew")}, id="lots are told"),
    ],
)
def test_equal_levels_at_time(tie: str, knockout: bool, asked: dict[str, tuple[str, ...]]) -> None:
    level = [NS3, EW3]
    assert ask_ending(level, rules(level_tie=tie), ended=Ended.TIME, knockout=knockout) == asked


def test_no_finished_deal_is_two_all_with_nobody_in_play() -> None:
    sheet = end([], rules(), ended=Ended.TIME)
    assert (sheet.ns_level, sheet.ew_level, sheet.deals) == (2, 2, ())


def test_the_time_played_is_asked_where_it_ranks() -> None:
    final = resolve({"scheme": {"kind": "ace-time"}, "level_tie": "in_play_side"})
    assert ask_ending([*NS_TO_A, NS3], final) == {"seconds": ()}
    assert end([*NS_TO_A, NS3], final, seconds=2460).seconds == 2460


def test_an_ending_that_the_deals_contradict_is_refused() -> None:
    with pytest.raises(InvalidScoresheet, match="ended_disagrees_with_deals"):
        end([*NS_TO_A, NS3], rules(), ended=Ended.TIME)


@given(plays=PLAYS, deals=DEALS)
def test_what_is_signed_is_always_what_the_deals_came_to(plays: dict[str, object], deals: list[Deal]) -> None:
    by = resolve(plays | {"minutes": 50})
    played = play_while_it_lasts(deals, by)
    state = play(played, by)
    sheet = end(played, by, ended=None if state.ended else Ended.TIME)
    outcome = judge(sheet, by)
    assert (outcome.ns_level, outcome.ew_level) == (state.ns_level, state.ew_level)
    assert outcome.passed_a is state.passed_a
