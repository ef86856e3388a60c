"""The bracket of a knock-out: its places, who meets whom in which round, and what a match is about.

A bracket has 2, 4, 8 … places; places 2k − 1 and 2k meet in round 1. A match is about the ranks from…to of
those who may still get them: in a bracket of 16 round 1 is about 1–16, its winners play about 1–8, its losers
(where those places are played out) about 9–16. `slot` counts the matches of one round about the same ranks,
from the top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairing.errors import PairingError

Places = tuple[int, int]
"""The ranks, first and last, that a match is about."""

Lines = tuple[int | None, ...]
"""A bracket from top to bottom: the pair at every place, None where there is nobody."""

WITH_THIRD = 4  # the last rank that a match for third place plays out
EVERYTHING = 1 << 30


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of a bracket: `ns` stands above `ew`; without `ew` it is a bye."""

    places: Places
    slot: int
    ns: int
    ew: int | None = None

    @property
    def pairs(self) -> tuple[int, ...]:
        """Who is in it, from the top."""
        return (self.ns,) if self.ew is None else (self.ns, self.ew)

    @property
    def is_main(self) -> bool:
        """Whether the first place can still be reached through it."""
        return self.places[0] == 1


@dataclass(frozen=True, slots=True)
class Decided:
    """How a match ended: who goes on, and who does not (None after a bye, or when nobody is left)."""

    places: Places
    slot: int
    winner: int | None
    loser: int | None = None


def bracket_size(pairs: int) -> int:
    """The places of the smallest bracket for `pairs` pairs: 2, 4, 8, 16 … 13 pairs: 16.

    Raises `PairingError` `too_few_pairs` (pairs) below two.
    """
    if pairs < 2:
        raise PairingError("too_few_pairs", pairs=pairs)
    return 1 << (pairs - 1).bit_length()


def round_count(pairs: int) -> int:
    """After how many rounds one of `pairs` pairs is left: each round halves the field, rounded up."""
    return bracket_size(pairs).bit_length() - 1


def winners_places(places: Places) -> Places:
    """What the winner of a match about `places` plays for next: 1–8 → 1–4."""
    return places[0], sum(places) // 2


def losers_places(places: Places) -> Places:
    """What its loser may still reach: 1–8 → 5–8."""
    return sum(places) // 2 + 1, places[1]


def meeting_round(one: int, other: int) -> int:
    """The round in which two places of a bracket meet when both keep winning; 1 for places 1 and 2."""
    return ((one - 1) ^ (other - 1)).bit_length()


def places_wanted(placing: bool | int) -> int:
    """Down to which rank every place is played for: False or 0 none but the first two, True the third place
    too, a number k: 8 means 5–8 as well (our choice; losers whose places are not played for share a rank).
    """
    if placing is True:
        return WITH_THIRD
    return int(placing) or 2


