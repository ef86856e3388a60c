"""分组轮转移位: some rounds inside a group, nobody against the same opponent twice."""

from __future__ import annotations

from pairing.circle import even
from pairing.errors import PairingError
from pairing.schedule import Units, checked_units, movement, sided
from pairing.seating import Movement, Note, note, reason
from pairing.unit_first import unit_first


def most_rounds(size: int) -> int:
    """How many rounds a group can play without a second meeting: size − 1, or size where it is odd."""
    return even(size) - 1


def rotation(size: int, rounds: int, *, same_unit: Units = ()) -> Movement:
    """The movement of a group of `size` pairs over `rounds` rounds (分组三轮移位 has three).

    `same_unit[i]` is the unit of position i + 1 (None: of no unit); left out, units play no part. For every
    size from 2 on:

    * nobody meets an opponent twice; everybody is at one table or has the bye in every round;
    * an odd group has one bye a round, and nobody a second one, as there are at most `size` rounds;
    * everybody's 南北 and 东西 matches differ by at most one, and not at all where their number is even;
    * one pair of every table stays at it from round to round, which is the most there can be;
    * pairs of one unit meet as early as possible (先打本单位).

    A group too small for so many rounds plays what it can: the note `group_too_small` says so; byes that do
    not come to all are said by `byes_uneven`. Raises `PairingError`: `too_few_pairs` (pairs), `no_rounds`
    (rounds), `units_do_not_fit` (size, units).

    Rule: library-rotation, 预赛与决赛分组三轮移位, 南北 first-named; own unit first: our choice.
    """
    units = checked_units(size, same_unit)
    if rounds < 1:
        raise PairingError("no_rounds", rounds=rounds)
    played = min(rounds, most_rounds(size))
    directed = sided(unit_first(units, played), units)
    return movement(size, directed, units, [reason("not_met_before")] * played, rotation_notes(size, rounds))


def rotation_notes(size: int, asked: int) -> tuple[Note, ...]:
    """What must be said about `asked` rounds of a group of `size` pairs, before anything is drawn or seated.

    `group_too_small` and `byes_uneven`, as they stand in the notes of `rotation`.
    """
    played = min(asked, most_rounds(size))
    notes = []
    if played < asked:
        notes.append(note("group_too_small", size=size, asked=asked, rounds=played))
    if size % 2 and played < size:
        notes.append(
            note("byes_uneven", size=size, rounds=played, with_bye=played, without_bye=size - played)
        )
    return tuple(notes)
