"""Who sits 南北 and who 东西, as even as can be for everybody at once.

The matches of a movement are the edges of a graph; giving each a direction (from 南北 to 东西) along closed
walks makes everybody leave as often as he arrives. Those with an odd number of matches are first joined to
one helping point, whose edges are dropped afterwards: they differ by one, which is the least. This is exact
for every set of matches, so no movement needs luck or search to be fair.

Which closed walks, and which way round, is free. A walk that arrives at somebody by one of his matches leaves
by the one half his matches later, and each walk turns the way in which more people keep their side from one
match to the next: sides change late and seldom instead of every round.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.circle import Couple

Stop = tuple[int, int]  # a place, and which of its matches in order


def balanced(matches: Sequence[Couple], size: int) -> list[Couple]:
    """Each match as (南北, 东西), in the given order; places count from 0.

    `matches` stand in the order of play. In the result everybody's two counts are equal where the number of
    his matches is even and differ by one where it is odd. A couple may meet several times.
    """
    walks = _Walks(matches, size)
    for edge in range(len(walks.edges)):
        if edge not in walks.ns:
            walks.direct(walks.walk_from(edge))
    return [(one, two) if walks.ns[edge] == one else (two, one) for edge, (one, two) in enumerate(matches)]


class _Walks:
    """The closed walks of the matches; `ns` tells who sits 南北 at each edge directed so far."""

    def __init__(self, matches: Sequence[Couple], size: int) -> None:
        self.edges: list[Couple] = []
        self.ns: dict[int, int] = {}
        self._stops: list[dict[int, Stop]] = []  # by edge: its stop at either end
        self._at: list[list[int]] = [
            [] for _ in range(size + 1)
        ]  # by place: its edges in order; the helping point last
        for one, two in matches:
            self._join(one, two)
        for place in range(size):
            if len(self._at[place]) % 2:
                self._join(place, size)

    def _join(self, one: int, two: int) -> None:
        edge = len(self.edges)
        self.edges.append((one, two))
        self._stops.append({place: (place, len(self._at[place])) for place in (one, two)})
        self._at[one].append(edge)
        self._at[two].append(edge)

    def walk_from(self, edge: int) -> list[tuple[int, int]]:
        """The closed walk through `edge` as (edge, the place it is left from)."""
        place = self.edges[edge][0]
        walk: list[tuple[int, int]] = []
        while not walk or walk[0] != (edge, place):
            walk.append((edge, place))
            place = self._other(edge, place)
            edges = self._at[place]
            edge = edges[(self._stops[edge][place][1] + len(edges) // 2) % len(edges)]
        return walk

    def _other(self, edge: int, place: int) -> int:
        one, two = self.edges[edge]
        return two if place == one else one

    def direct(self, walk: Sequence[tuple[int, int]]) -> None:
        """Fix the walk's direction: forwards unless turning it round lets more keep their side."""
        forwards = sum(self._kept(edge, place) for edge, place in walk)
        for edge, place in walk:
            self.ns[edge] = place if forwards >= 0 else self._other(edge, place)

    def _kept(self, edge: int, leaving: int) -> int:
        """Sides kept minus sides changed next to this edge, if `leaving` sat 南北 in it."""
        kept = 0
        for place in self.edges[edge]:
            if place == len(self._at) - 1:
                continue  # nobody sits at the helping point
            edges, number = self._at[place], self._stops[edge][place][1]
            for beside in edges[max(number - 1, 0) : number] + edges[number + 1 : number + 2]:
                if beside in self.ns:
                    kept += 1 if (self.ns[beside] == place) == (leaving == place) else -1
        return kept
