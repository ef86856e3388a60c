"""A match deal by deal: gains, passing A, failures at A, rulings."""

from __future__ import annotations

import pytest

from scoring.errors import InvalidScoresheet
from scoring.levels import Deal, MatchState, Ruling, play, preview
from scoring.options import Ended, Side
from scoring.rules import Rules, resolve

NS, EW = Side.NS, Side.EW
# Deals by what they gain: a double down, partner third, partner last.
NS3, NS2, NS1 = Deal(NS, 2), Deal(NS, 3), Deal(NS, 4)
EW3, EW2, EW1 = Deal(EW, 2), Deal(EW, 3), Deal(EW, 4)
NS_TO_A = [NS3, NS3, NS3, NS3]  # 2 → 5 → 8 → J → A


def levels(state: MatchState) -> tuple[int, int]:
    return state.ns_level, state.ew_level


@pytest.mark.parametrize(
    ("partner_place", "gained"),
    [
        pytest.param(2, 3, id="双下: first and second"),
        pytest.param(3, 2, id="first and third"),
        pytest.param(4, 1, id="first and last"),
    ],
)
def test_levels_gained_by_partners_place(partner_place: int, gained: int) -> None:
    assert Deal(NS, partner_place).gain == gained
    assert levels(play([Deal(NS, partner_place)], Rules())) == (2 + gained, 2)


@pytest.mark.parametrize("place", [0, 1, 5])
def test_a_partner_finishes_second_third_or_last(place: int) -> None:
    with pytest.raises(InvalidScoresheet, match="partner_place"):
        Deal(NS, place)


def test_an_awarded_deal_is_a_double_down() -> None:
    assert Deal(EW, 2, awarded=True).gain == 3
    with pytest.raises(InvalidScoresheet, match="awarded_not_double_down"):
        Deal(EW, 3, awarded=True)


@pytest.mark.parametrize(
    ("ns", "ew", "deal"),
    [
        pytest.param((1, 2), (3, 4), NS3, id="南北 first and second"),
        pytest.param((3, 1), (2, 4), NS2, id="南北 first and third"),
        pytest.param((2, 3), (4, 1), EW1, id="东西 first and last"),
    ],
)
def test_a_deal_from_four_places(ns: tuple[int, int], ew: tuple[int, int], deal: Deal) -> None:
    assert Deal.from_places(ns, ew) == deal


@pytest.mark.parametrize(
    ("ns", "ew"),
    [((1, 2), (2, 4)), ((1, 2), (3, 5)), ((1,), (2, 3, 4)), ((), ())],
    ids=["a place twice", "no fifth place", "three on one side", "nobody"],
)
def test_places_are_one_to_four_once_each(ns: tuple[int, ...], ew: tuple[int, ...]) -> None:
    with pytest.raises(InvalidScoresheet, match="places_not_once_each"):
        Deal.from_places(ns, ew)


def test_a_match_starts_at_2_with_nobody_in_play() -> None:
    state = play([], Rules())
    assert levels(state) == (2, 2)
    assert (state.in_play, state.ended, state.deal_count, state.last_winner) == (None, None, 0, None)


def test_a_must_be_played_and_is_not_jumped_over() -> None:
    state = play([*NS_TO_A[:3], NS2, NS3], Rules())  # J + 2 = K, K + 3 stops at A
    assert levels(state) == (14, 2)
    assert state.ended is None


@pytest.mark.parametrize(
    ("condition", "deal", "passes"),
    [
        ("partner_not_last", NS3, True),
        ("partner_not_last", NS2, True),
        ("partner_not_last", NS1, False),
        ("double_down", NS3, True),
        ("double_down", NS2, False),
        ("double_down", NS1, False),
        ("any_win", NS3, True),
        ("any_win", NS2, True),
        ("any_win", NS1, True),
    ],
)
def test_what_passes_a(condition: str, deal: Deal, passes: bool) -> None:
    state = play([*NS_TO_A, deal], resolve({"pass_condition": condition}))
    assert (state.passed_a is NS) is passes
    assert state.ended is (Ended.PASSED_A if passes else None)
    assert state.passed_gain == (deal.gain if passes else None)
    assert state.ns_failures == (0 if passes else 1)


