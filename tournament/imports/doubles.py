"""What becomes of each row of an entry list, beside the other rows and the pairs already entered.

The same checks serve the forms: `compare` takes a single row as well.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _

from tournament.imports.entries import EntryRow
from tournament.imports.sheets import Remark
from tournament.names.cleaning import clean_unit, name_key

MOST_NAMED: Final = 3  # places named for one person; a row that clashes with thirty is wrong in another way


class Fate(StrEnum):
    """What becomes of a row: goes in, is there already, goes in once a person confirms it, stays out."""

    NEW = "new"
    EXISTING = "existing"
    CONFIRM = "confirm"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class ExistingPair:
    """A pair that the event has already, as far as doubles go. `phones` may hold "" or be empty."""

    number: int
    players: tuple[str, str]
    unit: str = ""
    phones: tuple[str, ...] = ()
    name: str = ""
    substitute: str = ""


@dataclass(frozen=True, slots=True)
class WaitingPerson:
    """Somebody who entered alone and has no partner yet. `phone` may be ""."""

    name: str
    unit: str = ""
    phone: str = ""


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row with its fate and everything to be said about it.

    `number` is the one it would be entered under (its own, or the next free one), None where it stays out.
    `existing` is the number of the pair that it is already. `row` has the unit in the spelling that the
    event has.
    """

    row: EntryRow
    fate: Fate
    remarks: tuple[Remark, ...] = ()
    number: int | None = None
    existing: int | None = None


@dataclass(frozen=True, slots=True)
class JudgedPerson:
    """What is to be said about somebody who enters alone; whether a person must confirm it."""

    remarks: tuple[Remark, ...] = ()
    must_confirm: bool = False


def compare(
    rows: Sequence[EntryRow],
    existing: Sequence[ExistingPair],
    *,
    units: Iterable[str] = (),
    waiting: Sequence[WaitingPerson] = (),
) -> tuple[JudgedRow, ...]:
    """Judge every row of a list beside the event's pairs and the rows before it, in the list's order.

    Error: the row's own problems; the same two people, in whatever order, as an earlier row. Already there:
    the same two people as an entered pair, so that a list can be imported twice. To be confirmed: a number
    that is taken (a free one is proposed), a person in two pairs or among those `waiting` for a partner, two
    partners of one name, a row's own doubts. Warned only: namesakes, told apart by their units, or by their
    phones where a unit is not known. `units` are the event's units that have no pair yet; their spelling is
    kept.

    All people of a pair count, its substitute too. Nothing is changed and nobody merged.
    """
    spellings = {clean_unit(unit).key: unit for unit in (*units, *(pair.unit for pair in existing))}
    judge = _Judge(existing, waiting)
    judged = [judge.judge(_respelled(row, spellings)) for row in rows]
    return tuple(_numbered(judge.named_both_ways(judged), existing))


def compare_person(
    person: WaitingPerson, existing: Sequence[ExistingPair], waiting: Sequence[WaitingPerson]
) -> JudgedPerson:
    """Judge somebody who enters alone beside the pairs and those who wait, as a player of a row is judged.

    To be confirmed: the same person in a pair or in the list already. Warned only: namesakes.
    """
    return _Judge(existing, waiting).judge_person(person)


def rows_to_enter(judged: Iterable[JudgedRow], confirmed: Iterable[str] = ()) -> tuple[JudgedRow, ...]:
    """The rows that go in: the new ones, and those to be confirmed whose marks are given."""
    agreed = frozenset(confirmed)
    return tuple(
        one for one in judged if one.fate is Fate.NEW or (one.fate is Fate.CONFIRM and one.row.mark in agreed)
    )


@dataclass(frozen=True, slots=True)
class _Holder:
    """A pair that holds people: an entered one (by number) or a row before (by row); or somebody alone."""

    keys: tuple[str, ...]  # of both players, then of the substitute
    unit: str
    phones: frozenset[str]
    number: int | None
    row: EntryRow | None
    title: str
    pair: ExistingPair | None = None
    is_alone: bool = False

    @property
    def both(self) -> tuple[str, ...]:
        return tuple(sorted(self.keys[:2]))

    def is_surely_another(self, other: "_Holder") -> bool:
        """Whether people of one name in both must be two people: other units, or else other phones."""
        if self.phones & other.phones:
            return False
        if self.unit and other.unit:
            return self.unit != other.unit
        return bool(self.phones and other.phones)


