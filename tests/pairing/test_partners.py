"""Partners by lot: categories, units, the one who is left, lots typed in."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.errors import PairingError
from pairing.partners import Single, draw_partners, typed_partners

UNITS = st.sampled_from([None, "甲", "乙", "丙"])
FIELDS = st.lists(st.tuples(UNITS, st.sampled_from(["", "男子", "女子"])), max_size=30).map(
    lambda rows: [Single(number, *row) for number, row in enumerate(rows, 1)]
)


@given(FIELDS, st.integers(0, 2**63 - 1), st.booleans())
def test_everybody_has_one_partner_of_the_same_category_or_is_left(
    people: list[Single], seed: int, apart: bool
) -> None:
    drawn = draw_partners(people, seed, apart=apart)
    assert sorted([n for couple in drawn.couples for n in couple] + list(drawn.left)) == [
        one.number for one in people
    ]
    categories = {one.number: one.category for one in people}
    assert all(categories[a] == categories[b] for a, b in drawn.couples)
    odd = {name for name, count in Counter(categories.values()).items() if count % 2}
    assert {categories[number] for number in drawn.left} == odd
    assert drawn == draw_partners(list(reversed(people)), seed, apart=apart)


@given(st.lists(UNITS, max_size=30), st.integers(0, 2**63 - 1))
def test_partners_are_of_one_unit_only_as_often_as_cannot_be_helped(
    units: list[str | None], seed: int
) -> None:
    people = [Single(number, unit) for number, unit in enumerate(units, 1)]
    drawn = draw_partners(people, seed)
    named = dict(enumerate(units, 1))
    same = sum(named[a] is not None and named[a] == named[b] for a, b in drawn.couples)
    largest = max(Counter(unit for unit in units if unit is not None).values(), default=0)
    even = len(units) - len(units) % 2
    assert same == max(0, largest - len(units) % 2 - even // 2)


def test_without_the_wish_chance_alone_decides() -> None:
    people = [Single(number, "甲" if number <= 4 else "乙") for number in range(1, 9)]
    met = [draw_partners(people, seed, apart=False).couples for seed in range(20)]
    assert any((a <= 4) == (b <= 4) for couples in met for a, b in couples)
    assert len(set(met)) > 10


def test_nobody_stands_in_the_draw_twice() -> None:
    with pytest.raises(PairingError, match="person_twice"):
        draw_partners([Single(1), Single(1)], 1)


def test_typed_lots_pair_those_who_drew_one_number_and_show_who_is_left() -> None:
    people = [Single(number) for number in range(1, 8)]
    typed = typed_partners(people, {3: 2, 1: 2, 5: 1, 2: 1, 7: 4})
    assert typed.couples == ((2, 5), (1, 3))
    assert typed.left == (4, 6, 7)


@pytest.mark.parametrize(
    ("lots", "code", "params"),
    [
        pytest.param({9: 1}, "person_unknown", {"person": 9}, id="somebody else"),
        pytest.param({1: 0}, "lot_too_low", {"lot": 0}, id="no number"),
        pytest.param({1: 2, 2: 2, 3: 2}, "lot_of_three", {"lot": 2}, id="a third with the number"),
        pytest.param({1: 2, 4: 2}, "lot_across_categories", {"lot": 2}, id="two categories"),
    ],
)
def test_typed_lots_that_cannot_be_are_refused(
    lots: dict[int, int], code: str, params: dict[str, int]
) -> None:
    people = [Single(1), Single(2), Single(3), Single(4, category="女子")]
    with pytest.raises(PairingError) as refused:
        typed_partners(people, lots)
    assert (refused.value.code, refused.value.params) == (code, params)
