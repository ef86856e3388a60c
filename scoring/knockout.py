"""Ranks of a knock-out: from who met whom about which ranks, and who went on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.options import Tiebreak
from scoring.standings import Row

Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """One match of a bracket about the ranks `places`; without `ew` it is a bye.

    `winner` is the number of the pair that goes on, None while that is open. A bye's is the pair itself.
    `none_left`: both pairs are out (each left the event), nobody goes on.
    """

    round: int
    places: Places
    ns: int
    ew: int | None = None
    winner: int | None = None
    none_left: bool = False

    @property
    def pairs(self) -> tuple[int, ...]:
        """Who is in it."""
        return (self.ns,) if self.ew is None else (self.ns, self.ew)


def knockout_ranks(
    matches: Iterable[KnockoutMatch], entrants: Iterable[int], upto_round: int | None = None
) -> dict[int, int]:
    """The rank of every entrant as of `upto_round` (None: now); pairs not told apart share one.

    Losers of one round share the rank behind everybody who went on from it: 1, 2, 3, 3, 5, 5, 5, 5; where
    places are played out, the matches about them tell. Pairs still in share the first rank they can reach, so
    before the first result everybody is 1. A loser who came back counts by its last match. A pair that won
    and then stands nowhere in the next round about those ranks (it withdrew) ranks behind those who do.
    Entrants that are in no match rank last.

    Rule: RULES section 4 (knockout); shared ranks as usual in knock-outs (our choice).
    """
    drawn = [one for one in matches if upto_round is None or one.round <= upto_round]
    bracket = _Bracket(drawn)
    ranks = {pair: bracket.rank(pair) for pair in bracket.last}
    unplaced = [pair for pair in entrants if pair not in ranks]
    behind = len(ranks) + 1 if ranks else 1
    return ranks | dict.fromkeys(unplaced, behind)


class _Bracket:
    """Where everybody stands: the first rank of every set of ranks that is played for."""

    def __init__(self, drawn: Sequence[KnockoutMatch]) -> None:
        self.last: dict[int, KnockoutMatch] = {}
        self.here: dict[Places, set[int]] = defaultdict(set)
        self.slots: dict[Places, int] = defaultdict(int)
        self.winners: dict[Places, set[int]] = defaultdict(set)
        for one in sorted(drawn, key=lambda one: one.round):
            self.last |= dict.fromkeys(one.pairs, one)
            self.here[one.places].update(one.pairs)
            self.slots[one.places] += not one.none_left
            if one.winner is not None:
                self.winners[one.places].add(one.winner)
        self.first = self._first_ranks()

    def _first_ranks(self) -> dict[Places, int]:
        """Behind everybody who goes on come those who do not; one who came back is in front of them too."""
        first: dict[Places, int] = {}
        for about in sorted(self.here, key=lambda places: (places[0], -places[1])):
            own = first.setdefault(about, about[0])
            above, below = _halves(about)
            back = self.here.get(above, set()) - self.winners[about]
            known = back if self._is_decided(about) else set()
            # Who won only by a correction plays on among the losers, where the next round has it.
            elsewhere = self.winners[about] & self.here.get(below, set())
            first[above] = own
            first[below] = own + self.slots[about] + len(known) - len(elsewhere)
        return first

    def _is_decided(self, about: Places) -> bool:
        """Whether every match about these ranks has somebody who goes on."""
        return len(self.winners[about]) == self.slots[about]

    def rank(self, pair: int) -> int:
        match = self.last[pair]
        if match.winner is None and not match.none_left:
            return self.first[match.places]
        above, below = _halves(match.places)
        if match.winner != pair:
            return self.first[below]
        there = self.here.get(above)
        if there is None:
            return self.first[above]
        return self.first[above] + len(there)


def _halves(places: Places) -> tuple[Places, Places]:
    middle = sum(places) // 2
    return (places[0], middle), (middle + 1, places[1])


def knockout_rows(
    rows: Iterable[Row],
    matches: Iterable[KnockoutMatch],
    *,
    lots: Mapping[int, int] | None = None,
    upto_round: int | None = None,
) -> tuple[Row, ...]:
    """Rows of `scoring.standings` put into the order of a knock-out; their points and counts stay.

    `lots` are places drawn among pairs that share a rank (pair → place): they tell apart those of a shared
    rank that all have one. House pairs and disqualified ones keep no rank; they stand at the end.
    """
    rows, drawn = list(rows), lots or {}
    ranks = knockout_ranks(matches, [row.pair for row in rows], upto_round)
    shared: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        if row.rank is not None:
            shared[ranks[row.pair]].append(row)
    found: list[Row] = []
    for rank, equal in sorted(shared.items()):
        found += _told_apart(rank, equal, drawn)
    return (*found, *(row for row in rows if row.rank is None))


def _told_apart(rank: int, equal: list[Row], lots: Mapping[int, int]) -> list[Row]:
    if len(equal) == 1 or not all(row.pair in lots for row in equal):
        by_number = sorted(equal, key=lambda row: row.pair)
        return [replace(row, rank=rank, tied=len(equal) > 1, decided_by=None) for row in by_number]
    in_order = sorted(equal, key=lambda row: lots[row.pair])
    return [
        replace(row, rank=rank + behind, tied=False, decided_by=Tiebreak.LOTS if behind else None)
        for behind, row in enumerate(in_order)
    ]
