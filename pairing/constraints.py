"""What a round must keep to: who is to be seated, what was asked by hand, and what two pairs have between
them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from pairing.errors import PairingError
from pairing.field import Contestant, Couple, Past, Wishes
from pairing.seating import Note, note

Trouble = tuple[int, int, int, int]
"""What speaks against a couple, worst first: 1 if forbidden, 1 if they met, how often, 1 if of one unit."""

NO_TROUBLE: Trouble = (0, 0, 0, 0)


class Constraints:
    """The wishes of one round against its field, checked.

    `forced` are the couples that were asked for and are here (each in the order of the field), `by_hand` the
    pairs given a bye, `free` everybody else, in the order of the field. `notes` name the wishes that fell
    away because somebody is not here.
    """

    def __init__(self, field: Sequence[Contestant], past: Past, wishes: Wishes, number: int) -> None:
        self.field = field
        self.past = past
        self.wishes = wishes
        self.hard_units = wishes.same_unit == "apart" and wishes.soft_rounds is None
        self.soft_units = wishes.same_unit == "apart" and number <= (wishes.soft_rounds or 0)
        self._here = {one.number: one for one in field}
        self.by_hand = _checked_byes(wishes, self._here)
        self.forced, self.notes = self._forced_here()
        self.free = self._left_free()

    def trouble(self, one: Contestant, other: Contestant) -> Trouble:
        """What speaks against these two meeting; `NO_TROUBLE` in almost every case."""
        couple = frozenset((one.number, other.number))
        times = self.past.met.get(couple, 0)
        same = int(self.hard_units and _of_one_unit(one, other))
        return int(couple in self.wishes.forbidden), int(times > 0), times, same

    def one_unit(self, one: Contestant, other: Contestant) -> bool:
        """Whether these two are of one unit and the round was asked to keep units apart."""
        return (self.hard_units or self.soft_units) and _of_one_unit(one, other)

    def _forced_here(self) -> tuple[list[tuple[Contestant, Contestant]], list[Note]]:
        place = {one.number: at for at, one in enumerate(self.field)}
        made, notes = [], []
        for low, high in sorted((min(couple), max(couple)) for couple in self.wishes.forced):
            if low in place and high in place:
                first, second = sorted((place[low], place[high]))
                made.append((self.field[first], self.field[second]))
            else:
                notes.append(note("forced_not_here", a=low, b=high))
        _refuse_contradictions(made, self.by_hand, self.wishes.forbidden)
        return sorted(made, key=lambda couple: place[couple[0].number]), notes

    def _left_free(self) -> list[Contestant]:
        taken = {one.number for couple in self.forced for one in couple}
        taken |= {one.number for one in self.by_hand}
        free = [one for one in self.field if one.number not in taken]
        if len(free) < 2 and not self.forced:
            raise PairingError("nobody_to_meet", byes=len(self.by_hand))
        return free


def checked_field(contestants: Iterable[Contestant], number: int) -> list[Contestant]:
    """The contestants by rank, whatever order they came in.

    Raises `PairingError`: `too_few_pairs` (pairs) below two; `pair_twice` (pair); `rank_twice` (rank);
    `round_not_positive` (number) below one.
    """
    field = sorted(contestants, key=lambda one: (one.rank, one.number))
    if number < 1:
        raise PairingError("round_not_positive", number=number)
    if len(field) < 2:
        raise PairingError("too_few_pairs", pairs=len(field))
    seen: set[int] = set()
    for one in field:
        if one.number in seen:
            raise PairingError("pair_twice", pair=one.number)
        seen.add(one.number)
    for before, after in itertools.pairwise(field):
        if before.rank == after.rank:
            raise PairingError("rank_twice", rank=after.rank)
    return field


def _checked_byes(wishes: Wishes, here: dict[int, Contestant]) -> list[Contestant]:
    seen: set[int] = set()
    for pair in wishes.byes:
        if pair not in here:
            raise PairingError("bye_not_here", pair=pair)
        if pair in seen:
            raise PairingError("pair_twice", pair=pair)
        seen.add(pair)
    return [here[pair] for pair in sorted(seen)]


def _refuse_contradictions(
    forced: Sequence[tuple[Contestant, Contestant]],
    by_hand: Sequence[Contestant],
    forbidden: frozenset[Couple],
) -> None:
    resting = {one.number for one in by_hand}
    seen: set[int] = set()
    for one, other in forced:
        low, high = sorted((one.number, other.number))
        if frozenset((low, high)) in forbidden:
            raise PairingError("forced_and_forbidden", a=low, b=high)
        for pair in (low, high):
            if pair in seen:
                raise PairingError("forced_twice", pair=pair)
            if pair in resting:
                raise PairingError("forced_and_bye", pair=pair)
            seen.add(pair)


def _of_one_unit(one: Contestant, other: Contestant) -> bool:
    return one.unit is not None and one.unit == other.unit
