"""抽牌比大小: lots by cards that people draw from a pack, and what their order is."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping

from pairing.errors import PairingError

# 大王 > 小王 > A > K … 2; equal ranks go by suit: 黑桃 > 红桃 > 梅花 > 方块 (our choice, as at most tables).
_RANKS = {"A": 14, "K": 13, "Q": 12, "J": 11, **{str(rank): rank for rank in range(2, 11)}}
_SUITS = {
    **dict.fromkeys(("♠", "黑桃", "黑", "S"), 4),
    **dict.fromkeys(("♥", "红桃", "红心", "红", "H"), 3),
    **dict.fromkeys(("♣", "梅花", "梅", "草花", "C"), 2),
    **dict.fromkeys(("♦", "方块", "方片", "方", "D"), 1),
}
_JOKERS = {**dict.fromkeys(("大王", "大", "BJ"), 16), **dict.fromkeys(("小王", "小", "SJ"), 15)}
_WHITE_SUITS = str.maketrans("♤♡♧♢", "♠♥♣♦")
_SUIT = "|".join(sorted(_SUITS, key=len, reverse=True))
_RANK = "10|[2-9AKQJ]"
_CARD = re.compile(f"(?P<suit>{_SUIT})?(?P<rank>{_RANK})|(?P<rank_first>{_RANK})(?P<suit_last>{_SUIT})")


def card_value(text: str) -> tuple[int, int] | None:
    """How high a drawn card is, as (rank, suit): 大王, 小王, ♠A, 红桃10, 方块 K; a bare rank has suit 0.

    Any width and case, spaces inside do not matter. None for what is no card.
    """
    plain = unicodedata.normalize("NFKC", text.translate(_WHITE_SUITS)).translate(_WHITE_SUITS)
    plain = "".join(plain.replace("\ufe0f", "").replace("\ufe0e", "").split()).upper()
    if plain in _JOKERS:
        return _JOKERS[plain], 0
    found = _CARD.fullmatch(plain)
    if found is None:
        return None
    rank, suit = found["rank"] or found["rank_first"], found["suit"] or found["suit_last"]
    return _RANKS[rank], _SUITS.get(suit or "", 0)


def order_by_cards(cards: Mapping[int, str]) -> tuple[int, ...]:
    """The numbers in the order of the cards they drew, the highest first.

    Raises PairingError `card_unknown` (number, card), and `cards_equal` (numbers, as text) when two drew the
    same card of two packs, or the same rank and one of them named no suit: they draw again.
    """
    values: dict[int, tuple[int, int]] = {}
    for number, text in cards.items():
        value = card_value(text)
        if value is None:
            raise PairingError("card_unknown", number=number, card=text.strip()[:20])
        values[number] = value
    _refuse_equal(values)
    return tuple(sorted(values, key=lambda number: values[number], reverse=True))


def _refuse_equal(values: Mapping[int, tuple[int, int]]) -> None:
    by_rank: dict[int, list[int]] = defaultdict(list)
    for number, (rank, _suit) in values.items():
        by_rank[rank].append(number)
    for numbers in by_rank.values():
        suits = [values[number][1] for number in numbers]
        is_clear = len(set(suits)) == len(suits) and 0 not in suits
        if len(numbers) > 1 and not is_clear:
            raise PairingError("cards_equal", numbers="、".join(str(number) for number in sorted(numbers)))
