"""Rulings as items of a match's record: made, put at their place, found and taken out again."""

from __future__ import annotations

import pytest

from scoring.deals import Deal, Item, Ruling
from scoring.options import Side
from scoring.sanctions import NOTHING, Sanction, deal_count, times_there, with_items, without_items

D1, D2 = Deal(Side.NS, 2), Deal(Side.EW, 4)
DOWN = Ruling(ns=-1)


@pytest.mark.parametrize(
    ("sanction", "side", "items"),
    [
        pytest.param(NOTHING, Side.NS, (), id="nothing with figures"),
        pytest.param(
            Sanction(levels=-3, out_of_play=True), Side.NS, (Ruling(ns=-3, in_play=Side.EW),), id="S1b 4"
        ),
        pytest.param(Sanction(opponents_levels=1), Side.NS, (Ruling(ew=1),), id="S4: the others go up"),
        pytest.param(Sanction(levels=-1), Side.EW, (Ruling(ew=-1),), id="against 东西"),
        pytest.param(Sanction(cancels_gain=True), Side.EW, (Ruling(cancel_gain=True),), id="S1b: the gain"),
        pytest.param(Sanction(awards_deal=True), Side.EW, (Deal(Side.NS, 2, awarded=True),), id="S3 十 3"),
        pytest.param(
            Sanction(levels=-1, awards_deal=True), Side.NS, (DOWN, Deal(Side.EW, 2, awarded=True)), id="both"
        ),
    ],
)
def test_what_a_ruling_adds_to_the_record(sanction: Sanction, side: Side, items: tuple[Item, ...]) -> None:
    assert sanction.items(side) == items


@pytest.mark.parametrize(
    ("after", "record"),
    [
        pytest.param(0, (DOWN, D1, Ruling(ew=1), D2), id="before the first deal"),
        pytest.param(1, (D1, Ruling(ew=1), DOWN, D2), id="behind the rulings that stand there"),
        pytest.param(2, (D1, Ruling(ew=1), D2, DOWN), id="behind the last"),
    ],
)
def test_a_ruling_goes_to_its_place_and_comes_out_of_it(after: int, record: tuple[Item, ...]) -> None:
    before = (D1, Ruling(ew=1), D2)
    assert with_items(before, after, (DOWN,)) == record
    assert without_items(record, after, (DOWN,)) == before
    assert times_there(record, after, (DOWN,)) == 1


@pytest.mark.parametrize("after", [0, 1])
def test_what_is_not_there_is_not_found(after: int) -> None:
    assert without_items((D1, D2, DOWN), after, (DOWN,)) is None
    assert without_items((D1,), after, ()) is None
    assert deal_count((D1, DOWN, D2)) == 2
