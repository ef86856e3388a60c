"""Groups: sizes, the computer draw with units spread, the snake, one group, groups by hand."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing import grouping
from pairing.errors import PairingError
from pairing.grouping import Clash, Entrant, clashes, draw, group_names, manual, one, sizes, snake


def entrants_of(units: str) -> list[Entrant]:
    """A letter per pair, numbered from 1; `-` has no unit."""
    return [
        Entrant(number, None if unit == "-" else unit, number) for number, unit in enumerate(units, start=1)
    ]


@st.composite
def fields(draw_from, largest: int = 60):
    count = draw_from(st.integers(2, largest))
    letters = "-ABCDEFGHIJ"[: draw_from(st.integers(1, 11))]
    units = "".join(draw_from(st.lists(st.sampled_from(letters), min_size=count, max_size=count)))
    return entrants_of(units), sizes(count, count=draw_from(st.integers(1, count // 2)))


def counts_by_unit(groups, entrants) -> dict[str, list[int]]:
    unit_of = {entrant.number: entrant.unit for entrant in entrants}
    units = {unit for unit in unit_of.values() if unit is not None}
    return {unit: [sum(unit_of[number] == unit for number in group) for group in groups] for unit in units}


def couples(counts: dict[str, list[int]]) -> int:
    return sum(count * (count - 1) // 2 for row in counts.values() for count in row)


def refused(code: str):
    return pytest.raises(PairingError, match=rf"^{code}\(")


# Sizes and names


@pytest.mark.parametrize(
    ("pairs", "wish", "expected"),
    [
        pytest.param(14, {"count": 4}, (4, 4, 3, 3), id="14 in 4 groups"),
        pytest.param(14, {"size": 4}, (4, 4, 3, 3), id="14 in groups of 4"),
        pytest.param(5, {"size": 4}, (3, 2), id="5 in groups of 4: nobody alone"),
        pytest.param(3, {"size": 2}, (3,), id="3 in groups of 2: one group of 3"),
        pytest.param(5, {"size": 2}, (3, 2), id="5 in groups of 2"),
        pytest.param(4, {"size": 130}, (4,), id="fewer than one group"),
        pytest.param(32, {"size": 4}, (4,) * 8, id="32 in groups of 4"),
        pytest.param(2, {"count": 1}, (2,), id="2 in one group"),
    ],
)
def test_sizes_of_groups(pairs, wish, expected):
    assert sizes(pairs, **wish) == expected


@given(pairs=st.integers(2, 2000), size=st.integers(2, 200))
def test_groups_of_a_size_hold_all_differ_by_one_and_leave_nobody_alone(pairs, size):
    made = sizes(pairs, size=size)
    assert sum(made) == pairs
    assert max(made) - min(made) <= 1
    assert list(made) == sorted(made, reverse=True)
    assert min(made) >= 2
    assert max(made) <= max(size, 3)


@pytest.mark.parametrize(
    ("pairs", "wish", "code"),
    [
        pytest.param(1, {"count": 1}, "too_few_pairs", id="one pair"),
        pytest.param(7, {"count": 4}, "too_many_groups", id="7 pairs in 4 groups"),
        pytest.param(7, {"count": 0}, "no_groups", id="no group"),
        pytest.param(7, {"size": 1}, "group_size_too_small", id="groups of one"),
        pytest.param(7, {}, "count_or_size", id="neither"),
        pytest.param(7, {"count": 2, "size": 4}, "count_or_size", id="both"),
    ],
)
def test_sizes_that_cannot_be(pairs, wish, code):
    with refused(code):
        sizes(pairs, **wish)


def test_group_names_go_on_after_z():
    names = group_names(703)
    assert names[:3] == ("A", "B", "C")
    assert names[25:28] == ("Z", "AA", "AB")
    assert names[701:] == ("ZZ", "AAA")


# F19 - same club meets in the first round


SEVEN_UNITS_OF_TWO = entrants_of("AABBCCDDEEFFGG")


@pytest.mark.parametrize("seed", range(20))
def test_f19_twenty_draws_of_seven_units_of_two_never_put_a_unit_against_itself(seed):
    drawn = draw(SEVEN_UNITS_OF_TWO, sizes(14, count=4), seed=seed)
    assert [len(group) for group in drawn.groups] == [4, 4, 3, 3]
    assert drawn.clashes == ()
    assert couples(counts_by_unit(drawn.groups, SEVEN_UNITS_OF_TWO)) == 0


def test_f19_ten_of_fourteen_ends_and_says_what_it_could_not_avoid():
    field = entrants_of("AAAAAAAAAABCDE")
    drawn = draw(field, sizes(14, count=4), seed=1)
    assert sorted(counts_by_unit(drawn.groups, field)["A"]) == [2, 2, 3, 3]
    assert [clash.group for clash in drawn.clashes] == [0, 1, 2, 3]
    assert all(clash.unit == "A" and clash.unavoidable for clash in drawn.clashes)
    assert sorted(number for clash in drawn.clashes for number in clash.pairs) == list(range(1, 11))


def test_f19_off_means_off():
    drawn = [
        draw(SEVEN_UNITS_OF_TWO, sizes(14, count=4), seed=seed, same_unit="ignore") for seed in range(20)
    ]
    assert all(one.clashes == () for one in drawn)
    assert any(couples(counts_by_unit(one.groups, SEVEN_UNITS_OF_TWO)) for one in drawn)


# The computer draw


@settings(deadline=None)
@given(field=fields(), seed=st.integers())
def test_a_draw_seats_everybody_once_and_spreads_every_unit(field, seed):
    entrants, group_sizes = field
    drawn = draw(entrants, group_sizes, seed=seed)
    assert tuple(len(group) for group in drawn.groups) == group_sizes
    assert sorted(number for group in drawn.groups for number in group) == list(range(1, len(entrants) + 1))
    for row in counts_by_unit(drawn.groups, entrants).values():
        assert max(row) - min(row) <= 1
    assert all(clash.unavoidable for clash in drawn.clashes)


@settings(deadline=None)
@given(field=fields(), seed=st.integers())
def test_no_grouping_can_have_fewer_couples_of_one_unit(field, seed):
    """A unit of c pairs makes at least its even spread's couples in k groups, whatever the others do."""
    entrants, group_sizes = field
    for drawn in (draw(entrants, group_sizes, seed=seed), snake(entrants, group_sizes)):
        for row in counts_by_unit(drawn.groups, entrants).values():
            base, over = divmod(sum(row), len(row))
            least = over * (base + 1) * base // 2 + (len(row) - over) * base * (base - 1) // 2
            assert couples({"": row}) == least


