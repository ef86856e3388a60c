"""Drawing a bracket: seeds at their places, byes to the best, kin as far apart as can be, the rest by chance.

Kin are pairs of one unit, and pairs that come from one group of the stage before: both should meet late.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pairing.bracket import Lines, bracket_size, head_place, heads, meeting_round, other_place
from pairing.errors import PairingError
from pairing.grouping import Entrant, SameUnit
from pairing.lots import ALGORITHM, Chance, digest
from pairing.seating import Note, note

BRACKET = "guansai-bracket-1"
"""Version of the bracket draw: it changes whenever the same inputs and seed would give another bracket."""

_EXCHANGES_PER_PAIR = 20  # tried for chance's sake; twice as many more while kin could still lie better
_EXCHANGES_AT_LEAST = 400


@dataclass(frozen=True, slots=True)
class DrawnBracket:
    """A bracket from top to bottom, what must be said about it, and what makes it again."""

    lines: Lines
    notes: tuple[Note, ...]
    algorithm: str
    seed: int
    inputs: str


def draw_bracket(
    entrants: Iterable[Entrant],
    *,
    seed: int,
    same_unit: SameUnit = "apart",
    mates: Mapping[int, str] | None = None,
) -> DrawnBracket:
    """Draw a bracket of the smallest size that holds all entrants.

    Seeds: 1 at the top and 2 at the bottom, 3 and 4 drawn between the quarters left, 5–8 between the eighths
    …; equal seedings are put in order by lot. Byes go to the best seeds; what is left of them goes by lot to
    unseeded pairs at the next seed places. Then come the unseeded pairs. Among the brackets that chance
    offers, pairs of one unit (with `apart`) and `mates` (pair number → the group it comes from) meet as late
    as the search can have it: in opposite halves, then quarters. Neither ever moves a seed out of its tier.

    Notes: as `may_meet` says. Raises `PairingError` `too_few_pairs` (pairs), `pair_twice` (pair).
    """
    field = _checked(entrants)
    kin = _kin(field, same_unit, mates or {})
    drawn = _Drawing(field, kin, Chance(seed, BRACKET))
    return DrawnBracket(
        lines=drawn.lines,
        notes=may_meet(drawn.lines, field, same_unit=same_unit, mates=mates),
        algorithm=f"{BRACKET}/{ALGORITHM}",
        seed=seed,
        inputs=_inputs(field, same_unit, mates or {}),
    )


def _checked(entrants: Iterable[Entrant]) -> list[Entrant]:
    field = sorted(entrants, key=lambda one: one.number)
    for one, other in pairwise(field):
        if one.number == other.number:
            raise PairingError("pair_twice", pair=one.number)
    bracket_size(len(field))
    return field


def _inputs(field: Sequence[Entrant], same_unit: SameUnit, mates: Mapping[int, str]) -> str:
    entries = [[one.number, one.unit, one.seed] for one in field]
    return digest({"entrants": entries, "same_unit": same_unit, "mates": sorted(map(list, mates.items()))})


Families = dict[str, list[int]]


def _units(field: Sequence[Entrant]) -> Families:
    found: Families = defaultdict(list)
    for one in field:
        if one.unit is not None:
            found[one.unit].append(one.number)
    return found


def _groups(field: Sequence[Entrant], mates: Mapping[int, str]) -> Families:
    found: Families = defaultdict(list)
    for one in field:
        if one.number in mates:
            found[mates[one.number]].append(one.number)
    return found


def _kin(field: Sequence[Entrant], same_unit: SameUnit, mates: Mapping[int, str]) -> list[list[int]]:
    """Everybody who should be kept from each other, family by family; larger families first."""
    units = [] if same_unit == "ignore" else list(_units(field).values())
    families = [*units, *_groups(field, mates).values()]
    return sorted((one for one in families if len(one) > 1), key=lambda one: -len(one))


class _Drawing:
    """A bracket while it is being drawn."""

    def __init__(self, field: Sequence[Entrant], kin: list[list[int]], chance: Chance) -> None:
        self.chance, self.kin = chance, kin
        self.size = bracket_size(len(field))
        self.rounds = self.size.bit_length() - 1
        tiers = [chance.shuffled(tier) for tier in heads(self.size)]
        self.tier_of = {slot: tier for tier in tiers for slot in tier}
        slots = [slot for tier in tiers for slot in tier]
        ranked, rest = self._ranked(field)
        byes = self.size - len(field)
        self.empty = {self._other(slot) for slot in slots[:byes]}
        self.place_of: dict[int, int] = {}
        for pair, slot in zip(ranked, slots, strict=False):
            self.place_of[pair] = head_place(slot, self.size)
        low = ranked[len(slots) :]
        for pair, slot in zip(low, chance.shuffled(slots[byes:]), strict=False):
            self.place_of[pair] = self._other(slot)
        self.seeded, self.low, self.rest = set(ranked), low, rest
        self.holder = {place: pair for pair, place in self.place_of.items()}
        self._deal(rest)
        self.relatives: dict[int, list[int]] = defaultdict(list)
        for family in kin:
            for pair in family:
                self.relatives[pair] += [other for other in family if other != pair]
        if kin:
            self._exchange()

    def _other(self, slot: int) -> int:
        return other_place(head_place(slot, self.size))

    def _ranked(self, field: Sequence[Entrant]) -> tuple[list[int], list[int]]:
        """The seeded by seeding, equal ones by lot; and the others."""
        drawn = self.chance.shuffled(field)
        seeded = sorted((one for one in drawn if one.seed is not None), key=lambda one: one.seed or 0)
        return [one.number for one in seeded], [one.number for one in drawn if one.seed is None]

    def _deal(self, rest: list[int]) -> None:
        """Put the unseeded at the places left.

        Families stand together in the deal, and places that follow each other lie far apart: any two in
        different halves, any four in different quarters.
        """
        order = {pair: at for at, pair in enumerate(rest)}
        for family in reversed(self.kin):
            at = min((order[pair] for pair in family if pair in order), default=0)
            order |= {pair: at for pair in family if pair in order}
        dealt = sorted(rest, key=lambda pair: order[pair])
        free = [one for one in self._spread(1, self.size) if one not in self.empty and one not in self.holder]
        for pair, place in zip(dealt, free, strict=True):
            self._put(pair, place)

    def _spread(self, low: int, high: int) -> list[int]:
        if low == high:
            return [low]
        middle = (low + high) // 2
        halves = self.chance.shuffled([(low, middle), (middle + 1, high)])
        both = zip(*(self._spread(*half) for half in halves), strict=True)
        return [place for couple in both for place in couple]

    def _put(self, pair: int, place: int) -> None:
        self.place_of[pair], self.holder[place] = place, pair

    def _exchange(self) -> None:
        """Let chance exchange pairs wherever kin do not come nearer; longer while they could lie better."""
        everybody = sorted(self.place_of)
        tried = max(_EXCHANGES_AT_LEAST, _EXCHANGES_PER_PAIR * len(everybody))
        best = sum(self._least(len(family), self.rounds) for family in self.kin)
        for turn in range(3 * tried):
            if turn >= tried and (turn - tried) % tried == 0 and self._whole() == best:
                break
            self._try(everybody[self.chance.below(len(everybody))])

    def _try(self, pair: int) -> None:
        moved = self._move(pair)
        touched = set(moved)
        before = self._cost(touched)
        old = {one: self.place_of[one] for one in touched}
        self._apply(moved)
        if self._cost(touched) > before:
            self._apply(old)

    def _move(self, pair: int) -> dict[int, int]:
        """Where everybody goes when `pair` changes places with somebody of its own standing."""
        if pair not in self.seeded:
            return self._swap(pair, self._any(self.rest))
        if pair in self.low:
            return self._swap(pair, self._any(self.low))
        here = (self.place_of[pair] - 1) // 2
        return self._swap_slots(here, self._any(self.tier_of[here]))

    def _any(self, among: Sequence[int]) -> int:
        return among[self.chance.below(len(among))]

    def _swap(self, one: int, other: int) -> dict[int, int]:
        return {one: self.place_of[other], other: self.place_of[one]}

    def _swap_slots(self, here: int, there: int) -> dict[int, int]:
        """Whole first-round slots change places, byes along: heads stay heads."""
        moved = {}
        for old, new in ((here, there), (there, here)):
            for where in (head_place, lambda slot, size: other_place(head_place(slot, size))):
                pair = self.holder.get(where(old, self.size))
                if pair is not None:
                    moved[pair] = where(new, self.size)
        return moved

    def _apply(self, moved: Mapping[int, int]) -> None:
        for pair in moved:
            self.holder.pop(self.place_of[pair], None)
        for pair, place in moved.items():
            self._put(pair, place)

    def _weight(self, rounds_to_go: int) -> int:
        # Two that may meet a round earlier outweigh any number of meetings in later rounds.
        return int(1 << (2 * self.rounds + 1) * (self.rounds - rounds_to_go))

    def _cost(self, pairs: Iterable[int]) -> int:
        """How near these pairs stand to their kin."""
        total, seen = 0, set()
        for pair in pairs:
            for other in self.relatives[pair]:
                if other not in seen:
                    total += self._weight(meeting_round(self.place_of[pair], self.place_of[other]))
            seen.add(pair)
        return total

    def _whole(self) -> int:
        return self._cost(sorted(self.place_of))

    def _least(self, count: int, level: int) -> int:
        """What a family of `count` costs when it lies as evenly as can be in a block of 2^level places."""
        if count < 2:
            return 0
        small, large = count // 2, count - count // 2
        below = self._least(small, level - 1) + self._least(large, level - 1)
        return self._weight(level) * small * large + below

    @property
    def lines(self) -> Lines:
        """The bracket from top to bottom."""
        return tuple(self.holder.get(place) for place in range(1, self.size + 1))


def may_meet(
    bracket: Lines,
    field: Sequence[Entrant],
    *,
    same_unit: SameUnit = "apart",
    mates: Mapping[int, str] | None = None,
) -> tuple[Note, ...]:
    """What must be said about kin in a bracket, however it was drawn.

    `same_unit_may_meet` (a, b, unit, places: how many pairs are left in that round) for those of a unit that
    meet first, wherever that is before the final; `mates_may_meet` (a, b, group, places) where mates could
    meet earlier than their number alone demands.
    """
    place_of = {pair: place for place, pair in enumerate(bracket, start=1) if pair is not None}
    rounds, mates = len(bracket).bit_length() - 1, mates or {}
    found = []
    units = {} if same_unit == "ignore" else _units(field)
    for name, family in sorted(units.items()):
        first, couples = _first_meetings(place_of, family, rounds)
        found += [_said("same_unit_may_meet", a, b, rounds, first, unit=name) for a, b in couples]
    for name, family in sorted(_groups(field, mates).items()):
        first, couples = _first_meetings(place_of, family, rounds)
        if first < rounds + 1 - (len(family) - 1).bit_length():
            found += [_said("mates_may_meet", a, b, rounds, first, group=name) for a, b in couples]
    return tuple(found)


def _said(code: str, a: int, b: int, rounds: int, first: int, **name: str) -> Note:
    return note(code, a=a, b=b, places=1 << (rounds + 1 - first), **name)


def _first_meetings(
    place_of: Mapping[int, int], family: Sequence[int], rounds: int
) -> tuple[int, list[tuple[int, int]]]:
    """The first round before the final in which two of a family may meet, and which couples those are."""
    by_round: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for at, one in enumerate(family):
        for other in family[at + 1 :]:
            by_round[meeting_round(place_of[one], place_of[other])].append((one, other))
    first = min(by_round, default=rounds)
    return first, by_round[first] if first < rounds else []
