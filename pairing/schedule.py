"""From rounds of couples to a `Movement`: sides, tables, byes, and why these two."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.circle import Couple, Rounds
from pairing.errors import PairingError
from pairing.seating import Bye, Movement, Note, Reason, Round, Table, reason
from pairing.sides import balanced
from pairing.tables import tables

Units = Sequence[str | None]


def checked_units(size: int, same_unit: Units) -> list[str | None]:
    """The unit of each position, all None where none are given, after the size of the group was checked.

    Raises `PairingError`: `too_few_pairs` (pairs) below two; `units_do_not_fit` (size, units).
    """
    if size < 2:
        raise PairingError("too_few_pairs", pairs=size)
    if same_unit and len(same_unit) != size:
        raise PairingError("units_do_not_fit", size=size, units=len(same_unit))
    return list(same_unit) or [None] * size


def sided(rounds: Rounds, units: Units) -> Rounds:
    """The same rounds with every couple as (南北, 东西), balanced over all of them, without the empty place.

    Where no position differs from another by its unit, places change names within the couples of round 1 so
    that the lower one is named first there: 1–3, 2–4.
    """
    size = len(units)
    real = [[couple for couple in met if max(couple) < size] for met in rounds]
    directed = iter(balanced([couple for met in real for couple in met], size))
    made = [[next(directed) for _ in met] for met in real]
    if any(unit is not None for unit in units):
        return made
    names = list(range(size))
    for ns, ew in made[0]:
        names[ns], names[ew] = min(ns, ew), max(ns, ew)
    return [[(names[ns], names[ew]) for ns, ew in met] for met in made]


def movement(
    size: int, rounds: Rounds, units: Units, why: Sequence[Reason], notes: tuple[Note, ...] = ()
) -> Movement:
    """Seat directed rounds at tables. `why[i]` is the common reason of all matches of round i + 1."""
    made = [
        Round(
            number=number,
            tables=tuple(
                _table(at, couple, units, why[number - 1]) for at, couple in enumerate(met, start=1)
            ),
            byes=_byes(size, met),
        )
        for number, met in enumerate(tables(rounds), start=1)
    ]
    return Movement(size=size, rounds=tuple(made), notes=notes)


def _table(table: int, couple: Couple, units: Units, why: Reason) -> Table:
    ns, ew = couple
    unit = units[ns]
    mates = (reason("same_unit_first", unit=unit),) if unit is not None and unit == units[ew] else ()
    return Table(ns=ns + 1, ew=ew + 1, table=table, reasons=(why, *mates))


def _byes(size: int, met: Sequence[Couple]) -> tuple[Bye, ...]:
    seated = {place for couple in met for place in couple}
    return tuple(Bye(place + 1) for place in range(size) if place not in seated)
