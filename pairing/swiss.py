"""积分编排 (Swiss): who stands alike meets, nobody the same opponent twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pairing.constraints import checked_field
from pairing.errors import PairingError
from pairing.field import Contestant, Paired, Past, Wishes
from pairing.lots import Chance
from pairing.one_round import paired

FIRST = "guansai-swiss-first-1"
"""Version of the first round: it changes whenever the same seed would give another one."""
NEXT = "guansai-swiss-next-1"
"""Version of the later rounds: it changes whenever the same inputs and seed would give another one."""

FirstHow = Literal["draw", "snake", "halves"]


def first_round(
    contestants: Iterable[Contestant], *, how: FirstHow, wishes: Wishes | None = None, seed: int
) -> Paired:
    """Pair round 1, where nobody has points yet.

    `draw`: opponents, the bye of an odd field and the order of the tables are drawn. `snake`: the first by
    rank meets the last, the second the last but one … `halves`: the first of the upper half the first of the
    lower half … In both the bye of an odd field is the lowest pair's, and wishes move as little as they can.
    Sides are drawn. Wishes are kept as in `next_round`. The order of the contestants does not matter.

    Raises `PairingError` as `next_round` does, and `first_round_how` (how).
    """
    if how not in ("draw", "snake", "halves"):
        raise PairingError("first_round_how", how=how)
    field = checked_field(contestants, 1)
    if how == "draw":
        field = Chance(seed, f"{FIRST}/order").shuffled(sorted(field, key=lambda one: one.number))
    return paired(field, Past(), wishes or Wishes(), number=1, how=how, name=FIRST, seed=seed)


def next_round(
    contestants: Iterable[Contestant], past: Past, wishes: Wishes | None = None, *, number: int, seed: int
) -> Paired:
    """Pair round `number` by the standing so far.

    Everybody is at one table or has the bye. Byes by hand and forced meetings come first. Then, each as far
    as the ones before it allow: nobody a second bye before all here had one · no forbidden meeting · no
    rematch, then as few as can be · units apart · the bye to the lowest · the least sum of differences in
    points · these differences even · units apart where that is only a preference · sides fair · near ranks.
    Up to `pairing.candidates.ALL_UP_TO` pairs that is exact; in larger fields each pair's nearest are looked
    at, and more of them while that betters anything.

    Every table says why, every wish that could not be kept is a note; there is always an answer.

    Raises `PairingError`: `too_few_pairs` (pairs), `pair_twice` (pair), `rank_twice` (rank),
    `round_not_positive` (number), `bye_not_here` (pair), `nobody_to_meet` (byes), `forced_twice` (pair),
    `forced_and_bye` (pair), `forced_and_forbidden` (a, b).

    Rule: RULES of the field, section 4; the order of the aims below rematches is our choice.
    """
    field = checked_field(contestants, number)
    return paired(field, past, wishes or Wishes(), number=number, how="nearest", name=NEXT, seed=seed)
