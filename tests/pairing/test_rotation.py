"""分组轮转移位: every guarantee of the rule book for every size and number of rounds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.errors import PairingError
from pairing.movements import moves
from pairing.rotation import most_rounds, rotation
from pairing.seating import note, reason
from tests.pairing.checks import (
    bye_counts,
    everybody_once_a_round,
    mates_by_round,
    met_counts,
    side_counts,
    sides_even,
)
from tests.pairing.earliest import earliest_possible, partitions, units_of

SIZES = st.integers(min_value=2, max_value=130)


@st.composite
def groups_with_units(draw, largest: int = 40):
    size = draw(st.integers(min_value=2, max_value=largest))
    names = st.sampled_from([None, *"甲乙丙丁戊己庚辛"[: draw(st.integers(1, 8))]])
    return draw(st.lists(names, min_size=size, max_size=size)), draw(st.integers(1, size + 1))


def assert_guarantees(movement, rounds_asked: int) -> None:
    size, played = movement.size, len(movement.rounds)
    assert played == min(rounds_asked, size - 1 if size % 2 == 0 else size)
    assert [one.number for one in movement.rounds] == list(range(1, played + 1))
    assert everybody_once_a_round(movement)
    assert max(met_counts(movement.rounds).values()) == 1
    assert sides_even(movement, movement.rounds)
    assert [len(one.byes) for one in movement.rounds] == [size % 2] * played
    assert all(count == 1 for count in bye_counts(movement.rounds).values())


@pytest.mark.parametrize("size", range(2, 131))
def test_three_rounds_and_all_rounds_of_every_size(size):
    assert_guarantees(rotation(size, 3), 3)
    assert_guarantees(rotation(size, most_rounds(size)), most_rounds(size))


@settings(max_examples=60, deadline=None)
@given(size=SIZES, rounds=st.integers(min_value=1, max_value=140))
def test_every_size_keeps_every_guarantee_over_any_rounds(size, rounds):
    assert_guarantees(rotation(size, rounds), rounds)


@settings(max_examples=60, deadline=None)
@given(group=groups_with_units())
def test_units_change_no_other_guarantee(group):
    units, rounds = group
    assert_guarantees(rotation(len(units), rounds, same_unit=units), rounds)


@pytest.mark.parametrize("size", range(2, 131))
def test_one_pair_of_every_table_stays_after_every_round(size):
    for change in moves(rotation(size, 5)):
        assert change.stay_count == size // 2  # more would have to meet again


@pytest.mark.parametrize("size", [8, 16, 32, 64])
def test_in_four_rounds_nearly_all_who_stay_need_not_even_change_sides(size):
    for change in moves(rotation(size, 4)):
        assert sum(move.keeps_seat for move in change.moves) >= size // 2 - 1


def test_round_one_is_named_as_people_expect():
    first = rotation(8, 3).rounds[0]
    assert [(table.ns, table.ew) for table in first.tables] == [(1, 5), (2, 6), (3, 7), (4, 8)]


@pytest.mark.parametrize(
    ("size", "byes"), [pytest.param(4, 0, id="4 pairs"), pytest.param(3, 1, id="3 pairs, a bye each")]
)
def test_three_rounds_are_a_full_round_robin_of_three_and_four(size, byes):
    movement = rotation(size, 3)
    assert len(met_counts(movement.rounds)) == size * (size - 1) // 2
    assert all(bye_counts(movement.rounds)[who] == byes for who in range(1, size + 1))
    assert movement.notes == ()


def test_four_pairs_in_three_rounds_sit_twice_on_one_side_and_once_on_the_other():
    ns, ew = side_counts(rotation(4, 3).rounds)
    assert sorted(ns.values()) == [1, 1, 2, 2]
    assert all(ns[who] + ew[who] == 3 for who in range(1, 5))


def test_two_pairs_play_once_and_that_is_said():
    movement = rotation(2, 3)
    assert len(movement.rounds) == 1
    assert movement.notes == (note("group_too_small", size=2, asked=3, rounds=1),)


def test_a_group_too_small_plays_what_it_can_and_that_is_said():
    movement = rotation(5, 7)
    assert len(movement.rounds) == 5
    assert movement.notes == (note("group_too_small", size=5, asked=7, rounds=5),)


def test_five_pairs_in_three_rounds_have_uneven_byes_and_that_is_said():
    movement = rotation(5, 3)
    assert sorted(bye_counts(movement.rounds).values()) == [1, 1, 1]
    assert movement.notes == (note("byes_uneven", size=5, rounds=3, with_bye=3, without_bye=2),)


def test_no_note_where_nothing_needs_saying():
    assert rotation(6, 5).notes == ()
    assert rotation(7, 7).notes == ()


def test_every_table_says_why():
    movement = rotation(4, 3, same_unit=["甲", None, "乙", "甲"])
    reasons = {
        frozenset((table.ns, table.ew)): table.reasons for one in movement.rounds for table in one.tables
    }
    assert reasons[frozenset((1, 4))] == (
        reason("not_met_before"),
        reason("same_unit_first", unit="甲"),
    )
    assert reasons[frozenset((2, 3))] == (reason("not_met_before"),)


@pytest.mark.parametrize("size", range(2, 61))
def test_two_pairs_of_one_unit_always_meet_in_round_one(size):
    units = [f"单位{place % (size // 2)}" if place < size // 2 * 2 else None for place in range(size)]
    movement = rotation(size, 3, same_unit=units)
    assert mates_by_round(movement, units)[0] == size // 2


@pytest.mark.parametrize(("here", "there"), [(1, 2), (1, 5), (3, 4), (2, 5)])
def test_wherever_two_of_one_unit_sit_in_a_group_of_five_they_meet_in_round_one(here, there):
    units = ["甲" if place in (here, there) else None for place in range(1, 6)]
    assert mates_by_round(rotation(5, 3, same_unit=units), units) == [1, 0, 0]


@pytest.mark.parametrize("size", range(3, 7))
def test_no_schedule_of_a_small_group_lets_units_meet_earlier(size):
    """All schedules are tried: the promise `as early as possible` is exact here."""
    for parts in partitions(size):
        units = units_of(parts)
        for rounds in range(1, most_rounds(size) + 1):
            movement = rotation(size, rounds, same_unit=units)
            assert mates_by_round(movement, units) == earliest_possible(units, rounds), (parts, rounds)


@pytest.mark.parametrize("size", [7, 8])
def test_no_three_rounds_of_seven_or_eight_let_units_meet_earlier(size):
    for parts in partitions(size):
        units = units_of(parts)
        movement = rotation(size, 3, same_unit=units)
        assert mates_by_round(movement, units) == earliest_possible(units, 3), parts


@pytest.mark.parametrize(
    ("parts", "rounds", "expected"),
    [
        pytest.param([3, 3, 3, 3], 11, [4, 4, 4], id="four units of three are done after three rounds"),
        pytest.param([4, 4, 4], 11, [6, 6, 6], id="three units of four play among themselves first"),
        pytest.param([6, 6], 11, [6, 6, 6, 6, 6], id="two units of six"),
        pytest.param(
            [10, 1, 1, 1, 1], 13, [5, 5, 5, 3], id="ten of fourteen: then the others must meet them"
        ),
    ],
)
def test_larger_groups_reach_the_earliest_that_can_be_thought_of(parts, rounds, expected):
    units = units_of(parts)
    movement = rotation(sum(parts), rounds, same_unit=units)
    assert mates_by_round(movement, units)[: len(expected)] == expected
    assert_guarantees(movement, rounds)


@pytest.mark.parametrize(
    ("units", "rounds"),
    [
        pytest.param("AAAABAB", 6, id="seven"),
        pytest.param("BBBBBBBBA", 8, id="nine"),
        pytest.param("BBBAAAAAAB", 9, id="ten"),
        pytest.param("AAAAAA-AAAAAA-", 12, id="fourteen"),
        pytest.param("BABABBBBBBAB", 11, id="twelve, in which own matches come out of their turn"),
    ],
)
def test_groups_in_which_the_search_runs_into_dead_ends(units, rounds):
    listed = [None if unit == "-" else unit for unit in units]
    assert_guarantees(rotation(len(listed), rounds, same_unit=listed), rounds)


@pytest.mark.parametrize("units", ["AAAABAB", "AAABBBCCCDDD"])
def test_where_the_search_gives_up_every_other_guarantee_still_holds(units, monkeypatch):
    monkeypatch.setattr("pairing.unit_first._STEPS_BACK", -1)
    monkeypatch.setattr("pairing.unit_first._Builder._next", lambda builder, number: None)
    movement = rotation(len(units), most_rounds(len(units)), same_unit=list(units))
    assert_guarantees(movement, most_rounds(len(units)))
    assert mates_by_round(movement, list(units))[0] == sum(units.count(unit) // 2 for unit in set(units))


def test_units_of_every_size_fit_into_the_largest_group():
    units = [f"单位{place % 33}" for place in range(130)]
    movement = rotation(130, 7, same_unit=units)
    assert_guarantees(movement, 7)
    assert mates_by_round(movement, units)[0] == 64


def test_same_arguments_same_movement():
    units = ["甲", "甲", "乙", "甲", "乙", None, "丙"]
    assert rotation(7, 5, same_unit=units) == rotation(7, 5, same_unit=tuple(units))


@pytest.mark.parametrize(
    ("size", "rounds", "units", "code"),
    [
        pytest.param(1, 3, (), "too_few_pairs", id="one pair"),
        pytest.param(0, 3, (), "too_few_pairs", id="nobody"),
        pytest.param(4, 0, (), "no_rounds", id="no rounds"),
        pytest.param(4, 3, ("甲",), "units_do_not_fit", id="units of another group"),
    ],
)
def test_what_cannot_be_played_is_refused(size, rounds, units, code):
    with pytest.raises(PairingError) as refused:
        rotation(size, rounds, same_unit=units)
    assert refused.value.code == code
