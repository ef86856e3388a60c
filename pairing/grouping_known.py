"""Groups that are known without a draw: every unit by itself, or grades by the ranks of an earlier stage.

Groups may hold a single pair: a unit of one pair is first of its unit without playing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pairing.errors import PairingError
from pairing.grouping import Entrant, Groups
from pairing.lots import Chance

BY_UNIT = "guansai-unit-1"
"""Version of the grouping by unit: it changes whenever the same entrants would give other groups."""
BY_GRADE = "guansai-grades-1"
"""Version of the grades: it changes whenever the same entrants and seed would give other groups."""


def by_unit(entrants: Iterable[Entrant]) -> Groups:
    """Every unit as a group of its own (单位内循环), pairs by number; a pair without unit is a group of one.

    Groups stand in the order of their lowest numbers. No chance is used.
    Raises `PairingError`: `too_few_pairs` (pairs) below two; `units_of_one` when no unit has two pairs, so
    that nobody would meet anybody.
    Rule: school-grades, first stage.
    """
    field = _at_least_two(entrants)
    members: dict[str | int, list[int]] = defaultdict(list)
    for entrant in sorted(field, key=lambda one: one.number):
        members[entrant.number if entrant.unit is None else entrant.unit].append(entrant.number)
    return _worth_playing(members.values(), "units_of_one")


def by_grade(entrants: Iterable[Entrant], seed: int) -> Groups:
    """Grades (等级组): all whose `seed`, here the rank in their earlier group, is 1 form the first group, all
    whose is 2 the second, and so on; ranks that nobody holds make no group. Positions are drawn.

    The order in which entrants are given does not matter. Raises `PairingError`: `too_few_pairs` (pairs)
    below two; `rank_missing` (pair) for an entrant without a rank; `grades_of_one` when no rank is held
    twice.
    Rule: school-grades, second stage.
    """
    grades: dict[int, list[int]] = defaultdict(list)
    for entrant in _at_least_two(entrants):
        if entrant.seed is None:
            raise PairingError("rank_missing", pair=entrant.number)
        grades[entrant.seed].append(entrant.number)
    chance = Chance(seed, BY_GRADE)
    drawn = [chance.shuffled(sorted(grades[rank])) for rank in sorted(grades)]
    return _worth_playing(drawn, "grades_of_one")


def _at_least_two(entrants: Iterable[Entrant]) -> list[Entrant]:
    field = list(entrants)
    if len(field) < 2:
        raise PairingError("too_few_pairs", pairs=len(field))
    seen: set[int] = set()
    for entrant in field:
        if entrant.number in seen:
            raise PairingError("pair_twice", pair=entrant.number)
        seen.add(entrant.number)
    return field


def _worth_playing(groups: Iterable[Sequence[int]], code: str) -> Groups:
    made = tuple(tuple(group) for group in groups)
    if max(map(len, made)) < 2:
        raise PairingError(code)
    return made
