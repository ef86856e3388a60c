"""What to ask which unit's leader: open points of imported lists and of the entries as they stand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.imports.doubles import ExistingPair, JudgedRow, compare
from tournament.imports.entering import existing_pairs
from tournament.imports.entries import EntryRow
from tournament.imports.messages import SENTENCES, sentence
from tournament.imports.sheets import Remark
from tournament.imports.uploads import reports_of
from tournament.models import Event, PairStatus
from tournament.names.cleaning import clean_name, clean_unit, name_key
from tournament.names.pinyin import title_key

# What only the list's writer knows; the rest (numbers, hidden rows, totals) is the organiser's own affair.
_PARTNERS: Final = (
    "player_missing missing not_two_names two_names no_partner odd_unit not_two_in_group many_substitutes "
    "line_of_one_name line_of_many_names crowded_row partners_differ partner_has_no_row"
)
_NAMES: Final = (
    "no_letters too_long private_use unreadable maybe_two_names one_character bracketed line_unsure "
    "formula_uncalculated cell_error"
)
_PHONES: Final = frozenset(["phone_scientific", "phone_length", "phone_not_digits"])
_DOUBLES: Final = "duplicate_in_file same_names_elsewhere person_twice partners_same_name"
_OTHERS: Final = "unit_missing status_unknown seed_unreadable asked_late"
ASKED: Final = frozenset([*_PARTNERS.split(), *_NAMES.split(), *_DOUBLES.split(), *_OTHERS.split(), *_PHONES])
_FIGURES: Final = re.compile(r"\d{7,}")


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask: about whom (`number` and `who`, both empty where the whole unit is meant)."""

    unit: str
    text: str
    who: str = ""
    number: int | None = None
    is_about_phone: bool = False

    @property
    def line(self) -> str:
        """The question as it stands in a message: 3 号 赵一鸣、钱小满：……"""
        about = _("%(number)s 号 %(who)s") % {"number": self.number, "who": self.who}
        about = about if self.number is not None else self.who
        return _("%(column)s：%(text)s") % {"column": about, "text": self.text} if about else self.text


@dataclass(frozen=True, slots=True)
class UnitQuestions:
    """A unit's open questions, and the message that asks its leader."""

    unit: str
    questions: tuple[Question, ...]
    message: str


def questions_of_import(
    event: Event, judged: Iterable[JudgedRow], going: Iterable[JudgedRow]
) -> list[dict[str, Any]]:
    """What is to be asked about an imported list, as its report keeps it; names, never phone numbers.

    `going` are those of `judged` that went in; if they did after the closing time, that is asked about too.
    """
    closes = event.entries_close_at
    is_late = closes is not None and closes < timezone.now()
    entered = {id(one) for one in going}
    kept = []
    for one in judged:
        went_in = id(one) in entered
        asked = [remark for remark in one.remarks if remark.code in ASKED]
        asked += [Remark("asked_late")] if is_late and went_in else []
        if asked:
            kept.append(
                {
                    "unit": one.row.unit,
                    "players": [name for name in one.row.players if name] or _told_names(asked),
                    "entered": went_in,
                    "remarks": [_kept(remark) for remark in asked],
                }
            )
    return kept


def _told_names(remarks: Iterable[Remark]) -> list[str]:
    """Who is left over, where the sentence says the name."""
    return [str(remark.params["name"]) for remark in remarks if "name" in remark.params]


def _kept(remark: Remark) -> dict[str, Any]:
    params = {
        key: _FIGURES.sub("…", value) if isinstance(value, str) else value
        for key, value in remark.params.items()
    }
    return {"code": remark.code, "params": params, "column": remark.column}


def open_questions(event: Event) -> list[UnitQuestions]:
    """The open questions by unit in pinyin order, pairs without a unit last; four queries.

    Those of imported lists come from their reports (kept for a day) and go once they are answered: the
    people are entered, the names were changed, the phone was filled in.
    """
    pairs = existing_pairs(event)
    status = dict(event.pairs.values_list("number", "status"))
    # Nobody is asked about pairs that left, or about the organiser's own.
    playing = [pair for pair in pairs if status[pair.number] in (PairStatus.ACTIVE, PairStatus.RESERVE)]
    of_reports = list(_of_reports(event, playing))
    asked_phones = {one.number for one in of_reports if one.is_about_phone}
    found = [
        *of_reports,
        *_of_pairs(playing, asked_phones),
        *_of_doubles(playing),
        *_of_limits(event, [pair for pair in playing if status[pair.number] == PairStatus.ACTIVE]),
        *_of_individuals(event, playing),
    ]
    return _by_unit(event, list(dict.fromkeys(found)))


def _by_unit(event: Event, questions: Sequence[Question]) -> list[UnitQuestions]:
    by_key: dict[str, list[Question]] = defaultdict(list)
    # Pair by pair; what concerns the whole unit, or people who are not entered, behind them.
    for one in sorted(questions, key=lambda one: (one.number is None, one.number or 0)):
        by_key[clean_unit(one.unit).key].append(one)
    units = [
        UnitQuestions(asked[0].unit, tuple(asked), _message(event, asked[0].unit, asked))
        for asked in by_key.values()
    ]
    return sorted(units, key=lambda one: (not one.unit, title_key(one.unit)))


