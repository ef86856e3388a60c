"""Each tie-break by itself: its value, and the order that it makes."""

from __future__ import annotations

from decimal import Decimal

import pytest

from scoring.options import Grade, Tiebreak
from scoring.standings import PenaltyPoints
from tests.scoring.hall import (
    EW,
    NS,
    Bye,
    Entry,
    Forfeit,
    Missed,
    entries,
    rank,
    row_of,
    rules,
    standings,
    table,
    won,
)


def only(*keys: str, **settings: object):
    return rules(scheme="match-points", tiebreaks=list(keys), **settings)


def value(pair: int, rows, key: str):
    return row_of(pair, rows).tiebreaks[Tiebreak(key)]


# Pair 1 has beaten 2, 2 has beaten 3, 3 has beaten 1: all have 2 points. Pairs 4 and 5 met in a draw.
CIRCLE = table((1, 1, 2, won(NS, 4)), (2, 2, 3, won(NS, 1)), (3, 3, 1, won(NS, 2)))
PAIR_OF_TWO = table((1, 1, 2, won(NS)), (2, 2, 3, won(NS)))


def test_head_to_head_of_two() -> None:
    rows = standings(entries(3), PAIR_OF_TWO, rules=only("head_to_head"))
    # 1 and 2 have 2 points each, 1 has beaten 2.
    assert rank(rows) == [(1, 1), (2, 2), (3, 3)]
    assert [value(pair, rows, "head_to_head") for pair in (1, 2, 3)] == [2, 0, None]
    assert [row.decided_by for row in rows] == [None, "head_to_head", None]


def test_head_to_head_of_two_skips_larger_sets() -> None:
    rows = standings(entries(3), CIRCLE, rules=only("head_to_head"))
    assert rank(rows) == [(1, 1), (2, 1), (3, 1)]
    assert value(1, rows, "head_to_head") is None


@pytest.mark.parametrize("mode", ["all_met", "any"])
def test_head_to_head_of_a_larger_set_is_computed_once(mode: str) -> None:
    matches = CIRCLE + table((4, 1, 4, won(EW)), (4, 2, 5, won(EW)))
    rows = standings(entries(5), matches, rules=only("head_to_head", head_to_head=mode))
    # Five pairs with 2 points: not all of them met, `any` counts the matches among all five.
    if mode == "all_met":
        assert {row.rank for row in rows} == {1}
        assert value(1, rows, "head_to_head") is None
    else:
        assert [value(pair, rows, "head_to_head") for pair in range(1, 6)] == [2, 2, 2, 2, 2]


def test_head_to_head_all_met_when_every_two_did() -> None:
    matches = table(
        (1, 1, 2, won(NS)), (2, 2, 3, won(NS)), (3, 1, 3, won(None)), (4, 3, 4, won(NS)), (5, 2, 4, won(None))
    )
    # 1: 3, 2: 3, 3: 3, 4: 1. Among themselves 1 has 3, 2 has 2, 3 has 1.
    rows = standings(entries(4), matches, rules=only("head_to_head", head_to_head="all_met"))
    assert rank(rows) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [value(pair, rows, "head_to_head") for pair in range(1, 5)] == [3, 2, 1, None]


def test_head_to_head_without_a_match_among_the_tied_does_not_apply() -> None:
    matches = table((1, 1, 3, won(NS)), (1, 2, 4, won(NS)))
    rows = standings(entries(4), matches, rules=only("head_to_head", head_to_head="any"))
    assert rank(rows) == [(1, 1), (2, 1), (3, 3), (4, 3)]
    assert value(1, rows, "head_to_head") is None


def test_f39_a_forfeit_win_decides_head_to_head() -> None:
    # 3 and 5 end equal; the only match between them was forfeited by 3.
    matches = table((1, 3, 5, Forfeit(NS)), (2, 3, 1, won(NS)), (2, 5, 2, won(EW)), (3, 2, 1, won(NS)))
    rows = standings([Entry(pair) for pair in (1, 2, 3, 5)], matches, rules=only("head_to_head"))
    assert rank(rows) == [(2, 1), (5, 2), (3, 3), (1, 4)]
    assert (value(5, rows, "head_to_head"), value(3, rows, "head_to_head")) == (2, 0)
    assert row_of(3, rows).decided_by == "head_to_head"


