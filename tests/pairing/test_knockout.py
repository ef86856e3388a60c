"""A knock-out drawn afresh each round."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.bracket import BracketMatch, round_count
from pairing.field import Contestant, Past
from pairing.knockout import Loser, as_matches, lucky_loser, redrawn_round


def contestants(numbers, units=None) -> list[Contestant]:
    return [Contestant(n, Fraction(0), at, (units or {}).get(n)) for at, n in enumerate(sorted(numbers), 1)]


@pytest.mark.parametrize(
    ("losers", "lucky"),
    [
        pytest.param([], None, id="nobody lost"),
        pytest.param([Loser(1, Fraction(9), -4), Loser(2, Fraction(10), -9)], 2, id="more points"),
        pytest.param([Loser(1, Fraction(9), -4), Loser(2, Fraction(9), -9)], 1, id="then level difference"),
    ],
)
def test_the_best_loser_comes_back(losers, lucky) -> None:
    assert lucky_loser(losers, seed=1) == lucky


def test_equal_losers_are_drawn() -> None:
    equal = [Loser(n, Fraction(0), 0) for n in (3, 5, 8)]
    assert {lucky_loser(equal, seed=seed) for seed in range(40)} == {3, 5, 8}
    assert lucky_loser([*equal, Loser(9, Fraction(0), -1)], seed=2) != 9


@given(count=st.integers(2, 40), seed=st.integers(0, 50))
@settings(deadline=None, max_examples=40)
def test_drawn_afresh_until_one_is_left(count: int, seed: int) -> None:
    alive, past, rounds = list(range(1, count + 1)), Past(), 0
    byes: dict[int, int] = {}
    played = 0
    while len(alive) > 1:
        rounds += 1
        drawn = redrawn_round(contestants(alive), past, number=rounds, seed=seed).round
        matches = as_matches(
            [(table.ns, table.ew) for table in drawn.tables], [bye.who for bye in drawn.byes]
        )
        assert sorted(pair for one in matches for pair in one.pairs) == alive
        assert sum(one.ew is None for one in matches) == len(alive) % 2
        assert {one.places for one in matches} == {(1, 1 << round_count(len(alive)))}
        played += sum(one.ew is not None for one in matches)
        for one in matches:
            if one.ew is None:
                byes[one.ns] = byes.get(one.ns, 0) + 1
        past = Past(byes=byes)
        alive = sorted(one.ns for one in matches)
    assert (rounds, played) == (round_count(count), count - 1)


def test_a_drawn_round_as_matches() -> None:
    assert as_matches([(4, 1), (2, 9)], [7]) == (
        BracketMatch((1, 8), 1, 4, 1),
        BracketMatch((1, 8), 2, 2, 9),
        BracketMatch((1, 8), 3, 7),
    )


@pytest.mark.parametrize("seed", range(6))
def test_pairs_of_one_unit_are_drawn_apart_while_that_can_be(seed: int) -> None:
    units = {1: "甲", 2: "甲", 3: "乙", 4: "乙"}
    drawn = redrawn_round(contestants([1, 2, 3, 4], units), Past(), number=1, seed=seed)
    assert all(units[table.ns] != units[table.ew] for table in drawn.round.tables)
