"""Which match of a round is played at which table, so that one pair of each table may stay where it sits.

Two who have met do not meet again, so at most one pair of a table can stay. That most is always reached: the
matches of two rounds that follow each other form closed rings (and, with a bye, one open chain), and each new
match takes the table next to it in one direction round the ring.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.circle import Couple


def tables(rounds: Sequence[Sequence[Couple]]) -> list[list[Couple]]:
    """Each round's matches in table order (table 1 first). Matches are (南北, 东西) by place, from 0.

    In round 1 table 1 has the lowest place, and so on. Later as many stay at their table as can; where a
    ring can turn either way, the way in which more of them also keep their side, and then the way in which
    those stay who have stayed most so far.
    """
    seated = [sorted(rounds[0], key=min)]
    stays: dict[int, int] = {}
    for matches in rounds[1:]:
        change = _Change(seated[-1], matches, stays)
        seated.append(change.seated())
    return seated


class _Change:
    """The passage from one seated round to the matches of the next."""

    def __init__(self, before: Sequence[Couple], matches: Sequence[Couple], stays: dict[int, int]) -> None:
        self._table = {place: table for table, match in enumerate(before) for place in match}
        self._side = {place: side for match in before for side, place in enumerate(match)}
        self._match = {place: index for index, match in enumerate(matches) for place in match}
        self._before = before
        self._matches = matches
        self._stays = stays

    def seated(self) -> list[Couple]:
        order: dict[int, Couple] = {}
        # Chains begin at who comes from a bye; what is left then are rings.
        chains = [place for place in sorted(self._match) if place not in self._table]
        done: set[int] = set()
        for place in chains:
            partner = self._partner(place)
            self._settle(self._walk(partner), order, done)
        for place in sorted(self._match):
            if self._match[place] not in done:
                ways = [self._walk(place), self._walk(self._partner(place))]
                self._settle(max(ways, key=self._worth), order, done)
        return [order[table] for table in range(len(self._before))]

    def _partner(self, place: int) -> int:
        one, two = self._matches[self._match[place]]
        return two if place == one else one

    def _walk(self, stayer: int) -> list[int]:
        """Who stays, if `stayer` does: the one he leaves comes to a match where the other one must stay."""
        begin, walk = self._match[stayer], []
        while True:
            walk.append(stayer)
            one, two = self._before[self._table[stayer]]
            left = two if stayer == one else one
            if self._match.get(left, begin) == begin:
                return walk
            stayer = self._partner(left)

    def _worth(self, walk: list[int]) -> tuple[int, int]:
        same_side = sum(self._side[place] == self._matches[self._match[place]].index(place) for place in walk)
        return same_side, sum(self._stays.get(place, 0) for place in walk)

    def _settle(self, walk: list[int], order: dict[int, Couple], done: set[int]) -> None:
        for place in walk:
            order[self._table[place]] = self._matches[self._match[place]]
            done.add(self._match[place])
            self._stays[place] = self._stays.get(place, 0) + 1
