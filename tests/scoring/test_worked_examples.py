"""Whole matches and stages worked out by the rule books, named by book and article."""

from __future__ import annotations

from decimal import Decimal

import pytest

from scoring.errors import InvalidScoresheet
from scoring.levels import Deal, Ruling
from scoring.options import Ended, Side, Tiebreak
from scoring.rulebooks import load
from scoring.rules import Rules, resolve
from scoring.scoresheet import Forfeit, Scoresheet, judge
from scoring.standings import Bye, Entry, PlayedMatch, standings
from scoring.walkovers import match_points
from tests.scoring.hall import rank, row_of

NS, EW = Side.NS, Side.EW
NS3, NS2, NS1 = Deal(NS, 2), Deal(NS, 3), Deal(NS, 4)
EW3, EW2, EW1 = Deal(EW, 2), Deal(EW, 3), Deal(EW, 4)


def book(key: str, **settings: object) -> Rules:
    return resolve(load(key).values, settings)


def worth(record: object, rules: Rules) -> tuple[Decimal, Decimal]:
    return match_points(judge(record, rules), rules)


def at_time(ns: int, ew: int, **facts: object) -> Scoresheet:
    return Scoresheet(ns_level=ns, ew_level=ew, ended=Ended.TIME, **facts)


def past_a(ew: int, **facts: object) -> Scoresheet:
    return Scoresheet(ns_level=14, ew_level=ew, passed_a=NS, ended=Ended.PASSED_A, **facts)


@pytest.mark.parametrize("d", range(13))
def test_devzone_26_table_by_levels_at_time(d: int) -> None:
    assert worth(at_time(2 + d, 2), book("devzone-26")) == (13 + d, 13 - d)
    assert worth(at_time(2, 2 + d), book("devzone-26")) == (13 - d, 13 + d)


@pytest.mark.parametrize("ew", range(2, 15))
def test_devzone_26_table_by_passing_a(ew: int) -> None:
    d = 15 - ew
    assert worth(past_a(ew), book("devzone-26")) == (13 + d, 13 - d)


def test_devzone_26_thirteen_3_forfeit_and_bye_give_17() -> None:
    rules = book("devzone-26")
    assert worth(Forfeit(EW), rules) == (17, 0)
    rows = standings([Entry(1), Entry(2)], [], [Bye(1, 1)], rules=rules)
    assert row_of(1, rows).points == 17
    assert row_of(1, rows).level_diff_sum == 4


def test_devzone_26_thirteen_1_the_deal_in_progress_may_still_pass() -> None:
    deals = (NS3, EW2, NS3, NS3, NS3, NS2)
    assert worth(Scoresheet(deals=deals, ended=Ended.PASSED_A), book("devzone-26")) == (24, 2)


def test_library_rotation_7_the_most_is_345_and_the_least_0() -> None:
    rules = book("library-rotation")
    double_downs = Scoresheet(deals=(NS3,) * 5, ended=Ended.PASSED_A)
    matches = [PlayedMatch(number, 1, number + 1, double_downs) for number in (1, 2, 3)]
    rows = standings([Entry(pair) for pair in (1, 2, 3, 4)], matches, rules=rules)
    assert row_of(1, rows).points == 345
    assert row_of(2, rows).points == 0


def test_library_rotation_7_the_loser_keeps_what_it_climbed_at_most_12() -> None:
    rules = book("library-rotation")
    assert worth(past_a(9, passed_gain=3), rules) == (108, 7)
    assert worth(past_a(14, passed_gain=2), rules) == (102, 12)


def test_library_rotation_1_5_nobody_past_a() -> None:
    assert worth(at_time(9, 5), book("library-rotation")) == (7, 3)
    assert worth(at_time(9, 5), book("library-rotation", leader_at_time="bonus")) == (107, 3)
    assert worth(at_time(14, 14), book("library-rotation")) == (12, 12)


def test_school_grades_win_2_loss_1_forfeit_0() -> None:
    rules = book("school-grades")
    assert worth(at_time(9, 5), rules) == (2, 1)
    assert worth(Forfeit(NS), rules) == (0, 2)


def test_school_grades_equal_levels_go_to_the_side_in_play() -> None:
    assert worth(at_time(9, 9, in_play=EW), book("school-grades")) == (1, 2)


def test_school_grades_11_only_a_double_down_passes() -> None:
    rules = book("school-grades")
    with pytest.raises(InvalidScoresheet, match="passing_gain_excluded"):
        judge(past_a(9, passed_gain=2), rules)
    deals = (NS3, NS3, NS3, NS3, NS2, NS3)
    assert judge(Scoresheet(deals=deals, ended=Ended.PASSED_A), rules).passed_a is NS


def test_school_grades_11_third_failure_goes_on_from_2_with_the_gain() -> None:
    rules = book("school-grades")
    deals = (NS3, NS3, NS3, NS3, NS2, NS1, NS2)
    outcome = judge(Scoresheet(deals=deals, ended=Ended.TIME), rules)
    assert (outcome.ns_level, outcome.in_play) == (4, NS)


