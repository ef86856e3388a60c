"""单循环、双循环."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.errors import PairingError
from pairing.movements import moves
from pairing.round_robin import round_robin
from pairing.seating import reason
from tests.pairing.checks import bye_counts, everybody_once_a_round, mates_by_round, met_counts, sides_even


@pytest.mark.parametrize(
    ("pairs", "legs", "rounds", "matches", "byes_each"),
    [
        pytest.param(5, 1, 5, 10, 1, id="5 pairs, single"),
        pytest.param(3, 1, 3, 3, 1, id="3 pairs, single"),
        pytest.param(2, 1, 1, 1, 0, id="2 pairs, single"),
        pytest.param(5, 2, 10, 20, 2, id="5 pairs, double"),
        pytest.param(2, 2, 2, 2, 0, id="2 pairs, double"),
        pytest.param(4, 1, 3, 6, 0, id="4 pairs, single"),
    ],
)
def test_f17_odd_round_robin_has_its_rounds_and_one_bye_each(pairs, legs, rounds, matches, byes_each):
    movement = round_robin(pairs, legs=legs)

    assert len(movement.rounds) == rounds
    assert sum(len(one.tables) for one in movement.rounds) == matches
    assert all(len(one.tables) == pairs // 2 for one in movement.rounds)
    assert all(bye_counts(movement.rounds)[who] == byes_each for who in range(1, pairs + 1))
    assert everybody_once_a_round(movement)


def test_f17_every_pair_of_five_plays_four_matches():
    met = met_counts(round_robin(5).rounds)
    assert all(sum(who in couple for couple in met) == 4 for who in range(1, 6))


@pytest.mark.parametrize("pairs", [2, 3, 5, 8])
def test_f17_second_leg_repeats_the_first_with_sides_exchanged(pairs):
    rounds = round_robin(pairs, legs=2).rounds
    first, second = rounds[: len(rounds) // 2], rounds[len(rounds) // 2 :]
    for one, again in zip(first, second, strict=True):
        assert {(table.ns, table.ew) for table in one.tables} == {
            (table.ew, table.ns) for table in again.tables
        }
        assert {table.reasons for table in again.tables} == {(reason("second_leg", first_round=one.number),)}
        assert one.byes == again.byes


@settings(max_examples=60, deadline=None)
@given(pairs=st.integers(min_value=2, max_value=60), legs=st.sampled_from([1, 2]))
def test_every_two_meet_once_a_leg_on_even_sides(pairs, legs):
    movement = round_robin(pairs, legs=legs)
    length = len(movement.rounds) // legs

    assert everybody_once_a_round(movement)
    assert len(met_counts(movement.rounds)) == pairs * (pairs - 1) // 2
    assert set(met_counts(movement.rounds).values()) == {legs}
    for leg in range(legs):
        assert sides_even(movement, movement.rounds[leg * length : (leg + 1) * length])
    assert sides_even(movement, movement.rounds)


@pytest.mark.parametrize("pairs", [129, 130])
def test_the_largest_groups(pairs):
    movement = round_robin(pairs)
    assert len(met_counts(movement.rounds)) == pairs * (pairs - 1) // 2
    assert sides_even(movement, movement.rounds)
    assert all(change.stay_count == pairs // 2 for change in moves(movement))


def test_own_unit_first_in_each_leg():
    units = ["甲", "乙", "甲", "丙", "乙", "甲"]
    movement = round_robin(6, legs=2, same_unit=units)
    assert mates_by_round(movement, units) == [2, 1, 1, 0, 0] * 2


def test_why_these_two():
    (match,) = round_robin(2).rounds[0].tables
    assert match.reasons == (reason("everyone_meets"),)


def test_two_pairs_in_two_legs_stay_at_their_table():
    (change,) = moves(round_robin(2, legs=2))
    assert change.stay_count == 2


@pytest.mark.parametrize(
    ("pairs", "legs", "code"),
    [
        pytest.param(1, 1, "too_few_pairs", id="one pair"),
        pytest.param(4, 3, "legs_not_possible", id="three legs"),
        pytest.param(4, 0, "legs_not_possible", id="no leg"),
    ],
)
def test_what_cannot_be_played_is_refused(pairs, legs, code):
    with pytest.raises(PairingError) as refused:
        round_robin(pairs, legs=legs)
    assert refused.value.code == code
