"""Rounds paired by the standing: the cases of the field that must come out right."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pairing.errors import PairingError
from pairing.field import Contestant, Past, Wishes
from pairing.swiss import first_round, next_round
from tests.pairing.swiss_events import Hall, byes_in, everybody_once, met_in, note_codes


def standing(*points: int, units: str = "") -> list[Contestant]:
    """Pairs 1, 2 … in this order with these points; `units` has a letter per pair."""
    return [
        Contestant(number, Fraction(one), number, units[number - 1] if units else None)
        for number, one in enumerate(points, start=1)
    ]


def couple(*pairs: int) -> frozenset[int]:
    return frozenset(pairs)


@pytest.mark.parametrize("loser", [0, 7], ids=["any results", "pair 7 loses everything"])
@pytest.mark.parametrize("seed", range(10))
def test_f01_seven_pairs_in_five_rounds_have_five_different_byes(seed: int, loser: int) -> None:
    hall = Hall(7, seed=seed, always_loses=loser)
    byes = [byes_in(hall.pair_next().round) for _ in range(5)]

    assert all(len(one) == 1 for one in byes)
    assert len({pair for one in byes for pair in one}) == 5
    assert max(hall.met.values()) == 1


@pytest.mark.parametrize("seed", range(10))
def test_f01_a_second_bye_only_when_everybody_had_one(seed: int) -> None:
    hall = Hall(7, seed=seed)
    for _ in range(7):
        hall.pair_next()
    assert set(hall.byes.values()) == {1}

    eighth = hall.pair_next()

    assert note_codes(eighth).count("second_bye") == 1


@pytest.mark.parametrize("seed", range(5))
def test_f03_a_bye_given_by_hand_is_remembered(seed: int) -> None:
    hall = Hall(7, seed=seed, always_loses=4)
    first = hall.pair_next(Wishes(byes=(4,)))
    assert byes_in(first.round) == [4]

    later = [byes_in(hall.pair_next().round) for _ in range(3)]

    assert [4] not in later


def test_f05_five_pairs_with_one_absent_are_two_tables_and_no_bye() -> None:
    drawn = first_round(standing(0, 0, 0, 0), how="draw", seed=1)
    assert (len(drawn.round.tables), len(drawn.round.byes)) == (2, 0)


def test_f05_six_pairs_with_one_absent_are_two_tables_and_one_bye() -> None:
    drawn = first_round(standing(0, 0, 0, 0, 0), how="draw", seed=1)
    assert (len(drawn.round.tables), len(drawn.round.byes)) == (2, 1)


def test_f05_all_but_one_absent_is_refused() -> None:
    with pytest.raises(PairingError) as refused:
        first_round(standing(0), how="draw", seed=1)
    assert (refused.value.code, refused.value.params) == ("too_few_pairs", {"pairs": 1})


@pytest.mark.parametrize("seed", range(20))
def test_f08_six_pairs_in_three_rounds_never_meet_twice(seed: int) -> None:
    hall = Hall(6, seed=seed)
    for _ in range(3):
        assert everybody_once(hall.pair_next(), range(1, 7))
    assert max(hall.met.values()) == 1


def test_f08_four_pairs_asked_for_a_fourth_round_meet_again_and_it_is_said() -> None:
    hall = Hall(4)
    for _ in range(3):
        hall.pair_next()
    fourth = hall.pair_next()

    assert everybody_once(fourth, range(1, 5))
    assert all(table.rematch for table in fourth.round.tables)
    assert note_codes(fourth).count("rematch") == 2
    assert {table.reasons[0].code for table in fourth.round.tables} == {"only_way_left"}


@pytest.mark.parametrize("seed", range(10))
def test_f08_five_pairs_in_a_sixth_round_are_paired_and_every_rematch_is_said(seed: int) -> None:
    hall = Hall(5, seed=seed)
    for _ in range(5):
        hall.pair_next()
    before = dict(hall.met)
    sixth = hall.pair_next()

    again = [one for one in met_in(sixth.round) if one in before]
    assert everybody_once(sixth, range(1, 6))
    assert [table.rematch for table in sixth.round.tables].count(True) == len(again)
    assert note_codes(sixth).count("rematch") == len(again)
    assert note_codes(sixth).count("second_bye") == 1


def test_f09_nobody_is_left_over_when_the_last_two_have_met() -> None:
    field = standing(13, 13, 13, 13, 0, 0)
    past = Past(met={couple(1, 3): 1, couple(2, 4): 1, couple(5, 6): 1})

    second = next_round(field, past, number=2, seed=1)

    assert everybody_once(second, range(1, 7))
    assert met_in(second.round) & set(past.met) == set()
    assert met_in(second.round) == {couple(1, 2), couple(3, 5), couple(4, 6)}


SEVEN_UNITS = {number: f"单位{(number + 1) // 2}" for number in range(1, 15)}
ONE_LARGE_UNIT = dict.fromkeys(range(1, 11), "大单位")


@pytest.mark.parametrize("seed", range(20))
def test_f19_seven_units_of_two_never_meet_in_the_first_round(seed: int) -> None:
    drawn = Hall(14, SEVEN_UNITS, seed=seed).pair_next()

    assert [one for one in met_in(drawn.round) if len({SEVEN_UNITS[pair] for pair in one}) == 1] == []
    assert note_codes(drawn) == []


def test_f19_a_unit_with_ten_of_fourteen_pairs_is_drawn_and_what_could_not_be_is_said() -> None:
    drawn = Hall(14, ONE_LARGE_UNIT).pair_next()

    assert everybody_once(drawn, range(1, 15))
    assert note_codes(drawn) == ["same_unit_meets"] * 3  # ten pairs, four others


def test_f19_off_means_off() -> None:
    met = set()
    for seed in range(40):
        drawn = Hall(14, SEVEN_UNITS, seed=seed).pair_next(Wishes(same_unit="ignore"))
        met |= met_in(drawn.round)
        assert note_codes(drawn) == []
    assert any(len({SEVEN_UNITS[pair] for pair in one}) == 1 for one in met)