def _message(event: Event, unit: str, questions: Sequence[Question]) -> str:
    """What is pasted into a chat with the leader."""
    head = _("【%(event)s】%(unit)s领队：报名表有 %(count)s 处请核实，请回复。")
    told = {"event": event.name, "unit": unit, "count": len(questions)}
    lines = [f"{place}. {one.line}" for place, one in enumerate(questions, 1)]
    return "\n".join([head % told, *lines])


def _of_reports(event: Event, pairs: Sequence[ExistingPair]) -> Iterator[Question]:
    people = {name_key(name) for pair in pairs for name in (*pair.players, pair.substitute) if name}
    by_both = {_both(pair.players): pair for pair in pairs}
    for row in (row for report in reports_of(event) for row in report.get("questions", ())):
        pair = by_both.get(_both(row["players"]))
        if (pair is None) if row["entered"] else _is_entered(row["players"], people):
            continue
        who, number = _("、").join(row["players"]), pair.number if pair else None
        for kept in row["remarks"]:
            code, params, column = (kept[key] for key in ("code", "params", "column"))
            remark = Remark(code, params, column)
            if remark.code in SENTENCES and not (remark.code in _PHONES and _has_phones(pair)):
                about = "" if "name" in params else who  # said by the sentence
                yield Question(row["unit"], sentence(remark), about, number, remark.code in _PHONES)


def _both(players: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(map(name_key, players)))


def _is_entered(players: Sequence[str], people: set[str]) -> bool:
    return bool(players) and all(name_key(name) in people for name in players)


def _has_phones(pair: ExistingPair | None) -> bool:
    return pair is not None and all(pair.phones[:2]) and len(pair.phones) > 1


def _of_pairs(pairs: Sequence[ExistingPair], asked_phones: Collection[int | None]) -> Iterator[Question]:
    """Names that look wrong, no unit, no phone where others have one and nothing else is asked about it."""
    wants_phones = any(any(pair.phones) for pair in pairs)
    for pair in pairs:
        who = _("、").join(pair.players)
        for name in (*pair.players, pair.substitute):
            for code in clean_name(name).warnings if name else ():
                yield Question(pair.unit, sentence(Remark(code, {"text": name})), who, pair.number)
        if not pair.unit:
            yield Question("", sentence(Remark("asked_unit")), who, pair.number)
        if wants_phones and not any(pair.phones) and pair.number not in asked_phones:
            yield Question(pair.unit, sentence(Remark("asked_phone")), who, pair.number)


def _of_doubles(pairs: Sequence[ExistingPair]) -> Iterator[Question]:
    """People in two pairs and partners of one name, told to every unit that is concerned."""
    by_number = {pair.number: pair for pair in pairs}
    rows = [
        EntryRow(
            pair.number,
            name="",
            unit=pair.unit,
            players=pair.players,
            substitute=pair.substitute,
            phones=(next(iter(pair.phones), ""), next(iter(pair.phones[1:]), "")),
        )
        for pair in pairs
    ]
    for judged in compare(rows, ()):
        pair = by_number[judged.row.row]
        for remark in judged.remarks:
            if remark.code not in ("person_twice", "partners_same_name", "duplicate_in_file"):
                continue
            yield _double(remark, pair)
            if "at" in remark.params:
                other = by_number[int(remark.params["at"])]
                turned: dict[str, str | int] = {"at": pair.number, "pair": _("、").join(pair.players)}
                yield _double(replace(remark, params={**remark.params, **turned}), other)


def _double(remark: Remark, pair: ExistingPair) -> Question:
    told = replace(remark, params={**remark.params, "where": "number"})
    return Question(pair.unit, sentence(told), _("、").join(pair.players), pair.number)


def _of_limits(event: Event, active: Sequence[ExistingPair]) -> Iterator[Question]:
    """Units with more pairs than the event allows; reserves and house pairs do not count."""
    if event.max_per_unit is None:
        return
    for unit, count in Counter(pair.unit for pair in active if pair.unit).items():
        if count > event.max_per_unit:
            params = {"count": count, "limit": event.max_per_unit}
            yield Question(unit, sentence(Remark("asked_too_many", params)))


def _of_individuals(event: Event, pairs: Sequence[ExistingPair]) -> Iterator[Question]:
    """Who entered alone and has no partner yet; where a pair has somebody of that name, which of the two."""
    for one in event.individuals.filter(pair=None).select_related("unit"):
        unit = one.unit.name if one.unit else ""
        twice = next((pair for pair in pairs if _may_be_in(pair, one.name, unit)), None)
        if twice is None:
            yield Question(unit, sentence(Remark("asked_partner")), one.name)
        else:
            params: dict[str, str | int] = {
                "number": twice.number,
                "pair": _("、").join(twice.players),
            }
            yield Question(unit or twice.unit, sentence(Remark("asked_alone_in_pair", params)), one.name)


def _may_be_in(pair: ExistingPair, name: str, unit: str) -> bool:
    """Whether a person of the pair may be the one of that name: people of two units are namesakes."""
    names = (*pair.players, pair.substitute)
    is_namesake = unit and pair.unit and clean_unit(unit).key != clean_unit(pair.unit).key
    return not is_namesake and any(name_key(each) == name_key(name) for each in names if each)
