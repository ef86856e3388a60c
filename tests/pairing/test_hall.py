"""Tables of the hall: fixed ones kept, others in order or where they were, never one twice."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.errors import PairingError
from pairing.hall import Others, assign, split_sessions
from pairing.seating import note

ROUND = [(1, 8), (2, 7), (3, 6), (4, 5)]


@pytest.mark.parametrize(
    ("others", "tables", "fixed", "expected"),
    [
        pytest.param("in_order", [1, 2, 3, 4], {}, (1, 2, 3, 4), id="nobody fixed: in order"),
        pytest.param("in_order", [11, 12, 15, 16], {}, (11, 12, 15, 16), id="13 and 14 do not exist"),
        pytest.param("in_order", [1, 2, 3, 4], {6: 1}, (2, 3, 1, 4), id="the leaders move up by one"),
        pytest.param("swap", [1, 2, 3, 4], {6: 1}, (3, 2, 1, 4), id="two matches change tables"),
        pytest.param("swap", [1, 2, 3, 4], {6: 1, 5: 3}, (4, 2, 1, 3), id="three matches change in a ring"),
        pytest.param("swap", [1, 2, 3, 4, 9], {6: 9}, (1, 2, 9, 4), id="a table that nobody had"),
        pytest.param("in_order", [1, 2, 3, 4, 9], {6: 9}, (1, 2, 9, 3), id="a far table, the rest in order"),
        pytest.param("in_order", [1, 2, 3, 4], {3: 2, 6: 2}, (1, 3, 2, 4), id="both need the same table"),
    ],
)
def test_tables_of_a_round(
    others: Others, tables: list[int], fixed: dict[int, int], expected: tuple[int, ...]
) -> None:
    assert assign(ROUND, tables, fixed, others=others) == (expected, ())


def test_the_lower_number_keeps_its_table_when_two_fixed_pairs_meet() -> None:
    tables, notes = assign(ROUND, [1, 2, 3, 4], {8: 3, 1: 4})

    assert tables == (4, 1, 2, 3)
    assert notes == (note("fixed_table_lost", pair=8, table=3, other=1),)


def test_the_other_pair_keeps_its_table_when_the_lower_number_cannot() -> None:
    tables, notes = assign(ROUND, [1, 2, 3, 4], {1: 13, 8: 3})

    assert tables == (3, 1, 2, 4)
    assert notes == (note("fixed_table_not_free", pair=1, table=13),)


def test_the_earlier_match_gets_a_table_that_two_want() -> None:
    tables, notes = assign(ROUND, [1, 2, 3, 4], {2: 4, 3: 4})

    assert tables == (1, 4, 2, 3)
    assert notes == (note("fixed_table_taken", pair=3, table=4, other=2),)


def test_more_matches_than_tables_are_refused_with_both_figures() -> None:
    with pytest.raises(PairingError) as refused:
        assign(ROUND, [1, 2, 3], {})
    assert (refused.value.code, refused.value.params) == ("not_enough_tables", {"needed": 4, "have": 3})


def test_no_matches_need_no_tables() -> None:
    assert assign([], [], {4: 2}) == ((), ())


@st.composite
def halls(draw: st.DrawFn) -> tuple[list[tuple[int, int]], list[int], dict[int, int]]:
    """A round of any size, a hall with gaps and at least enough tables, and some pairs with fixed ones."""
    count = draw(st.integers(0, 12))
    numbers = draw(st.permutations(range(1, 2 * count + 1)))
    matches = list(zip(numbers[::2], numbers[1::2], strict=True))
    tables = draw(st.lists(st.integers(1, 40), min_size=count, max_size=count + 6, unique=True))
    fixed = draw(st.dictionaries(st.integers(1, 24), st.integers(1, 40), max_size=8))
    return matches, sorted(tables), fixed


@given(hall=halls(), others=st.sampled_from(["in_order", "swap"]))
def test_every_match_gets_a_table_of_the_hall_and_none_is_given_twice(
    hall: tuple[list[tuple[int, int]], list[int], dict[int, int]], others: Others
) -> None:
    matches, tables, fixed = hall
    given_, _notes = assign(matches, tables, fixed, others=others)

    assert len(given_) == len(set(given_)) == len(matches)
    assert set(given_) <= set(tables)


@given(hall=halls(), others=st.sampled_from(["in_order", "swap"]))
def test_a_fixed_pair_sits_at_its_table_or_is_named(
    hall: tuple[list[tuple[int, int]], list[int], dict[int, int]], others: Others
) -> None:
    matches, tables, fixed = hall
    given_, notes = assign(matches, tables, fixed, others=others)

    named = {one.values["pair"] for one in notes}
    moved = {
        pair
        for couple, table in zip(matches, given_, strict=True)
        for pair in couple
        if pair in fixed and fixed[pair] != table
    }
    assert moved <= named
    lost = {one.values["pair"] for one in notes if one.code == "fixed_table_lost"}
    assert lost <= moved


@given(hall=halls())
def test_others_stand_in_order_or_keep_their_place(
    hall: tuple[list[tuple[int, int]], list[int], dict[int, int]],
) -> None:
    matches, tables, fixed = hall
    in_order, _notes = assign(matches, tables, fixed)
    swapped, _notes = assign(matches, tables, fixed, others="swap")

    free = [place for place, couple in enumerate(matches) if not set(couple) & set(fixed)]
    assert [in_order[place] for place in free] == sorted(in_order[place] for place in free)
    kept = {swapped[place] for place in range(len(matches)) if place not in free}
    assert all(swapped[place] == tables[place] for place in free if tables[place] not in kept)


@pytest.mark.parametrize(
    ("counts", "sessions", "expected"),
    [
        pytest.param([2] * 8, 2, (0, 0, 0, 0, 1, 1, 1, 1), id="A–D in the morning, E–H in the afternoon"),
        pytest.param([2, 2, 2], 2, (0, 0, 1), id="three groups in two sessions"),
        pytest.param([10, 1, 1], 3, (0, 1, 2), id="nobody is left out where one group is large"),
        pytest.param([1, 1, 10], 2, (0, 0, 1), id="the large one alone"),
        pytest.param([3, 3], 1, (0, 0), id="one session has all"),
    ],
)
def test_groups_are_divided_into_sessions(
    counts: list[int], sessions: int, expected: tuple[int, ...]
) -> None:
    assert split_sessions(counts, sessions) == expected


@pytest.mark.parametrize(
    ("counts", "sessions", "code"),
    [([2, 2], 3, "sessions_too_many"), ([2, 2], 0, "sessions_too_few")],
    ids=["more sessions than groups", "no session"],
)
def test_sessions_that_cannot_be(counts: list[int], sessions: int, code: str) -> None:
    with pytest.raises(PairingError) as refused:
        split_sessions(counts, sessions)
    assert refused.value.code == code


@given(counts=st.lists(st.integers(1, 9), min_size=1, max_size=9), data=st.data())
def test_no_other_division_has_a_smaller_fullest_session(counts: list[int], data: st.DataObject) -> None:
    sessions = data.draw(st.integers(1, len(counts)))
    found = split_sessions(counts, sessions)

    assert sorted(set(found)) == list(range(sessions))
    assert list(found) == sorted(found)
    cuts = data.draw(st.lists(st.integers(1, len(counts)), min_size=sessions - 1, max_size=sessions - 1))
    edges = [0, *sorted(cuts), len(counts)]
    other = max(sum(counts[low:high]) for low, high in pairwise(edges))
    assert max(sum(c for c, s in zip(counts, found, strict=True) if s == one) for one in set(found)) <= other
