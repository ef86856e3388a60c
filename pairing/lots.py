"""Chance that anyone can repeat: seeded draws, and publishing the inputs before the seed.

Nothing here depends on Python's own `random`: the stream of numbers is SHA-256 of a short text, so the same
seed gives the same draw in every version of Python and can be re-run in any other language.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TypeVar

from pairing.errors import PairingError

ALGORITHM = "guansai-chance-1"
"""Version of the number stream and the shuffle. It changes whenever a stored seed would give another order.
"""

SEED_BITS = 63  # a seed made from text fits a signed 64-bit column of any database
_WORD_BITS = 64
_WORDS_PER_BLOCK = 4  # SHA-256 has 256 bits

Item = TypeVar("Item")


class Chance:
    """A stream of unbiased whole numbers that depends on `seed` and `purpose` alone.

    Block k (k = 0, 1, 2 …) is SHA-256 of the ASCII text `guansai-chance-1:<purpose>:<seed>:<k>`, the seed
    and k in decimal; it is read as four big-endian 64-bit words. `purpose` keeps two draws with one seed
    independent.
    """

    def __init__(self, seed: int, purpose: str = "") -> None:
        self._prefix = f"{ALGORITHM}:{purpose}:{seed}:".encode()
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next 64 bits of the stream."""
        if not self._words:
            block = hashlib.sha256(self._prefix + str(self._block).encode()).digest()
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._words.pop()

    def below(self, limit: int) -> int:
        """A whole number 0 … limit − 1, each with the same chance.

        Words in the incomplete last stretch of 2⁶⁴ are thrown away, so that no number is favoured.
        `limit` is 1 … 2⁶⁴.
        """
        fair = (1 << _WORD_BITS) - (1 << _WORD_BITS) % limit
        word = self.word()
        while word >= fair:
            word = self.word()
        return word % limit

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in a random order, every order with the same chance (Fisher–Yates, from the end)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def digest(inputs: object) -> str:
    """The SHA-256 of any JSON-able value as `canonical` writes it, as 64 hexadecimal digits.

    Raises `PairingError("inputs_not_exact")` as that does.
    """
    return hashlib.sha256(canonical(inputs).encode()).hexdigest()


def canonical(inputs: object) -> str:
    """A JSON-able value in the one way in which it is digested.

    Sorted keys, no spaces, ASCII escapes: the order of keys does not matter and the same inputs give the same
    text anywhere. Raises `PairingError("inputs_not_exact")` for a float, which has no one way of being
    written, and for anything JSON cannot hold.
    """
    if _has_inexact(inputs):
        raise PairingError("inputs_not_exact")
    try:
        return json.dumps(inputs, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    except (TypeError, ValueError) as error:
        raise PairingError("inputs_not_exact") from error


def _has_inexact(value: object) -> bool:
    if isinstance(value, dict):
        return any(not isinstance(key, str) or _has_inexact(inner) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return any(_has_inexact(inner) for inner in value)
    return isinstance(value, float)


def seed_from_text(text: str) -> int:
    """A seed 0 … 2⁶³ − 1 from what was read out in the hall (a lottery number, dice, a sentence).

    Width and surrounding or repeated spaces do not matter: `２７ 05` and ` 27  05 ` are the same seed. The
    text is hashed, so it may be of any length. Raises `PairingError("seed_empty")` when nothing is left.
    """
    plain = _plain(text)
    head = hashlib.sha256(plain.encode()).digest()[:8]
    return int.from_bytes(head, "big") >> (64 - SEED_BITS)


def _plain(text: str) -> str:
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    if not plain:
        raise PairingError("seed_empty")
    return plain


def draw_lots(pairs: Sequence[int], seed: int) -> tuple[int, ...]:
    """Draw lots among pairs that stand equal: their numbers in the drawn order, the first drawn ranks first.

    The order in which the pairs are given does not matter. Raises `PairingError`: `pair_twice` (pair).
    """
    ordered = sorted(pairs)
    for one, next_one in itertools.pairwise(ordered):
        if one == next_one:
            raise PairingError("pair_twice", pair=one)
    return tuple(Chance(seed, "lots").shuffled(ordered))


def joined_lots(orders: Iterable[Sequence[int]]) -> list[int]:
    """The one order that several lots give, oldest first, each among some pairs only.

    Who was drawn again stands where the latest lots put it, behind those that only earlier ones speak of.
    """
    joined: list[int] = []
    for order in orders:
        joined = [number for number in joined if number not in order] + list(order)
    return joined


def commitment(inputs: object) -> str:
    """What is published before the seed is known: the digest of algorithm version, entries and rules.

    `inputs` is the JSON-able whole of what the draw depends on except its seed. Once it is out, nobody can
    change an entry or a rule without the published text giving it away.
    """
    return digest(committed(inputs))


def committed(inputs: object) -> dict[str, object]:
    """What a `commitment` is the digest of."""
    return {"algorithm": ALGORITHM, "inputs": inputs}


def revealed_seed(published: str, spoken: str) -> int:
    """The seed of a draw whose `commitment` was published and whose `spoken` text came after it.

    Both go into it, so the same lottery number gives different draws to different entry lists. Width and
    spaces are free as in `seed_from_text`. Raises `PairingError("seed_empty")` when nothing was spoken.
    """
    return seed_from_text(f"{published.strip().lower()} {_plain(spoken)}")


def keeps_commitment(published: str, inputs: object) -> bool:
    """Whether these inputs are the ones whose `commitment` was published (case of the digits is free)."""
    return published.strip().lower() == commitment(inputs)
