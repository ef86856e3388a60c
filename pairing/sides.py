"""Who sits 南北 and who 东西, as even as can be for everybody at once.

The matches of a movement are the edges of a graph; giving each a direction (from 南北 to 东西) along closed
walks makes everybody leave as often as he arrives. Those with an odd number of matches are first joined to
one helping point, whose edges are dropped afterwards: they differ by one, which is the least. This is exact
for every set of matches, so no movement needs luck or search to be fair.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.circle import Couple


def balanced(matches: Sequence[Couple], size: int) -> list[Couple]:
    """Each match as (南北, 东西), in the given order; places count from 0.

    In the result everybody's two counts are equal where the number of his matches is even and differ by one
    where it is odd. A couple may meet several times.
    """
    helper = size
    edges = list(matches)
    touching: list[list[int]] = [[] for _ in range(size + 1)]
    for index, (one, two) in enumerate(edges):
        touching[one].append(index)
        touching[two].append(index)
    for place in range(size):
        if len(touching[place]) % 2:
            touching[place].append(len(edges))
            touching[helper].append(len(edges))
            edges.append((place, helper))
    return _along_walks(edges, touching)[: len(matches)]


def _along_walks(edges: list[Couple], touching: list[list[int]]) -> list[Couple]:
    """Direct all edges along closed walks. Every place has an even number of edges, so a walk ends where it
    began.
    """
    directed: list[Couple | None] = [None] * len(edges)
    for begin in range(len(touching) - 1, -1, -1):
        place = begin
        while touching[place]:
            index = touching[place].pop()
            if directed[index] is None:
                one, two = edges[index]
                other = two if place == one else one
                directed[index] = (place, other)
                place = other
    return [edge for edge in directed if edge is not None]
