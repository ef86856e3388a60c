"""A knock-out of which only the meetings and the winners are known finds its places again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.bracket import BracketMatch, Decided, first_matches, lines, next_matches
from pairing.bracket_known import Met, Placed, by_lines, by_who_is_in
from pairing.errors import PairingError

PLACINGS = st.sampled_from([False, True, 8])


@st.composite
def knockouts(draw: Any) -> tuple[list[int], bool | int, list[list[BracketMatch]], list[list[Met]]]:
    """The pairs down the bracket, what is played out, the rounds with their places, and without."""
    pairs = draw(st.permutations(range(1, draw(st.integers(2, 20)) + 1)))
    placing, rounds, known = draw(PLACINGS), [], []
    due = first_matches(lines(dict(enumerate(pairs, start=1))))
    while due:
        rounds.append(list(due))
        winners = [draw(st.sampled_from(one.pairs)) for one in due]
        known.append(
            [Met(100 * len(rounds) + at, one.pairs, winners[at]) for at, one in enumerate(due)],
        )
        due = next_matches(ends(rounds[-1], known[-1]), placing=placing)
    return pairs, placing, rounds, known


def ends(matches: list[BracketMatch], met: list[Met]) -> list[Decided]:
    found = []
    for match, one in zip(matches, met, strict=True):
        loser = next((pair for pair in one.pairs if pair != one.winner), None)
        found.append(Decided(match.places, match.slot, one.winner, loser))
    return found


@given(knockouts())
def test_the_bracket_explains_every_match(made: Any) -> None:
    pairs, placing, rounds, known = made
    found = by_lines(lines(dict(enumerate(pairs, start=1))), known, placing=placing)
    assert found is not None
    assert [[one.match for one in met] for met in found] == rounds


@given(knockouts())
def test_byes_left_out_are_found_again(made: Any) -> None:
    pairs, placing, rounds, known = made
    written = [[one for one in met if len(one.pairs) == 2] for met in known]
    bracket = lines(dict(enumerate(pairs, start=1)))
    for found in (by_lines(bracket, written, placing=placing), by_who_is_in(pairs, written)):
        assert found is not None
        main = [{one.match.pairs for one in met if one.match.is_main} for met in found]
        assert main == [{one.pairs for one in met if one.is_main} for met in rounds]


@given(knockouts())
def test_without_the_bracket_the_places_are_the_same_and_winners_meet_where_they_did(made: Any) -> None:
    pairs, placing, rounds, known = made
    found = by_who_is_in(sorted(pairs), known)
    for matches, met in zip(rounds, found, strict=True):
        about = {frozenset(one.match.pairs): one.match.places for one in met}
        assert about == {frozenset(one.pairs): one.places for one in matches}
        assert len({one.place for one in met}) == len(met)
    for before, after, met in zip(found, found[1:], known, strict=False):
        winner = {one.key: one.winner for one in met}
        decided = [_end(one, winner) for one in before]
        due = next_matches(decided, placing=placing)
        assert {_where(one) for one in due if one.is_main} == {
            _where(one.match) for one in after if one.match.is_main
        }


def _end(one: Placed, winner: dict[int, int | None]) -> Decided:
    won = winner[one.key or 0]
    return Decided(*one.place, won, next((pair for pair in one.match.pairs if pair != won), None))


def _where(match: BracketMatch) -> tuple[Any, ...]:
    return match.places, match.slot, frozenset(match.pairs)


@pytest.mark.parametrize(
    ("rounds", "code"),
    [
        ([[Met(1, (1, 2), 1), Met(2, (3, 4), 3)], [Met(3, (2, 3), 2)]], "knockout_already_out"),
        ([[Met(1, (1, 2)), Met(2, (3, 4), 3)], [Met(3, (1, 3)), Met(4, (2, 4))]], "knockout_not_decided"),
        (
            [
                [Met(1, (1, 2), 1), Met(2, (3, 4), 3), Met(3, (5, 6), 5), Met(4, (7, 8), 7)],
                [Met(5, (1, 3), 1), Met(6, (5, 7), 5)],
                [Met(7, (1, 5), 1), Met(8, (2, 3), 2)],
            ],
            "knockout_places_unknown",
        ),
    ],
    ids=["a loser in the final", "both of an open match", "losers of different rounds"],
)
def test_what_cannot_be_is_said(rounds: list[list[Met]], code: str) -> None:
    with pytest.raises(PairingError) as refused:
        by_who_is_in(range(1, 9), rounds)
    assert refused.value.code == code
    assert refused.value.params["key"] == rounds[-1][-1].key or code != "knockout_places_unknown"


def test_a_pair_that_left_has_no_bye_unless_it_played_on() -> None:
    first = [Met(1, (2, 3), 2)]
    bracket = (1, None, 2, 3)
    assert by_lines(bracket, [first], gone=[1]) == [[Placed(1, BracketMatch((1, 4), 2, 2, 3))]]
    onward = [first, [Met(2, (1, 2), 2)]]
    found = by_lines(bracket, onward, gone=[1])
    assert found is not None
    assert [len(met) for met in found] == [2, 1]


def test_a_told_place_is_kept() -> None:
    told = [Met(1, (1, 2), 1, told=((1, 4), 2)), Met(2, (3, 4), 3, told=((1, 4), 1))]
    assert by_lines((1, 2, 3, 4), [told]) == [
        [Placed(1, BracketMatch((1, 4), 2, 1, 2)), Placed(2, BracketMatch((1, 4), 1, 3, 4))]
    ]
    both = [told[0], replace(told[1], told=((1, 4), 2))]
    assert by_lines((1, 2, 3, 4), [both]) is None


def test_who_could_not_meet_yet_is_not_explained_by_the_bracket() -> None:
    assert by_lines((1, 2, 3, 4), [[Met(1, (1, 3), 1), Met(2, (2, 4), 2)]]) is None


def test_a_third_place_played_in_a_round_of_its_own_before_the_final() -> None:
    semi_finals = [Met(1, (1, 2), 1), Met(2, (3, 4), 3)]
    found = by_who_is_in(range(1, 5), [semi_finals, [Met(3, (2, 4), 2)], [Met(4, (1, 3), 1)]])
    places = {one.key: one.place for met in found for one in met}
    assert places == {1: ((1, 4), 1), 2: ((1, 4), 2), 3: ((3, 4), 1), 4: ((1, 2), 1)}


def test_losers_who_meet_crosswise_each_have_a_match_of_their_own() -> None:
    first = [Met(1, (1, 2), 1), Met(2, (3, 4), 3), Met(3, (5, 6), 5), Met(4, (7, 8), 7)]
    second = [Met(5, (1, 3), 1), Met(6, (5, 7), 5), Met(7, (2, 6), 2), Met(8, (4, 8), 4)]
    placed = {one.key: one.place for one in by_who_is_in(range(1, 9), [first, second])[1]}
    assert placed == {5: ((1, 4), 1), 6: ((1, 4), 2), 7: ((5, 8), 1), 8: ((5, 8), 2)}