def _holder(pair: EntryRow | ExistingPair) -> _Holder:
    entered = pair if isinstance(pair, ExistingPair) else None
    people = [*pair.players, *([pair.substitute] if pair.substitute else [])]
    return _Holder(
        keys=tuple(map(name_key, people)),
        unit=clean_unit(pair.unit).key,
        phones=frozenset(filter(None, pair.phones)),
        number=pair.number,
        row=None if isinstance(pair, ExistingPair) else pair,
        title=pair.name or _("、").join(pair.players),
        pair=entered,
    )


def _alone(person: WaitingPerson) -> _Holder:
    return _Holder(
        keys=(name_key(person.name),),
        unit=clean_unit(person.unit).key,
        phones=frozenset(filter(None, [person.phone])),
        number=None,
        row=None,
        title=person.name,
        is_alone=True,
    )


@dataclass(slots=True)
class _Findings:
    """What was found out about one row so far."""

    row: EntryRow
    remarks: list[Remark] = field(default_factory=list)
    must_confirm: bool = False
    told: list[_Holder] = field(default_factory=list)

    def tell(self, code: str, **params: str | int) -> None:
        self.remarks.append(Remark(code, params))


class _Judge:
    """Knows the entered pairs, who waits alone and the rows judged so far, by people and by number."""

    def __init__(self, existing: Sequence[ExistingPair], waiting: Sequence[WaitingPerson] = ()) -> None:
        self._by_person: dict[str, list[_Holder]] = defaultdict(list)
        self._by_both: dict[tuple[str, ...], list[_Holder]] = defaultdict(list)
        self._by_number: dict[int, _Holder] = {}
        self._named_later: dict[str, list[EntryRow]] = defaultdict(list)
        for pair in existing:
            self._remember(_holder(pair))
        for person in waiting:
            self._remember(_alone(person))

    def judge(self, row: EntryRow) -> JudgedRow:
        findings = _Findings(row, [*row.problems, *row.doubts, *row.warnings], must_confirm=bool(row.doubts))
        if row.problems:
            return JudgedRow(row, Fate.ERROR, tuple(findings.remarks))
        holder = _holder(row)
        same = next((one for one in self._by_both[holder.both] if not holder.is_surely_another(one)), None)
        if same is not None:
            return _same_two_people(findings, holder, same)
        self._check_people(findings, holder)
        self._check_number(findings, holder)
        self._remember(holder)
        fate = Fate.CONFIRM if findings.must_confirm else Fate.NEW
        return JudgedRow(
            row, fate, tuple(findings.remarks), row.number if self._holds_number(holder) else None
        )

    def judge_person(self, person: WaitingPerson) -> JudgedPerson:
        holder = _alone(person)
        findings = _Findings(EntryRow(0, players=(person.name, "")))
        self._check_person(findings, holder, holder.keys[0], person.name)
        return JudgedPerson(tuple(findings.remarks), findings.must_confirm)

    def named_both_ways(self, judged: Iterable[JudgedRow]) -> Iterator[JudgedRow]:
        """Tell the earlier row too that one of its people stands in a later one."""
        for one in judged:
            later = self._named_later.get(one.row.mark)
            if later:
                yield replace(one, remarks=(*one.remarks, _named_again(one.row, later)))
            else:
                yield one

    def _remember(self, holder: _Holder) -> None:
        for key in dict.fromkeys(holder.keys):
            self._by_person[key].append(holder)
        self._by_both[holder.both].append(holder)
        if holder.number is not None:
            self._by_number.setdefault(holder.number, holder)

    def _holds_number(self, holder: _Holder) -> bool:
        return holder.number is not None and self._by_number.get(holder.number) is holder

    def _check_people(self, findings: _Findings, holder: _Holder) -> None:
        for other in self._by_both[holder.both][:MOST_NAMED]:
            findings.tell("same_names_elsewhere", **_place(other))
            findings.told.append(other)
        self._check_partners(findings, holder)
        people = zip(holder.keys, [*findings.row.players, findings.row.substitute], strict=False)
        for key, person in dict(people).items():
            self._check_person(findings, holder, key, person)

    def _check_person(self, findings: _Findings, holder: _Holder, key: str, person: str) -> None:
        others = [other for other in self._by_person[key] if other not in findings.told]
        same = [other for other in others if not holder.is_surely_another(other)]
        for other in same[:MOST_NAMED]:
            findings.tell("person_twice", person=person, **_place(other))
            findings.must_confirm = True
            if other.row is not None:
                self._named_later[other.row.mark].append(findings.row)
        for other in list(filter(holder.is_surely_another, others))[:MOST_NAMED]:
            findings.tell("namesake", person=person, **_place(other))

    def _check_partners(self, findings: _Findings, holder: _Holder) -> None:
        if len(set(holder.keys)) == len(holder.keys):
            return
        repeated = next(key for key in holder.keys if holder.keys.count(key) > 1)
        person = next(name for name in findings.row.players if name_key(name) == repeated)
        # Where others are called so too, the name is common, and a slip of the pen less likely.
        if any(holder.is_surely_another(other) for other in self._by_person[repeated]):
            findings.tell("partners_namesakes", person=person)
        else:
            findings.tell("partners_same_name", person=person)
            findings.must_confirm = True

    def _check_number(self, findings: _Findings, holder: _Holder) -> None:
        other = self._by_number.get(holder.number) if holder.number is not None else None
        if other is not None:
            findings.tell("number_taken", number=holder.number or 0, **_place(other))
            findings.must_confirm = True


