"""Couples from a graph of who may meet whom: as many as possible (Edmonds 1965)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

ALONE = -1


def match_more(may_meet: Sequence[Sequence[int]], mate: list[int]) -> None:
    """Enlarge a matching to the largest there is. Changes `mate` (by vertex; ALONE where unmatched).

    `may_meet[v]` lists the neighbours of v. Whoever is matched stays matched, though perhaps to another: each
    step exchanges couples along one alternating path between two that are alone. Earlier neighbours are tried
    first, so the order of the lists steers which of several largest matchings is found.
    """
    for vertex, neighbours in enumerate(may_meet):
        if mate[vertex] == ALONE:
            free = next((other for other in neighbours if mate[other] == ALONE), ALONE)
            if free != ALONE:
                mate[vertex], mate[free] = free, vertex
    for vertex in range(len(mate)):
        if mate[vertex] == ALONE:
            _Search(may_meet, mate).augment_from(vertex)


class _Search:
    """One breadth-first search for an alternating path, odd rings (blossoms) shrunk on the way."""

    def __init__(self, may_meet: Sequence[Sequence[int]], mate: list[int]) -> None:
        self._may_meet = may_meet
        self._mate = mate
        self._parent = [ALONE] * len(mate)
        self._base = list(range(len(mate)))
        self._outer = [False] * len(mate)
        self._queue: deque[int] = deque()

    def augment_from(self, root: int) -> None:
        self._outer[root] = True
        self._queue.append(root)
        while self._queue:
            here = self._queue.popleft()
            for there in self._may_meet[here]:
                if self._base[here] == self._base[there] or self._mate[here] == there:
                    continue
                if there == root or (self._mate[there] != ALONE and self._parent[self._mate[there]] != ALONE):
                    self._shrink(here, there)
                elif self._parent[there] == ALONE:
                    self._parent[there] = here
                    if self._mate[there] == ALONE:
                        self._flip(there)
                        return
                    self._outer[self._mate[there]] = True
                    self._queue.append(self._mate[there])

    def _flip(self, end: int) -> None:
        """Exchange matched and unmatched along the path from `end` to the root."""
        while end != ALONE:
            before = self._parent[end]
            following = self._mate[before]
            self._mate[end], self._mate[before] = before, end
            end = following

    def _shrink(self, here: int, there: int) -> None:
        """The ring closed by here–there becomes one outer vertex, named by the base where its arms meet."""
        base = self._meeting_base(here, there)
        ring: set[int] = set()
        self._mark_arm(here, base, there, ring)
        self._mark_arm(there, base, here, ring)
        for vertex in range(len(self._base)):
            if self._base[vertex] in ring:
                self._base[vertex] = base
                if not self._outer[vertex]:
                    self._outer[vertex] = True
                    self._queue.append(vertex)

    def _meeting_base(self, one: int, two: int) -> int:
        passed: set[int] = set()
        while True:
            one = self._base[one]
            passed.add(one)
            if self._mate[one] == ALONE:
                break
            one = self._parent[self._mate[one]]
        two = self._base[two]
        while two not in passed:
            two = self._base[self._parent[self._mate[two]]]
        return two

    def _mark_arm(self, vertex: int, base: int, child: int, ring: set[int]) -> None:
        while self._base[vertex] != base:
            ring.add(self._base[vertex])
            ring.add(self._base[self._mate[vertex]])
            self._parent[vertex] = child
            child = self._mate[vertex]
            vertex = self._parent[child]