@pytest.mark.parametrize(
    ("units", "count"),
    [
        pytest.param("AABBCC", 2, id="three units of two in two groups"),
        pytest.param("AAABBC-", 3, id="uneven groups"),
        pytest.param("AAAAAB--", 4, id="five of eight"),
        pytest.param("AAAABBBB", 2, id="two units of four"),
    ],
)
def test_a_draw_is_as_good_as_the_best_of_all_groupings(units, count):
    field = entrants_of(units)
    group_sizes = sizes(len(field), count=count)
    best = min(
        couples(counts_by_unit(groups, field))
        for groups in all_groupings(tuple(range(1, len(field) + 1)), group_sizes)
    )
    for seed in range(10):
        assert couples(counts_by_unit(draw(field, group_sizes, seed=seed).groups, field)) == best
    assert couples(counts_by_unit(snake(field, group_sizes).groups, field)) == best


def all_groupings(numbers, group_sizes):
    if not group_sizes:
        yield ()
        return
    for group in itertools.combinations(numbers, group_sizes[0]):
        left = tuple(number for number in numbers if number not in group)
        for others in all_groupings(left, group_sizes[1:]):
            yield (group, *others)


def test_every_best_grouping_comes_out_about_equally_often():
    """3 units of 2 in 2 groups: 8 groupings without a clash; 800 draws give each about 100 times.

    Chi-square with 7 degrees of freedom passes 24.3 by chance once in a thousand; the seeds are fixed.
    """
    field = entrants_of("AABBCC")
    drawn = Counter(frozenset(draw(field, (3, 3), seed=seed).groups[0]) for seed in range(800))
    assert len(drawn) == 8
    assert sum((count - 100) ** 2 / 100 for count in drawn.values()) < 24.3


