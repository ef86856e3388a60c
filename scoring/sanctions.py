"""What a penalty does to the match in which it is given, as items of the match's own record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.deals import Deal, Item, Ruling
from scoring.options import Side


@dataclass(frozen=True, slots=True)
class Sanction:
    """What was ruled against one side of a match (RULES section 6).

    `levels` are added to its own level (a demotion is negative), `opponents_levels` to the others',
    `cancels_gain` takes back the gain of the deal before it, `out_of_play` puts the others in play (降台),
    `awards_deal` gives the others a deal as a double down.
    """

    levels: int = 0
    opponents_levels: int = 0
    cancels_gain: bool = False
    out_of_play: bool = False
    awards_deal: bool = False

    def items(self, side: Side) -> tuple[Item, ...]:
        """The items that this adds to the record, `side` being the one it was ruled against; none without
        figures."""
        own, others = self.levels, self.opponents_levels
        ns, ew = (own, others) if side is Side.NS else (others, own)
        ruling = Ruling(ns, ew, side.other if self.out_of_play else None, self.cancels_gain)
        found: tuple[Item, ...] = (ruling,) if ruling != Ruling() else ()
        return (*found, Deal(side.other, 2, awarded=True)) if self.awards_deal else found


NOTHING = Sanction()


def _place(items: Sequence[Item], after_deal: int) -> int:
    """Where what is ruled after that deal ends: behind it and the rulings that follow it."""
    deals = 0
    for place, item in enumerate(items):
        if isinstance(item, Deal):
            if deals == after_deal:
                return place
            deals += 1
    return len(items)


def deal_count(items: Sequence[Item]) -> int:
    """How many deals a record has, awarded ones too."""
    return sum(isinstance(item, Deal) for item in items)


def with_items(items: Sequence[Item], after_deal: int, new: Sequence[Item]) -> tuple[Item, ...]:
    """The record with `new` behind deal `after_deal` (0: before the first) and the rulings there."""
    place = _place(items, after_deal)
    return (*items[:place], *new, *items[place:])


def without_items(items: Sequence[Item], after_deal: int, old: Sequence[Item]) -> tuple[Item, ...] | None:
    """The record without `old`, which was ruled after that deal; None where it is not there (any more)."""
    found, length = tuple(items), len(old)
    for place in range(len(found) - length + 1):
        is_here = found[place : place + length] == tuple(old) and deal_count(found[:place]) == after_deal
        if length and is_here:
            return (*found[:place], *found[place + length :])
    return None


def times_there(items: Sequence[Item], after_deal: int, wanted: Sequence[Item]) -> int:
    """How often the record has just these items, one behind the other, as ruled after that deal."""
    count = 0
    while (left := without_items(items, after_deal, wanted)) is not None:
        items, count = left, count + 1
    return count
