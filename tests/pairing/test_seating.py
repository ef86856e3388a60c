"""Putting real pairs and hall tables into a movement; moving from round to round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.errors import PairingError
from pairing.movements import Line, Move, Place, Stop, byes, card, movement_table, moves
from pairing.rotation import rotation
from pairing.seating import Bye, Table, note, reason, seat
from tests.pairing.checks import bye_counts, met_counts

WHY = (reason("not_met_before"),)


@pytest.mark.parametrize("entered", [24, 19, 2])
def test_f16_a_movement_for_twenty_pairs_refuses_any_other_number(entered):
    with pytest.raises(PairingError) as refused:
        seat(rotation(20, 3), range(1, entered + 1))
    assert refused.value.code == "movement_does_not_fit"
    assert refused.value.params == {"size": 20, "pairs": entered}
    assert str(refused.value) == f"movement_does_not_fit(size=20, pairs={entered})"


def test_f16_a_pair_less_after_the_movement_was_made_is_refused_too():
    movement = rotation(20, 3)
    assert len(seat(movement, range(1, 21))) == 3
    with pytest.raises(PairingError, match=r"^movement_does_not_fit"):
        seat(movement, range(1, 20))


@pytest.mark.parametrize("entered", [24, 20, 19])
def test_f16_everybody_plays_three_different_pairs_at_tables_that_do_not_clash(entered):
    numbers = list(range(101, 101 + entered))
    rounds = seat(rotation(entered, 3), numbers, first_table=7)
    met = met_counts(rounds)
    sat_out = bye_counts(rounds)
    assert set(met.values()) == {1}
    for number in numbers:
        assert sum(number in couple for couple in met) == 3 - sat_out[number]
        assert sat_out[number] <= 1
    assert sum(sat_out.values()) == 3 * (entered % 2)
    for one in rounds:
        assert [table.table for table in one.tables] == list(range(7, 7 + entered // 2))


def test_a_groups_pairs_sit_where_their_lots_put_them():
    rounds = seat(rotation(4, 3), [12, 31, 8, 20], first_table=5)
    assert rounds[0].tables == (Table(12, 8, 5, WHY), Table(31, 20, 6, WHY))
    assert rounds[0].byes == ()


def test_the_last_lot_of_an_odd_group_sits_out_first():
    rounds = seat(rotation(5, 3), [12, 31, 8, 20, 44])
    assert rounds[0].byes == (Bye(44),)
    assert rounds[0].tables == (Table(12, 8, 1, WHY), Table(31, 20, 2, WHY))


@pytest.mark.parametrize(
    ("pairs", "first_table", "code"),
    [
        pytest.param([1, 2, 3, 2], 1, "pair_twice", id="a pair twice"),
        pytest.param([1, 2, 3, 4], 0, "table_not_positive", id="no table 0"),
    ],
)
def test_seats_that_cannot_be(pairs, first_table, code):
    with pytest.raises(PairingError, match=rf"^{code}"):
        seat(rotation(4, 3), pairs, first_table)


def test_the_movement_table_of_four():
    """By positions, a line per table; the first-named sits 南北."""
    assert movement_table(rotation(4, 3)) == (
        Line(1, ((1, 3), (1, 2), (3, 2))),
        Line(2, ((2, 4), (4, 3), (4, 1))),
    )
    assert byes(rotation(4, 3)) == ((), (), ())


def test_the_byes_of_the_movement_table_of_five():
    sitting_out = byes(rotation(5, 5))
    assert sitting_out[0] == (5,)
    assert sorted(who for (who,) in sitting_out) == [1, 2, 3, 4, 5]


def test_who_moves_where_after_round_one_of_four():
    first = moves(rotation(4, 3))[0]
    assert first.after_round == 1
    assert first.moves == (
        Move(1, Place(1, "ns"), Place(1, "ns")),
        Move(2, Place(2, "ns"), Place(1, "ew")),
        Move(3, Place(1, "ew"), Place(2, "ew")),
        Move(4, Place(2, "ew"), Place(2, "ns")),
    )
    assert [move.stays for move in first.moves] == [True, False, False, True]
    assert [move.keeps_seat for move in first.moves] == [True, False, False, False]
    assert first.stay_count == 2


def test_nobody_stays_who_comes_from_a_bye_or_goes_to_one():
    for change in moves(rotation(5, 5)):
        movers = [move for move in change.moves if move.before is None or move.after is None]
        assert len(movers) == 2
        assert not any(move.stays or move.keeps_seat for move in movers)


@given(size=st.integers(2, 24), rounds=st.integers(1, 24))
def test_a_card_tells_the_same_as_the_movement(size, rounds):
    movement = rotation(size, rounds)
    for position in range(1, size + 1):
        stops = card(movement, position)
        assert [stop.round for stop in stops] == [one.number for one in movement.rounds]
        for stop, one in zip(stops, movement.rounds, strict=True):
            if stop.place is None:
                assert (stop.opponent, one.byes) == (None, (Bye(position),))
                continue
            table = one.tables[stop.place.table - 1]
            seated = (table.ns, table.ew) if stop.place.side == "ns" else (table.ew, table.ns)
            assert seated == (position, stop.opponent)


def test_the_card_of_position_one_of_four():
    assert card(rotation(4, 3), 1) == (
        Stop(1, Place(1, "ns"), 3),
        Stop(2, Place(1, "ns"), 2),
        Stop(3, Place(2, "ew"), 4),
    )


@pytest.mark.parametrize("position", [0, 5])
def test_a_card_for_nobody_is_refused(position):
    with pytest.raises(PairingError, match=r"^unknown_position"):
        card(rotation(4, 3), position)


def test_what_is_said_is_a_code_and_its_figures():
    said = note("byes_uneven", size=5, rounds=3)
    assert said.values == {"size": 5, "rounds": 3}
    assert said == note("byes_uneven", rounds=3, size=5)
    assert reason("byes_uneven", rounds=3, size=5) != said