def test_groupings_that_differ_much_come_out_about_equally_often():
    """Units of 3 and 2 and two single pairs in groups of 3, 2, 2: all groupings without a clash."""
    field = entrants_of("AAABBC-")
    group_sizes = sizes(7, count=3)
    best = [
        tuple(frozenset(group) for group in groups)
        for groups in all_groupings(tuple(range(1, 8)), group_sizes)
        if couples(counts_by_unit(groups, field)) == 0
    ]
    draws = 20 * len(best)
    drawn = Counter(
        tuple(frozenset(group) for group in draw(field, group_sizes, seed=seed).groups)
        for seed in range(draws)
    )
    assert set(drawn) == set(best)
    freedom = len(best) - 1
    chi_square = sum((drawn[groups] - 20) ** 2 / 20 for groups in best)
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def test_positions_inside_a_group_are_drawn_too():
    first = Counter(draw(entrants_of("ABCD"), (4,), seed=seed).groups[0][0] for seed in range(400))
    assert set(first) == {1, 2, 3, 4}
    assert min(first.values()) > 60


@settings(deadline=None)
@given(field=fields(), seed=st.integers(), shuffled=st.randoms())
def test_the_order_in_which_pairs_are_given_does_not_matter(field, seed, shuffled):
    entrants, group_sizes = field
    other = list(entrants)
    shuffled.shuffle(other)
    assert draw(other, group_sizes, seed=seed) == draw(entrants, group_sizes, seed=seed)
    assert snake(other, group_sizes) == snake(entrants, group_sizes)


def test_a_stored_draw_can_be_repeated_for_ever():
    drawn = draw(SEVEN_UNITS_OF_TWO, (4, 4, 3, 3), seed=20130428)
    assert drawn.algorithm == "guansai-spread-1/guansai-chance-1"
    assert drawn.seed == 20130428
    assert drawn.groups == ((7, 12, 14, 4), (3, 11, 5, 13), (6, 2, 9), (10, 8, 1))


def test_the_digest_of_the_inputs_sees_every_input():
    base = draw(SEVEN_UNITS_OF_TWO, (7, 7), seed=1)
    other_unit = [*SEVEN_UNITS_OF_TWO[:-1], Entrant(14, "H", 14)]
    others = [
        draw(other_unit, (7, 7), seed=1),
        draw(SEVEN_UNITS_OF_TWO, (5, 5, 4), seed=1),
        draw(SEVEN_UNITS_OF_TWO, (7, 7), seed=1, same_unit="ignore"),
    ]
    assert base.inputs not in {one.inputs for one in others}
    assert base.inputs == draw(SEVEN_UNITS_OF_TWO, (7, 7), seed=2).inputs


@pytest.mark.parametrize("make", [lambda field, parts: draw(field, parts, seed=1), snake])
@pytest.mark.parametrize(
    ("numbers", "group_sizes", "code"),
    [
        pytest.param([1], (1,), "too_few_pairs", id="one pair"),
        pytest.param([1, 2, 2, 3], (2, 2), "pair_twice", id="a pair twice"),
        pytest.param([1, 2, 3], (2, 2), "sizes_do_not_fit", id="a place too many"),
        pytest.param([1, 2, 3], (2, 1), "group_size_too_small", id="a pair alone"),
        pytest.param([1, 2, 3, 4, 5, 6], (4, 2), "sizes_uneven", id="4 and 2"),
        pytest.param([1, 2], (), "sizes_do_not_fit", id="no group"),
    ],
)
def test_draws_that_cannot_be_made(make, numbers, group_sizes, code):
    with refused(code):
        make([Entrant(number) for number in numbers], group_sizes)


def test_one_group_has_everybody_in_a_drawn_order():
    made = one(SEVEN_UNITS_OF_TWO, 7)
    assert sorted(made.groups[0]) == list(range(1, 15))
    assert made.groups[0] != tuple(range(1, 15))
    assert made.clashes == ()
    assert made == one(list(reversed(SEVEN_UNITS_OF_TWO)), 7)
    with refused("too_few_pairs"):
        one([Entrant(1)], 7)


# The snake