def test_a_side_at_a_that_is_not_in_play_only_comes_in_play() -> None:
    state = play([*NS_TO_A, EW1, NS3], Rules())
    assert state.ended is None
    assert (state.in_play, state.ns_level) == (NS, 14)


def test_under_at_a_a_side_at_a_passes_while_the_others_are_in_play() -> None:
    state = play([*NS_TO_A, EW1, NS3], resolve({"pass_when": "at_a"}))
    assert state.passed_a is NS


@pytest.mark.parametrize(
    ("before", "deal", "passed_gain"),
    [
        pytest.param([NS3, NS3, NS3, NS2], NS3, 2, id="K + 3 is A+2"),
        pytest.param([NS3, NS3, NS3, NS2], NS2, 1, id="K + 2 is A+1"),
        pytest.param([NS3, NS3, NS3, NS1], NS3, 1, id="Q + 3 is A+1"),
        pytest.param([NS3, NS3, NS3, NS1], NS2, None, id="Q + 2 is A"),
    ],
)
def test_where_a_need_not_be_played_a_jump_passes(
    before: list[Deal], deal: Deal, passed_gain: int | None
) -> None:
    state = play([*before, deal], resolve({"must_play_a": False, "pass_condition": "double_down"}))
    assert state.passed_gain == passed_gain
    assert state.ns_level == 14


def test_a_jump_passes_whoever_was_in_play_but_at_a_the_condition_holds() -> None:
    rules = resolve({"must_play_a": False})
    assert play([NS3, NS3, NS3, NS2, EW1, NS3], rules).passed_a is NS
    assert play([*NS_TO_A, EW1, NS3], rules).passed_a is None


def test_only_the_side_in_play_fails_at_a() -> None:
    # 南北 at A in play loses to 东西: a failure. 东西 below A never fails.
    state = play([*NS_TO_A, EW3, EW3, NS1], Rules())
    assert (state.ns_failures, state.ew_failures) == (1, 0)


def test_a_win_at_a_with_the_partner_last_is_a_failure() -> None:
    assert play([*NS_TO_A, NS1], Rules()).ns_failures == 1


def test_failures_need_not_be_consecutive_and_carry_on_has_no_limit() -> None:
    items = [*NS_TO_A, NS1, EW1, NS1, NS1, EW1, NS1, NS1]
    state = play(items, Rules())
    # The two wins out of play (the third and sixth deal at A) are no failures.
    assert state.ns_failures == 5
    assert (state.ns_level, state.ended) == (14, None)


BACK = {"ace_failure": "back_to_2", "pass_condition": "double_down"}


@pytest.mark.parametrize(
    ("keeps", "level"), [(False, 2), (True, 4)], ids=["to 2", "school-grades 11: its gain counts from 2"]
)
def test_school_grades_11_the_third_failure_goes_back_to_2(keeps: bool, level: int) -> None:
    state = play([*NS_TO_A, NS1, NS2, NS2], resolve(BACK | {"fall_keeps_gain": keeps}))
    assert state.ns_level == level
    assert state.ns_failures == 0
    assert state.in_play is NS  # it won this deal: it stays in play


def test_a_fall_in_a_deal_that_the_others_won_brings_no_gain() -> None:
    state = play([*NS_TO_A, NS1, NS1, EW2], resolve(BACK | {"fall_keeps_gain": True}))
    assert levels(state) == (2, 4)
    assert state.in_play is EW


def test_after_a_fall_three_more_failures_are_needed() -> None:
    rules = resolve(BACK)
    fallen = [*NS_TO_A, NS1, NS1, NS1]
    assert play([*fallen, *NS_TO_A, NS1, NS1], rules).ns_level == 14
    assert play([*fallen, *NS_TO_A, NS1, NS1, NS1], rules).ns_level == 2


@pytest.mark.parametrize("last", [NS2, EW3], ids=["won with too little", "lost"])
def test_school_grades_final_the_third_failure_loses_the_match(last: Deal) -> None:
    rules = resolve({"ace_failure": "match_lost", "pass_condition": "double_down"})
    state = play([*NS_TO_A, NS1, NS2, last], rules)
    assert (state.ended, state.failed, state.ns_level) == (Ended.ACE_FAILED, NS, 14)


def test_the_number_of_failures_is_a_setting() -> None:
    rules = resolve({"ace_failure": "match_lost", "ace_failures": 1})
    assert play([*NS_TO_A, NS1], rules).ended is Ended.ACE_FAILED


