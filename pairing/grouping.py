"""Which pairs play together: groups by computer draw, by seed, as one, or as people put them.

A unit is spread when its pairs stand in the groups as evenly as can be: in a computer draw and in a snake
each unit's counts in any two groups differ by at most one, which is also what leaves the fewest couples of
one unit in one group. What the numbers do not allow is named as a `Clash`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pairing.errors import PairingError
from pairing.lots import ALGORITHM, Chance, digest
from pairing.serpentine import serpentine
from pairing.spread import spread

SameUnit = Literal["apart", "ignore"]
Groups = tuple[tuple[int, ...], ...]

SPREAD = "guansai-spread-1"
"""Version of the spread draw: it changes whenever the same seed would give other groups."""
SNAKE = "guansai-snake-1"
"""Version of the snake: it changes whenever the same seeding would give other groups."""

_EXCHANGES_PER_PAIR = (
    40  # tried after dealing; several times what the shuffle needs to forget how it was dealt
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair that enters a stage: its number, the unit that entered it (None: alone), its seeding (1 is
    best).
    """

    number: int
    unit: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Clash:
    """Several pairs of one unit in one group.

    `group` counts from 0, `pairs` are numbers in ascending order. `unavoidable`: this unit alone could not
    have been spread better over groups of these sizes.
    """

    unit: str
    group: int
    pairs: tuple[int, ...]
    unavoidable: bool


@dataclass(frozen=True, slots=True)
class Grouping:
    """Groups in order, each the pair numbers by position (签号 1 first), and how they came about.

    `gaps` are places of the only group where nobody stands: the byes of a knock-out's bracket.

    `algorithm` is empty where people chose; `seed` is None where no chance was used; `inputs` is the digest
    of everything but the seed that the result depends on.
    """

    groups: Groups
    clashes: tuple[Clash, ...] = ()
    algorithm: str = ""
    seed: int | None = None
    inputs: str = ""
    gaps: tuple[int, ...] = ()

    @property
    def places(self) -> tuple[tuple[int | None, ...], ...]:
        """Who stands at every place of every group; None in a gap."""
        if not self.gaps:
            return self.groups
        numbers = iter(self.groups[0])
        size = len(self.groups[0]) + len(self.gaps)
        return (tuple(None if place in self.gaps else next(numbers) for place in range(1, size + 1)),)


def sizes(pair_count: int, *, count: int | None = None, size: int | None = None) -> tuple[int, ...]:
    """Sizes of the groups, larger ones first, differing by at most one and never below two.

    Give either `count`, the number of groups, or `size`, the pairs in a full group: then there are as many
    groups as needed, so 14 in groups of 4 are 4, 4, 3, 3 and 5 in groups of 4 are 3, 2. Where that would
    leave a pair alone, one group fewer is made and groups may be one larger: 3 in groups of 2 are one group
    of 3, 5 in groups of 2 are 3, 2.

    Raises `PairingError`: `too_few_pairs` (pairs) below two; `count_or_size` unless exactly one is given;
    `group_size_too_small` (size) below two; `no_groups` (count) below one; `too_many_groups` (pairs, count,
    most) when a named number of groups would leave one with a single pair.
    """
    if pair_count < 2:
        raise PairingError("too_few_pairs", pairs=pair_count)
    groups = _group_count(pair_count, count, size)
    small, larger = divmod(pair_count, groups)
    return (small + 1,) * larger + (small,) * (groups - larger)


