"""Groups without a draw: 单位内循环 (S1b, first stage) and 等级组 (S1b, second stage)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.errors import PairingError
from pairing.grouping import Entrant
from pairing.grouping_known import by_grade, by_unit
from pairing.rerun import GROUPINGS, group_inputs, run_groups

UNITS = st.lists(st.sampled_from(["历史系", "数学系", "图书馆", None]), min_size=2, max_size=24)


def field(*units: str | None) -> list[Entrant]:
    return [Entrant(number, unit) for number, unit in enumerate(units, 1)]


def test_every_unit_is_a_group_and_a_unit_of_one_pair_is_a_group_of_one() -> None:
    assert by_unit(field("历史系", "数学系", "历史系", "图书馆", "数学系", "历史系")) == (
        (1, 3, 6),
        (2, 5),
        (4,),
    )


def test_pairs_without_unit_stand_alone() -> None:
    assert by_unit(field(None, "历史系", None, "历史系")) == ((1,), (2, 4), (3,))


@given(units=UNITS)
def test_whatever_the_units_everybody_is_in_one_group_of_one_unit(units: list[str | None]) -> None:
    known = [unit for unit in units if unit]
    if len(known) == len(set(known)):
        with pytest.raises(PairingError, match="units_of_one"):
            by_unit(field(*units))
        return
    groups = by_unit(field(*units))
    assert sorted(number for group in groups for number in group) == list(range(1, len(units) + 1))
    assert all(
        len({units[number - 1] for number in group}) == 1 and (units[group[0] - 1] or len(group) == 1)
        for group in groups
    )
    assert len(groups) == len(set(known)) + units.count(None)


def graded(*ranks: int | None) -> list[Entrant]:
    return [Entrant(number, seed=rank) for number, rank in enumerate(ranks, 1)]


def test_first_ones_form_grade_a_and_seconds_grade_b() -> None:
    groups = by_grade(graded(1, 2, 3, 1, 2, 1), seed=7)
    assert [sorted(group) for group in groups] == [[1, 4, 6], [2, 5], [3]]


def test_a_rank_that_nobody_holds_makes_no_group() -> None:
    """Two share rank 1 where all equal pairs go through: the second grade is those of rank 2 elsewhere."""
    assert [sorted(group) for group in by_grade(graded(1, 1, 3, 1, 3), seed=1)] == [[1, 2, 4], [3, 5]]


@given(seed=st.integers(0, 2**32), other=st.integers(0, 2**32))
def test_positions_in_a_grade_are_drawn_the_same_for_the_same_seed(seed: int, other: int) -> None:
    entrants = graded(*[1] * 9, *[2] * 4)
    assert by_grade(entrants, seed) == by_grade(entrants[::-1], seed)
    assert [set(group) for group in by_grade(entrants, other)] == [set(range(1, 10)), set(range(10, 14))]


@pytest.mark.parametrize(
    ("entrants", "code"),
    [
        pytest.param([], "too_few_pairs", id="nobody"),
        pytest.param(graded(1), "too_few_pairs", id="one pair"),
        pytest.param(graded(1, None), "rank_missing", id="a pair that has no rank"),
        pytest.param(graded(1, 2, 3), "grades_of_one", id="one earlier group"),
        pytest.param([*graded(1, 1), *graded(1)], "pair_twice", id="a pair twice"),
    ],
)
def test_grades_that_cannot_be(entrants: list[Entrant], code: str) -> None:
    with pytest.raises(PairingError, match=code):
        by_grade(entrants, 1)


@pytest.mark.parametrize("method", ["unit", "previous_rank"])
def test_both_run_again_from_what_is_kept(method: str) -> None:
    entrants = [
        Entrant(number, "历史系" if number < 3 else "数学系", number % 2 + 1) for number in range(1, 6)
    ]
    inputs = group_inputs(entrants, method=method, sizes=())
    first = run_groups(inputs, 5)
    assert first.groups == run_groups(inputs, 5).groups
    assert first.algorithm == GROUPINGS[method]
    assert (first.seed is None) == (method == "unit")