def test_passing_goes_before_the_others_third_failure() -> None:
    # 南北 are in play at A for the third time; 东西 at A win under at_a: they pass, nobody has failed out.
    rules = resolve({"ace_failure": "match_lost", "pass_when": "at_a"})
    items = [EW3, EW3, EW3, EW3, *NS_TO_A, NS1, NS1, EW3]
    state = play(items, rules)
    assert (state.ended, state.passed_a) == (Ended.PASSED_A, EW)


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        pytest.param(Ruling(ns=-3), (2, 2), id="never below 2"),
        pytest.param(Ruling(ns=2), (7, 2), id="up"),
        pytest.param(Ruling(ew=1), (5, 3), id="升级 of the others"),
        pytest.param(Ruling(ns=12, ew=12), (14, 14), id="a moved level never passes A"),
        pytest.param(Ruling(ns=-1, ew=2), (4, 4), id="both"),
    ],
)
def test_a_ruling_moves_levels(ruling: Ruling, expected: tuple[int, int]) -> None:
    state = play([NS3, ruling], Rules())
    assert levels(state) == expected
    assert state.ended is None


def test_a_ruling_before_the_first_deal() -> None:
    state = play([Ruling(ew=2), NS1], Rules())
    assert levels(state) == (3, 4)


def test_school_grades_4_three_levels_down_and_out_of_play() -> None:
    state = play([NS3, NS3, Ruling(ns=-3, in_play=EW)], Rules())
    assert (levels(state), state.in_play, state.last_winner) == ((5, 2), EW, NS)


def test_school_grades_4_a_cancelled_gain() -> None:
    state = play([NS3, EW2, Ruling(cancel_gain=True)], Rules())
    assert levels(state) == (5, 2)
    assert state.in_play is EW  # it still won the deal
    assert state.ew_gains == 0
    assert [step.cancelled for step in state.history] == [False, True, False]


def test_a_cancelled_gain_at_a_is_no_pass_but_a_failure() -> None:
    state = play([*NS_TO_A, NS3, Ruling(cancel_gain=True)], Rules())
    assert (state.ended, state.passed_a, state.ns_failures, state.ns_level) == (None, None, 1, 14)
    assert play([*NS_TO_A, NS3, Ruling(cancel_gain=True), NS3], Rules()).passed_a is NS


def test_a_cancelled_jump_does_not_pass() -> None:
    rules = resolve({"must_play_a": False})
    assert play([NS3, NS3, NS3, NS2, NS3, Ruling(cancel_gain=True)], rules).ns_level == 13


def test_nothing_to_cancel_before_the_first_deal() -> None:
    with pytest.raises(InvalidScoresheet, match="nothing_to_cancel"):
        play([Ruling(cancel_gain=True), NS3], Rules())


def test_three_fouls_10_an_awarded_deal_counts_in_everything_and_can_pass() -> None:
    state = play([*NS_TO_A, Deal(NS, 2, awarded=True)], Rules())
    assert (state.passed_a, state.passed_gain, state.deal_count, state.ns_gains) == (NS, 3, 5, 15)


def test_three_fouls_4_never_demoted_from_a() -> None:
    rules = resolve({"demotion_at_ace": "none"})
    assert play([*NS_TO_A, Ruling(ns=-3)], rules).ns_level == 14
    assert play([NS3, NS3, Ruling(ns=-3)], rules).ns_level == 5  # below A it is


def test_a_demotion_at_a_takes_levels_by_default_and_keeps_the_failures() -> None:
    state = play([*NS_TO_A, NS1, Ruling(ns=-2)], Rules())
    assert (state.ns_level, state.ns_failures) == (12, 1)


@pytest.mark.parametrize(
    ("demotion", "level", "failures"),
    [(-1, 14, 1), (-2, 14, 2), (-3, 2, 0), (-5, 2, 0)],
    ids=["one attempt", "two attempts", "school-grades 11: past three down to 2", "no further than 2"],
)
def test_demotions_at_a_as_failed_attempts(demotion: int, level: int, failures: int) -> None:
    rules = resolve(BACK | {"demotion_at_ace": "failures", "fall_keeps_gain": True})
    state = play([*NS_TO_A, Ruling(ns=demotion)], rules)
    assert (state.ns_level, state.ns_failures) == (level, failures)


