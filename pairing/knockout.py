"""A knock-out drawn afresh each round: those still in meet by lot; an odd one has a bye or a lucky loser."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairing.bracket import BracketMatch, Places, bracket_size
from pairing.field import Contestant, Paired, Past, Wishes
from pairing.lots import draw_lots
from pairing.random_draw import random_round


@dataclass(frozen=True, slots=True)
class Loser:
    """A pair that lost in the round just played, with what decides which loser comes back."""

    number: int
    points: Fraction
    level_diff: int


def lucky_loser(losers: Iterable[Loser], *, seed: int) -> int | None:
    """The best loser: most points of its lost match, then the best level difference, then by lot.

    None without losers. Our own choice: no rule document says how lucky losers are found.
    """
    ranked = sorted(losers, key=lambda one: (-one.points, -one.level_diff, one.number))
    if not ranked:
        return None
    best = ranked[0]
    equal = [one.number for one in ranked if (one.points, one.level_diff) == (best.points, best.level_diff)]
    return draw_lots(equal, seed)[0]


def redrawn_round(
    alive: Iterable[Contestant], past: Past, wishes: Wishes | None = None, *, number: int, seed: int
) -> Paired:
    """Draw the next round among those still in (a lucky loser among them).

    Units and wishes are kept as in any drawn round, a meeting is not repeated while it can be helped, and an
    odd field's bye is drawn among those with the fewest byes so far. The order in which they are given does
    not matter. Raises `PairingError` as `pairing.random_draw.random_round`.
    """
    return random_round(alive, past, wishes, number=number, seed=seed)


def as_matches(tables: Sequence[tuple[int, int]], byes: Sequence[int]) -> tuple[BracketMatch, ...]:
    """A drawn round as matches about the first place, slots in table order, byes after them.

    `tables` are 南北 and 东西 by number. With p pairs the round is about 1…the size of their bracket, so that
    7 pairs play for 1–8, and the last two for 1–2.
    """
    about: Places = (1, bracket_size(2 * len(tables) + len(byes)))
    met = [BracketMatch(about, slot, ns, ew) for slot, (ns, ew) in enumerate(tables, start=1)]
    rest = [BracketMatch(about, slot, pair) for slot, pair in enumerate(byes, start=len(met) + 1)]
    return (*met, *rest)
