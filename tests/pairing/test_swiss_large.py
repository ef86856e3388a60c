"""Large fields: only the nearest are looked at, and more of them where that is not enough."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pairing.candidates import couples, target, widths
from pairing.field import Contestant, Past, Wishes
from pairing.swiss import first_round, next_round
from pairing.weights import LIMIT, packed
from tests.pairing.swiss_events import Hall, everybody_once, met_in, note_codes


@pytest.mark.parametrize(
    ("size", "looks"),
    [
        pytest.param(300, [300], id="all of 300"),
        pytest.param(301, [40, 80, 160, 301], id="40 of 301, then twice as many"),
    ],
)
def test_how_many_are_looked_at(size: int, looks: list[int]) -> None:
    assert list(widths(size)) == looks


@pytest.mark.parametrize(
    ("how", "size", "aims"),
    [
        ("nearest", 4, [0, 1, 2, 3]),
        ("draw", 4, [0, 1, 2, 3]),
        ("snake", 4, [3, 2, 1, 0]),
        ("snake", 5, [3, 2, 1, 0, -1]),
        ("halves", 4, [2, 3, 0, 1]),
        ("halves", 5, [2, 3, 0, 1, 2]),
    ],
)
def test_whom_a_place_looks_for(how: str, size: int, aims: list[int]) -> None:
    assert [target(how, size, place) for place in range(size)] == aims


def test_the_nearest_that_fit_are_found_on_both_sides() -> None:
    found = couples(6, 2, lambda place: place, lambda one, two: two - one != 1)
    assert found == [(0, 2), (0, 3), (1, 3), (1, 4), (2, 4), (2, 5), (3, 5)]


@pytest.mark.parametrize("size", [301, 400])
def test_a_large_field_never_meets_twice_and_keeps_units_apart(size: int) -> None:
    hall = Hall(size, {pair: f"单位{pair // 4}" for pair in range(1, size + 1)})
    for _ in range(4):
        paired = hall.pair_next()
        assert everybody_once(paired, range(1, size + 1))
        assert {"rematch", "same_unit_meets", "second_bye"} & set(note_codes(paired)) == set()


@pytest.mark.parametrize("how", ["snake", "halves"])
def test_a_large_first_round_by_seeding_is_what_its_name_says(how: str) -> None:
    field = [Contestant(pair, Fraction(0), pair) for pair in range(1, 403)]
    half = 201
    expected = {
        frozenset((pair, 403 - pair if how == "snake" else pair + half)) for pair in range(1, half + 1)
    }
    assert met_in(first_round(field, how=how, seed=1).round) == expected


def test_a_unit_with_more_than_half_of_a_large_field_meets_itself_as_little_as_it_must() -> None:
    units = {pair: "大单位" if pair <= 220 else f"单位{pair}" for pair in range(1, 403)}
    field = [Contestant(pair, Fraction(0), pair, units[pair]) for pair in units]

    paired = next_round(field, Past(), number=2, seed=1)

    assert everybody_once(paired, units)
    assert note_codes(paired).count("same_unit_meets") == 19  # 220 pairs, 182 others


def test_a_large_field_whose_neighbours_all_met_looks_farther() -> None:
    size, near = 302, 60
    met = {
        frozenset((one, two)): 1
        for one in range(1, size + 1)
        for two in range(one + 1, min(size, one + near) + 1)
    }
    field = [Contestant(pair, Fraction(0), pair) for pair in range(1, size + 1)]

    paired = next_round(field, Past(met=met), Wishes(), number=2, seed=1)

    assert note_codes(paired).count("rematch") == 0


@pytest.mark.parametrize(
    ("columns", "matches", "cheapest"),
    [
        pytest.param([[1, 0, 0], [0, 9, 8]], 4, 2, id="the first aim outweighs any sum of the second"),
        pytest.param([[0, 0, 0], [0, 0, 0], [2, 1, 3]], 4, 1, id="an aim that is always met takes no room"),
        pytest.param([[1, 0, 0], [0, 2**200, 2**199], [5, 0, 0]], 9, 2, id="what does not fit is rounded"),
    ],
)
def test_many_aims_in_one_number(columns: list[list[int]], matches: int, cheapest: int) -> None:
    costs = packed(columns, matches)

    assert costs.index(min(costs)) == cheapest
    assert max(costs) * matches < LIMIT


def test_costs_of_no_couples_are_none() -> None:
    assert packed([[], []], 1) == []


def test_a_large_field_where_everybody_met_ends_with_rematches_all_round() -> None:
    size = 302
    met = {frozenset((one, two)): 1 for one in range(1, size + 1) for two in range(1, one)}
    field = [Contestant(pair, Fraction(0), pair) for pair in range(1, size + 1)]

    paired = next_round(field, Past(met=met), number=2, seed=1)

    assert everybody_once(paired, range(1, size + 1))
    assert note_codes(paired).count("rematch") == size // 2
