"""Who meets whom in which round, pairs of one unit as early as possible (先打本单位).

The earliest would be that every unit plays its own round robin from round 1 on, while whoever is over meets
other units. Two schedules are compared by their matches inside units, in round 1 first, then in round 2, and
so on; the larger number at the first difference is the earlier one. The circle with its places given to the
units couple by couple is always one candidate; where it is not the earliest conceivable, schedules are built
round by round with the units' own matches put first, and the earliest found is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.circle import Couple, Rounds, circle, even
from pairing.lots import Chance, digest, seed_from_text
from pairing.matching import ALONE, match_more

UNIT_FIRST = "guansai-unit-first-1"
"""Version of the search: it changes whenever the same units would give another movement."""

_TRIES = 12  # beginnings built, of which the earliest that can be completed is taken
_PLACES_BUILT = 25_000  # places × rounds after which no further beginning is tried: about a second
_STEPS_BACK = 60  # dead ends after which one beginning is given up

Unit = str | None


def unit_first(units: Sequence[Unit], rounds: int) -> Rounds:
    """The couples of each round, places from 0; in an odd group the place after the last is the bye.

    `units[i]` is the unit of place i, None for a pair of no unit. `rounds` is at most what the group can
    play. Nobody meets twice, everybody is in every round. Without two pairs of one unit this is the plain
    circle. With at most two pairs a unit all of them meet in round 1.
    """
    size = even(len(units))
    plain = circle(size, bye=len(units) % 2 == 1)
    if not _couples_inside(units):
        return plain[:rounds]
    ideal = _ideal(units, size, rounds)
    best = _by_couples(plain, units, size)[:rounds]
    if _earliness(best, units) == _counts(ideal):
        return best
    beginnings = _beginnings(units, size, ideal)
    built = next((beginning.made for beginning in beginnings if beginning.extend(rounds)), best)
    return max(best, built, key=lambda made: _earliness(made, units))


def _beginnings(units: Sequence[Unit], size: int, ideal: Rounds) -> list[_Builder]:
    """Schedules up to the round in which the last unit could be done with itself, the earliest first.

    One that ran into too many dead ends is shorter; it may still be completed when its turn comes.
    """
    length = max(number for number, own in enumerate(ideal, start=1) if own)
    chance = Chance(seed_from_text(digest([list(units), len(ideal)])), UNIT_FIRST)
    found: list[_Builder] = []
    for _ in range(max(1, min(_TRIES, _PLACES_BUILT // (size * length)))):
        builder = _Builder(units, size, ideal, chance)
        builder.extend(length)
        found.append(builder)
        if _earliness(builder.made, units) == _counts(ideal)[:length]:
            break
    return sorted(found, key=lambda builder: _earliness(builder.made, units), reverse=True)


def _couples_inside(units: Sequence[Unit]) -> bool:
    named = [unit for unit in units if unit is not None]
    return len(set(named)) < len(named)


def _members(units: Sequence[Unit]) -> list[list[int]]:
    """The places of each unit, largest units first, then by first place."""
    places: dict[str, list[int]] = {}
    for place, unit in enumerate(units):
        if unit is not None:
            places.setdefault(unit, []).append(place)
    return sorted(places.values(), key=lambda group: (-len(group), group))


def _ideal(units: Sequence[Unit], size: int, rounds: int) -> Rounds:
    """The matches inside units, each unit playing its own round robin from round 1 on."""
    own: Rounds = [[] for _ in range(max(size, rounds))]
    for places in _members(units):
        count = len(places)
        for number, met in enumerate(circle(even(count), bye=count % 2 == 1)):
            own[number] += [(places[one], places[two]) for one, two in met if two < count]
    return own[:rounds]


def _counts(rounds: Rounds) -> list[int]:
    return [len(met) for met in rounds]


def _earliness(rounds: Rounds, units: Sequence[Unit]) -> list[int]:
    """Matches inside units by round: the larger list is the earlier schedule."""
    return [sum(_inside(couple, units) for couple in met) for met in rounds]


def _inside(couple: Couple, units: Sequence[Unit]) -> bool:
    one, two = couple
    return max(couple) < len(units) and units[one] is not None and units[one] == units[two]


def _by_couples(plain: Rounds, units: Sequence[Unit], size: int) -> Rounds:
    """The circle with each unit on as many first-round couples as it can fill; earliest rounds first."""
    order: list[int] = []
    over: list[int] = []
    for places in _members(units):
        whole = len(places) - len(places) % 2
        order += places[:whole]
        over += places[whole:]
    taken = {*order, *over}
    order += over + [place for place in range(size) if place not in taken]
    slots = [slot for couple in plain[0] for slot in couple]
    if len(units) < size:
        # The empty place is fixed: it is the last slot and stays the last place.
        slots = _last_slot_last(plain[0])
    name = dict(zip(slots, order, strict=True))
    renamed = [sorted(_low_first(name[one], name[two]) for one, two in met) for met in plain]
    return sorted(renamed, key=lambda met: -sum(_inside(couple, units) for couple in met))


def _last_slot_last(first: list[Couple]) -> list[int]:
    with_bye = max(first, key=max)
    return [slot for couple in first if couple != with_bye for slot in couple] + list(with_bye)


def _low_first(one: int, two: int) -> Couple:
    return (one, two) if one < two else (two, one)


class _Builder:
    """Builds one schedule round by round, stepping back from dead ends; `made` holds it so far."""

    def __init__(self, units: Sequence[Unit], size: int, ideal: Rounds, chance: Chance) -> None:
        self.made: Rounds = []
        self._units = units
        self._size = size
        self._ideal = ideal
        self._chance = chance
        self._unmet = [set(range(size)) - {place} for place in range(size)]
        self._mates = [self._mates_of(place) for place in range(size)]

    def _mates_of(self, place: int) -> set[int]:
        return {
            other for other in range(self._size) if other != place and _inside((place, other), self._units)
        }

    def extend(self, rounds: int) -> bool:
        """Add rounds up to so many; whether that worked. What was there when it was called stays as it is."""
        kept = len(self.made)
        dead_ends = 0
        while len(self.made) < rounds:
            met = self._next(len(self.made))
            if met is not None:
                self._play(met)
                continue
            dead_ends += 1
            if dead_ends > _STEPS_BACK:
                return False
            for _ in range(min(len(self.made) - kept, 1 + dead_ends // 4)):
                self._take_back()
        return True

    def _play(self, met: list[Couple]) -> None:
        self.made.append(met)
        for one, two in met:
            self._unmet[one].remove(two)
            self._unmet[two].remove(one)

    def _take_back(self) -> None:
        for one, two in self.made.pop():
            self._unmet[one].add(two)
            self._unmet[two].add(one)

    def _next(self, number: int) -> list[Couple] | None:
        """A round of unmet couples: the units' own first, then the others, breaking up own ones only if it
        must.
        """
        mate = [ALONE] * self._size
        for one, two in self._ideal[number]:
            if two in self._unmet[one]:
                mate[one], mate[two] = two, one
        match_more(
            [self._shuffled(self._unmet[place] & self._mates[place]) for place in range(self._size)], mate
        )
        alone = {place for place in range(self._size) if mate[place] == ALONE}
        match_more(
            [
                self._shuffled((self._unmet[place] - self._mates[place]) & alone) if place in alone else []
                for place in range(self._size)
            ],
            mate,
        )
        if ALONE in mate:
            match_more([self._shuffled(self._unmet[place]) for place in range(self._size)], mate)
        if ALONE in mate:
            return None
        return [(place, mate[place]) for place in range(self._size) if place < mate[place]]

    def _shuffled(self, places: set[int]) -> list[int]:
        return self._chance.shuffled(sorted(places))