def _group_count(pair_count: int, count: int | None, size: int | None) -> int:
    most = pair_count // 2
    if size is not None and count is None:
        if size < 2:
            raise PairingError("group_size_too_small", size=size)
        return min(-(-pair_count // size), most)
    if count is None or size is not None:
        raise PairingError("count_or_size")
    if count < 1:
        raise PairingError("no_groups", count=count)
    if count > most:
        raise PairingError("too_many_groups", pairs=pair_count, count=count, most=most)
    return count


def group_names(count: int) -> tuple[str, ...]:
    """The first `count` names of groups: A … Z, AA, AB … AZ, BA …"""
    return tuple(group_name(index) for index in range(count))


def group_name(index: int) -> str:
    """The name of the group at `index`, from 0: A … Z, AA …"""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def draw(
    entrants: Iterable[Entrant], sizes: Sequence[int], *, seed: int, same_unit: SameUnit = "apart"
) -> Grouping:
    """Draw groups of the given sizes by computer, units spread as evenly as can be.

    With `apart` every grouping in which each unit's counts in any two groups differ by at most one can come
    out, all with the same chance as far as the exchanges mix; with `ignore` units play no part and no clash
    is named. Positions inside a group are drawn too. The order in which entrants are given does not matter.

    Raises `PairingError`: `too_few_pairs`, `pair_twice`, `sizes_do_not_fit` (pairs, places), `sizes_uneven`
    (smallest, largest: a computer draw makes groups that differ by at most one), `group_size_too_small`.
    """
    field = _field(entrants, sizes)
    chance = Chance(seed, SPREAD)
    if same_unit == "apart":
        groups = spread([(entrant.number, entrant.unit) for entrant in field], sizes, chance)
    else:
        groups = _cut([entrant.number for entrant in chance.shuffled(field)], sizes)
    return Grouping(
        groups=groups,
        clashes=_named_clashes(groups, field, same_unit),
        algorithm=f"{SPREAD}/{ALGORITHM}",
        seed=seed,
        inputs=_inputs(field, sizes, same_unit),
    )


def snake(entrants: Iterable[Entrant], sizes: Sequence[int], *, same_unit: SameUnit = "apart") -> Grouping:
    """Deal groups by seed in a serpentine (蛇形): A B C D, D C B A, A B C D …

    Unseeded pairs follow the seeded ones; equal seeds go by number. Position 1 of a group is its best seed.
    The last, incomplete row goes to the groups that have a place more. With `apart` pairs change places only
    within a row, that is among pairs of neighbouring strength, and as few as the walk needs; every unit is
    then as evenly spread as in `draw`. No chance is used.

    Raises `PairingError` as `draw` does.
    """
    field = _field(entrants, sizes)
    ordered = sorted(field, key=lambda one: (one.seed is None, one.seed or 0, one.number))
    units = [entrant.unit if same_unit == "apart" else None for entrant in ordered]
    places = serpentine(units, sizes)
    groups = tuple(
        tuple(one.number for one, place in zip(ordered, places, strict=True) if place == group)
        for group in range(len(sizes))
    )
    return Grouping(
        groups=groups,
        clashes=_named_clashes(groups, field, same_unit),
        algorithm=SNAKE,
        inputs=_inputs(field, sizes, same_unit),
    )


def one(entrants: Iterable[Entrant], seed: int) -> Grouping:
    """All entrants in one group, their positions drawn. No clash is named: nothing could be kept apart."""
    field = list(entrants)
    return draw(field, (len(field),), seed=seed, same_unit="ignore")


def manual(
    groups: Sequence[Sequence[int]], units: Mapping[int, str | None] | None = None, *, smallest: int = 2
) -> Grouping:
    """Groups as people put them, in position order, with the clashes that stand in them.

    `units` gives each pair's unit by number; left out, no clash is named. Sizes may differ freely from
    `smallest` on: where units or grades are groups, one may hold a single pair.
    Raises `PairingError`: `no_groups` (count), `group_size_too_small` (group, size), `pair_twice` (pair).
    """
    fixed = tuple(tuple(group) for group in groups)
    if not fixed:
        raise PairingError("no_groups", count=0)
    for index, group in enumerate(fixed):
        if len(group) < smallest:
            raise PairingError("group_size_too_small", group=index, size=len(group))
    _refuse_doubles(number for group in fixed for number in group)
    return Grouping(groups=fixed, clashes=clashes(fixed, units or {}))


def clashes(groups: Sequence[Sequence[int]], units: Mapping[int, str | None]) -> tuple[Clash, ...]:
    """Every unit that has several pairs in one group, by group and then by unit.

    Whether it could have been avoided is judged for each unit by itself: the fewest couples of its pairs that
    groups of these sizes allow, against the couples that stand there.
    """
    members = _members(groups, units)
    counts: dict[str, Counter[int]] = {}
    for (unit, group), pairs in members.items():
        counts.setdefault(unit, Counter())[group] = len(pairs)
    capacities = [len(group) for group in groups]
    forced = {
        unit: _couples(count.values()) == _fewest(count.total(), capacities) for unit, count in counts.items()
    }
    return tuple(
        Clash(unit, group, tuple(sorted(pairs)), forced[unit])
        for (unit, group), pairs in sorted(members.items(), key=lambda item: (item[0][1], item[0][0]))
        if len(pairs) > 1
    )


def _members(
    groups: Sequence[Sequence[int]], units: Mapping[int, str | None]
) -> dict[tuple[str, int], list[int]]:
    members: dict[tuple[str, int], list[int]] = {}
    for index, group in enumerate(groups):
        for number in group:
            unit = units.get(number)
            if unit is not None:
                members.setdefault((unit, index), []).append(number)
    return members


def _couples(counts: Iterable[int]) -> int:
    return sum(count * (count - 1) // 2 for count in counts)


def _fewest(pair_count: int, capacities: Sequence[int]) -> int:
    """The fewest couples that `pair_count` pairs of one unit make in groups of these sizes.

    Filling level by level is best, since the (c + 1)th pair of a group always costs c couples.
    """
    couples = level = 0
    while pair_count > 0:
        placed = min(pair_count, sum(1 for capacity in capacities if capacity > level))
        couples += placed * level
        pair_count -= placed
        level += 1
    return couples


def _field(entrants: Iterable[Entrant], sizes: Sequence[int]) -> list[Entrant]:
    """The entrants by number, after everything that a draw must refuse has been refused."""
    field = sorted(entrants, key=lambda entrant: entrant.number)
    if len(field) < 2:
        raise PairingError("too_few_pairs", pairs=len(field))
    _refuse_doubles(entrant.number for entrant in field)
    if sum(sizes) != len(field):
        raise PairingError("sizes_do_not_fit", pairs=len(field), places=sum(sizes))
    if min(sizes) < 2:
        raise PairingError("group_size_too_small", size=min(sizes))
    if max(sizes) - min(sizes) > 1:
        raise PairingError("sizes_uneven", smallest=min(sizes), largest=max(sizes))
    return field


def _refuse_doubles(numbers: Iterable[int]) -> None:
    seen: set[int] = set()
    for number in numbers:
        if number in seen:
            raise PairingError("pair_twice", pair=number)
        seen.add(number)


def _named_clashes(groups: Groups, field: Sequence[Entrant], same_unit: SameUnit) -> tuple[Clash, ...]:
    if same_unit == "ignore":
        return ()
    return clashes(groups, {entrant.number: entrant.unit for entrant in field})


def _inputs(field: Sequence[Entrant], sizes: Sequence[int], same_unit: SameUnit) -> str:
    entries = [[entrant.number, entrant.unit, entrant.seed] for entrant in field]
    return digest({"entrants": entries, "sizes": list(sizes), "same_unit": same_unit})


def _cut(numbers: Sequence[int], sizes: Sequence[int]) -> Groups:
    groups, start = [], 0
    for size in sizes:
        groups.append(tuple(numbers[start : start + size]))
        start += size
    return tuple(groups)
