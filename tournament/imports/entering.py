"""From judged rows to entered pairs: what the command and the page share."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tournament.actions.import_pairs import import_pairs
from tournament.actions.pair_values import SUBSTITUTE, PairValues
from tournament.actions.work import Actor
from tournament.imports.doubles import ExistingPair, JudgedRow, WaitingPerson, compare, rows_to_enter
from tournament.imports.entries import EntryRow
from tournament.imports.own_columns import own_texts
from tournament.models import Event, Individual, Pair
from tournament.queries.entries import entries_stamp
from tournament.queries.individuals import waiting_people

NO_COLUMNS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Judgement:
    """The rows of a list with their fates, and the stamp of the entry list beside which they were judged."""

    rows: tuple[JudgedRow, ...]
    seen: str


def existing_pairs(event: Event, *, without: Pair | None = None) -> list[ExistingPair]:
    """The event's pairs as far as doubles go, but for the one that is being edited; two queries."""
    pairs = event.pairs.select_related("unit").prefetch_related("players").order_by("number")
    return [_existing(pair) for pair in pairs if without is None or pair.pk != without.pk]


def waiting_persons(event: Event, *, without: Individual | None = None) -> list[WaitingPerson]:
    """Who waits for a partner as far as doubles go, but for the one that is being edited; one query."""
    return [
        WaitingPerson(one.name, one.unit.name if one.unit else "", one.phone)
        for one in waiting_people(event)
        if without is None or one.pk != without.pk
    ]


def _existing(pair: Pair) -> ExistingPair:
    named = {player.seat: player for player in pair.players.all()}
    names = {seat: player.name for seat, player in named.items()}
    return ExistingPair(
        number=pair.number,
        players=(names.get(1, ""), names.get(2, "")),
        unit=pair.unit.name if pair.unit else "",
        phones=tuple(player.phone for player in named.values()),
        name=pair.name,
        substitute=names.get(SUBSTITUTE, ""),
    )


def judge_rows(event: Event, rows: Sequence[EntryRow]) -> Judgement:
    """Judge `rows` beside the event's pairs, units and who waits alone; five queries, nothing is changed."""
    seen = entries_stamp(event)
    units = list(event.units.values_list("name", flat=True))
    there, waiting = existing_pairs(event), waiting_persons(event)
    return Judgement(compare(rows, there, units=units, waiting=waiting), seen)


def enter_rows(
    *,
    event: Event,
    judgement: Judgement,
    by: Actor,
    confirmed: Collection[str] = (),
    own_columns: Mapping[str, str] = NO_COLUMNS,
    on_purpose: bool = False,
    submission: str = "",
) -> list[str]:
    """Enter the new rows and the `confirmed` ones (marks) in one transaction; returns the marks of all.

    `own_columns` are the unknown columns to keep: the event's title by the list's.
    Nothing to enter is an empty list, not an error. Raises what `import_pairs` raises.
    """
    going = rows_to_enter(judgement.rows, confirmed)
    if going:
        import_pairs(
            event=event,
            pairs=[values_of(one, own_columns) for one in going],
            by=by,
            own_columns=list(own_columns.values()),
            seen=judgement.seen,
            on_purpose=on_purpose,
            submission=submission,
        )
    return [one.row.mark for one in going]


def values_of(judged: JudgedRow, own_columns: Mapping[str, str] = NO_COLUMNS) -> PairValues:
    """A row as it is stored, under the number that was proposed for it."""
    row = judged.row
    return PairValues(
        players=row.players,
        number=judged.number,
        unit=row.unit,
        name=row.name,
        substitute=row.substitute,
        phones=(*row.phones, row.substitute_phone if row.substitute else ""),
        category=row.category,
        seed=row.seed,
        status=row.status,
        note=row.note,
        own=own_texts(row, own_columns),
    )