def heads(size: int) -> list[list[int]]:
    """The seed places of a bracket of `size` places, as first-round slots (from 0) by tier.

    The first tier is the top slot, the second the bottom one, the third has a slot in each quarter still free
    of seeds, the fourth one in each such eighth … Together they are all slots.
    """
    blocks = [(0, size // 2, 0)]
    tiers = [[0]]
    while len(blocks) < size // 2:
        halves, added = [], []
        for low, high, head in blocks:
            middle = (low + high) // 2
            free = (middle, high) if head < middle else (low, middle)
            own = (low, middle) if head < middle else (middle, high)
            new = free[0] if free[0] < size // 4 else free[1] - 1
            halves += [(*own, head), (*free, new)]
            added.append(new)
        blocks = halves
        tiers.append(sorted(added))
    return tiers


def head_place(slot: int, size: int) -> int:
    """The place of a first-round slot (from 0) where a seed stands: the outer one."""
    return 2 * slot + 1 if slot < max(size // 4, 1) else 2 * slot + 2


def other_place(place: int) -> int:
    """The place that meets `place` in round 1."""
    return place + 1 if place % 2 else place - 1


def free_places(pairs: int) -> tuple[int, ...]:
    """The places that `pairs` pairs fill when nobody is seeded, from the top: the others are byes.

    The byes stand against the seed places in their order, so they are as far from each other as can be.
    """
    size = bracket_size(pairs)
    slots = [slot for tier in heads(size) for slot in tier]
    empty = {other_place(head_place(slot, size)) for slot in slots[: size - pairs]}
    return tuple(place for place in range(1, size + 1) if place not in empty)


def lines(numbers: Mapping[int, int]) -> Lines:
    """The bracket of pairs by their place (签号).

    Where the places run 1…n without a gap they are lots: lot i is the i-th place that is filled, counted from
    the top (`free_places`). Otherwise they are the places themselves. Raises `PairingError` `too_few_pairs`.
    """
    places = sorted(numbers)
    size = bracket_size(max(places, default=0))
    if places == list(range(1, len(places) + 1)):
        drawn = dict(zip(free_places(len(places)), (numbers[place] for place in places), strict=True))
    else:
        drawn = dict(numbers)
    return tuple(drawn.get(place) for place in range(1, size + 1))


def first_matches(bracket: Sequence[int | None]) -> tuple[BracketMatch, ...]:
    """Round 1 of a bracket, from the top; a place without an opponent is a bye, two empty ones nothing."""
    about = (1, len(bracket))
    ends = [(bracket[place], bracket[place + 1]) for place in range(0, len(bracket), 2)]
    return tuple(_matches(about, dict(enumerate(ends, start=1))))


def next_matches(
    decided: Iterable[Decided], *, placing: bool | int = False, gone: Iterable[int] = ()
) -> tuple[BracketMatch, ...]:
    """The next round from how the last one ended: the main matches first, then those for lower places.

    A place whose only candidate is known is not played for. Somebody without an opponent has a bye; pairs
    that are `gone` go no further where nobody waits for them (against somebody they are left in: the match
    is then a forfeit). Nothing is returned when nothing is left to play.
    """
    wanted, out = places_wanted(placing), set(gone)
    coming: dict[Places, dict[int, list[int | None]]] = {}
    for one in decided:
        for pair, about in ((one.winner, winners_places(one.places)), (one.loser, losers_places(one.places))):
            if pair is not None and about[0] < about[1] and (about[0] == 1 or about[0] <= wanted):
                seats = coming.setdefault(about, {}).setdefault((one.slot + 1) // 2, [None, None])
                seats[(one.slot - 1) % 2] = pair
    found: list[BracketMatch] = []
    for about in sorted(coming):
        ends = {slot: (seats[0], seats[1]) for slot, seats in sorted(coming[about].items())}
        matches = [match for match in _matches(about, ends) if not out.issuperset(match.pairs)]
        if sum(len(match.pairs) for match in matches) > 1:
            found += matches
    return tuple(found)


def coming_places(
    played: Mapping[Places, tuple[int, int]], *, placing: bool | int = False
) -> tuple[Places, ...]:
    """What the matches of the next round will be about, before it is known who plays them.

    `played` is the round before: by what its matches were about, how many there were and how many byes.
    Ordered; empty when nothing is left to play. `placing` as in `next_matches`.
    """
    wanted, coming = places_wanted(placing), Counter[Places]()
    for places, (matches, byes) in played.items():
        coming[winners_places(places)] += matches + byes
        coming[losers_places(places)] += matches
    return tuple(
        sorted(
            (first, last)
            for (first, last), count in coming.items()
            if count > 1 and first < last and (first == 1 or first <= wanted)
        )
    )


def _matches(about: Places, ends: Mapping[int, tuple[int | None, int | None]]) -> Iterable[BracketMatch]:
    for slot, (upper, under) in ends.items():
        if upper is not None:
            yield BracketMatch(about, slot, upper, under)
        elif under is not None:
            yield BracketMatch(about, slot, under)
