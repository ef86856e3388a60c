"""Howell: what it promises for every size and every number of rounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.errors import PairingError
from pairing.howell import howell
from pairing.movements import card
from pairing.seating import note
from tests.pairing.checks import bye_counts, everybody_once_a_round, met_counts, sides_even

GROUPS = st.integers(2, 60).flatmap(
    lambda size: st.tuples(st.just(size), st.integers(1, size - 1 + size % 2))
)


@given(GROUPS)
def test_everybody_is_seated_once_and_nobody_meets_twice(group: tuple[int, int]) -> None:
    movement = howell(*group)

    assert len(movement.rounds) == group[1]
    assert everybody_once_a_round(movement)
    assert max(met_counts(movement.rounds).values()) == 1


@given(GROUPS)
def test_sides_are_as_even_as_can_be(group: tuple[int, int]) -> None:
    movement = howell(*group)

    assert sides_even(movement, movement.rounds)


@given(st.integers(2, 60))
def test_a_full_movement_brings_everybody_together(size: int) -> None:
    movement = howell(size, size - 1 + size % 2)

    assert len(met_counts(movement.rounds)) == size * (size - 1) // 2
    assert all(table.reasons[0].code == "everyone_meets" for one in movement.rounds for table in one.tables)


@given(st.integers(1, 30).map(lambda half: 2 * half + 1))
def test_an_odd_group_has_one_bye_a_round_and_nobody_two(size: int) -> None:
    movement = howell(size, size)

    assert set(bye_counts(movement.rounds).values()) == {1}
    assert len(bye_counts(movement.rounds)) == size


@given(st.integers(2, 30).map(lambda half: 2 * half))
def test_the_last_stays_and_everybody_else_follows_the_next_lower(size: int) -> None:
    movement = howell(size, size - 1)
    tables = [[stop.place.table for stop in card(movement, position)] for position in range(1, size + 1)]

    assert set(tables[-1]) == {1}
    for position in range(1, size):
        lower = tables[(position - 2) % (size - 1)]
        assert tables[position - 1][1:] == lower[:-1]


def test_six_pairs_as_they_are_printed() -> None:
    first, second = howell(6, 2).rounds

    assert [(table.ns, table.ew) for table in first.tables] == [(5, 6), (1, 4), (3, 2)]
    assert [(table.ns, table.ew) for table in second.tables] == [(6, 1), (2, 5), (4, 3)]
    assert {table.reasons[0].code for table in first.tables} == {"not_met_before"}


def test_a_group_too_small_plays_what_it_can_and_says_so() -> None:
    movement = howell(4, 5)

    assert len(movement.rounds) == 3
    assert movement.notes == (note("group_too_small", size=4, asked=5, rounds=3),)


@pytest.mark.parametrize(
    ("size", "rounds", "units", "code"),
    [
        pytest.param(1, 1, (), "too_few_pairs", id="one pair"),
        pytest.param(4, 0, (), "no_rounds", id="no rounds"),
        pytest.param(4, 3, ("甲",), "units_do_not_fit", id="units of another group"),
    ],
)
def test_what_cannot_be_made_is_refused(size: int, rounds: int, units: tuple[str, ...], code: str) -> None:
    with pytest.raises(PairingError) as refused:
        howell(size, rounds, same_unit=units)
    assert refused.value.code == code
