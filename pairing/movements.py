"""移位表 and 移位卡: a movement as it is printed and walked."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pairing.errors import PairingError
from pairing.seating import Movement, Round

Side = Literal["ns", "ew"]


@dataclass(frozen=True, slots=True)
class Place:
    """A table of the group and the side to sit at."""

    table: int
    side: Side


@dataclass(frozen=True, slots=True)
class Move:
    """Where one position goes between two rounds. A place is None for a bye."""

    position: int
    before: Place | None
    after: Place | None

    @property
    def stays(self) -> bool:
        """Whether he keeps his table, on whichever side; who comes from or goes to a bye never stays."""
        return self.before is not None and self.after is not None and self.before.table == self.after.table

    @property
    def keeps_seat(self) -> bool:
        """Whether he keeps table and side: need not even get up."""
        return self.stays and self.before == self.after


@dataclass(frozen=True, slots=True)
class Change:
    """All moves after round `after_round`, by position."""

    after_round: int
    moves: tuple[Move, ...]

    @property
    def stay_count(self) -> int:
        """How many keep their table."""
        return sum(move.stays for move in self.moves)


@dataclass(frozen=True, slots=True)
class Stop:
    """One round on a pair's card: its place and opponent (a position); both None with a bye."""

    round: int
    place: Place | None
    opponent: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One table's line of the movement table: per round (南北, 东西), the first-named sits 南北."""

    table: int
    rounds: tuple[tuple[int, int], ...]


def moves(movement: Movement) -> tuple[Change, ...]:
    """Who moves where after each round but the last; empty for a movement of one round."""
    places = [{who: place for who, place, _ in _seats(one)} for one in movement.rounds]
    return tuple(
        Change(
            after_round=number,
            moves=tuple(
                Move(position, before.get(position), after.get(position))
                for position in range(1, movement.size + 1)
            ),
        )
        for number, (before, after) in enumerate(itertools.pairwise(places), start=1)
    )


def _seats(one: Round) -> Iterator[tuple[int, Place, int]]:
    """Everybody at a table: who, where, against whom."""
    for table in one.tables:
        yield table.ns, Place(table.table, "ns"), table.ew
        yield table.ew, Place(table.table, "ew"), table.ns


def movement_table(movement: Movement) -> tuple[Line, ...]:
    """The movement by positions, a line per table and a column per round: `1–3` at table 1, `2–4` at table
    2.
    """
    return tuple(
        Line(
            table=table,
            rounds=tuple((one.tables[table - 1].ns, one.tables[table - 1].ew) for one in movement.rounds),
        )
        for table in range(1, movement.table_count + 1)
    )


def byes(movement: Movement) -> tuple[tuple[int, ...], ...]:
    """Per round the positions that sit out, for the last line of the movement table."""
    return tuple(tuple(bye.who for bye in one.byes) for one in movement.rounds)


def card(movement: Movement, position: int) -> tuple[Stop, ...]:
    """One position's way through all rounds, for its card (移位卡).

    Raises `PairingError("unknown_position", position, size)` for a position that the movement does not have.
    """
    if not 1 <= position <= movement.size:
        raise PairingError("unknown_position", position=position, size=movement.size)
    return tuple(_stop(one, position) for one in movement.rounds)


def _stop(one: Round, position: int) -> Stop:
    for who, place, opponent in _seats(one):
        if who == position:
            return Stop(one.number, place, opponent)
    return Stop(one.number, None, None)
