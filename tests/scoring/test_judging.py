"""Which scoresheets can be true, and what they come to in levels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import InvalidScoresheet
from scoring.levels import Deal, Ruling
from scoring.options import Ended, Side
from scoring.rules import Rules, resolve
from scoring.scoresheet import AwardedLoss, Forfeit, Outcome, OutcomeKind, Scoresheet, judge

NS, EW = Side.NS, Side.EW
NS3, NS2, NS1 = Deal(NS, 2), Deal(NS, 3), Deal(NS, 4)
EW3, EW2, EW1 = Deal(EW, 2), Deal(EW, 3), Deal(EW, 4)
TIMED = {"minutes": 50}


def rules(**settings: object) -> Rules:
    return resolve(TIMED, settings)


def at_time(ns: int | None, ew: int | None, **facts: object) -> Scoresheet:
    return Scoresheet(**({"ns_level": ns, "ew_level": ew, "ended": Ended.TIME} | facts))


def passed(side: Side, other_level: int, **facts: object) -> Scoresheet:
    levels = {"ns_level": 14, "ew_level": other_level}
    if side is EW:
        levels = {"ns_level": other_level, "ew_level": 14}
    return Scoresheet(**(levels | {"passed_a": side, "ended": Ended.PASSED_A} | facts))


def refusal(record: object, under: Rules, **how: bool) -> tuple[str, str | None]:
    with pytest.raises(InvalidScoresheet) as caught:
        judge(record, under, **how)
    return caught.value.code, caught.value.field


@pytest.mark.parametrize(
    ("ns", "ew", "winner", "diff"),
    [
        pytest.param(9, 5, NS, 4, id="南北 ahead"),
        pytest.param(5, 9, EW, -4, id="东西 ahead"),
        pytest.param(2, 2, None, 0, id="no finished deal"),
        pytest.param(14, 14, None, 0, id="both at A"),
        pytest.param(14, 2, NS, 12, id="A counts 14 when it was not passed"),
    ],
)
def test_levels_at_time(ns: int, ew: int, winner: Side | None, diff: int) -> None:
    outcome = judge(at_time(ns, ew), rules())
    assert (outcome.winner, outcome.level_diff) == (winner, diff)
    assert outcome.kind is OutcomeKind.PLAYED


@pytest.mark.parametrize(
    ("value", "gain", "diff"),
    [
        pytest.param("one_level", None, 6, id="national-2017: one step past A"),
        pytest.param("one_level", 3, 6, id="the gain does not matter"),
        pytest.param("real_gain", 3, 8, id="A + 3 = 17"),
        pytest.param("real_gain", 2, 7, id="A + 2 = 16"),
        pytest.param("none", None, 5, id="A = 14"),
    ],
)
def test_what_passing_a_counts(value: str, gain: int | None, diff: int) -> None:
    outcome = judge(passed(NS, 9, passed_gain=gain), rules(passed_a_value=value))
    assert (outcome.winner, outcome.level_diff, outcome.ns_value) == (NS, diff, 9 + diff)
    mirrored = judge(passed(EW, 9, passed_gain=gain), rules(passed_a_value=value))
    assert mirrored == outcome.seats_swapped()


@pytest.mark.parametrize(
    ("deals", "value"),
    [
        pytest.param([NS3, NS3, NS3, NS2, NS3], 16, id="K + 3 = 16"),
        pytest.param([NS3, NS3, NS3, NS2, NS2], 15, id="K + 2 = 15"),
        pytest.param([NS3, NS3, NS3, NS3, NS3], 17, id="A + 3 = 17"),
        pytest.param([NS3, NS3, NS3, NS3, NS1], 15, id="A + 1 = 15"),
    ],
)
def test_casual_28_the_real_gain_counts_from_the_level_before(deals: list[Deal], value: int) -> None:
    under = rules(must_play_a=False, pass_condition="any_win", passed_a_value="real_gain")
    outcome = judge(Scoresheet(deals=tuple(deals), ended=Ended.PASSED_A), under)
    assert outcome.ns_value == value
    assert outcome.level_diff == value - 2


def test_finish_at_10_counts_11() -> None:
    sheet = Scoresheet(ns_level=10, ew_level=6, passed_a=NS, ended=Ended.PASSED_A)
    assert judge(sheet, rules(finish_level="10")).level_diff == 5
    real = Scoresheet(ns_level=10, ew_level=6, passed_a=NS, passed_gain=3, ended=Ended.PASSED_A)
    assert judge(real, rules(finish_level="10", passed_a_value="real_gain")).level_diff == 7
    assert refusal(at_time(11, 6), rules(finish_level="10")) == ("level_out_of_range", "ns_level")


@pytest.mark.parametrize(
    ("record", "settings", "code", "field"),
    [
        pytest.param(at_time(None, 5), {}, "level_missing", "ns_level", id="南北 blank"),
        pytest.param(at_time(5, None), {}, "level_missing", "ew_level", id="东西 blank"),
        pytest.param(at_time(1, 5), {}, "level_out_of_range", "ns_level", id="level 1"),
        pytest.param(at_time(5, 15), {}, "level_out_of_range", "ew_level", id="level 15"),
        pytest.param(
            passed(NS, 5, ended=Ended.TIME), {}, "ended_disagrees_with_passed_a", "ended", id="time"
        ),
        pytest.param(
            at_time(14, 5, ended=Ended.PASSED_A),
            {},
            "ended_disagrees_with_passed_a",
            "ended",
            id="nobody passed",
        ),
        pytest.param(passed(NS, 5, ns_level=13), {}, "passed_not_at_a", "passed_a", id="past A from K"),
        pytest.param(passed(NS, 5, winner=EW), {}, "winner_disagrees", "winner", id="the other side won"),
        pytest.param(at_time(9, 5, winner=EW), {}, "winner_disagrees", "winner", id="the lower side won"),
        pytest.param(at_time(9, 9, winner=EW), {}, "winner_on_draw", "winner", id="a winner of a draw"),
        pytest.param(
            at_time(9, 5, passed_gain=2), {}, "gain_without_pass", "passed_gain", id="gain, no pass"
        ),
        pytest.param(
            passed(NS, 5, passed_gain=1),
            {},
            "passing_gain_excluded",
            "passed_gain",
            id="partner last passes not",
        ),
        pytest.param(
            passed(NS, 5, passed_gain=2),
            {"pass_condition": "double_down"},
            "passing_gain_excluded",
            "passed_gain",
            id="only a double down passes",
        ),
        pytest.param(
            passed(NS, 5),
            {"passed_a_value": "real_gain"},
            "passed_gain_needed",
            "passed_gain",
            id="the real gain is needed",
        ),
        pytest.param(at_time(9, 5), {"minutes": None}, "time_without_limit", "ended", id="no time limit"),
        pytest.param(
            at_time(9, 5, ended=Ended.DEALS), {}, "deals_without_number", "ended", id="no deal limit"
        ),
        pytest.param(
            at_time(14, 5, ended=Ended.ACE_FAILED, winner=EW),
            {},
            "ace_failed_not_in_rules",
            "ended",
            id="carry on",
        ),
        pytest.param(
            at_time(9, 5, ended=Ended.RULING), {}, "winner_needed", "winner", id="who won by ruling"
        ),
    ],
)
def test_sheets_that_cannot_be_true(
    record: Scoresheet, settings: dict[str, object], code: str, field: str
) -> None:
    assert refusal(record, rules(**settings)) == (code, field)


def test_where_a_need_not_be_played_a_jump_may_reach_one_beyond() -> None:
    under = rules(must_play_a=False, passed_a_value="real_gain")
    assert judge(passed(NS, 5, passed_gain=1), under).ns_value == 15


def test_a_ruling_gives_the_match_with_at_least_no_difference() -> None:
    behind = judge(at_time(5, 9, ended=Ended.RULING, winner=NS), rules())
    assert (behind.winner, behind.level_diff) == (NS, 0)
    ahead = judge(at_time(5, 9, ended=Ended.RULING, winner=EW), rules())
    assert (ahead.winner, ahead.level_diff) == (EW, -4)


LOST_AT_A = {"ace_failure": "match_lost", "minutes": None}


def test_the_third_failure_by_final_levels() -> None:
    under = rules(**LOST_AT_A)
    outcome = judge(at_time(14, 5, ended=Ended.ACE_FAILED, winner=EW), under)
    assert (outcome.winner, outcome.ns_level, outcome.ns_value, outcome.level_diff) == (EW, 14, 2, -3)
    assert outcome.levels_climbed(NS) == 0
    assert outcome.levels_climbed(EW) == 3
    sheet = at_time(9, 14, ended=Ended.ACE_FAILED)
    assert refusal(sheet, under) == ("winner_needed", "winner")
    assert refusal(at_time(9, 14, ended=Ended.ACE_FAILED, winner=EW), under) == (
        "ace_failed_not_at_a",
        "winner",
    )


def test_the_third_failure_by_deals() -> None:
    deals = (NS3, NS3, NS3, NS3, NS1, NS1, NS1)
    outcome = judge(Scoresheet(deals=deals, ended=Ended.ACE_FAILED), rules(**LOST_AT_A))
    assert (outcome.winner, outcome.ns_level, outcome.level_diff) == (EW, 14, 0)
    assert (outcome.ns_failures, outcome.ew_failures) == (3, 0)


@pytest.mark.parametrize(
    ("facts", "code", "field"),
    [
        pytest.param({"ns_level": 6}, "levels_disagree_with_deals", "ns_level", id="南北's level"),
        pytest.param({"ew_level": 2}, "levels_disagree_with_deals", "ew_level", id="东西's level"),
        pytest.param({"in_play": NS}, "in_play_disagrees_with_deals", "in_play", id="in play"),
        pytest.param({"passed_a": NS}, "passed_a_disagrees_with_deals", "passed_a", id="nobody passed"),
        pytest.param({"passed_gain": 3}, "gain_disagrees_with_deals", "passed_gain", id="no passing deal"),
        pytest.param({"ended": Ended.PASSED_A}, "ended_disagrees_with_deals", "ended", id="not over by A"),
        pytest.param({"ended": Ended.DEALS}, "deal_count", "deals", id="fewer deals than agreed"),
    ],
)
def test_what_stands_beside_deals_must_agree(facts: dict[str, object], code: str, field: str) -> None:
    sheet = Scoresheet(**({"deals": (NS3, EW1), "ended": Ended.TIME} | facts))
    assert refusal(sheet, rules(deals=3)) == (code, field)


def test_deals_may_stand_with_levels_that_agree() -> None:
    sheet = Scoresheet(
        deals=(NS3, NS3, NS3, NS3, NS2),
        ended=Ended.PASSED_A,
        ns_level=14,
        ew_level=2,
        passed_a=NS,
        passed_gain=2,
        in_play=NS,
    )
    outcome = judge(sheet, rules(passed_a_value="real_gain"))
    assert (outcome.ns_value, outcome.passed_gain) == (16, 2)


def test_deals_that_pass_a_have_not_ended_by_time() -> None:
    sheet = Scoresheet(deals=(NS3,) * 5, ended=Ended.TIME)
    assert refusal(sheet, rules()) == ("ended_disagrees_with_deals", "ended")


def test_a_jump_may_state_its_gain_or_the_levels_beyond() -> None:
    under = rules(must_play_a=False, passed_a_value="real_gain")
    deals = (NS3, NS3, NS3, NS2, NS3)  # K + 3 = A+2
    for gain in (2, 3):
        sheet = Scoresheet(deals=deals, ended=Ended.PASSED_A, passed_gain=gain)
        assert judge(sheet, under).passed_gain == 2
    sheet = Scoresheet(deals=deals, ended=Ended.PASSED_A, passed_gain=1)
    assert refusal(sheet, under) == ("gain_disagrees_with_deals", "passed_gain")


def test_exactly_the_agreed_number_of_deals() -> None:
    under = rules(deals=2)
    assert judge(Scoresheet(deals=(NS3, EW1), ended=Ended.DEALS), under).winner is NS
    assert judge(Scoresheet(deals=(NS3,), ended=Ended.TIME), under).winner is NS
    assert judge(at_time(5, 3, ended=Ended.DEALS), under).winner is NS


DEAL_POINTS = {"scheme": "deal-points", "deals": 4, "minutes": None}


def test_deal_points_the_winner_has_more_of_them() -> None:
    deals = (NS3, EW2, EW2, NS1)
    outcome = judge(Scoresheet(deals=deals, ended=Ended.DEALS), rules(**DEAL_POINTS))
    assert (outcome.ns_gains, outcome.ew_gains, outcome.winner) == (4, 4, None)
    ahead = judge(Scoresheet(deals=(*deals[:3], EW1), ended=Ended.DEALS), rules(**DEAL_POINTS))
    assert (ahead.ns_gains, ahead.ew_gains, ahead.winner) == (3, 5, EW)


def test_deal_points_may_leave_the_levels_at_2() -> None:
    sheet = Scoresheet(deals=(NS3, EW2, NS2, NS1), ns_level=2, ew_level=2, ended=Ended.DEALS)
    assert judge(sheet, rules(**DEAL_POINTS)).ns_gains == 6


def test_deal_points_from_levels_that_hide_nothing() -> None:
    under = rules(**DEAL_POINTS)
    outcome = judge(at_time(7, 4, ended=Ended.DEALS), under)
    assert (outcome.ns_gains, outcome.ew_gains, outcome.winner) == (5, 2, NS)
    for ns, ew in ((2, 2), (14, 5), (5, 14)):
        assert refusal(at_time(ns, ew, ended=Ended.DEALS), under) == ("deals_needed", "deals")


def test_deal_points_as_second_scheme_do_not_choose_the_winner() -> None:
    under = rules(scheme="match-points", secondary_scheme="deal-points", level_tie="in_play_side")
    # 南北 gained more in deals but fell behind by a ruling.
    outcome = judge(Scoresheet(deals=(NS3, EW2, Ruling(ns=-3)), ended=Ended.TIME), under)
    assert (outcome.winner, outcome.ns_gains, outcome.ew_gains) == (EW, 3, 2)


@pytest.mark.parametrize("side", Side)
def test_a_forfeit_is_won_by_the_others(side: Side) -> None:
    outcome = judge(Forfeit(side), rules())
    assert (outcome.kind, outcome.winner, outcome.is_played) == (OutcomeKind.FORFEIT, side.other, False)
    assert outcome.levels_climbed(side) == 0
    assert not outcome.is_draw


def test_nobody_wins_a_double_forfeit() -> None:
    outcome = judge(Forfeit(None), rules())
    assert (outcome.kind, outcome.winner, outcome.is_draw) == (OutcomeKind.DOUBLE_FORFEIT, None, False)


def test_an_awarded_loss_as_forfeit_is_not_played() -> None:
    assert judge(AwardedLoss(NS), rules()) == judge(Forfeit(NS), rules())
    assert judge(AwardedLoss(NS, 5, 7), rules()) == judge(Forfeit(NS), rules())
    assert refusal(AwardedLoss(NS, 1, 7), rules()) == ("level_out_of_range", "ns_level")


@pytest.mark.parametrize(
    ("ns", "ew", "expected"),
    [
        pytest.param(9, 5, (9, 8, 0), id="three levels up, still behind: at least 0"),
        pytest.param(5, 9, (5, 12, -7), id="three levels up"),
        pytest.param(5, 13, (5, 14, -9), id="at most A"),
    ],
)
def test_an_awarded_loss_of_three_levels(ns: int, ew: int, expected: tuple[int, int, int]) -> None:
    under = rules(awarded_loss="three_levels")
    outcome = judge(AwardedLoss(NS, ns, ew), under)
    assert (outcome.ns_level, outcome.ew_level, outcome.level_diff) == expected
    assert (outcome.kind, outcome.winner, outcome.is_played) == (OutcomeKind.AWARDED, EW, True)
    assert judge(AwardedLoss(EW, ew, ns), under) == outcome.seats_swapped()
    assert refusal(AwardedLoss(NS, ns), under) == ("level_missing", "ew_level")


def test_outcome_answers_by_side() -> None:
    outcome = judge(passed(NS, 9), rules())
    assert (outcome.level(NS), outcome.level(EW)) == (14, 9)
    assert (outcome.value(NS), outcome.value(EW)) == (15, 9)
    assert (outcome.levels_climbed(NS), outcome.levels_climbed(EW)) == (13, 7)
    assert outcome.lead == outcome.seats_swapped().lead == 6
    assert judge(at_time(5, 5), rules()).lead == 0


SHEETS = st.one_of(
    st.builds(
        Scoresheet, ns_level=st.integers(2, 14), ew_level=st.integers(2, 14), ended=st.just(Ended.TIME)
    ),
    st.builds(
        passed,
        st.sampled_from(Side),
        st.integers(2, 14),
        passed_gain=st.integers(2, 3),
    ),
)


def swap(sheet: Scoresheet) -> Scoresheet:
    return Scoresheet(
        ns_level=sheet.ew_level,
        ew_level=sheet.ns_level,
        passed_a=sheet.passed_a and sheet.passed_a.other,
        passed_gain=sheet.passed_gain,
        ended=sheet.ended,
    )


@given(sheet=SHEETS, value=st.sampled_from(["one_level", "real_gain", "none"]))
def test_swapping_the_seats_swaps_the_outcome(sheet: Scoresheet, value: str) -> None:
    under = rules(passed_a_value=value)
    outcome: Outcome = judge(sheet, under)
    assert judge(swap(sheet), under) == outcome.seats_swapped()
    assert outcome.seats_swapped().seats_swapped() == outcome


@given(
    deals=st.lists(st.builds(Deal, st.sampled_from(Side), st.integers(2, 4)), min_size=1, max_size=4),
    value=st.sampled_from(["one_level", "real_gain", "none"]),
)
def test_final_levels_taken_from_deals_give_the_same_levels_and_winner(deals: list[Deal], value: str) -> None:
    under = rules(passed_a_value=value, level_tie="in_play_side")
    by_deals = judge(Scoresheet(deals=tuple(deals), ended=Ended.TIME), under)
    levels = Scoresheet(
        ns_level=by_deals.ns_level, ew_level=by_deals.ew_level, in_play=by_deals.in_play, ended=Ended.TIME
    )
    by_levels = judge(levels, under)
    assert (by_levels.winner, by_levels.level_diff) == (by_deals.winner, by_deals.level_diff)


@given(sheet=SHEETS, other=SHEETS)
def test_readings_agree_where_levels_winner_and_gain_are_the_same(
    sheet: Scoresheet, other: Scoresheet
) -> None:
    under = rules()
    mine, yours = judge(sheet, under), judge(other, under)
    assert mine.agrees_with(mine)
    assert mine.agrees_with(yours) == yours.agrees_with(mine)
    said = [(one.ns_level, one.ew_level, one.passed_a, one.passed_gain) for one in (sheet, other)]
    assert mine.agrees_with(yours) == (said[0] == said[1])