def test_a_demotion_as_third_failure_loses_the_match() -> None:
    rules = resolve({"ace_failure": "match_lost", "demotion_at_ace": "failures"})
    state = play([*NS_TO_A, NS1, Ruling(ns=-3)], rules)
    assert (state.ended, state.failed) == (Ended.ACE_FAILED, NS)


@pytest.mark.parametrize(
    "items",
    [
        pytest.param([*NS_TO_A, NS3, EW1], id="passed A"),
        pytest.param([*NS_TO_A, NS1, NS1, NS1, EW1], id="failed three times"),
    ],
)
def test_no_deal_after_the_end(items: list[Deal]) -> None:
    with pytest.raises(InvalidScoresheet, match="deal_after_end"):
        play(items, resolve({"ace_failure": "match_lost"}))


def test_a_fixed_number_of_deals_ends_the_match() -> None:
    rules = resolve({"deals": 2})
    assert play([NS3], rules).ended is None
    assert play([NS3, Ruling(ew=1), EW1], rules).ended is Ended.DEALS
    with pytest.raises(InvalidScoresheet, match="deal_after_end"):
        play([NS3, EW1, EW1], rules)


def test_a_ruling_after_the_end_moves_only_the_others() -> None:
    assert play([*NS_TO_A, NS3, Ruling(ew=2)], Rules()).ew_level == 4
    with pytest.raises(InvalidScoresheet, match="ruling_after_end"):
        play([*NS_TO_A, NS3, Ruling(ns=-1)], Rules())


def test_after_the_end_a_demotion_at_a_has_nothing_to_fail() -> None:
    rules = resolve({"ace_failure": "match_lost", "demotion_at_ace": "failures"})
    items = [EW3, EW3, EW3, EW3, *NS_TO_A, NS3, Ruling(ew=-3)]
    assert play(items, rules).ended is Ended.PASSED_A


def test_finish_at_10() -> None:
    rules = resolve({"finish_level": "10"})
    state = play([NS3, NS3, NS3, NS2], rules)
    assert (state.passed_a, state.ns_level, state.passed_gain) == (NS, 10, 2)


@pytest.mark.parametrize(
    ("items", "first"),
    [
        pytest.param([NS3, EW3], NS, id="南北 stood there first"),
        pytest.param([EW2, EW1, NS3], EW, id="东西 reached it in deal 2, 南北 in deal 3"),
        pytest.param([], None, id="both from the start"),
        pytest.param([Ruling(ns=1, ew=1)], None, id="both by one ruling"),
        pytest.param([NS3, EW3, Ruling(ns=-1), Ruling(ns=1)], EW, id="moved away and back"),
    ],
)
def test_whose_level_has_stood_longer(items: list[Deal | Ruling], first: Side | None) -> None:
    assert play(items, Rules()).first_to_level is first


def test_deal_points_run_on_to_the_last_deal() -> None:
    rules = resolve({"scheme": "deal-points", "deals": 8, "ace_failure": "back_to_2"})
    state = play([NS3] * 8, rules)
    assert (state.ns_gains, state.ended, state.ns_level, state.ns_failures) == (24, Ended.DEALS, 14, 0)


def test_preview_says_what_each_next_deal_would_do() -> None:
    keys = {(deal.winner, deal.partner_place): deal for deal in preview([NS3], Rules())}
    assert len(keys) == 6
    assert (keys[NS, 3].level_before, keys[NS, 3].gain, keys[NS, 3].level) == (5, 2, 7)
    assert (keys[EW, 2].level_before, keys[EW, 2].level) == (2, 5)


def test_preview_at_a() -> None:
    rules = resolve(BACK)
    at_a = {(deal.winner, deal.partner_place): deal for deal in preview([*NS_TO_A, NS1, NS1], rules)}
    assert at_a[NS, 2].passes
    assert at_a[NS, 2].ended is Ended.PASSED_A
    assert at_a[NS, 2].fails is None
    assert at_a[NS, 4].fails is NS
    assert at_a[NS, 4].falls
    assert at_a[NS, 4].level == 2
    assert at_a[EW, 4].fails is NS
    assert not preview([*NS_TO_A, NS1], rules)[2].falls


def test_no_preview_after_the_end() -> None:
    assert preview([*NS_TO_A, NS3], Rules()) == ()
