"""What a change by hand in a paired round would do, before it is done."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.field import Past, Wishes
from pairing.seating import Note, note
from tournament.errors import ActionRefused
from tournament.models import Group, Match, MatchKind, Pair, Round, RoundState, Stage
from tournament.queries.pairing_field import past_of, wishes_of


@dataclass(frozen=True, slots=True)
class Seats:
    """One match as it will be: at `table` (None: a bye or a missed round) `ns` against `ew`."""

    match: Match
    kind: str
    table: int | None
    ns: Pair
    ew: Pair | None

    @property
    def couple(self) -> tuple[int, int] | None:
        """Both numbers, the lower first; None without an opponent."""
        return (
            None
            if self.ew is None
            else (min(self.ns.number, self.ew.number), max(self.ns.number, self.ew.number))
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A change in a round: the matches as they will be, and what must be said before it is confirmed."""

    round: Round
    after: tuple[Seats, ...]
    notes: tuple[Note, ...]

    @property
    def is_public(self) -> bool:
        """Whether people have seen the round already."""
        return self.round.state != RoundState.DRAFT


def exchange(stage: Stage, number: int, first: int, second: int) -> Change:
    """Pairs `first` and `second` take each other's places in round `number`, a bye among them.

    Raises `ActionRefused` with the field: `pair_not_in_round` (number, round), `pairs_of_two_groups`,
    `same_table_already` (table), `table_has_result` (table, round), `round_is_closed` (round).
    """
    one = _match_of(stage, number, first, "first")
    other = _match_of(stage, number, second, "second")
    if one.pk == other.pk:
        raise ActionRefused("same_table_already", field="second", table=one.table or 0)
    if one.round_id != other.round_id:
        raise ActionRefused("pairs_of_two_groups", field="second")
    _refuse_fixed(one, other)
    pairs = {pair.number: pair for match in (one, other) for pair in (match.ns, match.ew) if pair}
    turned = {first: pairs[second], second: pairs[first]}
    after = tuple(
        Seats(
            match=match,
            kind=match.kind,
            table=match.table,
            ns=turned.get(match.ns.number, match.ns),
            ew=turned.get(match.ew.number, match.ew) if match.ew else None,
        )
        for match in (one, other)
    )
    return Change(one.round, after, _notes(stage, one.round, after))


def move(stage: Stage, number: int, table: int, to_table: int, group: Group | None = None) -> Change:
    """The match at `table` goes to `to_table`; where that is taken in the round, the two change tables.

    Raises `ActionRefused` with the field: `no_table_in_round` (table, round), `same_table_already`,
    `table_of_other_group` (table, group), `table_has_result`, `round_is_closed`.
    """
    found = _at_table(stage, number, table, group)
    if found is None:
        raise ActionRefused("no_table_in_round", field="first", table=table, round=number)
    if table == to_table:
        raise ActionRefused("same_table_already", field="second", table=table)
    taken = _at_table(stage, number, to_table, None, session=found.round.group.session)
    if taken is not None and taken.round_id != found.round_id:
        name = taken.round.group.name
        raise ActionRefused("table_of_other_group", field="second", table=to_table, group=name)
    _refuse_fixed(found, *([taken] if taken else []))
    moved = [Seats(found, found.kind, to_table, found.ns, found.ew)]
    said = [note("table_moves", table=table, to=to_table)]
    if taken is not None:
        moved.append(Seats(taken, taken.kind, table, taken.ns, taken.ew))
        said = [note("tables_change", table=table, to=to_table)]
    for seats in moved:
        said += _off_fixed_table(seats)
    return Change(found.round, tuple(moved), tuple(said))


def turn(stage: Stage, number: int, table: int, group: Group | None = None) -> Change:
    """南北 and 东西 change seats at `table`. Raises as `move` does."""
    found = _at_table(stage, number, table, group)
    if found is None or found.ew is None:
        raise ActionRefused("no_table_in_round", field="first", table=table, round=number)
    _refuse_fixed(found)
    after = (Seats(found, found.kind, found.table, found.ew, found.ns),)
    return Change(found.round, after, (note("sides_turn", table=table),))


