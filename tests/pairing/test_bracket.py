"""Brackets of any size: who meets whom until one is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.bracket import (
    BracketMatch,
    Decided,
    bracket_size,
    coming_places,
    first_matches,
    free_places,
    heads,
    lines,
    losers_places,
    meeting_round,
    next_matches,
    places_wanted,
    round_count,
    winners_places,
)
from pairing.errors import PairingError
from pairing.lots import Chance


def decided(match: BracketMatch, chance: Chance) -> Decided:
    if match.ew is None:
        return Decided(match.places, match.slot, match.ns)
    pair = [match.ns, match.ew]
    winner = pair.pop(chance.below(2))
    return Decided(match.places, match.slot, winner, pair[0])


def whole(count: int, *, placing: bool | int = False, seed: int = 0) -> list[tuple[BracketMatch, ...]]:
    """Every round of a knock-out of `count` pairs, played by chance."""
    chance = Chance(seed, "play")
    rounds = [first_matches(lines({place: place for place in range(1, count + 1)}))]
    while True:
        following = next_matches([decided(one, chance) for one in rounds[-1]], placing=placing)
        if not following:
            return rounds
        rounds.append(following)


@pytest.mark.parametrize(
    ("pairs", "size", "rounds"),
    [
        pytest.param(2, 2, 1, id="two pairs play the final"),
        pytest.param(3, 4, 2, id="three: one bye"),
        pytest.param(4, 4, 2, id="four"),
        pytest.param(13, 16, 4, id="thirteen: three byes"),
        pytest.param(16, 16, 4, id="sixteen"),
        pytest.param(17, 32, 5, id="seventeen: fifteen byes"),
    ],
)
def test_size_of_the_bracket(pairs: int, size: int, rounds: int) -> None:
    assert (bracket_size(pairs), round_count(pairs)) == (size, rounds)


@pytest.mark.parametrize("pairs", [0, 1])
def test_one_pair_makes_no_bracket(pairs: int) -> None:
    with pytest.raises(PairingError) as refused:
        bracket_size(pairs)
    assert (refused.value.code, refused.value.params) == ("too_few_pairs", {"pairs": pairs})


def test_seed_places_of_sixteen() -> None:
    assert heads(16) == [[0], [7], [2, 5], [1, 3, 4, 6]]


@given(rounds=st.integers(1, 7))
def test_seed_places_are_all_slots_and_lie_a_tier_apart(rounds: int) -> None:
    size = 1 << rounds
    tiers = heads(size)
    slots = [slot for tier in tiers for slot in tier]
    assert sorted(slots) == list(range(size // 2))
    for upto in range(1, len(tiers) + 1):
        first = [slot for tier in tiers[:upto] for slot in tier]
        block = size // 2 // len(first)
        assert sorted(slot // block for slot in first) == list(range(len(first)))


@given(pairs=st.integers(2, 130))
def test_byes_only_in_round_one_and_never_two_in_one_match(pairs: int) -> None:
    places = free_places(pairs)
    assert len(places) == pairs
    assert {(place - 1) // 2 for place in places} == set(range(bracket_size(pairs) // 2))


def test_lots_without_gaps_run_down_the_free_places() -> None:
    assert lines({lot: 10 + lot for lot in range(1, 6)}) == (11, None, 12, None, 13, 14, None, 15)


def test_places_with_gaps_are_the_places() -> None:
    assert lines({1: 7, 3: 8, 4: 9}) == (7, None, 8, 9)
    assert lines({2: 7, 3: 8, 8: 9}) == (None, 7, 8, None, None, None, None, 9)


def test_an_empty_match_gives_the_other_a_bye_in_round_two() -> None:
    first = first_matches((7, None, None, None, 8, 9, 10, 11))
    assert [(one.slot, one.pairs) for one in first] == [(1, (7,)), (3, (8, 9)), (4, (10, 11))]
    ends = [Decided((1, 8), 1, 7), Decided((1, 8), 3, 8, 9), Decided((1, 8), 4, 11, 10)]
    assert next_matches(ends) == (BracketMatch((1, 4), 1, 7), BracketMatch((1, 4), 2, 8, 11))


@pytest.mark.parametrize(
    ("about", "winners", "losers"),
    [
        ((1, 16), (1, 8), (9, 16)),
        ((1, 4), (1, 2), (3, 4)),
        ((5, 8), (5, 6), (7, 8)),
        ((1, 2), (1, 1), (2, 2)),
    ],
)
def test_what_a_match_is_about(about, winners, losers) -> None:
    assert (winners_places(about), losers_places(about)) == (winners, losers)


@pytest.mark.parametrize(
    ("one", "other", "met"), [(1, 2, 1), (1, 3, 2), (4, 5, 3), (1, 8, 3), (8, 9, 4), (1, 16, 4)]
)
def test_round_in_which_two_places_meet(one: int, other: int, met: int) -> None:
    assert meeting_round(one, other) == met == meeting_round(other, one)


@pytest.mark.parametrize(("placing", "wanted"), [(False, 2), (0, 2), (1, 1), (True, 4), (4, 4), (8, 8)])
def test_how_far_places_are_played_out(placing: bool | int, wanted: int) -> None:
    assert places_wanted(placing) == wanted


@given(pairs=st.integers(2, 70), seed=st.integers(0, 99))
def test_a_knockout_has_one_match_fewer_than_pairs(pairs: int, seed: int) -> None:
    rounds = whole(pairs, seed=seed)
    matches = [one for part in rounds for one in part]
    assert len([one for one in matches if one.ew is not None]) == pairs - 1
    assert len(rounds) == round_count(pairs)
    assert all(one.is_main for one in matches)
    assert len([one for one in matches if one.ew is None]) == bracket_size(pairs) - pairs
    assert [one.places for one in rounds[-1]] == [(1, 2)]


@given(pairs=st.integers(2, 40), placing=st.sampled_from([False, True, 3, 5, 8, 64]), seed=st.integers(0, 99))
def test_nobody_is_twice_in_a_round_or_plays_on_after_the_end(pairs: int, placing, seed: int) -> None:
    for part in whole(pairs, placing=placing, seed=seed):
        playing = [pair for one in part for pair in one.pairs]
        assert len(playing) == len(set(playing))
        assert len({(one.places, one.slot) for one in part}) == len(part)


@given(pairs=st.integers(2, 40), seed=st.integers(0, 99))
def test_with_every_place_played_out_no_two_ever_meet_twice(pairs: int, seed: int) -> None:
    met = [frozenset(one.pairs) for part in whole(pairs, placing=64, seed=seed) for one in part if one.ew]
    assert len(met) == len(set(met))


@pytest.mark.parametrize(
    ("placing", "last", "count"),
    [
        pytest.param(False, {(1, 2)}, 7, id="no third place"),
        pytest.param(True, {(1, 2), (3, 4)}, 8, id="third place"),
        pytest.param(5, {(1, 2), (3, 4), (5, 6)}, 11, id="fifth place too"),
        pytest.param(8, {(1, 2), (3, 4), (5, 6), (7, 8)}, 12, id="all eight"),
    ],
)
def test_placing_matches_of_eight(placing, last: set[tuple[int, int]], count: int) -> None:
    rounds = whole(8, placing=placing)
    assert {one.places for one in rounds[-1]} == last
    assert sum(len(part) for part in rounds) == count
    assert rounds[-1][0].places == (1, 2)


def test_third_place_of_three_needs_no_match() -> None:
    assert [len(part) for part in whole(3, placing=True)] == [2, 1]


def test_who_is_gone_stays_in_only_against_somebody() -> None:
    ends = [Decided((1, 8), slot, 2 * slot, 2 * slot - 1) for slot in range(1, 5)]
    assert [one.pairs for one in next_matches(ends, gone=[2])] == [(2, 4), (6, 8)]
    assert [one.pairs for one in next_matches(ends, gone=[2, 4])] == [(6, 8)]
    alone = [*ends[:1], *ends[2:]]
    assert [one.pairs for one in next_matches(alone, gone=[2])] == [(6, 8)]
    assert [one.pairs for one in next_matches(alone)] == [(2,), (6, 8)]


@given(pairs=st.integers(2, 70), placing=st.sampled_from([False, True, 3, 5, 8, 64]), seed=st.integers(0, 99))
def test_what_a_round_is_about_is_known_before_who_plays_it(pairs: int, placing, seed: int) -> None:
    rounds = whole(pairs, placing=placing, seed=seed)
    for at, part in enumerate(rounds):
        played = {
            places: (sum(one.ew is not None for one in met), sum(one.ew is None for one in met))
            for places in {one.places for one in part}
            if (met := [one for one in part if one.places == places])
        }
        following = rounds[at + 1] if at + 1 < len(rounds) else ()
        assert coming_places(played, placing=placing) == tuple(sorted({one.places for one in following}))


def test_after_the_final_nothing_follows() -> None:
    assert next_matches([Decided((1, 2), 1, 5, 6), Decided((3, 4), 1, 7, 8)], placing=True) == ()
