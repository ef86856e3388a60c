"""Which couples are looked at: in a small field all, in a large one each pair's nearest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

How = Literal["nearest", "draw", "snake", "halves"]
Couples = list[tuple[int, int]]

ALL_UP_TO = 300
"""Fields of up to so many pairs are searched whole."""
NEAREST = 40
"""In larger ones each pair's so many nearest, doubled until that is enough."""


def target(how: How, size: int, place: int) -> int:
    """The place that `place` meets when nothing speaks against it (places from 0, best first).

    `snake`: the first meets the last; `halves`: the first the first of the lower half; else its neighbours:
    then it is the place itself. With an odd number the lowest place is left out of the count.
    """
    even = size - size % 2
    if how == "snake":
        return even - 1 - place
    if how == "halves":
        return place + even // 2 if place < even // 2 else place - even // 2
    return place


def widths(size: int) -> Iterator[int]:
    """How many nearest of each place are looked at, one after the other."""
    if size <= ALL_UP_TO:
        yield size
        return
    width = NEAREST
    while width < size:
        yield width
        width *= 2
    yield size


def couples(size: int, width: int, aim: Callable[[int], int], fits: Callable[[int, int], bool]) -> Couples:
    """All couples (lower place first) of which one is among the other's `width` nearest that `fits` allows.

    `aim` gives the place that a place looks for; near is what lies near to it.
    """
    if width >= size:
        return [(one, two) for one in range(size) for two in range(one + 1, size) if fits(one, two)]
    found: set[tuple[int, int]] = set()
    for place in range(size):
        found.update(_nearest(size, width, place, aim(place), fits))
    return sorted(found)


def across(units: Sequence[int], width: int) -> Iterator[tuple[int, int]]:
    """Couples of members of large units with others, for members whose nearest are all of their own unit.

    A unit of more than `width` may stand side by side in the order; then its members would all look to the
    same few who stand next to it. So the i-th member looks to `width` others around the same share of them.
    """
    for unit, count in Counter(units).items():
        if count <= width:
            continue
        members = [place for place, one in enumerate(units) if one == unit]
        others = [place for place, one in enumerate(units) if one != unit]
        for at, place in enumerate(members):
            first = max(at * len(others) // count - width // 2, 0)
            for other in others[first : first + width]:
                yield min(place, other), max(place, other)


def far(size: int) -> Iterator[tuple[int, int]]:
    """Couples right across the field, at sixteenths of its size: everybody some, nobody many."""
    for step in {size * part // 16 for part in range(1, 9)} - {0}:
        for place in range(size):
            other = (place + step) % size
            yield min(place, other), max(place, other)


def _nearest(
    size: int, width: int, place: int, aim: int, fits: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    left = width
    for other in _outward(size, aim):
        couple = (place, other) if place < other else (other, place)
        if place != other and fits(*couple):
            yield couple
            left -= 1
            if not left:
                return


def _outward(size: int, aim: int) -> Iterator[int]:
    """All places by their distance from `aim`, the lower first of two."""
    for step in range(size):
        if aim - step >= 0:
            yield aim - step
        if step and aim + step < size:
            yield aim + step
