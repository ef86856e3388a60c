"""Many aims in one whole number, the more important ones above all others."""

from __future__ import annotations

from collections.abc import Sequence

LIMIT = 1 << 120
"""Numbers below it stay exact in the matching, which reckons with 128 bits and needs a few for itself."""

Column = list[int]


def packed(columns: Sequence[Column], matches: int) -> Column:
    """One cost per couple from its costs in each aim, the most important aim first. All are at least 0.

    Over any `matches` couples one unit of an aim outweighs everything below it. An aim that does not fit any
    more is rounded down to what fits, the lower ones first; that takes thousands of couples and figures with
    many digits.
    """
    fitted: list[tuple[Column, int]] = []
    room = LIMIT
    for column in columns:
        highest = max(column, default=0)
        if highest:
            shift = _shift(highest, matches, room)
            reach = (highest >> shift) * matches + 1
            fitted.append(([value >> shift for value in column] if shift else column, reach))
            room //= reach
    return _added(fitted, len(columns[0]))


def _shift(highest: int, matches: int, room: int) -> int:
    shift = 0
    while (highest >> shift) * matches + 1 > room:
        shift += 1
    return shift


def _added(fitted: Sequence[tuple[Column, int]], size: int) -> Column:
    total = [0] * size
    for column, reach in fitted:
        total = [before * reach + value for before, value in zip(total, column, strict=True)]
    return total
