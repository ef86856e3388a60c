"""The entry list as rows: an uploaded file in, pairs with their problems out. Nothing is stored here.

`doubles.compare` then says what becomes of each row beside the pairs that are already entered.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.imports.chains import read_chain
from tournament.imports.column_roles import Layouts, heads_digest, shape_digest
from tournament.imports.entry_list import EntryList
from tournament.imports.finding import NoList, filled_rows, find_tables
from tournament.imports.headers import head_score, names_players
from tournament.imports.people_rows import join_people
from tournament.imports.reading import read_sheets
from tournament.imports.rows import EntryRow, RowReader
from tournament.imports.several_sheets import passed_over_sheets, sheets_with_lists
from tournament.imports.sheets import EXAMPLE_SHEET, Remark, Sheet, UnreadableFile
from tournament.imports.tables import Table
from tournament.imports.unit_hints import unit_in_heading
from tournament.names.cleaning import clean_unit

__all__ = ["EntryList", "EntryRow", "read_entries", "read_lists", "read_pasted", "read_upload"]

_ALONE = ("not_two_names", "no_partner", "odd_unit", "not_two_in_group")
_NO_LAYOUTS: Mapping[str, Sequence[str]] = {}


def read_entries(
    data: bytes, filename: str = "", *, sheet: str | None = None, layouts: Layouts = _NO_LAYOUTS
) -> EntryList:
    """Read an entry list from an uploaded file (xlsx, xls, docx, CSV, text, a simple web table).

    The content decides what the file is; `filename` is only kept. Of a workbook the first visible sheet
    with a head is read, or the one called `sheet`; of a Word document every table with a head. `layouts` are
    the columns that people have told apart before. Never raises for what a person uploads: a file that
    cannot be read gives an EntryList with `problems` and no rows.
    """
    try:
        sheets = read_sheets(data, head_score)
    except UnreadableFile as error:
        return EntryList(problems=(error.remark,), filename=filename)
    return _read_one(sheets, filename, sheet, layouts)


def read_lists(data: bytes, filename: str = "", *, layouts: Layouts = _NO_LAYOUTS) -> tuple[EntryList, ...]:
    """Every list of an uploaded file, one at least: of a workbook with several lists, as one sheet for each
    unit, each sheet by itself. The first says which sheets were passed over, and why."""
    try:
        sheets = read_sheets(data, head_score)
    except UnreadableFile as error:
        return (EntryList(problems=(error.remark,), filename=filename),)
    several = sheets_with_lists(sheets, layouts)
    if len(several) < 2:
        only = several[0][0].name if several else None
        return (_read_one(sheets, filename, only, layouts),)
    read = [sheet.name for sheet, _head in several]
    lists = [
        replace(
            _read_rows([Table(sheet, head)], layouts),
            filename=filename,
            shares_file=True,
            can_be_mapped=at == 0,
        )
        for at, (sheet, head) in enumerate(several)
    ]
    return (_with_passed_over(lists[0], sheets, read, layouts), *lists[1:])


def _read_one(sheets: Sequence[Sheet], filename: str, sheet: str | None, layouts: Layouts) -> EntryList:
    asked = [one for one in sheets if sheet == one.name or (sheet is None and one.name != EXAMPLE_SHEET)]
    if sheets and not asked and sheet is None:
        return EntryList(problems=(Remark("only_examples"),), filename=filename)
    try:
        tables = find_tables(asked, layouts)
    except NoList as none:
        return replace(_no_list(none), filename=filename)
    read = replace(_read_rows(tables, layouts), filename=filename)
    if tables[0].sheet.is_document:
        return replace(read, sheet="")
    return _with_passed_over(read, sheets, [tables[0].sheet.name], layouts)


def _with_passed_over(
    entries: EntryList, sheets: Sequence[Sheet], read: Sequence[str], layouts: Layouts
) -> EntryList:
    others = tuple(one.name for one in sheets if one.name not in read and filled_rows(one))
    why = tuple(passed_over_sheets(sheets, read, layouts))
    return replace(entries, other_sheets=others, notices=(*entries.notices, *why))


def read_pasted(text: str, *, layouts: Layouts = _NO_LAYOUTS) -> EntryList:
    """Read what was pasted: a table copied from Excel or Word, or entries from a group chat."""
    lines = [line for line in text.splitlines() if line.strip()]
    tabbed = sum("\t" in line.strip() for line in lines)
    table = read_entries(text.encode("utf-8", "replace"), layouts=layouts)
    if not lines or tabbed * 2 > len(lines) or table.header_row is not None:
        return table
    return _read_rows([read_chain(text)], {})


def read_upload(data: bytes, filename: str, *, layouts: Layouts = _NO_LAYOUTS) -> tuple[EntryList, ...]:
    """Every list of what was uploaded, or the one that was pasted where it has no name."""
    if filename:
        return read_lists(data, filename, layouts=layouts)
    return (read_pasted(data.decode("utf-8", "replace"), layouts=layouts),)


def _no_list(none: NoList) -> EntryList:
    return EntryList(
        problems=(none.remark,),
        sheet=none.sheet.name if none.sheet and not none.sheet.is_document else "",
        header_row=none.head.first_row if none.head else None,
        can_be_mapped=none.sheet is not None,
    )


def _read_rows(tables: Sequence[Table], layouts: Layouts) -> EntryList:
    joined = [join_people(table) for table in tables]
    readers = [RowReader(table) for table in joined]
    rows = tuple(_one_spelling(row for reader in readers for row in reader.rows()))
    first = joined[0]
    if _has_one_person_a_row(rows):
        problem = Remark("one_person_a_row")
        return EntryList(
            problems=(problem,),
            sheet=first.sheet.name,
            header_row=first.head.first_row,
            layout=_layout(tables[0], layouts),
            can_be_mapped=True,
        )
    hidden = tuple(entry.row for entry in rows if entry.hidden)
    ignored = tuple(dict.fromkeys(title for table in joined for title in table.head.ignored))
    lacks_units = all("unit" not in table.head.columns for table in tables)
    return EntryList(
        rows=rows,
        problems=() if rows else (Remark("no_rows" if first.head.columns else "no_entries_in_text"),),
        notices=(*_told_once(joined), *_notices(ignored, hidden)),
        doubts=(*(doubt for table in joined for doubt in table.doubts_of_all), *_second_columns(ignored)),
        sheet=first.sheet.name,
        hidden_rows=hidden,
        ignored_columns=ignored,
        extra_columns=tuple(dict.fromkeys(title for table in joined for title in table.head.extra)),
        header_row=first.head.first_row,
        number_width=max(reader.number_width for reader in readers),
        layout=_layout(tables[0], layouts),
        lacks_units=lacks_units,
        heading_unit=unit_in_heading((one.sheet, one.head) for one in tables) if lacks_units else "",
        can_be_mapped=bool(rows) and not tables[0].is_chain,
    )


def _layout(table: Table, layouts: Layouts) -> str:
    """The digest by which a table's columns were told apart by hand, "" where they were not."""
    if not layouts or table.is_chain:
        return ""
    cells = table.sheet.rows.get(table.head.last_row)
    for digest in (heads_digest(cells) if cells else "", shape_digest(table.sheet)):
        if digest in layouts:
            return digest
    return ""


def _told_once(tables: Sequence[Table]) -> tuple[Remark, ...]:
    """How the tables were read; what is said of several of them once."""
    said = {(one.code, tuple(one.params.items())): one for table in tables for one in table.notices}
    return tuple(said.values())


def _has_one_person_a_row(rows: tuple[EntryRow, ...]) -> bool:
    """Whether everybody has a row of one's own, and no two of them could be told to be a pair."""
    alone = [remark for row in rows for remark in row.problems if remark.code in _ALONE]
    return (
        len(alone) > 1
        and not any(row.is_good for row in rows)
        and all(one.params["count"] != 2 for one in alone)
    )


def _second_columns(ignored: tuple[str, ...]) -> tuple[Remark, ...]:
    """A list set in two columns on its page, of which the left one was read: half of the pairs would be
    missed."""
    if any(names_players(title) for title in ignored):
        return (Remark("second_columns", {"columns": _("、").join(ignored)}),)
    return ()


def _notices(ignored: tuple[str, ...], hidden: tuple[int, ...]) -> tuple[Remark, ...]:
    found = []
    if ignored:
        found.append(Remark("ignored_columns", {"columns": _("、").join(ignored)}))
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
