"""抽牌比大小: cards as people write them, and their order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.card_lots import card_value, order_by_cards
from pairing.errors import PairingError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("大王", (16, 0)),
        ("sj", (15, 0)),
        ("♠A", (14, 4)),
        ("♡ 10", (10, 3)),
        ("红桃Ｋ", (13, 3)),
        ("１０方块", (10, 1)),
        ("梅花 q", (12, 2)),
        ("c2", (2, 2)),
        ("♥️J", (11, 3)),
        ("9", (9, 0)),
        ("1", None),
        ("11", None),
        ("黑桃", None),
        ("", None),
        ("♠1A", None),
    ],
)
def test_a_card_as_it_is_written(text: str, value: tuple[int, int] | None) -> None:
    assert card_value(text) == value


def test_the_highest_card_is_first_and_suits_part_equal_ranks() -> None:
    drawn = {11: "方块A", 30: "大王", 4: "黑桃A", 7: "2"}
    assert order_by_cards(drawn) == (30, 4, 11, 7)


@pytest.mark.parametrize(
    ("drawn", "numbers"),
    [
        pytest.param({3: "♠A", 8: "黑桃A", 5: "K"}, "3、8", id="two packs"),
        pytest.param({3: "A", 8: "♠A"}, "3、8", id="one without a suit"),
        pytest.param({9: "大王", 2: "BJ"}, "2、9", id="two big jokers"),
    ],
)
def test_equal_cards_are_drawn_again(drawn: dict[int, str], numbers: str) -> None:
    with pytest.raises(PairingError) as refused:
        order_by_cards(drawn)
    assert (refused.value.code, refused.value.params["numbers"]) == ("cards_equal", numbers)


def test_what_is_no_card_is_named() -> None:
    with pytest.raises(PairingError) as refused:
        order_by_cards({3: "♠A", 8: "红中"})
    assert refused.value.params == {"number": 8, "card": "红中"}


@given(st.permutations([(1, "♠A"), (2, "♥A"), (3, "K"), (4, "小王"), (5, "♦10")]))
def test_the_order_of_typing_does_not_matter(drawn: list[tuple[int, str]]) -> None:
    assert order_by_cards(dict(drawn)) == (4, 1, 2, 3, 5)
