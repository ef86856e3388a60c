"""Who sits out in a round that is paired by itself: one bye each before anybody has a second one."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.field import Contestant, Past


def may_rest(free: Sequence[Contestant], past: Past) -> list[int]:
    """The places (from 0) that may have the bye of an odd field, the lowest first; none for an even field.

    Only those with the fewest byes so far, drawn or given by hand: nobody has a second one before everybody
    here has had one.
    """
    if len(free) % 2 == 0:
        return []
    fewest = min(past.byes.get(one.number, 0) for one in free)
    return [place for place in range(len(free) - 1, -1, -1) if past.byes.get(free[place].number, 0) == fewest]
