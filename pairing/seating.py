"""Who sits where against whom: the values that every way of pairing returns.

A `Movement` speaks of positions 1…size in a group and of tables 1…k inside it, so that it can be printed and
checked before anybody is drawn; `seat` puts the pairs of a real group and the hall's table numbers into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairing.errors import PairingError, Param


@dataclass(frozen=True, slots=True)
class Said:
    """Something the software says about its own work: a code to be worded, and its figures.

    `params` are (name, value) pairs ordered by name, so that equal statements are equal values.
    """

    code: str
    params: tuple[tuple[str, Param], ...] = ()

    @property
    def values(self) -> dict[str, Param]:
        """The figures by name, ready to be put into a sentence."""
        return dict(self.params)


class Reason(Said):
    """Why these two meet at this table.

    Codes of movements: `not_met_before` · `everyone_meets` · `same_unit_first` (unit) · `second_leg`
    (first_round).

    Codes of rounds paired one by one: `drawn` · `snake` · `halves` · `moved_for_wishes` · `same_points`
    (points) · `nearest_points` (a, a_points, b, b_points: the leader first) · `forced` · `only_way_left`; and
    beside them who was nearer but could not be had: `nearer_met`, `nearer_same_unit`, `nearer_forbidden`
    (a, b).
    """

    __slots__ = ()


class Note(Said):
    """What is said about a movement or a round before it is confirmed.

    Codes of movements: `group_too_small` (size, asked, rounds) · `byes_uneven` (size, rounds, with_bye,
    without_bye).

    Codes of rounds paired one by one, a wish each that could not be kept: `rematch` (a, b, times before) ·
    `forbidden_meets` (a, b) · `same_unit_meets` (a, b, unit) · `forced_not_here` (a, b) · `second_bye` (pair,
    times before) · `bye_not_lowest` (pair, lowest) · `third_same_side` (pair, side) · `sides_uneven` (pair,
    side, more).
    """

    __slots__ = ()


def reason(code: str, **params: Param) -> Reason:
    """Make a `Reason` from a code and its figures."""
    return Reason(code, tuple(sorted(params.items())))


def note(code: str, **params: Param) -> Note:
    """Make a `Note` from a code and its figures."""
    return Note(code, tuple(sorted(params.items())))


@dataclass(frozen=True, slots=True)
class Table:
    """One match: `ns` sits 南北, `ew` sits 东西, at `table`.

    In a movement these are positions and a table of the group; after `seat` pair numbers and a hall table.
    `rematch`: these two have met before in this stage (再次相遇).
    """

    ns: int
    ew: int
    table: int
    reasons: tuple[Reason, ...] = ()
    rematch: bool = False


@dataclass(frozen=True, slots=True)
class Bye:
    """One who sits out (轮空): a position in a movement, a pair number after `seat`."""

    who: int


@dataclass(frozen=True, slots=True)
class Round:
    """Everybody of the group once: at a table, or with a bye. Tables stand in table order."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()


@dataclass(frozen=True, slots=True)
class Movement:
    """All rounds of one group by positions (移位表), with what must be said before it is confirmed."""

    size: int
    rounds: tuple[Round, ...]
    notes: tuple[Note, ...] = ()

    @property
    def table_count(self) -> int:
        """How many tables the group fills: half its size, rounded down."""
        return self.size // 2


def seat(movement: Movement, pairs_by_position: Sequence[int], first_table: int = 1) -> tuple[Round, ...]:
    """Put a group's pairs and the hall's tables into a movement.

    `pairs_by_position[0]` is the number of the pair that drew position 1. The group's table 1 becomes
    `first_table` of the hall, the others follow it. Returns the rounds with pair numbers and hall tables.

    Raises `PairingError`: `movement_does_not_fit` (size, pairs) when the movement was made for another number
    of pairs; `pair_twice` (pair); `table_not_positive` (table). Nothing is made in part.
    """
    _check_seats(movement, pairs_by_position, first_table)

    def seated(table: Table) -> Table:
        ns, ew = pairs_by_position[table.ns - 1], pairs_by_position[table.ew - 1]
        return replace(table, ns=ns, ew=ew, table=first_table - 1 + table.table)

    return tuple(
        Round(
            number=one.number,
            tables=tuple(seated(table) for table in one.tables),
            byes=tuple(Bye(pairs_by_position[bye.who - 1]) for bye in one.byes),
        )
        for one in movement.rounds
    )


def _check_seats(movement: Movement, pairs: Sequence[int], first_table: int) -> None:
    if len(pairs) != movement.size:
        raise PairingError("movement_does_not_fit", size=movement.size, pairs=len(pairs))
    if first_table < 1:
        raise PairingError("table_not_positive", table=first_table)
    seen: set[int] = set()
    for pair in pairs:
        if pair in seen:
            raise PairingError("pair_twice", pair=pair)
        seen.add(pair)