def test_opponents_points_without_penalty_and_carried_points() -> None:
    matches = table((1, 1, 2, won(NS)), (1, 3, 4, won(NS)), (2, 2, 4, won(NS)), (2, 1, 3, won(None)))
    pairs = [Entry(1), Entry(2, carried=Decimal(50)), Entry(3), Entry(4)]
    penalties = [PenaltyPoints(2, Decimal(-1), Grade.WARNING)]
    rows = standings(pairs, matches, rules=only("opponents_points"), penalties=penalties)
    # Stage points: 1 has 3, 2 has 2, 3 has 3, 4 has 0.
    assert [value(pair, rows, "opponents_points") for pair in (1, 2, 3, 4)] == [5, 3, 3, 5]
    assert rank(rows)[1:3] == [(1, 2), (3, 3)]


def test_an_opponent_met_twice_counts_twice_and_a_forfeited_one_too() -> None:
    matches = table((1, 1, 2, won(NS)), (2, 2, 1, won(NS)), (3, 1, 3, Forfeit(EW)))
    rows = standings(entries(3), matches, rules=only("opponents_points"))
    assert [value(pair, rows, "opponents_points") for pair in (1, 2, 3)] == [2 + 2 + 0, 4 + 4, 4]


@pytest.mark.parametrize(("bye_opponent", "expected"), [("zero", 1), ("lowest", 2)])
def test_what_a_bye_adds_to_opponents_points(bye_opponent: str, expected: int) -> None:
    matches = table((1, 1, 2, won(None)), (2, 2, 3, won(None)), (2, 4, 5, won(None)))
    settings = only("opponents_points", bye_opponent=bye_opponent)
    rows = standings(entries(5), matches, [Bye(1, 3)], rules=settings)
    # Pair 2 has 2 points, 3 has 1 and a bye's 2, the lowest of all is 1.
    assert value(3, rows, "opponents_points") == 2 + (expected - 1)


def test_progressive_and_its_cut() -> None:
    # Points 2, 0, 1: running totals 2, 2, 3.
    matches = table((1, 1, 2, won(NS)), (2, 1, 3, won(EW)), (3, 1, 4, won(None)))
    rows = standings(entries(4), matches, rules=only("progressive", "progressive_cut1"))
    assert (value(1, rows, "progressive"), value(1, rows, "progressive_cut1")) == (7, 5)


def test_progressive_counts_walk_overs_and_rounds_with_a_result() -> None:
    matches = table((3, 1, 2, won(NS)))
    rows = standings(
        entries(2), matches, [Bye(1, 1)], [Missed(1, 2)], only("progressive", "progressive_cut1")
    )
    # Nothing was entered in round 2: totals 2 and 4.
    assert (value(1, rows, "progressive"), value(1, rows, "progressive_cut1")) == (6, 4)
    assert value(2, rows, "progressive") == 0


@pytest.mark.parametrize(("bye_is_win", "wins"), [(True, 3), (False, 2)])
def test_wins_are_played_forfeited_and_by_setting_byes(bye_is_win: bool, wins: int) -> None:
    matches = table((1, 1, 2, won(NS)), (2, 3, 1, Forfeit(NS)))
    rows = standings(entries(3), matches, [Bye(3, 1)], rules=only("wins", bye_is_win=bye_is_win))
    assert value(1, rows, "wins") == wins
    assert row_of(1, rows).wins == 2


def test_level_diff_sum_with_walk_overs() -> None:
    settings = rules(scheme="table-26", tiebreaks=["level_diff_sum"])
    matches = table((1, 1, 2, won(EW, 5)), (2, 1, 3, Forfeit(EW)))
    rows = standings(entries(3), matches, [Bye(3, 1)], [Missed(3, 2)], settings)
    assert [value(pair, rows, "level_diff_sum") for pair in (1, 2, 3)] == [-5 + 4 + 4, 5 - 13, -13]


def test_levels_sum_counts_passing_a_as_one_more_and_walk_overs_as_0() -> None:
    matches = table(
        (1, 1, 2, won(NS, ns_level=14, ew_level=9, passed_a=NS)), (2, 1, 2, won(NS, ns_level=5, ew_level=2))
    )
    rows = standings(entries(2), matches, [Bye(3, 1)], rules=only("levels_sum"))
    assert [value(pair, rows, "levels_sum") for pair in (1, 2)] == [12 + 1 + 3, 7]


