"""Partners by lot: people who entered alone and drew the same number make a pair.

The computer's draw keeps to a category, and takes partners from different units as far as it can.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairing.errors import PairingError
from pairing.lots import Chance

PARTNERS = "guansai-partners-1"
"""Version of the draw: it changes whenever a stored seed would give other partners."""


@dataclass(frozen=True, slots=True)
class Single:
    """One person who entered alone: a number of its own, the unit if known, the category ("" for none)."""

    number: int
    unit: str | None = None
    category: str = ""


@dataclass(frozen=True, slots=True)
class Partners:
    """Who plays with whom, in the order drawn, and who is left over."""

    couples: tuple[tuple[int, int], ...]
    left: tuple[int, ...]


def draw_partners(people: Iterable[Single], seed: int, *, apart: bool = True) -> Partners:
    """Draw pairs among `people`; the order in which they are given does not matter.

    Only people of one category become partners; of an odd category one is left. With `apart`, no two of one
    unit meet while there is another way; people whose unit is not known fit everybody. Raises `PairingError`
    `person_twice` (person).
    """
    ordered = sorted(people, key=lambda one: one.number)
    for one, following in itertools.pairwise(ordered):
        if one.number == following.number:
            raise PairingError("person_twice", person=one.number)
    chance = Chance(seed, "partners")
    couples: list[tuple[int, int]] = []
    left: list[int] = []
    for category in sorted({one.category for one in ordered}):
        shuffled = chance.shuffled(one for one in ordered if one.category == category)
        line = _spread(shuffled) if apart else shuffled
        half = len(line) // 2
        couples += [(a.number, b.number) for a, b in zip(line[:half], line[half : 2 * half], strict=True)]
        left += [one.number for one in line[2 * half :]]
    return Partners(tuple(chance.shuffled(couples)), tuple(left))


def _spread(shuffled: Sequence[Single]) -> list[Single]:
    """The people unit by unit, the largest first, so that whoever stands half the line away is of another.

    A unit that is more than half of all people meets itself in its surplus alone. Who stands last in an odd
    line is left: whoever the shuffle put there, but one of the largest unit where only that helps.
    """
    sizes: Counter[str | None] = Counter(one.unit for one in shuffled if one.unit is not None)
    most = max(sizes.values(), default=0)
    rest, last = list(shuffled), []
    if len(rest) % 2:
        too_many = 2 * most > len(rest) - 1
        last = [next(one for one in reversed(rest) if not too_many or sizes.get(one.unit) == most)]
        rest.remove(last[0])
    units: dict[tuple[str | None, int], list[Single]] = defaultdict(list)
    for one in rest:
        units[(one.unit, 0) if one.unit is not None else (None, one.number)].append(one)
    return [one for unit in sorted(units.values(), key=len, reverse=True) for one in unit] + last


@dataclass(frozen=True, slots=True)
class TypedLots:
    """Typed lots as pairs: those complete, in the order of their numbers, and the people still without."""

    couples: tuple[tuple[int, int], ...]
    left: tuple[int, ...]


def typed_partners(people: Iterable[Single], lots: Mapping[int, int]) -> TypedLots:
    """Who drew the same number, by `lots` (number drawn by person); people without one are left.

    Raises `PairingError`: `person_unknown` (person), `lot_too_low` (lot), `lot_of_three` (lot), and
    `lot_across_categories` (lot) where the two play in different categories.
    """
    known = {one.number: one for one in people}
    holders: dict[int, list[int]] = defaultdict(list)
    for person, lot in sorted(lots.items()):
        if person not in known:
            raise PairingError("person_unknown", person=person)
        if lot < 1:
            raise PairingError("lot_too_low", lot=lot)
        holders[lot].append(person)
    couples = []
    for lot, both in sorted(holders.items()):
        if len(both) > 2:
            raise PairingError("lot_of_three", lot=lot)
        if len(both) == 2:
            if len({known[person].category for person in both}) > 1:
                raise PairingError("lot_across_categories", lot=lot)
            couples.append((both[0], both[1]))
    paired = {person for couple in couples for person in couple}
    return TypedLots(tuple(couples), tuple(sorted(set(known) - paired)))
