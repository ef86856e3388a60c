"""The ranking as a whole: order, shared ranks, who is not ranked, what counts until when."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import InvalidScoresheet
from scoring.options import Grade, Tiebreak
from scoring.scoresheet import AwardedLoss
from scoring.standings import (
    PenaltyPoints,
    missed_rounds,
    shared_ranks,
    standings,
    without_head_to_head,
)
from tests.scoring.hall import (
    EW,
    NS,
    Bye,
    Entry,
    Forfeit,
    Missed,
    PlayedMatch,
    at_time,
    decimal,
    entries,
    rank,
    row_of,
    rules,
    table,
    won,
)

POINTS = rules(scheme="match-points", tiebreaks=[])


def with_points(*points: str) -> list[Entry]:
    """Pairs that carry just these points."""
    return [Entry(pair, carried=decimal(text)) for pair, text in enumerate(points, start=1)]


def test_f41_shared_ranks_go_1_2_2_4() -> None:
    rows = standings(with_points("24", "20", "20", "17", "17", "17", "10"), [], rules=POINTS)
    assert [row.rank for row in rows] == [1, 2, 2, 4, 4, 4, 7]
    assert [row.pair for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row.tied for row in rows] == [False, True, True, True, True, True, False]


CIRCLE = table(
    (1, 1, 2, at_time(9, 5)),  # 1 beats 2 by 4
    (1, 3, 4, at_time(9, 4)),  # 3 beats 4 by 5
    (2, 2, 3, at_time(6, 5)),  # 2 beats 3 by 1
    (2, 1, 4, at_time(9, 4)),
    (3, 3, 1, at_time(8, 6)),  # 3 beats 1 by 2
    (3, 2, 4, at_time(9, 4)),
)


@pytest.mark.parametrize("seed", range(5))
def test_f42_a_three_way_circle_does_not_depend_on_the_order_of_entry(seed: int) -> None:
    shuffled = random.Random(seed).sample(CIRCLE, len(CIRCLE))
    circle = rules(scheme="match-points", tiebreaks=["head_to_head", "level_diff_sum"], head_to_head="any")
    rows = standings(entries(4), shuffled, rules=circle)
    # Points and the mini-table are equal; the differences are +2 +5, +1 +5 and −3 +5.
    assert rank(rows) == [(1, 1), (3, 2), (2, 3), (4, 4)]
    assert [row_of(pair, rows).level_diff_sum for pair in (1, 2, 3)] == [7, 2, 6]
    assert [row.decided_by for row in rows] == [None, "level_diff_sum", "level_diff_sum", None]


def test_f44_ranks_use_exact_values() -> None:
    assert shared_ranks([Fraction(31, 3), Fraction(62, 6), Fraction(103, 10), Fraction(72, 7)]) == [
        1,
        1,
        3,
        4,
    ]
    tenths = [PenaltyPoints(1, decimal("0.1"))] * 3 + [PenaltyPoints(2, decimal("0.3"))]
    assert rank(standings(entries(2), [], rules=POINTS, penalties=tenths)) == [(1, 1), (2, 1)]


def test_points_per_round_are_exact() -> None:
    matches = table((1, 1, 2, won(NS)), (2, 1, 3, won(None)), (3, 1, 2, won(EW)))
    rows = standings(entries(4), matches, rules=POINTS)
    assert row_of(1, rows).points_per_round == Fraction(3, 3)
    assert row_of(2, rows).points_per_round == 1
    assert row_of(4, rows).points_per_round == 0


def test_a_group_without_results_is_all_first() -> None:
    rows = standings(entries(3), [PlayedMatch(1, 1, 2)], rules=rules())
    assert rank(rows) == [(1, 1), (2, 1), (3, 1)]
    assert all(row.tied and row.points == 0 and row.by_round == () for row in rows)
    assert set(rows[0].tiebreaks) == set(rules().ranking.tiebreaks)


def test_rules_left_out_are_the_defaults() -> None:
    assert rank(standings(entries(1), [])) == [(1, 1)]
    assert not standings(entries(1), [])[0].tied
    assert standings([], []) == ()


def test_each_tie_break_only_parts_those_still_equal_and_never_restarts() -> None:
    # 1, 2, 3 have 2 points. Wins part 3 (a win and a loss) from 1 and 2 (two draws), and head_to_head,
    # which stood first and skipped three, is not tried again for the two that are left.
    matches = table(
        (1, 1, 2, won(None)),
        (2, 1, 4, won(None)),
        (2, 2, 5, won(None)),
        (1, 3, 4, won(NS)),
        (3, 3, 5, won(EW)),
    )
    order = rules(scheme="match-points", tiebreaks=["head_to_head", "wins", "lots"])
    rows = standings(entries(5), matches, rules=order, lots={1: 2, 2: 1})
    assert rank(rows) == [(5, 1), (3, 2), (2, 3), (1, 4), (4, 5)]
    assert [row.decided_by for row in rows] == [None, None, "wins", "lots", None]
    assert row_of(1, rows).tiebreaks[Tiebreak.HEAD_TO_HEAD] is None


def test_decided_by_tells_what_put_a_pair_below_its_neighbour() -> None:
    matches = table((1, 1, 2, won(NS, 3)), (1, 3, 4, won(NS, 5)), (1, 5, 6, won(NS, 5)))
    order = rules(scheme="match-points", tiebreaks=["level_diff_sum"])
    rows = standings(entries(6), matches, rules=order)
    assert [(row.pair, row.rank, row.decided_by) for row in rows] == [
        (3, 1, None),
        (5, 1, None),
        (1, 3, "level_diff_sum"),
        (2, 4, None),
        (4, 5, "level_diff_sum"),
        (6, 5, None),
    ]


def test_the_order_of_a_union_event() -> None:
    keys = ["progressive_cut1", "wins", "level_diff_sum", "levels_sum", "lots"]
    matches = table((1, 1, 3, won(NS)), (2, 1, 4, won(EW)), (1, 2, 4, won(EW)), (2, 2, 3, won(NS)))
    rows = standings(entries(4), matches, rules=rules(scheme="match-points", tiebreaks=keys))
    # 1 and 2 have 2 points; cut by round 1 both have 2 after round 2; wins equal; differences equal; levels
    # equal; no lots: shared.
    assert rank(rows) == [(4, 1), (1, 2), (2, 2), (3, 4)]


def test_carried_and_penalty_points_change_the_total_only() -> None:
    matches = table((1, 1, 2, won(NS)))
    pairs = [Entry(1, carried=decimal("0.5")), Entry(2)]
    penalties = [
        PenaltyPoints(1, Decimal(-4), Grade.VIOLATION, round=1),
        PenaltyPoints(1, Decimal(-9), Grade.VIOLATION, cancelled=True),
        PenaltyPoints(1, Decimal(-9), Grade.VIOLATION, round=2),
    ]
    order = rules(scheme="match-points", tiebreaks=["progressive"])
    rows = standings(pairs, matches, rules=order, penalties=penalties, upto_round=1)
    first = row_of(1, rows)
    assert (first.points, first.stage_points, first.carried, first.penalty_points) == (
        decimal("-1.5"),
        2,
        decimal("0.5"),
        -4,
    )
    assert first.tiebreaks[Tiebreak.PROGRESSIVE] == 2
    assert rank(rows) == [(2, 1), (1, 2)]


def test_only_rounds_up_to_the_asked_one_count() -> None:
    matches = table((1, 1, 2, won(NS)), (2, 2, 1, won(NS)))
    rows = standings(entries(3), matches, [Bye(2, 3)], [Missed(2, 3)], POINTS, upto_round=1)
    assert [row_of(pair, rows).points for pair in (1, 2, 3)] == [2, 0, 0]
    assert row_of(3, rows).byes == 0


def test_round_by_round() -> None:
    matches = table((1, 1, 2, won(NS)), (3, 1, 2, won(None)))
    rows = standings(entries(2), matches, [Bye(2, 1)], rules=POINTS)
    assert row_of(1, rows).by_round == ((1, 2, 2), (2, 2, 4), (3, 1, 5))
    assert [(one.round, one.points, one.total) for one in row_of(2, rows).by_round] == [(1, 0, 0), (3, 1, 1)]


def test_two_results_in_one_round_add_up() -> None:
    matches = table((1, 1, 2, won(NS)), (1, 1, 3, won(None)))
    assert row_of(1, standings(entries(3), matches, rules=POINTS)).by_round == ((1, 3, 3),)


def test_what_a_pair_has_played() -> None:
    matches = table(
        (1, 1, 2, won(NS)),
        (2, 3, 1, won(None)),
        (3, 1, 4, won(EW)),
        (4, 1, 2, Forfeit(NS)),
        (5, 3, 1, Forfeit(None)),
        (6, 1, 3, Forfeit(EW)),
        (7, 1, 4, AwardedLoss(NS)),
    )
    rows = standings(entries(4), matches, [Bye(8, 1)], [Missed(9, 1)], POINTS)
    one = row_of(1, rows)
    assert (one.played, one.byes, one.missed, one.forfeits) == (3, 1, 1, 3)
    assert (one.wins, one.draws, one.losses) == (2, 1, 4)


def test_disqualified_pairs_stand_at_the_end_and_their_results_stand() -> None:
    pairs = [Entry(1, disqualified=True), Entry(2), Entry(3, disqualified=True)]
    matches = table((1, 1, 2, won(NS)), (2, 2, 3, won(NS)))
    rows = standings(pairs, matches, rules=POINTS)
    assert rank(rows) == [(2, 1), (1, None), (3, None)]
    assert row_of(2, rows).points == 2
    assert (row_of(1, rows).tied, row_of(1, rows).disqualified) == (False, True)


def test_house_pairs_have_no_row_and_results_against_them_count() -> None:
    rows = standings([Entry(1), Entry(99, house=True)], table((1, 1, 99, won(NS))), rules=POINTS)
    assert rank(rows) == [(1, 1)]
    assert rows[0].points == 2


VOID = rules(scheme="match-points", tiebreaks=["opponents_points"], withdrawal="void_if_under_half")


@pytest.mark.parametrize(
    ("played", "void"),
    [
        pytest.param(1, True, id="1 of 3 rounds"),
        pytest.param(2, False, id="2 of 3 rounds"),
    ],
)
def test_a_withdrawn_pair_that_played_under_half_is_void(played: int, void: bool) -> None:
    records = [won(NS)] * played + [Forfeit(NS)] * (3 - played)
    matches = [PlayedMatch(number, 1, number + 1, record) for number, record in enumerate(records, start=1)]
    rows = standings([Entry(1, withdrawn=True), *entries(4)[1:]], matches, rules=VOID)
    gone = row_of(1, rows)
    assert (gone.void, gone.withdrawn) == (void, True)
    assert gone.points == (0 if void else 4)
    assert gone.rank is not None
    assert row_of(4, rows).points == (0 if void else 2)  # it had won by the forfeit
    assert row_of(2, rows).played == (0 if void else 1)


def test_exactly_half_is_not_under_half() -> None:
    matches = [PlayedMatch(1, 1, 2, won(NS)), PlayedMatch(2, 1, 3, None)]
    rows = standings([Entry(1, withdrawn=True), *entries(3)[1:]], matches, rules=VOID)
    assert not row_of(1, rows).void


def test_drawn_rounds_that_have_no_result_count_for_the_half_and_byes_do_not() -> None:
    matches = [PlayedMatch(1, 1, 2, at_time(9, 5)), PlayedMatch(2, 1, 3, None), PlayedMatch(3, 2, 1, None)]
    pairs = [Entry(1, withdrawn=True), *entries(3)[1:]]
    rows = standings(pairs, matches, [Bye(4, 1)], [Missed(5, 1)], VOID)
    assert row_of(1, rows).void
    assert (row_of(1, rows).points, row_of(1, rows).byes, row_of(2, rows).points) == (0, 0, 0)


def test_under_forfeit_rest_nothing_becomes_void() -> None:
    matches = [PlayedMatch(1, 1, 2, Forfeit(NS))]
    rows = standings([Entry(1, withdrawn=True), Entry(2)], matches, rules=POINTS)
    assert (row_of(1, rows).void, row_of(2, rows).points) == (False, 2)


def test_missed_rounds() -> None:
    named = {1: [1, 2, 3, 4], 2: [1, 2], 3: [], 4: [3, 4, 5]}
    # Pair 5 joined in round 4; round 3 was not played by this group; pair 4 is out.
    assert missed_rounds([1, 2, 3, 5], named) == (
        Missed(1, 5),
        Missed(2, 3),
        Missed(2, 5),
        Missed(4, 1),
        Missed(4, 2),
    )


def test_a_missed_round_has_its_own_figure() -> None:
    settings = rules(scheme="match-points", walkovers={"missed": "-1"})
    assert row_of(1, standings(entries(1), [], (), [Missed(1, 1)], settings)).points == -1


def test_a_record_that_the_rules_refuse_is_refused() -> None:
    with pytest.raises(InvalidScoresheet, match="level_out_of_range"):
        standings(entries(2), table((1, 1, 2, at_time(1, 5))), rules=rules())


def test_ranking_across_groups_leaves_head_to_head_out() -> None:
    keys = without_head_to_head(rules()).ranking.tiebreaks
    assert keys == (Tiebreak.WINS, Tiebreak.LEVEL_DIFF_SUM, Tiebreak.LEVELS_SUM, Tiebreak.LOTS)


RECORDS = st.one_of(
    st.builds(at_time, st.integers(2, 14), st.integers(2, 14)),
    st.builds(Forfeit, st.sampled_from([NS, EW, None])),
    st.none(),
)


@st.composite
def halls(draw: st.DrawFn) -> list[PlayedMatch]:
    matches = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(range(1, 9)))
        matches += [
            PlayedMatch(number, order[seat], order[seat + 1], draw(RECORDS)) for seat in range(0, 8, 2)
        ]
    return matches


ORDERS = st.lists(
    st.sampled_from([key.value for key in Tiebreak if key is not Tiebreak.LOTS]), unique=True, max_size=5
)


@settings(max_examples=60)
@given(hall=halls(), keys=ORDERS, mode=st.sampled_from(["two", "all_met", "any"]), seed=st.integers(0, 99))
def test_the_order_of_input_never_changes_the_table(
    hall: list[PlayedMatch], keys: list[str], mode: str, seed: int
) -> None:
    under = rules(tiebreaks=keys, head_to_head=mode)
    rows = standings(entries(8), hall, rules=under)
    shuffled = random.Random(seed).sample(hall, len(hall))
    pairs = random.Random(seed).sample(entries(8), 8)
    assert standings(pairs, shuffled, rules=under) == rows
    points = [row.points for row in rows]
    assert points == sorted(points, reverse=True)
    ranks = [row.rank for row in rows if row.rank is not None]
    assert len(ranks) == len(rows)
    assert ranks == sorted(ranks)
    for place, (row, rank_) in enumerate(zip(rows, ranks, strict=True), start=1):
        assert rank_ <= place
        assert row.tied == (ranks.count(rank_) > 1)


@settings(max_examples=60)
@given(hall=halls())
def test_the_26_table_hands_out_26_points_a_played_match(hall: list[PlayedMatch]) -> None:
    rows = standings(entries(8), hall, rules=rules(scheme="table-26"))
    played = sum(1 for match in hall if match.record is not None and not isinstance(match.record, Forfeit))
    forfeits = sum(1 for match in hall if isinstance(match.record, Forfeit) and match.record.side is not None)
    assert sum(row.points for row in rows) == 26 * played + 17 * forfeits
    assert sum(row.played for row in rows) == 2 * played
    assert sum(row.wins for row in rows) + sum(row.draws for row in rows) / 2 == played + forfeits


@settings(max_examples=60)
@given(hall=halls())
def test_swapping_every_seat_changes_no_rank(hall: list[PlayedMatch]) -> None:
    def swap(match: PlayedMatch) -> PlayedMatch:
        record = match.record
        if isinstance(record, Forfeit):
            record = Forfeit(record.side and record.side.other)
        elif record is not None:
            record = at_time(record.ew_level, record.ns_level)
        return PlayedMatch(match.round, match.ew, match.ns, record)

    assert standings(entries(8), [swap(match) for match in hall], rules=rules()) == standings(
        entries(8), hall, rules=rules()
    )
