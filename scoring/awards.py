"""What a ranking decides afterwards: who is inside a cut, who gets which award, how units compare."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

from scoring.standings import shared_ranks


class Ranked(Protocol):
    """A pair with its place: a row of standings, or a line that was published."""

    @property
    def pair(self) -> int: ...
    @property
    def rank(self) -> int | None: ...


class Scored(Ranked, Protocol):
    """The same with its total."""

    @property
    def points(self) -> Decimal: ...


@dataclass(frozen=True, slots=True)
class Cut:
    """A line drawn after so many places.

    `inside` are certain of their place, in ranking order. When equal ranks stand across the line, `edge` are
    the pairs that share that rank and `places` how many of them still fit: the organiser is asked (lots, an
    extra match, or all of them).
    """

    inside: tuple[int, ...]
    edge: tuple[int, ...] = ()
    places: int = 0


def cut(rows: Sequence[Ranked], places: int) -> Cut:
    """Draw the line after the first `places` ranked pairs; unranked pairs are never inside."""
    ranked = [row for row in rows if row.rank is not None]
    if places >= len(ranked):
        return Cut(tuple(row.pair for row in ranked))
    first_outside = ranked[places].rank
    inside = tuple(row.pair for row in ranked[:places] if row.rank != first_outside)
    if len(inside) == places:
        return Cut(inside)
    edge = tuple(row.pair for row in ranked if row.rank == first_outside)
    return Cut(inside, edge, places - len(inside))


@dataclass(frozen=True, slots=True)
class Award:
    """One award: its number from 1 (一等奖), the pairs that have it, and whom the organiser must choose from.

    `edge` and `places` are as in `Cut`. Pairs on an open edge have no award yet, also none of the next one.
    `settled` are the pairs that were equal across the line and about whom it was decided.
    """

    number: int
    pairs: tuple[int, ...]
    edge: tuple[int, ...] = ()
    places: int = 0
    settled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided about pairs that are equal at the edge of an award.

    Each of `orders` has the pairs of one tie in the order that lots or a play-off gave, best first; each of
    `shared` a tie whose pairs all get the better award; `everybody` says so of every edge.
    """

    orders: tuple[tuple[int, ...], ...] = ()
    shared: tuple[tuple[int, ...], ...] = ()
    everybody: bool = False


UNDECIDED = Decided()


def awards(rows: Sequence[Ranked], counts: Sequence[int], decided: Decided = UNDECIDED) -> tuple[Award, ...]:
    """Give out awards by fixed counts (school-grades 十: 4, 4 and 5 pairs), best pairs first.

    The lines stand after so many places: where equal pairs all get the better award, the next one has so many
    fewer (our choice). A decision counts only among the pairs that it was made about: when a correction
    brings another one to the edge, the organiser is asked again.
    """
    given: list[Award] = []
    held: set[int] = set()
    total = 0
    for number, count in enumerate(counts, start=1):
        total += count
        line = cut(rows, total)
        chosen = _chosen(line, decided)
        pairs = [pair for pair in (*line.inside, *(chosen or ())) if pair not in held]
        if chosen is None:
            held.update(line.inside, line.edge)
            given.append(Award(number, tuple(pairs), line.edge, line.places))
        else:
            held.update(pairs)
            given.append(Award(number, tuple(pairs), settled=line.edge))
    return tuple(given)


def _chosen(line: Cut, decided: Decided) -> tuple[int, ...] | None:
    """Who of the pairs on the edge is inside; None while nobody has decided."""
    edge = set(line.edge)
    if not edge:
        return ()
    if decided.everybody or any(edge <= set(one) for one in decided.shared):
        return line.edge
    for order in decided.orders:
        if edge <= set(order):
            return tuple(sorted(edge, key=order.index))[: line.places]
    return None


def counts_by_share(pair_count: int, shares: Sequence[Fraction]) -> tuple[int, ...]:
    """Turn shares (15 %, the next 25 % …) into counts; each line is rounded half up (our choice)."""
    lines = [0]
    share = Fraction(0)
    for part in shares:
        share += part
        lines.append(int(share * pair_count + Fraction(1, 2)))
    return tuple(after - before for before, after in pairwise(lines))


Unit = TypeVar("Unit", bound=Hashable)


@dataclass(frozen=True, slots=True)
class UnitRow(Generic[Unit]):
    """One unit: its shared rank, its score, and the pairs whose scores were counted, best first."""

    unit: Unit
    rank: int
    tied: bool
    score: Fraction
    pairs: tuple[int, ...]


def rank_units(
    rows: Sequence[Scored],
    unit_by_pair: Mapping[int, Unit],
    best: int | None = None,
    place_scores: Sequence[Fraction | int] | None = None,
) -> tuple[UnitRow[Unit], ...]:
    """Rank units by the sum of their best `best` pairs (None: all), equals in the order of their names.

    A pair scores its points, or with `place_scores` (9, 7, 6, 5 …) what its rank earns: 0 beyond the list,
    and pairs that share a rank each earn that rank's figure (our choice). Pairs without a rank or a unit do
    not count; a unit with fewer pairs sums what it has.
    """
    scored: dict[Unit, list[tuple[Fraction, int]]] = {}
    for row in rows:
        if row.rank is not None and row.pair in unit_by_pair:
            scored.setdefault(unit_by_pair[row.pair], []).append((_score(row, place_scores), row.pair))
    counted = {
        unit: sorted(pairs, key=lambda one: (-one[0], one[1]))[:best] for unit, pairs in scored.items()
    }
    sums = [sum((score for score, _ in pairs), Fraction(0)) for pairs in counted.values()]
    ranks = shared_ranks(sums)
    ranked = [
        UnitRow(unit, rank, ranks.count(rank) > 1, score, tuple(pair for _, pair in counted[unit]))
        for unit, rank, score in zip(counted, ranks, sums, strict=True)
    ]
    return tuple(sorted(ranked, key=lambda row: (row.rank, str(row.unit))))


def _score(row: Scored, place_scores: Sequence[Fraction | int] | None) -> Fraction:
    if place_scores is None:
        return Fraction(row.points)
    place = row.rank or 0
    return Fraction(place_scores[place - 1]) if place <= len(place_scores) else Fraction(0)
