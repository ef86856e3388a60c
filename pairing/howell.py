"""Howell: one pair stays, every other one follows the pair with the next lower number."""

from __future__ import annotations

from pairing.circle import even
from pairing.errors import PairingError
from pairing.rotation import most_rounds, rotation_notes
from pairing.schedule import Units, checked_units
from pairing.seating import Bye, Movement, Reason, Round, Table, reason


def howell(size: int, rounds: int, *, same_unit: Units = ()) -> Movement:
    """The Howell movement of a group of `size` pairs over `rounds` rounds.

    The highest position of an even group keeps table 1 and changes its side every round. Every other one goes
    where the next lower position sat in the round before (position 1: where the last of them sat), so nobody
    needs a movement card: "follow your number". In an odd group nobody sits at the place that is kept; who
    comes to it has the bye. For every size from 2 on:

    * nobody meets an opponent twice; everybody is at one table or has the bye in every round; in a full
      movement (size − 1 rounds, odd size rounds) everybody meets everybody;
    * an odd group has one bye a round, and nobody a second one;
    * everybody's 南北 and 东西 matches differ by at most one, and not at all where their number is even.

    Units play no part: the movement is fixed once positions are drawn. `same_unit` is only checked, so that
    all movements are asked for alike. Notes as in `rotation`: a group too small for so many rounds plays what
    it can.

    Raises `PairingError`: `too_few_pairs` (pairs), `no_rounds` (rounds), `units_do_not_fit` (size, units).

    Rule: RULES of the field, section 4; the way of bridge clubs.
    """
    checked_units(size, same_unit)
    if rounds < 1:
        raise PairingError("no_rounds", rounds=rounds)
    played = min(rounds, most_rounds(size))
    why = reason("everyone_meets" if played == most_rounds(size) else "not_met_before")
    return Movement(
        size=size,
        rounds=tuple(_round(size, number, why) for number in range(1, played + 1)),
        notes=rotation_notes(size, rounds),
    )


def _round(size: int, number: int, why: Reason) -> Round:
    """Seats 0 … ring − 1 stand in a circle; seat k holds position k in round 1 (seat 0: the last mover).

    Seat k faces seat −k, seat 0 the pair that stays. Seats 1, 2, 3 … are 南北, 东西, 南北 … all the way,
    which is what keeps sides even over any number of rounds.
    """
    ring = even(size) - 1
    stays = size if size % 2 == 0 else None
    at = [(seat + number - 2) % ring + 1 for seat in range(ring)]
    couples = [
        (at[seat], at[-seat]) if seat % 2 else (at[-seat], at[seat]) for seat in range(1, ring // 2 + 1)
    ]
    if stays:
        couples.insert(0, (at[0], stays) if number % 2 else (stays, at[0]))
    return Round(
        number=number,
        tables=tuple(Table(ns, ew, table, (why,)) for table, (ns, ew) in enumerate(couples, start=1)),
        byes=() if stays else (Bye(at[0]),),
    )
