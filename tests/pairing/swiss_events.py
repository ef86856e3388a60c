"""Events that are paired round by round: a hall that keeps what was played, for tests of such rounds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pairing.field import Contestant, Couple, Paired, Past, SideKey, Wishes
from pairing.random_draw import random_round
from pairing.seating import Round
from pairing.swiss import first_round, next_round

BYE = Fraction(17)  # as devzone-26 pays it


def met_in(one: Round) -> set[Couple]:
    return {frozenset((table.ns, table.ew)) for table in one.tables}


def byes_in(one: Round) -> list[int]:
    return [bye.who for bye in one.byes]


def everybody_once(paired: Paired, pairs: Iterable[int]) -> bool:
    """At one table or with one bye, tables numbered from 1."""
    seated = [who for table in paired.round.tables for who in (table.ns, table.ew)]
    numbers = [table.table for table in paired.round.tables]
    return sorted(seated + byes_in(paired.round)) == sorted(pairs) and numbers == list(
        range(1, len(numbers) + 1)
    )


def note_codes(paired: Paired) -> list[str]:
    return [note.code for note in paired.notes]


@dataclass
class Hall:
    """A field of `size` pairs and what it played so far; results come from `chance`, 26 points a match."""

    size: int
    units: Mapping[int, str] = field(default_factory=dict)
    always_loses: int = 0
    seed: int = 1
    absent: frozenset[int] = frozenset()
    past: Past = field(default_factory=Past)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.points = {pair: Fraction(0) for pair in range(1, self.size + 1)}
        self.met: dict[Couple, int] = {}
        self.byes: dict[int, int] = {}
        self.sides: dict[int, tuple[SideKey, ...]] = {}
        self.number = 0

    def field_now(self) -> list[Contestant]:
        """Those who are here, by points and number, in an order that says nothing."""
        order = sorted(
            (pair for pair in self.points if pair not in self.absent),
            key=lambda pair: (-self.points[pair], pair),
        )
        field = [
            Contestant(pair, self.points[pair], rank, self.units.get(pair))
            for rank, pair in enumerate(order, start=1)
        ]
        self.chance.shuffle(field)
        return field

    def past_now(self) -> Past:
        return Past(dict(self.met), dict(self.byes), dict(self.sides))

    def pair_next(self, wishes: Wishes | None = None) -> Paired:
        """Pair the next round, play it, and return it."""
        self.number += 1
        if self.number == 1:
            paired = first_round(self.field_now(), how="draw", wishes=wishes, seed=self.seed)
        else:
            paired = next_round(self.field_now(), self.past_now(), wishes, number=self.number, seed=self.seed)
        self.play(paired.round)
        return paired

    def draw_next(self, wishes: Wishes | None = None) -> Paired:
        """Draw everybody an opponent, play it, and return it."""
        self.number += 1
        drawn = random_round(self.field_now(), self.past_now(), wishes, number=self.number, seed=self.seed)
        self.play(drawn.round)
        return drawn

    def play(self, one: Round, result: Callable[[int, int], int] | None = None) -> None:
        """Write a round down; `result` gives the level difference of 南北 and 东西."""
        for pair in byes_in(one):
            self.byes[pair] = self.byes.get(pair, 0) + 1
            self.points[pair] += BYE
        for table in one.tables:
            couple = frozenset((table.ns, table.ew))
            self.met[couple] = self.met.get(couple, 0) + 1
            lead = (result or self._result)(table.ns, table.ew)
            self.points[table.ns] += 13 + lead
            self.points[table.ew] += 13 - lead
            self.sides[table.ns] = (*self.sides.get(table.ns, ()), "ns")
            self.sides[table.ew] = (*self.sides.get(table.ew, ()), "ew")

    def _result(self, ns: int, ew: int) -> int:
        if self.always_loses in (ns, ew):
            return -13 if ns == self.always_loses else 13
        return self.chance.randint(-13, 13)