def _matches(stage: Stage, number: int) -> list[Match]:
    drawn = Match.objects.filter(round__group__stage=stage, round__number=number)
    drawn = drawn.select_related("round__group", "ns__unit", "ew__unit")
    return list(drawn.prefetch_related("ns__players", "ew__players"))


def _match_of(stage: Stage, number: int, pair: int, field: str) -> Match:
    for match in _matches(stage, number):
        if pair in (match.ns.number, match.ew.number if match.ew else 0):
            return match
    raise ActionRefused("pair_not_in_round", field=field, number=pair, round=number)


def _at_table(
    stage: Stage, number: int, table: int, group: Group | None, session: str | None = None
) -> Match | None:
    for match in _matches(stage, number):
        here = group is None or match.round.group_id == group.pk
        if match.table == table and here and session in (None, match.round.group.session):
            return match
    return None


def _refuse_fixed(*matches: Match) -> None:
    """A match that has, or ever had, a result keeps its pairs and its table."""
    for match in matches:
        if match.round.state == RoundState.CLOSED:
            raise ActionRefused("round_is_closed", round=match.round.number)
        if match.results.exists():
            raise ActionRefused("table_has_result", table=match.table or 0, round=match.round.number)


def _notes(stage: Stage, round_: Round, after: tuple[Seats, ...]) -> tuple[Note, ...]:
    group = round_.group
    group.stage = stage
    past, wishes = past_of(group, before=round_.number), wishes_of(stage, round_.number)
    said: list[Note] = []
    for seats in after:
        said += _of_couple(seats, past, wishes) if seats.ew else _of_bye(seats, past)
    met = {frozenset(seats.couple) for seats in after if seats.couple}
    before = {frozenset((seats.match.ns.number, seats.match.ew.number)) for seats in after if seats.match.ew}
    for couple in sorted(map(sorted, (wishes.forced & before) - met)):
        said.append(note("forced_apart", a=couple[0], b=couple[1]))
    return tuple(said)


def _of_couple(seats: Seats, past: Past, wishes: Wishes) -> list[Note]:
    """The broken wishes of one table: a person's choice, so nothing is said of what could not be avoided."""
    if seats.couple is None or seats.ew is None:
        return []
    low, high = seats.couple
    couple, said = frozenset(seats.couple), []
    if times := past.met.get(couple, 0):
        said.append(note("rematch_by_hand", a=low, b=high, times=times))
    unit = seats.ns.unit
    if unit and unit == seats.ew.unit and wishes.same_unit == "apart":
        said.append(note("same_unit_by_hand", a=low, b=high, unit=unit.name))
    if couple in wishes.forbidden:
        said.append(note("forbidden_by_hand", a=low, b=high))
    return said


def _of_bye(seats: Seats, past: Past) -> list[Note]:
    if seats.kind == MatchKind.MISSED:
        return [note("missed_moves", pair=seats.ns.number)]
    said = [note("bye_moves", pair=seats.ns.number)]
    if times := past.byes.get(seats.ns.number, 0):
        said.append(note("second_bye", pair=seats.ns.number, times=times))
    return said


def _off_fixed_table(seats: Seats) -> list[Note]:
    return [
        note("off_fixed_table", pair=pair.number, table=pair.fixed_table)
        for pair in (seats.ns, seats.ew)
        if pair and pair.fixed_table and pair.fixed_table != seats.table
    ]


def notes_after(change: Change) -> list[Note]:
    """Broken wishes of the changed tables, as the round keeps them: what was only a move is left out."""
    kept = ("rematch_by_hand", "same_unit_by_hand", "forbidden_by_hand", "second_bye")
    return [one for one in change.notes if one.code in kept]
