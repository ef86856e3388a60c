"""Ranks of a knock-out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.bracket import BracketMatch, Decided, first_matches, lines, next_matches
from pairing.lots import Chance
from scoring.knockout import KnockoutMatch, knockout_ranks, knockout_rows
from scoring.options import Tiebreak
from scoring.rulebooks import load
from scoring.rules import resolve
from scoring.standings import Entry, standings


def match(number: int, places: tuple[int, int], *pairs: int, won: int | None = None) -> KnockoutMatch:
    ns, ew = pairs if len(pairs) == 2 else (pairs[0], None)
    return KnockoutMatch(number, places, ns, ew, won if ew is not None else ns)


QUARTERS = [match(1, (1, 8), 2 * slot - 1, 2 * slot, won=2 * slot - 1) for slot in range(1, 5)]
SEMIS = [match(2, (1, 4), 1, 3, won=1), match(2, (1, 4), 5, 7, won=5)]
FINAL = match(3, (1, 2), 1, 5, won=1)
THIRD = match(3, (3, 4), 3, 7, won=7)


@pytest.mark.parametrize("is_played", [False, True], ids=["next round drawn", "next round played"])
def test_f36_a_winner_corrected_after_the_next_round_leaves_no_gap_in_the_ranks(is_played: bool) -> None:
    corrected = [match(1, (1, 8), 1, 2, won=2), *QUARTERS[1:]]
    upper = [match(2, (1, 4), 1, 3), match(2, (1, 4), 5, 7)]
    lower = [match(2, (5, 8), 2, 4), match(2, (5, 8), 6, 8)]
    expected = [1, 5, 1, 5, 1, 5, 1, 5]
    if is_played:
        upper = SEMIS
        lower = [match(2, (5, 8), 2, 4, won=2), match(2, (5, 8), 6, 8, won=8)]
        expected = [1, 5, 3, 7, 1, 7, 3, 5]

    ranks = knockout_ranks([*corrected, *upper, *lower], range(1, 9))

    assert ranks == dict(zip(range(1, 9), expected, strict=True))


@pytest.mark.parametrize(
    ("played", "ranks"),
    [
        pytest.param([], [1] * 8, id="before the draw all are equal"),
        pytest.param(
            [match(1, (1, 8), 2 * n - 1, 2 * n) for n in range(1, 5)], [1] * 8, id="nobody has lost yet"
        ),
        pytest.param(QUARTERS, [1, 5, 1, 5, 1, 5, 1, 5], id="still in before the losers"),
        pytest.param(
            [*QUARTERS, SEMIS[0], match(2, (1, 4), 5, 7)],
            [1, 5, 3, 5, 1, 5, 1, 5],
            id="one semi-final played",
        ),
        pytest.param([*QUARTERS, *SEMIS], [1, 5, 3, 5, 1, 5, 3, 5], id="third place shared"),
        pytest.param([*QUARTERS, *SEMIS, FINAL], [1, 5, 3, 5, 2, 5, 3, 5], id="1 2 3 3 5 5 5 5"),
        pytest.param([*QUARTERS, *SEMIS, FINAL, THIRD], [1, 5, 4, 5, 2, 5, 3, 5], id="third place played"),
    ],
)
def test_ranks_of_eight(played: list[KnockoutMatch], ranks: list[int]) -> None:
    assert knockout_ranks(played, range(1, 9)) == dict(zip(range(1, 9), ranks, strict=True))


def test_ranks_as_of_an_earlier_round() -> None:
    whole = [*QUARTERS, *SEMIS, FINAL, THIRD]
    assert knockout_ranks(whole, range(1, 9), upto_round=2) == knockout_ranks(
        [*QUARTERS, *SEMIS], range(1, 9)
    )


def test_a_pair_in_no_match_is_last() -> None:
    assert knockout_ranks([*QUARTERS, *SEMIS, FINAL], range(1, 11))[9] == 9


def test_a_winner_who_withdrew_ranks_behind_those_who_play_on() -> None:
    gone = [*QUARTERS, match(2, (1, 4), 3), match(2, (1, 4), 5, 7, won=5)]
    ranks = knockout_ranks(gone, range(1, 9))
    assert [ranks[pair] for pair in (3, 5, 7, 1, 2)] == [1, 1, 3, 4, 5]


def test_where_both_left_they_share_the_rank_behind_the_other_winner() -> None:
    both = KnockoutMatch(2, (1, 4), 1, 3, none_left=True)
    ranks = knockout_ranks([*QUARTERS, both, SEMIS[1]], range(1, 9))
    assert [ranks[pair] for pair in (5, 1, 3, 7, 2)] == [1, 2, 2, 2, 5]


def test_a_lucky_loser_counts_by_its_last_match() -> None:
    first = [match(1, (1, 8), 1, 2, won=1), match(1, (1, 8), 3, 4, won=3), match(1, (1, 8), 5, 6, won=5)]
    second = [match(2, (1, 4), 1, 3, won=1), match(2, (1, 4), 5, 2, won=2)]
    ranks = knockout_ranks([*first, *second, match(3, (1, 2), 1, 2, won=2)], range(1, 7))
    assert ranks == {2: 1, 1: 2, 3: 3, 5: 3, 4: 5, 6: 5}


def test_byes_of_a_drawn_round_leave_no_hole_in_the_ranks() -> None:
    # 7 pairs, drawn afresh: 3 matches and a bye, then 2 matches, then the final.
    first = [*(match(1, (1, 8), n, n + 3, won=n) for n in (1, 2, 3)), match(1, (1, 8), 7)]
    second = [match(2, (1, 4), 1, 2, won=1), match(2, (1, 4), 3, 7, won=7)]
    ranks = knockout_ranks([*first, *second, match(3, (1, 2), 1, 7, won=7)], range(1, 8))
    assert ranks == {7: 1, 1: 2, 2: 3, 3: 3, 4: 5, 5: 5, 6: 5}


def drawn_matches(count: int, placing: bool | int, seed: int) -> list[KnockoutMatch]:
    chance, number = Chance(seed, "play"), 1
    part: tuple[BracketMatch, ...] = first_matches(lines({n: n for n in range(1, count + 1)}))
    found: list[KnockoutMatch] = []
    while part:
        ends = []
        for one in part:
            winner = one.pairs[chance.below(len(one.pairs))]
            loser = next((pair for pair in one.pairs if pair != winner), None)
            found.append(KnockoutMatch(number, one.places, one.ns, one.ew, winner))
            ends.append(Decided(one.places, one.slot, winner, loser))
        part, number = next_matches(ends, placing=placing), number + 1
    return found


@given(count=st.integers(2, 40), seed=st.integers(0, 99))
@settings(deadline=None)
def test_every_place_played_out_gives_every_rank_once(count: int, seed: int) -> None:
    ranks = knockout_ranks(drawn_matches(count, 64, seed), range(1, count + 1))
    assert sorted(ranks.values()) == list(range(1, count + 1))


@given(count=st.integers(2, 70), placing=st.sampled_from([False, True, 8]), seed=st.integers(0, 99))
@settings(deadline=None)
def test_a_rank_says_how_many_are_in_front(count: int, placing, seed: int) -> None:
    ranks = knockout_ranks(drawn_matches(count, placing, seed), range(1, count + 1))
    for rank in ranks.values():
        assert rank == 1 + sum(other < rank for other in ranks.values())


RULES = resolve(load("national-2017").values)


def rows(entries, played, **more):
    return knockout_rows(standings(entries, [], rules=RULES), played, **more)


def test_rows_take_the_order_of_the_bracket() -> None:
    entries = [Entry(pair) for pair in range(1, 9)]
    found = rows(entries, [*QUARTERS, *SEMIS, FINAL, THIRD])
    assert [(row.rank, row.pair, row.tied) for row in found] == [
        (1, 1, False),
        (2, 5, False),
        (3, 7, False),
        (4, 3, False),
        (5, 2, True),
        (5, 4, True),
        (5, 6, True),
        (5, 8, True),
    ]
    assert {row.decided_by for row in found} == {None}


def test_a_disqualified_pair_keeps_no_rank() -> None:
    entries = [Entry(pair, disqualified=pair == 5) for pair in range(1, 9)]
    found = rows(entries, [*QUARTERS, *SEMIS, FINAL])
    assert (found[-1].pair, found[-1].rank) == (5, None)
    assert [row.rank for row in found[:4]] == [1, 3, 3, 5]


def test_lots_tell_those_of_a_shared_rank_apart() -> None:
    entries = [Entry(pair) for pair in range(1, 9)]
    found = rows(entries, [*QUARTERS, *SEMIS, FINAL], lots={3: 2, 7: 1, 2: 1})
    assert [(row.rank, row.pair, row.tied, row.decided_by) for row in found[2:5]] == [
        (3, 7, False, None),
        (4, 3, False, Tiebreak.LOTS),
        (5, 2, True, None),
    ]
