"""One drawn opponent (随机抽取对手): everybody meets somebody by lot."""

from __future__ import annotations

from collections.abc import Iterable

from pairing.constraints import checked_field
from pairing.field import Contestant, Paired, Past, Wishes
from pairing.lots import Chance
from pairing.one_round import paired

RANDOM = "guansai-random-opponent-1"
"""Version of the draw: it changes whenever the same inputs and seed would give another round."""


def random_round(
    contestants: Iterable[Contestant], past: Past, wishes: Wishes | None = None, *, number: int, seed: int
) -> Paired:
    """Draw everybody's opponent for round `number`; points play no part.

    An odd field's bye is drawn among those with the fewest byes so far. Wishes and rematches are kept as in
    `pairing.swiss.next_round`, and so are fair sides; the order of the tables is drawn too. The order of the
    contestants does not matter.

    Raises `PairingError` as `next_round` does.

    Rule: school-grades, second stage: one opponent by lot; an odd pair's bye counts as an untimed win.
    """
    field = sorted(checked_field(contestants, number), key=lambda one: one.number)
    order = Chance(seed, f"{RANDOM}/{number}").shuffled(field)
    return paired(order, past, wishes or Wishes(), number=number, how="draw", name=RANDOM, seed=seed)
