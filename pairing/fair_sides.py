"""南北 and 东西 in rounds that are paired one by one: what a couple costs, and who then sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing.field import SideKey
from pairing.lots import Chance

Sat = tuple[SideKey, ...]


class Seats(NamedTuple):
    """What matters of the sides somebody sat at so far.

    `surplus`: matches 南北 minus matches 东西. `run`: the side of his last two matches where that is one,
    else None.
    """

    surplus: int
    run: SideKey | None


def seats(sat: Sat) -> Seats:
    """Sum up the sides of one pair, in the order of its matches."""
    run = sat[-1] if len(sat) > 1 and sat[-1] == sat[-2] else None
    return Seats(sat.count("ns") - sat.count("ew"), run)


def side_cost(ns: Seats, ew: Seats) -> int:
    """How unfair it is to seat these two so; 0 where it makes nobody's sides more uneven.

    Twice the surplus of each who would enlarge it, and 1 for each who would sit at one side a third time in
    a row.
    """
    uneven = max(ns.surplus, 0) + max(-ew.surplus, 0)
    return 2 * uneven + (ns.run == "ns") + (ew.run == "ew")


def couple_cost(one: Seats, other: Seats) -> int:
    """How unfair the sides of these two are when they are seated the better way."""
    return min(side_cost(one, other), side_cost(other, one))


class CoupleCosts:
    """`couple_cost` for many couples: few kinds of `Seats` stand behind many pairs."""

    def __init__(self, sides: Mapping[int, Sat], pairs: Sequence[int]) -> None:
        kinds: dict[Seats, int] = {}
        self.kind = [kinds.setdefault(seats(sides.get(pair, ())), len(kinds)) for pair in pairs]
        self.cost = [[couple_cost(one, other) for other in kinds] for one in kinds]


def seated(couple: tuple[int, int], sides: Mapping[int, Sat], chance: Chance) -> tuple[int, int]:
    """The couple as (南北, 东西).

    The fairer way by `side_cost`; where both are alike, their sides change against the last match in which
    they sat differently; where they never did, lots are drawn.
    """
    one, other = couple
    mine, theirs = sides.get(one, ()), sides.get(other, ())
    straight = side_cost(seats(mine), seats(theirs))
    turned = side_cost(seats(theirs), seats(mine))
    if straight != turned:
        return couple if straight < turned else (other, one)
    for last, their_last in zip(reversed(mine), reversed(theirs), strict=False):
        if last != their_last:
            return couple if last == "ew" else (other, one)
    return couple if chance.below(2) else (other, one)