def _same_two_people(findings: _Findings, holder: _Holder, same: _Holder) -> JudgedRow:
    row = findings.row
    if same.pair is None:
        findings.tell("duplicate_in_file", **_place(same))
        return JudgedRow(row, Fate.ERROR, tuple(findings.remarks))
    differs = (
        (bool(row.name) and name_key(row.name) != name_key(same.pair.name))
        or (bool(row.unit) and holder.unit != same.unit)
        or not holder.phones <= same.phones
    )
    findings.tell("already_entered_differs" if differs else "already_entered", **_place(same))
    return JudgedRow(row, Fate.EXISTING, tuple(findings.remarks), existing=same.pair.number)


def _place(holder: _Holder) -> dict[str, str | int]:
    """Where a person should look: at a row of a list or a pair's number, and what the pair is called; or
    among those who wait alone."""
    if holder.is_alone:
        return {"where": "alone", "at": 0, "pair": holder.title}
    if holder.row is None:
        return {"where": "number", "at": holder.number or 0, "pair": holder.title}
    where = "file" if holder.row.source else "row"
    return {"where": where, "file": holder.row.source, "at": holder.row.row, "pair": holder.title}


def _named_again(row: EntryRow, later: Sequence[EntryRow]) -> Remark:
    """Where one of a row's people stands further down, in this file or in others."""
    if all(one.file == row.file for one in later):
        return Remark("person_again_below", {"rows": _("、").join(str(one.row) for one in later)})
    places = (_("“%(file)s”第 %(row)s 行") % {"file": one.source, "row": one.row} for one in later)
    return Remark("person_in_other_files", {"places": _("、").join(places)})


def _respelled(row: EntryRow, spellings: dict[str, str]) -> EntryRow:
    spelling = spellings.get(clean_unit(row.unit).key, row.unit)
    if spelling == row.unit:
        return row
    told = Remark("unit_respelled", {"typed": row.unit, "unit": spelling})
    return replace(row, unit=spelling, warnings=(*row.warnings, told))


def _numbered(judged: Iterable[JudgedRow], existing: Sequence[ExistingPair]) -> Iterator[JudgedRow]:
    """Propose the next free numbers to rows without their own: to new ones first, then to unconfirmed."""
    rows = list(judged)
    taken = [pair.number for pair in existing] + [one.number for one in rows if one.number is not None]
    following = max(taken, default=0) + 1
    proposed: dict[int, int] = {}
    for fate in (Fate.NEW, Fate.CONFIRM):
        for place, one in enumerate(rows):
            if one.fate is fate and one.number is None:
                proposed[place] = following
                following += 1
    for place, one in enumerate(rows):
        yield replace(one, number=proposed.get(place, one.number))
