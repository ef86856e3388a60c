"""The entry list as rows: an uploaded file in, pairs with their problems out. Nothing is stored here.

`doubles.compare` then says what becomes of each row beside the pairs that are already entered.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.imports.headers import EXPECTED, Head, find_head, head_score
from tournament.imports.reading import read_sheets
from tournament.imports.rows import EntryRow, RowReader
from tournament.imports.sheets import Cells, Remark, Sheet, UnreadableFile, is_blank
from tournament.names.cleaning import clean_unit, tidy

__all__ = ["EntryList", "EntryRow", "read_entries"]


@dataclass(frozen=True, slots=True)
class EntryList:
    """A file's rows, and what is to be said about the file as a whole.

    `problems` mean that nothing could be read (`rows` is then empty); `notices` do not. `number_width` is the
    number of figures in which numbers are written (3 for 001), 1 without leading zeros. `extra_columns` are
    the titles that the reader does not know; the rows have in `extra` what stands below them.
    """

    rows: tuple[EntryRow, ...] = ()
    problems: tuple[Remark, ...] = ()
    notices: tuple[Remark, ...] = ()
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    hidden_rows: tuple[int, ...] = ()
    ignored_columns: tuple[str, ...] = ()
    extra_columns: tuple[str, ...] = ()
    header_row: int | None = None
    number_width: int = 1
    filename: str = ""

    @property
    def read(self) -> int:
        """How many rows were read: all that are not blank below the head, totals and notes among them."""
        return len(self.rows)

    @property
    def good(self) -> tuple[EntryRow, ...]:
        """The rows without problems; `read` is these and the `skipped` ones."""
        return tuple(row for row in self.rows if row.is_good)

    @property
    def skipped(self) -> tuple[EntryRow, ...]:
        """The rows that stay out, each with its reason."""
        return tuple(row for row in self.rows if not row.is_good)


def read_entries(data: bytes, filename: str = "", *, sheet: str | None = None) -> EntryList:
    """Read an entry list from an uploaded file (xlsx, xls, CSV, text, a simple web table).

    The content decides what the file is; `filename` is only kept. Of a workbook the first visible sheet
    with a head is read, or the one called `sheet`. Never raises for what a person uploads: a file that
    cannot be read gives an EntryList with `problems` and no rows.
    """
    try:
        sheets = read_sheets(data, head_score)
    except UnreadableFile as error:
        return EntryList(problems=(error.remark,), filename=filename)
    found, head = _choose([one for one in sheets if sheet in (None, one.name)])
    others = tuple(one.name for one in sheets if one is not found and _filled_rows(one))
    return replace(_read_sheet(found, head), other_sheets=others, filename=filename)


def _choose(sheets: Sequence[Sheet]) -> tuple[Sheet | None, Head | None]:
    """The first sheet with a whole head, else with half a one, else with anything in it."""
    heads = [(one, head) for one in sheets if (head := find_head(one))]
    whole = next(((one, head) for one, head in heads if not head.missing), None)
    return whole or next(iter(heads), (next(filter(_filled_rows, sheets), None), None))


def _read_sheet(sheet: Sheet | None, head: Head | None) -> EntryList:
    if sheet is None:
        return EntryList(problems=(Remark("empty_file"),))
    if head is None:
        return _no_head(sheet)
    return _no_players(sheet, head) if head.missing else _read_rows(sheet, head)


def _filled_rows(sheet: Sheet) -> list[tuple[int, Cells]]:
    return [(row, cells) for row, cells in sheet.rows.items() if not all(map(is_blank, cells))]


def _no_head(sheet: Sheet) -> EntryList:
    _row, cells = _filled_rows(sheet)[0]
    # Phones are not repeated in a message: messages may be copied into a chat.
    texts = (re.sub(r"\d{7,}", "…", tidy(cell))[:20] for cell in cells[:12])
    found = _("、").join(text for text in texts if text)
    remark = Remark("no_header", {"expected": _("、").join(EXPECTED), "found": found})
    return EntryList(problems=(remark,), sheet=sheet.name)


def _no_players(sheet: Sheet, head: Head) -> EntryList:
    params = {"missing": _("、").join(head.missing), "found": _("、").join(head.titles.values())}
    return EntryList(
        problems=(Remark("missing_columns", params),), sheet=sheet.name, header_row=head.first_row
    )


def _read_rows(sheet: Sheet, head: Head) -> EntryList:
    reader = RowReader(sheet, head)
    rows = tuple(_one_spelling(reader.rows()))
    if _has_one_person_a_row(rows):
        return EntryList(problems=(Remark("one_person_a_row"),), sheet=sheet.name, header_row=head.first_row)
    hidden = tuple(entry.row for entry in rows if entry.hidden)
    return EntryList(
        rows=rows,
        problems=() if rows else (Remark("no_rows"),),
        notices=_notices(head, hidden),
        sheet=sheet.name,
        hidden_rows=hidden,
        ignored_columns=head.ignored,
        extra_columns=tuple(head.extra),
        header_row=head.first_row,
        number_width=reader.number_width,
    )


def _has_one_person_a_row(rows: tuple[EntryRow, ...]) -> bool:
    """Whether the list names its people one below the other, so that no row is a pair."""
    said = [remark for row in rows for remark in row.problems if remark.code == "not_two_names"]
    return (
        len(said) > 1
        and not any(row.is_good for row in rows)
        and all(one.params["count"] == 1 for one in said)
    )


def _notices(head: Head, hidden: tuple[int, ...]) -> tuple[Remark, ...]:
    found = []
    if head.ignored:
        found.append(Remark("ignored_columns", {"columns": _("、").join(head.ignored)}))
    if hidden:
        found.append(Remark("hidden_rows", {"rows": _("、").join(map(str, hidden))}))
    return tuple(found)


def _one_spelling(rows: Iterator[EntryRow]) -> Iterator[EntryRow]:
    """Give a unit written in several ways (full-width brackets, spaces) its first spelling, and say so."""
    spellings: dict[str, str] = {}
    for row in rows:
        spelling = spellings.setdefault(clean_unit(row.unit).key, row.unit)
        if spelling == row.unit:
            yield row
        else:
            told = Remark("unit_respelled", {"typed": row.unit, "unit": spelling})
            yield replace(row, unit=spelling, warnings=(*row.warnings, told))
