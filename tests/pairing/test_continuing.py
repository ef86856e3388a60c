"""Going on after rounds that somebody else made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.continuing import continued
from pairing.rotation import rotation
from pairing.round_robin import round_robin
from pairing.seating import Bye, Movement, Round, Table
from tests.pairing.checks import bye_counts, met_counts, side_counts


def first_round(order: list[int]) -> Round:
    """A round in which neighbours meet; one left over has the bye."""
    couples = list(zip(order[::2], order[1::2], strict=False))
    tables = tuple(Table(ns, ew, table) for table, (ns, ew) in enumerate(couples, 1))
    return Round(1, tables, tuple(Bye(who) for who in order[2 * len(couples) :]))


def round_of(number: int, *couples: tuple[int, int]) -> Round:
    return Round(number, tuple(Table(ns, ew, table) for table, (ns, ew) in enumerate(couples, 1)))


def movement_of(size: int, method: str) -> Movement:
    return rotation(size, 3) if method == "rotation" else round_robin(size)


@pytest.mark.parametrize("method", ["rotation", "round_robin"])
@given(order=st.integers(2, 12).flatmap(lambda size: st.permutations([10 * n for n in range(1, size + 1)])))
def test_after_any_first_round_everything_holds_that_the_movement_promises(
    method: str, order: list[int]
) -> None:
    movement, first = movement_of(len(order), method), first_round(order)

    further = continued(movement, [first])

    assert further is not None
    rounds = [first, *further]
    assert len(rounds) == len(movement.rounds)
    assert set(met_counts(rounds).values()) == {1}
    assert max(bye_counts(rounds).values(), default=0) <= 1
    ns, ew = side_counts(rounds)
    assert all(abs(ns[who] - ew[who]) == (ns[who] + ew[who]) % 2 for who in order)


def test_the_second_leg_repeats_the_first_round_with_sides_exchanged() -> None:
    further = continued(round_robin(4, legs=2), [first_round([4, 2, 1, 3])])

    assert further is not None
    assert {(table.ns, table.ew) for table in further[2].tables} == {(2, 4), (3, 1)}
    assert set(met_counts([first_round([4, 2, 1, 3]), *further]).values()) == {2}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param([(1, 2), (3, 4)], [(1, 3), (4, 2)], id="sides as planned"),
        pytest.param([(1, 2), (3, 4)], [(1, 3), (2, 4)], id="1 sat 南北 twice, 4 东西 twice"),
        pytest.param([(1, 2), (3, 4)], [(2, 3), (4, 1)], id="everybody had both sides"),
        pytest.param([(1, 2), (4, 3)], [(1, 3), (2, 4)], id="another two the same side twice"),
    ],
)
def test_after_two_rounds_the_third_evens_out_the_sides(
    first: list[tuple[int, int]], second: list[tuple[int, int]]
) -> None:
    made = [round_of(1, *first), round_of(2, *second)]

    further = continued(rotation(4, 3), made)

    assert further is not None
    ns, ew = side_counts([*made, *further])
    assert [abs(ns[who] - ew[who]) for who in (1, 2, 3, 4)] == [1] * 4
    assert set(met_counts([*made, *further]).values()) == {1}


def test_a_whole_movement_has_nothing_left() -> None:
    made = [round_of(1, (1, 2))]

    assert continued(rotation(2, 3), made) == ()


@pytest.mark.parametrize(
    "made",
    [
        pytest.param([round_of(1, (1, 2), (3, 4)), round_of(2, (2, 1), (4, 3))], id="met twice"),
        pytest.param(
            [
                round_of(1, (1, 2), (3, 4), (5, 6), (7, 8)),
                round_of(2, (1, 3), (2, 4), (5, 7), (6, 8)),
                round_of(3, (1, 5), (2, 6), (3, 8), (4, 7)),
            ],
            id="another plan",
        ),
    ],
)
def test_rounds_that_begin_no_movement_cannot_be_continued(made: list[Round]) -> None:
    assert continued(round_robin(2 * len(made[0].tables)), made) is None
