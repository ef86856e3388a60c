"""Going on with a movement of which the first rounds are made already, by whoever made them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pairing.seating import Movement, Round, Table, seat

Seat = tuple[
    str, int
]  # the side ("" where sides do not matter), and whom one meets there: oneself with a bye


def continued(movement: Movement, made: Sequence[Round]) -> tuple[Round, ...] | None:
    """The rounds of `movement` after those that are `made`, with pair numbers and tables of the group.

    Positions are given to the pairs so that the movement begins with exactly the rounds made: then all that
    it promises holds for the whole. Where it does so only with other sides, the sides of the further rounds
    follow from the ones that were had. Every round made names each pair of the group once. None where the
    rounds made are not the beginning of this movement under any order; a single round always is.
    """
    for sides in (True, False):
        theirs = [_seats(one, sides=sides) for one in movement.rounds[: len(made)]]
        ours = [_seats(one, sides=sides) for one in made]
        order = _order(theirs, ours)
        if order is not None:
            further = seat(movement, order)[len(made) :]
            return further if sides else _sided(further, made)
    return None


def _seats(one: Round, *, sides: bool) -> dict[int, Seat]:
    """Where each sits and whom he meets, in table order, who has the bye last."""
    ns, ew = ("ns", "ew") if sides else ("", "")
    seats: dict[int, Seat] = {}
    for table in sorted(one.tables, key=lambda table: table.table):
        seats[table.ns], seats[table.ew] = (ns, table.ew), (ew, table.ns)
    return seats | {bye.who: ("", bye.who) for bye in one.byes}


def _order(theirs: Sequence[Mapping[int, Seat]], ours: Sequence[Mapping[int, Seat]]) -> list[int] | None:
    """The pairs by position, or None. One pair's position settles those of all it is linked to by matches;
    parts without a link to each other are alike or not, so the first that fits is as good as any."""
    named: dict[int, int] = {}
    for position in theirs[0]:
        if position in named:
            continue
        parts = (_part(position, pair, theirs, ours) for pair in ours[0] if pair not in named.values())
        part = next((part for part in parts if part is not None), None)
        if part is None:
            return None
        named |= part
    return [named[position] for position in sorted(named)]


def _part(
    position: int, pair: int, theirs: Sequence[Mapping[int, Seat]], ours: Sequence[Mapping[int, Seat]]
) -> dict[int, int] | None:
    """The positions linked to `position` by matches, by pair, if `pair` takes it; None where it cannot."""
    part = {position: pair}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        for planned, had in zip(theirs, ours, strict=True):
            (side, other), (side_had, other_had) = planned[here], had[part[here]]
            if side != side_had or part.get(other, other_had) != other_had:
                return None
            if other not in part:
                if other_had in part.values():
                    return None
                part[other] = other_had
                waiting.append(other)
    return part


def _sided(further: Sequence[Round], made: Sequence[Round]) -> tuple[Round, ...]:
    """The rounds with whoever sat 南北 less often so far sitting there."""
    surplus: dict[int, int] = {}
    for one in made:
        _count(one.tables, surplus)
    rounds = []
    for one in further:
        turned = tuple(_turned(table, surplus) for table in one.tables)
        _count(turned, surplus)
        rounds.append(replace(one, tables=turned))
    return tuple(rounds)


def _turned(table: Table, surplus: Mapping[int, int]) -> Table:
    if surplus.get(table.ns, 0) <= surplus.get(table.ew, 0):
        return table
    return replace(table, ns=table.ew, ew=table.ns)


def _count(tables: Sequence[Table], surplus: dict[int, int]) -> None:
    for table in tables:
        surplus[table.ns] = surplus.get(table.ns, 0) + 1
        surplus[table.ew] = surplus.get(table.ew, 0) - 1
