"""Everybody in one couple, at the least cost (Edmonds 1965, by rustworkx)."""

from __future__ import annotations

from collections.abc import Sequence

import rustworkx

Couple = tuple[int, int]


def best_matching(size: int, couples: Sequence[Couple], costs: Sequence[int]) -> list[Couple]:
    """The couples (lower place first, in order) that match most of the places 0 … size − 1, and of those the
    cheapest together. `costs` are whole numbers of any sign below `pairing.weights.LIMIT`.

    The same input gives the same couples.
    """
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=True)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(one, two, -cost) for (one, two), cost in zip(couples, costs, strict=True)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(couple), max(couple)) for couple in found)
