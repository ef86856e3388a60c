"""The best couples of a round: nobody left out, then each aim as far as the ones before it allow.

The aims, the most important first: no forbidden meeting · no rematch · no third meeting before a second one ·
units apart · the bye to the lowest · points near · no single gap much larger than the others · units apart
where that is only a preference · sides fair · near in the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import lcm

from pairing.best_matching import best_matching
from pairing.candidates import Couples, How, across, couples, far, target, widths
from pairing.constraints import Constraints
from pairing.fair_sides import CoupleCosts
from pairing.field import Contestant
from pairing.resting import may_rest
from pairing.weights import Column, packed

RESTING = 300
"""So many of the lowest who may have the bye are looked at."""


class BestRound:
    """The search over the free pairs of one round; places count from 0 in the order of the field.

    In an odd field the place behind the last one is empty: who meets it has the bye.
    """

    def __init__(self, asked: Constraints, how: How) -> None:
        self._asked = asked
        self._free = asked.free
        self._size = len(asked.free)
        self._aims = [target(how, self._size, place) for place in range(self._size)]
        self._rests = may_rest(asked.free, asked.past)
        self._units = _units(asked.free)
        self._points = _whole_points(asked.free)
        self._seats = CoupleCosts(asked.past.sides, [one.number for one in asked.free])
        self._apart = self._kept_apart()

    def couples(self) -> Couples:
        """The couples of places, the lower first, in order; the empty place is `size`.

        At first only couples are looked at against which nothing speaks; if not everybody finds one, all. In
        a large field the look is then widened until that betters nothing.
        """
        best = self._matching(self._looked_at(next(widths(self._size))))
        if 2 * len(best) == self._size + self._size % 2:
            return best
        least = None
        for width in widths(self._size):
            found = self._matching(self._looked_at(width, all_near=True), troubled=True)
            trouble = self._trouble(found)
            if least is not None and trouble >= least:
                break
            best, least = found, trouble
            if sum(trouble) <= self._unavoidable():
                break
        return best

    def _unavoidable(self) -> int:
        """How many meetings of one unit there must be, as far as its size tells: the others are too few."""
        if not self._asked.hard_units:
            return 0
        return max(2 * max(Counter(self._units).values()) - self._size, 0) // 2

    def _looked_at(self, width: int, *, all_near: bool = False) -> Couples:
        """The nearest against whom nothing speaks; with `all_near` also the nearest of all, and some far ones
        so that a large unit whose ranks stand together finds others.
        """
        fitting = couples(self._size, width, self._aims.__getitem__, self._untroubled)
        if self._asked.hard_units and width < self._size:
            wide = {couple for couple in across(self._units, width) if self._untroubled(*couple)}
            fitting = sorted(wide.union(fitting))
        if not all_near:
            return fitting
        nearest = couples(self._size, width, self._aims.__getitem__, lambda one, two: True)
        return sorted({*fitting, *nearest, *far(self._size)})

    def _matching(self, looked_at: Couples, *, troubled: bool = False) -> Couples:
        resting = [(place, self._size) for place in self._rests[:RESTING]]
        columns = self._troubles(looked_at) if troubled else []
        columns += [[0] * len(looked_at) + list(range(len(resting)))]
        columns += self._preferences(looked_at)
        edges = len(looked_at) + len(resting)
        full = [column + [0] * (edges - len(column)) for column in columns]  # a bye costs its own aim alone
        return best_matching(
            self._size + self._size % 2, looked_at + resting, packed(full, self._size // 2 + 1)
        )

    def _troubles(self, looked_at: Couples) -> list[Column]:
        free, trouble = self._free, self._asked.trouble
        rows = [trouble(free[one], free[two]) for one, two in looked_at]
        return [list(column) for column in zip(*rows, strict=True)]

    def _preferences(self, looked_at: Couples) -> list[Column]:
        points, aims, soft = self._points, self._aims, self._asked.soft_units
        gaps = [abs(points[one] - points[two]) for one, two in looked_at]
        kind, cost, units = self._seats.kind, self._seats.cost, self._units
        return [
            gaps,
            [gap * gap for gap in gaps],
            [int(soft and units[one] == units[two]) for one, two in looked_at],
            [cost[kind[one]][kind[two]] for one, two in looked_at],
            [(two - aims[one]) ** 2 for one, two in looked_at],
        ]

    def _kept_apart(self) -> set[tuple[int, int]]:
        """The couples of places that met or must not meet; units are seen to by themselves."""
        place = {one.number: at for at, one in enumerate(self._free)}
        met = {couple for couple, times in self._asked.past.met.items() if times}
        apart = set()
        for low, high in (sorted(couple) for couple in met | self._asked.wishes.forbidden):
            if low in place and high in place:
                one, two = sorted((place[low], place[high]))
                apart.add((one, two))
        return apart

    def _untroubled(self, one: int, two: int) -> bool:
        if self._asked.hard_units and self._units[one] == self._units[two]:
            return False
        return (one, two) not in self._apart

    def _trouble(self, found: Couples) -> tuple[int, ...]:
        troubles = self._troubles([couple for couple in found if couple[1] < self._size])
        return tuple(sum(column) for column in troubles)


def _units(free: Sequence[Contestant]) -> list[int]:
    """A number per unit; who is of no unit has one of his own."""
    known: dict[str, int] = {}
    return [
        -1 - place if one.unit is None else known.setdefault(one.unit, len(known))
        for place, one in enumerate(free)
    ]


def _whole_points(free: Sequence[Contestant]) -> list[int]:
    scale = lcm(*(one.points.denominator for one in free))
    return [int(one.points * scale) for one in free]
