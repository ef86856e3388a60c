"""单循环、双循环: everybody meets everybody."""

from __future__ import annotations

from pairing.circle import even
from pairing.errors import PairingError
from pairing.schedule import Units, checked_units, movement, sided
from pairing.seating import Movement, reason
from pairing.unit_first import unit_first


def round_robin(size: int, *, legs: int = 1, same_unit: Units = ()) -> Movement:
    """The movement in which every two of `size` pairs meet once (`legs` 1) or twice (2).

    An even group plays size − 1 rounds a leg, an odd one size rounds with one bye for everybody: 5 pairs
    play 5 rounds and 10 matches, twice that in two legs. The second leg repeats the first round by round
    with the sides exchanged. In each leg everybody's 南北 and 东西 matches differ by at most one, and not at
    all where their number is even. Pairs of one unit meet as early as possible in each leg (先打本单位);
    `same_unit` as in `rotation`. Tables as in `rotation`: one pair of each stays.

    Raises `PairingError`: `too_few_pairs` (pairs), `legs_not_possible` (legs), `units_do_not_fit` (size,
    units).
    """
    units = checked_units(size, same_unit)
    if legs not in (1, 2):
        raise PairingError("legs_not_possible", legs=legs)
    length = even(size) - 1
    first = sided(unit_first(units, length), units)
    second = [[(ew, ns) for ns, ew in met] for met in first]
    why = [reason("everyone_meets")] * length
    why += [reason("second_leg", first_round=number) for number in range(1, length + 1)]
    return movement(size, first + second * (legs - 1), units, why)
