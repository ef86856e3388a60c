"""Why these two meet, and which wishes of a round could not be kept: what is told about it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pairing.candidates import How
from pairing.constraints import NO_TROUBLE, Constraints
from pairing.fair_sides import seats
from pairing.field import Contestant
from pairing.seating import Note, Reason, Table, note, reason

Met = tuple[Contestant, Contestant]
"""A couple of a round, the one who stands before the other in the field first."""

_MOST_PASSED = 3  # passed-over opponents named at one table


def points_text(points: Fraction) -> str:
    """Points as people write them, never rounded: `12`, `7.5`, and `1/3` where no decimal is exact."""
    digits = 0
    while digits < 12 and (points * 10**digits).denominator != 1:
        digits += 1
    scaled = points * 10**digits
    if scaled.denominator != 1:
        return str(points)
    sign, figures = "-" if scaled < 0 else "", str(abs(int(scaled))).rjust(digits + 1, "0")
    return sign + (f"{figures[:-digits]}.{figures[-digits:]}" if digits else figures)


def reasons(met: Sequence[Met], asked: Constraints, how: How, aimed: set[Met]) -> list[tuple[Reason, ...]]:
    """The reasons of every couple of `met`, which stand in table order.

    `aimed` are those who met just whom snake or halves gave them.
    """
    forced = set(asked.forced)
    passed = _passed_over(met, asked) if how == "nearest" else {}
    return [
        (
            _main_reason(couple, asked, how, couple in forced, couple in aimed),
            *passed.get(couple[0].number, ()),
        )
        for couple in met
    ]


def _main_reason(couple: Met, asked: Constraints, how: How, forced: bool, aimed: bool) -> Reason:
    one, other = couple
    if forced:
        return reason("forced")
    if asked.trouble(one, other) != NO_TROUBLE:
        return reason("only_way_left")
    if how == "draw":
        return reason("drawn")
    if how != "nearest":
        return reason(how if aimed else "moved_for_wishes")
    if one.points == other.points:
        return reason("same_points", points=points_text(one.points))
    return reason(
        "nearest_points",
        a=one.number,
        a_points=points_text(one.points),
        b=other.number,
        b_points=points_text(other.points),
    )


def _passed_over(met: Sequence[Met], asked: Constraints) -> dict[int, list[Reason]]:
    """By the leader of a table: who was nearer to him, still free, and could not be had."""
    place = {one.number: at for at, one in enumerate(asked.field)}
    leader = {other.number: place[one.number] for one, other in met}
    said: dict[int, list[Reason]] = {}
    for one, other in met:
        begin = place[one.number]
        between = asked.field[begin + 1 : place[other.number]]
        still_free = [nearer for nearer in between if leader.get(nearer.number, begin + 1) > begin]
        why = [_passed(one, nearer, asked) for nearer in still_free[:_MOST_PASSED]]
        said[one.number] = [each for each in why if each is not None]
    return said


def _passed(one: Contestant, nearer: Contestant, asked: Constraints) -> Reason | None:
    forbidden, met, _, _ = asked.trouble(one, nearer)
    if forbidden:
        return reason("nearer_forbidden", a=one.number, b=nearer.number)
    if met:
        return reason("nearer_met", a=one.number, b=nearer.number)
    if asked.one_unit(one, nearer):
        return reason("nearer_same_unit", a=one.number, b=nearer.number)
    return None


def broken_by(met: Sequence[Met], asked: Constraints) -> list[Note]:
    """Every wish that these couples break, in table order."""
    notes = []
    for one, other in met:
        low, high = sorted((one.number, other.number))
        forbidden, _, times, _ = asked.trouble(one, other)
        if forbidden:
            notes.append(note("forbidden_meets", a=low, b=high))
        if times:
            notes.append(note("rematch", a=low, b=high, times=times))
        if asked.one_unit(one, other):
            notes.append(note("same_unit_meets", a=low, b=high, unit=one.unit or ""))
    return notes


def broken_by_bye(
    resting: Sequence[Contestant], asked: Constraints, may_rest: Sequence[int], how: How
) -> list[Note]:
    """Byes that somebody has again, and a bye that did not go to the lowest who might have had it."""
    notes = [
        note("second_bye", pair=one.number, times=asked.past.byes[one.number])
        for one in [*asked.by_hand, *resting]
        if asked.past.byes.get(one.number, 0)
    ]
    for one in resting:
        lowest = asked.free[may_rest[0]]
        if how != "draw" and lowest != one:
            notes.append(note("bye_not_lowest", pair=one.number, lowest=lowest.number))
    return notes


def uneven_seats(tables: Sequence[Table], asked: Constraints) -> list[Note]:
    """Who sits at one side a third time in a row, or has two or more matches more there than at the other."""
    notes = []
    for table in tables:
        for pair, side, step in ((table.ns, "ns", 1), (table.ew, "ew", -1)):
            before = seats(asked.past.sides.get(pair, ()))
            surplus = before.surplus + step
            if before.run == side:
                notes.append(note("third_same_side", pair=pair, side=side))
            elif abs(surplus) > max(1, abs(before.surplus)):
                notes.append(note("sides_uneven", pair=pair, side=side, more=abs(surplus)))
    return notes
