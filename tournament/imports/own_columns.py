"""Columns of a list that the reader does not know: which of them an event can keep as its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournament.imports.batch import Batch
from tournament.imports.entries import EntryRow
from tournament.imports.entry_list import EntryList
from tournament.names.own_columns import (
    MOST_COLUMNS,
    clean_own_text,
    column_id,
    known_title,
    names_id_numbers,
    title_from_list,
)

_EXAMPLES: Final = 3


@dataclass(frozen=True, slots=True)
class ColumnOffer:
    """One unknown column: `title` in the list, `column` what the event calls (or would call) it.

    `filled` counts the rows that say something there, `id_numbers` those whose text is an ID number and stays
    out; `examples` are the first different texts. `is_kept` is the answer that is offered: no where people's
    ID numbers are asked for, and where the event has no room for more columns.
    """

    title: str
    column: str
    is_known: bool
    filled: int
    id_numbers: int
    examples: tuple[str, ...]
    is_kept: bool

    @property
    def id(self) -> str:
        """Names the column in a form."""
        return column_id(self.column)

    @property
    def is_for_id_numbers(self) -> bool:
        """Whether ID numbers are what this column is for."""
        return names_id_numbers(self.column) or self.id_numbers > 0


def column_offers(read: EntryList | Batch, columns: Sequence[str]) -> list[ColumnOffer]:
    """The unknown columns of a list, or of several, beside the event's own `columns`.

    Of two that read alike the first is offered.
    """
    found: dict[str, ColumnOffer] = {}
    room = MOST_COLUMNS - len(columns)
    for title in read.extra_columns:
        column = known_title(columns, title) or title_from_list(title)
        if not column or known_title(found, column) is not None:
            continue
        offer = _offer(title, column, column in columns, read.rows, has_room=room > 0)
        room -= offer.is_kept and not offer.is_known
        found[column] = offer
    return list(found.values())


def _offer(title: str, column: str, known: bool, rows: Iterable[EntryRow], *, has_room: bool) -> ColumnOffer:
    texts = [text for row in rows for head, text in row.extra if head == title]
    kept = [text for text in texts if clean_own_text(text, column)[1] != "own_id_number"]
    is_for_ids = names_id_numbers(column) or len(kept) < len(texts)
    return ColumnOffer(
        title=title,
        column=column,
        is_known=known,
        filled=len(texts),
        id_numbers=len(texts) - len(kept),
        examples=tuple(dict.fromkeys(kept))[:_EXAMPLES],
        is_kept=not is_for_ids and (known or has_room),
    )


def chosen_columns(offers: Iterable[ColumnOffer], chosen: Collection[str]) -> dict[str, str]:
    """The event's title by the list's, of the offers whose `id` was chosen."""
    return {one.title: one.column for one in offers if one.id in chosen}


def own_texts(row: EntryRow, columns: Mapping[str, str]) -> dict[str, str]:
    """What a row says in the chosen columns (event's title by the list's), without ID numbers."""
    known = ((columns[title], text) for title, text in row.extra if title in columns)
    read = {column: clean_own_text(text, column)[0] for column, text in known}
    return {column: text for column, text in read.items() if text}