@pytest.mark.parametrize(
    ("pairs", "count", "expected"),
    [
        pytest.param(8, 2, ((1, 4, 5, 8), (2, 3, 6, 7)), id="8 in 2"),
        pytest.param(14, 4, ((1, 8, 9, 14), (2, 7, 10, 13), (3, 6, 11), (4, 5, 12)), id="14 in 4"),
        pytest.param(5, 2, ((1, 4, 5), (2, 3)), id="5 in 2"),
        pytest.param(3, 1, ((1, 2, 3),), id="one group"),
    ],
)
def test_snake_without_units(pairs, count, expected):
    field = [Entrant(number, None, number) for number in range(1, pairs + 1)]
    assert snake(field, sizes(pairs, count=count)).groups == expected


def test_unseeded_pairs_follow_the_seeded_by_number():
    field = [Entrant(1), Entrant(2, seed=2), Entrant(3), Entrant(4, seed=1)]
    assert snake(field, (2, 2)).groups == ((4, 3), (2, 1))


def test_snake_keeps_a_unit_apart_within_the_row():
    """The plain snake would put 1 and 4, both of unit A, into group A."""
    field = entrants_of("ABCADE")
    assert snake(field, (3, 3), same_unit="ignore").groups == ((1, 4, 5), (2, 3, 6))
    apart = snake(field, (3, 3))
    assert apart.clashes == ()
    assert [{*row} for row in zip(*apart.groups, strict=True)] == [{1, 2}, {3, 4}, {5, 6}]


@settings(deadline=None)
@given(field=fields())
def test_a_snake_never_leaves_its_rows_and_spreads_every_unit(field):
    entrants, group_sizes = field
    made = snake(entrants, group_sizes)
    width = len(group_sizes)
    assert tuple(len(group) for group in made.groups) == group_sizes
    for group in made.groups:
        assert [(number - 1) // width for number in group] == list(range(len(group)))
    for row in counts_by_unit(made.groups, entrants).values():
        assert max(row) - min(row) <= 1
    assert made.seed is None
    assert made.algorithm == grouping.SNAKE


@given(pairs=st.integers(2, 60), count=st.integers(1, 30))
def test_a_snake_of_pairs_without_units_is_the_plain_snake(pairs, count):
    group_sizes = sizes(pairs, count=min(count, pairs // 2))
    field = [Entrant(number, None, number) for number in range(1, pairs + 1)]
    assert snake(field, group_sizes).groups == snake(field, group_sizes, same_unit="ignore").groups


# Groups by hand, and their clashes


def test_groups_by_hand_name_the_clash_and_whether_it_had_to_be():
    units = {1: "A", 2: "A", 3: "B", 4: None, 5: "C", 6: "C", 7: "C"}
    made = manual([[1, 2, 4], [5, 6, 7, 3]], units)
    assert made.groups == ((1, 2, 4), (5, 6, 7, 3))
    assert made.clashes == (
        Clash("A", 0, (1, 2), unavoidable=False),
        Clash("C", 1, (5, 6, 7), unavoidable=False),
    )
    assert made.algorithm == ""
    assert made.seed is None


def test_a_clash_that_had_to_be_is_called_so():
    assert clashes([[3, 1], [2, 4]], {1: "A", 2: "A", 3: "A"}) == (Clash("A", 0, (1, 3), unavoidable=True),)


def test_small_groups_force_clashes_in_the_large_one():
    units = dict.fromkeys(range(1, 7), "A")
    found = clashes([[1, 2, 3, 4, 7], [5, 6]], units)
    assert [clash.unavoidable for clash in found] == [True, True]


def test_without_units_no_clash_is_named():
    assert manual([[1, 2], [3, 4]]).clashes == ()


@pytest.mark.parametrize(
    ("groups", "code"),
    [
        pytest.param([], "no_groups", id="none"),
        pytest.param([[1, 2], [3]], "group_size_too_small", id="a pair alone"),
        pytest.param([[1, 2], [2, 3]], "pair_twice", id="a pair in two groups"),
        pytest.param([[1, 1]], "pair_twice", id="a pair twice in one group"),
    ],
)
def test_groups_by_hand_that_cannot_be(groups, code):
    with refused(code):
        manual(groups)


def test_two_thousand_pairs_in_five_hundred_groups_are_spread():
    field = [Entrant(number, f"单位{number % 300}", number) for number in range(1, 2001)]
    assert draw(field, sizes(2000, size=4), seed=1).clashes == ()
    assert snake(field, sizes(2000, size=4)).clashes == ()