def test_school_grades_4_and_11_a_cheat_at_a_falls_to_2_and_out_of_play() -> None:
    rules = book("school-grades")
    deals = (NS3, NS3, NS3, NS3, Ruling(ns=-3, in_play=EW))
    outcome = judge(Scoresheet(deals=deals, ended=Ended.TIME), rules)
    assert (outcome.ns_level, outcome.in_play, outcome.winner) == (2, EW, EW)


def test_school_grades_final_the_third_failure_loses_the_match() -> None:
    rules = book("school-grades-final")
    deals = (NS3, NS3, NS3, NS3, NS2, NS1, EW1)
    outcome = judge(Scoresheet(deals=deals, ended=Ended.ACE_FAILED, seconds=3000), rules)
    assert outcome.winner is EW
    assert match_points(outcome, rules) == (0, 1)


def test_school_grades_final_cannot_end_by_time() -> None:
    with pytest.raises(InvalidScoresheet, match="time_without_limit"):
        judge(at_time(9, 5), book("school-grades-final"))


def test_school_grades_final_winners_by_shorter_losers_by_longer_time() -> None:
    rules = book("school-grades-final")
    matches = [
        PlayedMatch(1, 1, 2, past_a(9, seconds=50 * 60)),
        PlayedMatch(1, 3, 4, past_a(5, seconds=41 * 60)),
        PlayedMatch(1, 5, 6, Forfeit(EW)),
    ]
    rows = standings([Entry(pair) for pair in range(1, 8)], matches, [Bye(1, 7)], rules=rules)
    assert rank(rows) == [(3, 1), (1, 2), (5, 3), (7, 3), (2, 5), (4, 6), (6, 7)]
    assert row_of(1, rows).decided_by == "ace_time"


def test_three_fouls_10_the_others_get_a_double_down() -> None:
    rules = book("three-fouls")
    deals = (NS2, Deal(EW, 2, awarded=True), Ruling(ew=0))
    # No time limit in this book: the chief referee ends the match.
    sheet = Scoresheet(deals=deals, ended=Ended.RULING, winner=EW)
    outcome = judge(sheet, rules)
    assert (outcome.ns_level, outcome.ew_level, outcome.ew_gains) == (4, 5, 3)
    assert match_points(outcome, rules) == (0, 2)


def test_three_fouls_4_at_a_nobody_is_ever_demoted() -> None:
    deals = (NS3, NS3, NS3, NS3, Ruling(ns=-1), NS2)
    outcome = judge(Scoresheet(deals=deals, ended=Ended.PASSED_A), book("three-fouls"))
    assert outcome.winner is NS


def test_three_fouls_an_awarded_deal_can_pass_a() -> None:
    deals = (NS3, NS3, NS3, NS3, Deal(NS, 2, awarded=True))
    assert judge(Scoresheet(deals=deals, ended=Ended.PASSED_A), book("three-fouls")).passed_a is NS


def test_casual_28_any_win_passes_and_the_real_gain_counts() -> None:
    rules = book("casual-28")
    # Q + 3 jumps past A: 15 − 2 = 13; A and one more: 15 − 2 = 13; 16 − 2 = 14 is the last row.
    assert worth(Scoresheet(deals=(NS3, NS3, NS3, NS1, NS3), ended=Ended.PASSED_A), rules) == (27, 1)
    assert worth(Scoresheet(deals=(NS3, NS3, NS3, NS3, NS1), ended=Ended.PASSED_A), rules) == (27, 1)
    assert worth(past_a(2, passed_gain=2), rules) == (28, 0)
    assert worth(past_a(2, passed_gain=3), rules) == (28, 0)


def test_casual_28_first_list_needs_a_double_down() -> None:
    rules = resolve(load("casual-28").values, load("casual-28").variants[0].values)
    assert judge(Scoresheet(deals=(NS3,) * 5, ended=Ended.PASSED_A), rules).ns_value == 17
    with pytest.raises(InvalidScoresheet, match="ended_disagrees_with_deals"):
        judge(Scoresheet(deals=(NS3, NS3, NS3, NS3, NS2), ended=Ended.PASSED_A), rules)


def test_national_2017_match_points_with_the_26_table_beside() -> None:
    rules = book("national-2017")
    matches = [
        PlayedMatch(1, 1, 2, past_a(2)),
        PlayedMatch(1, 3, 4, at_time(9, 5)),
        PlayedMatch(1, 5, 6, at_time(7, 7)),
    ]
    rows = standings([Entry(pair) for pair in range(1, 7)], matches, rules=rules)
    assert rank(rows) == [(1, 1), (3, 2), (5, 3), (6, 3), (4, 5), (2, 6)]
    assert [row.tiebreaks[Tiebreak.SECONDARY_POINTS] for row in rows] == [26, 17, 13, 13, 9, 0]
    assert [row.points for row in rows] == [2, 2, 1, 1, 0, 0]
    assert row_of(3, rows).decided_by == "secondary_points"


def test_provincial_2015_the_match_goes_on_until_a_is_passed() -> None:
    rules = book("provincial-2015")
    deals = (NS3, NS3, NS3, NS3, NS1, EW1, NS1, NS1, NS2)
    assert judge(Scoresheet(deals=deals, ended=Ended.PASSED_A), rules).ns_failures == 3
