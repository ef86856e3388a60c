"""The computer draw of groups with every unit spread: one even deal, then chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pairing.lots import Chance

_EXCHANGES_PER_PAIR = 20  # tried after dealing; several times what it takes to forget how it was dealt
_EXCHANGES_AT_LEAST = 400


def spread(
    field: Sequence[tuple[int, str | None]], sizes: Sequence[int], chance: Chance
) -> tuple[tuple[int, ...], ...]:
    """Groups of (number, unit) entrants, spread as evenly as can be; each group in a drawn order.

    `sizes` differ by at most one. Deals the units one after the other round the groups, then exchange at
    random without spoiling the spread.

    A unit's pairs stand next to each other in the deal, so each group gets ⌊c/k⌋ or ⌈c/k⌉ of its c pairs: no
    spread is better. An exchange is made only if that stays true. Any two such groupings are joined by single
    exchanges (they are 0/1 tables with the same margins: Ryser 1957), and an exchange is as likely as its
    undoing, so in the long run all of them are equally likely.
    """
    units: dict[str, list[int]] = {}
    for number, unit in field:
        # A pair without a unit is a unit of its own; NUL keeps it from meeting a real name.
        units.setdefault(unit if unit is not None else f"\0{number}", []).append(number)
    names = chance.shuffled(units)
    dealt = [(name, number) for name in names for number in chance.shuffled(units[name])]
    # Groups with a place more come first in every turn, so that the last, short turn ends in them.
    turn = sorted(chance.shuffled(range(len(sizes))), key=lambda group: -sizes[group])
    places = [turn[at % len(turn)] for at in range(len(dealt))]
    _exchange([name for name, _ in dealt], places, len(sizes), chance)
    groups: list[list[int]] = [[] for _ in sizes]
    for (_, number), place in zip(dealt, places, strict=True):
        groups[place].append(number)
    return tuple(tuple(chance.shuffled(sorted(group))) for group in groups)


def _exchange(units: Sequence[str], places: list[int], group_count: int, chance: Chance) -> None:
    """Let random couples of entrants change groups wherever no unit's spread suffers. Changes `places`."""
    counts = Counter(zip(units, places, strict=True))
    tried = max(_EXCHANGES_AT_LEAST, _EXCHANGES_PER_PAIR * len(units)) if group_count > 1 else 0
    for _ in range(tried):
        this, other = chance.below(len(units)), chance.below(len(units))
        here, there = places[this], places[other]
        if here == there:
            continue
        mine, theirs = units[this], units[other]
        if mine != theirs:
            if counts[mine, here] <= counts[mine, there] or counts[theirs, there] <= counts[theirs, here]:
                continue
            for unit, old, new in ((mine, here, there), (theirs, there, here)):
                counts[unit, old] -= 1
                counts[unit, new] += 1
        places[this], places[other] = there, here
