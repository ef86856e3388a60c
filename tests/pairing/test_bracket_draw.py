"""Drawing a bracket: seeds, byes, pairs of one unit and of one group apart, and chance."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.bracket import bracket_size, meeting_round
from pairing.bracket_draw import BRACKET, DrawnBracket, draw_bracket
from pairing.errors import PairingError
from pairing.grouping import Entrant


def field(count: int, *, seeds: int = 0, units: dict[int, str] | None = None) -> list[Entrant]:
    return [Entrant(n, (units or {}).get(n), n if n <= seeds else None) for n in range(1, count + 1)]


def places(drawn: DrawnBracket) -> dict[int, int]:
    return {pair: place for place, pair in enumerate(drawn.lines, start=1) if pair is not None}


def half(place: int, size: int) -> int:
    return (place - 1) // (size // 2)


@given(count=st.integers(2, 70), seeds=st.integers(0, 70), seed=st.integers(0, 999), kin=st.integers(1, 9))
@settings(max_examples=25, deadline=None)
def test_everybody_stands_once_and_seeds_in_their_tiers(count: int, seeds: int, seed: int, kin: int) -> None:
    seeds = min(seeds, count)
    entrants = field(count, seeds=seeds, units={n: f"单位{n % kin}" for n in range(1, count + 1)})
    drawn = draw_bracket(entrants, seed=seed)
    size, at = bracket_size(count), places(drawn)
    assert sorted(at) == list(range(1, count + 1))
    assert len(drawn.lines) == size
    tier = 1
    while tier <= seeds and tier <= size // 2:
        block = size // tier
        assert len({(at[n] - 1) // block for n in range(1, min(tier, seeds) + 1)}) == min(tier, seeds)
        tier *= 2
    byes = {n for n, place in at.items() if drawn.lines[place - 2 + 2 * (place % 2)] is None}
    assert len(byes) == size - count
    assert set(range(1, min(seeds, len(byes)) + 1)) <= byes


def test_two_seeds_stand_at_the_ends_of_thirteen() -> None:
    drawn = draw_bracket(field(13, seeds=4), seed=5)
    assert (drawn.lines[0], drawn.lines[15]) == (1, 2)
    assert (drawn.lines[1], drawn.lines[14]) == (None, None)


def test_seeds_three_and_four_are_drawn_between_the_quarters_with_their_byes() -> None:
    seen = {
        (quarter_of_three, byes)
        for seed in range(20)
        for drawn in [draw_bracket(field(13, seeds=4), seed=seed)]
        for quarter_of_three in [(places(drawn)[3] - 1) // 4]
        for byes in [tuple(at for at, pair in enumerate(drawn.lines) if pair is None)]
    }
    assert seen == {(1, (1, 5, 14)), (2, (1, 10, 14))}


def test_equal_seedings_are_put_in_order_by_lot() -> None:
    entrants = [Entrant(n, None, 1 if n <= 2 else None) for n in range(1, 5)]
    assert {draw_bracket(entrants, seed=seed).lines[0] for seed in range(20)} == {1, 2}


def test_every_bracket_of_four_comes_out() -> None:
    assert len({draw_bracket(field(4), seed=seed).lines for seed in range(600)}) == 24


@given(seed=st.integers(0, 9999), order=st.permutations(range(9)))
@settings(deadline=None)
def test_same_inputs_and_seed_give_the_same_bracket(seed: int, order: list[int]) -> None:
    entrants = field(9, seeds=3, units={1: "甲", 4: "甲", 7: "甲"})
    drawn = draw_bracket(entrants, seed=seed, mates={1: "A", 5: "A"})
    assert drawn == draw_bracket([entrants[at] for at in order], seed=seed, mates={5: "A", 1: "A"})
    assert drawn.algorithm.startswith(BRACKET)


@pytest.mark.parametrize("count", [4, 6, 13, 16, 32])
@pytest.mark.parametrize("seed", range(5))
def test_two_of_a_unit_meet_in_the_final_only(count: int, seed: int) -> None:
    units = {n: f"单位{(n + 1) // 2}" for n in range(1, count + 1)}
    drawn = draw_bracket(field(count, units=units), seed=seed)
    at = places(drawn)
    for a in range(1, count, 2):
        assert half(at[a], len(drawn.lines)) != half(at[a + 1], len(drawn.lines))
    assert drawn.notes == ()


@pytest.mark.parametrize("seed", range(5))
def test_four_of_a_unit_stand_in_four_quarters_and_are_named(seed: int) -> None:
    drawn = draw_bracket(field(16, units=dict.fromkeys((2, 5, 7, 11), "历史系")), seed=seed)
    quarters = {(places(drawn)[n] - 1) // 4 for n in (2, 5, 7, 11)}
    assert quarters == {0, 1, 2, 3}
    assert [(one.code, one.values["places"], one.values["unit"]) for one in drawn.notes] == [
        ("same_unit_may_meet", 4, "历史系")
    ] * 2


def test_a_unit_of_more_than_half_meets_in_round_one_as_seldom_as_can_be() -> None:
    drawn = draw_bracket(field(16, units=dict.fromkeys(range(1, 11), "数学系")), seed=3)
    at = places(drawn)
    met = [couple for couple in combinations(range(1, 11), 2) if meeting_round(*(at[n] for n in couple)) == 1]
    assert len(met) == 2
    assert {(one.values["a"], one.values["b"]) for one in drawn.notes} == set(met)


def test_units_play_no_part_where_the_stage_ignores_them() -> None:
    units = dict.fromkeys(range(1, 5), "历史系")
    assert draw_bracket(field(4, units=units), seed=1, same_unit="ignore").notes == ()


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
@pytest.mark.parametrize("seed", range(4))
def test_first_and_second_of_a_group_stand_in_opposite_halves(groups: int, seed: int) -> None:
    count = 2 * groups
    mates = {n: chr(64 + (n - 1) % groups + 1) for n in range(1, count + 1)}
    drawn = draw_bracket(field(count, seeds=count), seed=seed, mates=mates)
    at = places(drawn)
    for n in range(1, groups + 1):
        assert half(at[n], count) != half(at[n + groups], count)
    assert drawn.notes == ()


def test_what_cannot_be_had_for_unit_and_group_at_once_is_named() -> None:
    entrants = [Entrant(1, "甲", 1), Entrant(2, "乙", 2), Entrant(3, "甲", 3), Entrant(4, "乙", 4)]
    mates = {1: "A", 4: "A", 2: "B", 3: "B"}
    said = {
        tuple((one.code, one.values["a"], one.values["b"], one.values["places"]) for one in drawn.notes)
        for seed in range(12)
        for drawn in [draw_bracket(entrants, seed=seed, mates=mates)]
    }
    assert said == {
        (("same_unit_may_meet", 2, 4, 4), ("same_unit_may_meet", 1, 3, 4)),
        (("mates_may_meet", 1, 4, 4), ("mates_may_meet", 2, 3, 4)),
    }


@pytest.mark.parametrize("count", [0, 1])
def test_one_pair_is_refused(count: int) -> None:
    with pytest.raises(PairingError, match="too_few_pairs"):
        draw_bracket(field(count), seed=1)


def test_a_pair_given_twice_is_refused() -> None:
    with pytest.raises(PairingError, match="pair_twice"):
        draw_bracket([Entrant(1), Entrant(1)], seed=1)