def test_best_and_second_best_round() -> None:
    matches = table((1, 1, 2, won(NS, 5)), (2, 1, 2, won(EW, 3)), (3, 1, 3, won(None)))
    settings = rules(scheme="table-26", tiebreaks=["best_round", "second_best_round"])
    rows = standings(entries(3), matches, rules=settings)
    assert [value(pair, rows, "best_round") for pair in (1, 2, 3)] == [18, 16, 13]
    assert [value(pair, rows, "second_best_round") for pair in (1, 2, 3)] == [13, 8, None]


def test_secondary_points() -> None:
    settings = only("secondary_points", secondary_scheme="table-26")
    matches = table((1, 1, 2, won(NS, 3)), (1, 3, 4, won(NS, 5)))
    rows = standings(entries(5), matches, [Bye(1, 5)], rules=settings)
    assert rank(rows) == [(3, 1), (5, 2), (1, 3), (2, 4), (4, 5)]
    assert [value(pair, rows, "secondary_points") for pair in range(1, 6)] == [16, 10, 18, 8, 17]
    assert value(1, standings(entries(2), [], rules=only("secondary_points")), "secondary_points") is None


def test_fewest_penalties_from_a_warning_up() -> None:
    penalties = [
        PenaltyPoints(1, grade=Grade.WARNING),
        PenaltyPoints(1, grade=Grade.VIOLATION),
        PenaltyPoints(2, grade=Grade.ORAL_WARNING),
        PenaltyPoints(3, grade=Grade.WARNING),
        PenaltyPoints(3, grade=Grade.SUSPENSION, cancelled=True),
        PenaltyPoints(9, grade=Grade.WARNING),
    ]
    rows = standings(entries(3), [], rules=only("fewest_penalties"), penalties=penalties)
    assert rank(rows) == [(2, 1), (3, 2), (1, 3)]
    assert [value(pair, rows, "fewest_penalties") for pair in (1, 2, 3)] == [2, 0, 1]


def test_lots_show_the_place_drawn() -> None:
    rows = standings(entries(3), [], rules=only("lots"), lots={1: 3, 2: 1, 3: 2})
    assert rank(rows) == [(2, 1), (3, 2), (1, 3)]
    assert [value(pair, rows, "lots") for pair in (1, 2, 3)] == [3, 1, 2]
    assert [row.decided_by for row in rows] == [None, "lots", "lots"]


def test_lots_of_some_do_not_decide_over_a_newcomer_to_the_tie() -> None:
    rows = standings(entries(3), [], rules=only("lots"), lots={1: 2, 2: 1})
    assert rank(rows) == [(1, 1), (2, 1), (3, 1)]
    assert value(3, rows, "lots") is None


ACE_TIME = rules(scheme="ace-time", level_tie="lots", tiebreaks=["ace_time"])


def test_school_grades_final_ranks_by_time() -> None:
    matches = table(
        (1, 1, 2, won(NS, seconds=2000)),
        (1, 3, 4, won(EW, seconds=1500)),
        (1, 5, 6, won(NS)),  # nobody took the time
        (1, 7, 8, Forfeit(EW)),
    )
    rows = standings(entries(10), matches, [Bye(1, 9)], [Missed(1, 10)], ACE_TIME)
    # Timed wins, the shorter first; untimed wins (no time, forfeit, bye) together; timed losses, the longer
    # first; a loss without a time; the forfeiter and the missed round.
    assert rank(rows) == [
        (4, 1),
        (1, 2),
        (5, 3),
        (7, 3),
        (9, 3),
        (2, 6),
        (3, 7),
        (6, 8),
        (8, 9),
        (10, 9),
    ]
    assert [value(pair, rows, "ace_time") for pair in (1, 2, 5, 8, 9)] == [2000, 2000, None, None, None]


def test_none_comes_last() -> None:
    settings = rules(scheme="deal-points", tiebreaks=["second_best_round"])
    matches = table((1, 1, 3, won(None)), (2, 1, 3, won(None)), (1, 2, 4, won(None)))
    rows = standings(entries(4), matches, rules=settings)
    assert rank(rows) == [(1, 1), (3, 1), (2, 3), (4, 3)]
