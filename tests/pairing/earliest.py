"""The earliest that pairs of one unit can meet, found by trying every schedule of a small group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Couple = tuple[int, int]


def partitions(total: int, largest: int | None = None) -> Iterator[list[int]]:
    """All ways to split `total` pairs into units, by unit sizes."""
    if total == 0:
        yield []
    for first in range(min(total, largest or total), 0, -1):
        for rest in partitions(total - first, first):
            yield [first, *rest]


def units_of(parts: Sequence[int]) -> list[str | None]:
    """A group with units of these sizes, one after the other."""
    return [f"单位{unit}" for unit, count in enumerate(parts) for _ in range(count)]


def earliest_possible(units: Sequence[str | None], rounds: int) -> list[int]:
    """The largest list, compared from round 1 on, of matches inside units by round."""
    places = list(range(len(units) + len(units) % 2))
    best: list[int] = []
    limit = _limit(units, rounds)
    seen: set[tuple[frozenset[Couple], tuple[int, ...]]] = set()

    def mates(couple: Couple) -> bool:
        one, two = couple
        return two < len(units) and units[one] is not None and units[one] == units[two]

    def go_on(met: frozenset[Couple], counts: tuple[int, ...]) -> None:
        nonlocal best
        if best == limit or list(counts) < best[: len(counts)] or (met, counts) in seen:
            return
        seen.add((met, counts))
        if len(counts) == rounds:
            best = max(best, list(counts))
            return
        options = [(sum(map(mates, option)), option) for option in _matchings(places, met)]
        for count, option in sorted(options, key=lambda found: -found[0]):
            go_on(met | frozenset(option), (*counts, count))

    go_on(frozenset(), ())
    return best


def _limit(units: Sequence[str | None], rounds: int) -> list[int]:
    """What no schedule can exceed: every unit as busy with itself as it can be, until it is done."""
    counts = [units.count(unit) for unit in sorted({unit for unit in units if unit is not None})]
    return [sum(count // 2 for count in counts if number < count - 1 + count % 2) for number in range(rounds)]


def _matchings(places: list[int], met: frozenset[Couple]) -> Iterator[tuple[Couple, ...]]:
    if not places:
        yield ()
        return
    first, *others = places
    for other in others:
        if (first, other) not in met:
            left = [place for place in others if place != other]
            for rest in _matchings(left, met):
                yield ((first, other), *rest)
