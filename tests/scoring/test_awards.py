"""Cuts, awards and units."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.awards import Award, Cut, Decided, awards, counts_by_share, cut, rank_units
from scoring.standings import Entry, Row, standings
from tests.scoring.hall import decimal, rules


def ranked(*points: str, out: int = 0) -> tuple[Row, ...]:
    """A table with these totals, pair 1 first; `out` more pairs are disqualified."""
    pairs = [Entry(pair, carried=decimal(text)) for pair, text in enumerate(points, start=1)]
    pairs += [Entry(90 + number, carried=Decimal(999), disqualified=True) for number in range(out)]
    return standings(pairs, [], rules=rules(tiebreaks=[]))


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        pytest.param(0, Cut(()), id="nobody"),
        pytest.param(1, Cut((1,)), id="a clean line"),
        pytest.param(2, Cut((1,), (2, 3), 1), id="two for one place"),
        pytest.param(3, Cut((1, 2, 3)), id="the tie is inside"),
        pytest.param(4, Cut((1, 2, 3, 4)), id="all that are ranked"),
        pytest.param(9, Cut((1, 2, 3, 4)), id="more places than pairs"),
    ],
)
def test_a_cut_names_the_tie_across_it(places: int, expected: Cut) -> None:
    assert cut(ranked("9", "7", "7", "1", out=1), places) == expected


def test_school_grades_10_awards_by_counts() -> None:
    table = ranked(*[str(30 - place) for place in range(15)])
    assert awards(table, [4, 4, 5]) == (
        Award(1, (1, 2, 3, 4)),
        Award(2, (5, 6, 7, 8)),
        Award(3, (9, 10, 11, 12, 13)),
    )


def test_equal_ranks_at_the_edge_of_an_award_are_asked_about() -> None:
    assert awards(ranked("9", "8", "8", "8", "5", "4"), [2, 3]) == (
        Award(1, (1,), (2, 3, 4), 1),
        Award(2, (5,)),
    )


def test_counts_by_share_round_each_line_half_up() -> None:
    assert counts_by_share(130, [Fraction(15, 100), Fraction(25, 100)]) == (20, 32)
    assert counts_by_share(0, [Fraction(1, 2)]) == (0,)


UNITS = {1: "历史系", 2: "数学系", 3: "历史系", 4: "数学系", 5: "历史系"}


def test_units_are_ranked_by_their_best_pairs() -> None:
    rows = rank_units(ranked("9", "8", "5", "4", "3", out=1), UNITS | {90: "数学系"}, best=2)
    assert [(row.unit, row.rank, row.score, row.pairs) for row in rows] == [
        ("历史系", 1, 14, (1, 3)),
        ("数学系", 2, 12, (2, 4)),
    ]


def test_all_pairs_of_a_unit_count_without_a_number() -> None:
    rows = rank_units(ranked("9", "8", "5", "4", "3", "2"), UNITS)
    assert [row.score for row in rows] == [17, 12]


def test_units_by_place() -> None:
    rows = rank_units(ranked("9", "8", "8", "4", "3"), UNITS, place_scores=[9, 7, 6, 5])
    # Ranks 1, 2, 2, 4, 5: 9 + 7 + 0 and 7 + 5.
    assert [(row.unit, row.score) for row in rows] == [("历史系", 16), ("数学系", 12)]


def test_units_with_equal_scores_share_a_rank() -> None:
    rows = rank_units(ranked("5", "5", "1"), {1: "甲", 2: "乙", 3: "丙"})
    assert [(row.unit, row.rank, row.tied) for row in rows] == [
        ("乙", 1, True),
        ("甲", 1, True),
        ("丙", 3, False),
    ]


TIED = ranked("9", "8", "8", "8", "5", "4")


@pytest.mark.parametrize(
    ("decided", "expected"),
    [
        pytest.param(
            Decided(orders=((4, 2, 3),)),
            (Award(1, (1, 4), settled=(2, 3, 4)), Award(2, (2, 3, 5))),
            id="lots: the next award goes to those who drew worse",
        ),
        pytest.param(
            Decided(shared=((2, 3, 4),)),
            (Award(1, (1, 2, 3, 4), settled=(2, 3, 4)), Award(2, (5,))),
            id="all of them, and the next award has so many fewer",
        ),
        pytest.param(
            Decided(everybody=True),
            (Award(1, (1, 2, 3, 4), settled=(2, 3, 4)), Award(2, (5,))),
            id="all at every edge",
        ),
        pytest.param(
            Decided(orders=((2, 3), (4, 5)), shared=((2, 3),)),
            (Award(1, (1,), (2, 3, 4), 1), Award(2, (5,))),
            id="a decision about other pairs is none about these",
        ),
    ],
)
def test_what_was_decided_at_the_edge_of_an_award(decided: Decided, expected: tuple[Award, ...]) -> None:
    assert awards(TIED, [2, 3], decided) == expected


def test_one_set_of_equals_across_two_lines_is_drawn_once() -> None:
    table = ranked("9", "9", "9")
    assert awards(table, [1, 1, 1], Decided(orders=((8, 9), (3, 1, 2)))) == (
        Award(1, (3,), settled=(1, 2, 3)),
        Award(2, (1,), settled=(1, 2, 3)),
        Award(3, (2,)),
    )
