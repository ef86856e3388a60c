"""The entry list as rows: an uploaded file in, pairs with their problems out. Nothing is stored here.

`doubles.compare` then says what becomes of each row beside the pairs that are already entered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.imports.chains import looks_like_chain, read_chain
from tournament.imports.headers import EXPECTED, Head, find_head, head_score
from tournament.imports.people_rows import join_people
from tournament.imports.reading import read_sheets
from tournament.imports.rows import EntryRow, RowReader
from tournament.imports.sheets import Cells, Remark, Sheet, UnreadableFile, is_blank, quoted
from tournament.imports.tables import Table
from tournament.names.cleaning import clean_unit, tidy

__all__ = ["EntryList", "EntryRow", "read_entries"]


@dataclass(frozen=True, slots=True)
class EntryList:
    """A file's rows, and what is to be said about the file as a whole.

    `problems` mean that nothing could be read (`rows` is then empty); `notices` do not; `doubts` are what
    somebody must agree to before anything goes in. `number_width` is the
    number of figures in which numbers are written (3 for 001), 1 without leading zeros. `extra_columns` are
    the titles that the reader does not know; the rows have in `extra` what stands below them.
    """

    rows: tuple[EntryRow, ...] = ()
    problems: tuple[Remark, ...] = ()
    notices: tuple[Remark, ...] = ()
    doubts: tuple[Remark, ...] = ()
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
        return sum(row.lines for row in self.rows)

    @property
    def good(self) -> tuple[EntryRow, ...]:
        """The rows without problems; `read` is these and the `skipped` ones."""
        return tuple(row for row in self.rows if row.is_good)

    @property
    def skipped(self) -> tuple[EntryRow, ...]:
        """The rows that stay out, each with its reason."""
        return tuple(row for row in self.rows if not row.is_good)

    @property
    def has_pairs_in_two_rows(self) -> bool:
        """Whether each person has a row, so that a pair takes up two."""
        return any(row.also is not None for row in self.rows)


def read_entries(data: bytes, filename: str = "", *, sheet: str | None = None) -> EntryList:
    """Read an entry list from an uploaded file (xlsx, xls, docx, CSV, text, a simple web table).

    The content decides what the file is; `filename` is only kept. Of a workbook the first visible sheet
    with a head is read, or the one called `sheet`; of a Word document every table with a head. Never raises
    for what a person uploads: a file that cannot be read gives an EntryList with `problems` and no rows.
    """
    try:
        sheets = read_sheets(data, head_score)
    except UnreadableFile as error:
        return EntryList(problems=(error.remark,), filename=filename)
    asked = [one for one in sheets if sheet in (None, one.name)]
    read = _read_text(asked) or _read_document(asked) or _read_workbook(asked, sheets)
    return replace(read, filename=filename)


def read_pasted(text: str) -> EntryList:
    """Read what was pasted: a table copied from Excel or Word, or entries from a group chat."""
    lines = [line for line in text.splitlines() if line.strip()]
    tabbed = sum("\t" in line.strip() for line in lines)
    table = read_entries(text.encode("utf-8", "replace"))
    if not lines or tabbed * 2 > len(lines) or table.header_row is not None:
        return table
    return _read_rows([read_chain(text)])


def read_upload(data: bytes, filename: str) -> EntryList:
    """Read what was uploaded, or pasted where it has no name."""
    return read_entries(data, filename) if filename else read_pasted(data.decode("utf-8", "replace"))


def _read_text(sheets: Sequence[Sheet]) -> EntryList | None:
    """A list from a group chat, where a text is one and no table."""
    text = sheets[0].text if sheets and sheets[0].is_text else ""
    if text and not find_head(sheets[0]) and looks_like_chain(text):
        return _read_rows([read_chain(text)])
    if sheets and sheets[0].is_document and not sheets[0].rows:
        return EntryList(problems=(Remark("no_table_in_word"),))
    return None


def _read_document(sheets: Sequence[Sheet]) -> EntryList | None:
    """All tables of a Word document that have a head, and those that go on below one of them."""
    if not (sheets and sheets[0].is_document):
        return None
    tables: list[Table] = []
    for sheet in sheets:
        head = find_head(sheet)
        if head and not head.missing:
            tables.append(Table(sheet, head))
        elif head is None and tables and _goes_on(tables[-1], sheet):
            went_on = Remark("table_goes_on", {"number": sheet.name})
            tables.append(Table(sheet, replace(tables[-1].head, last_row=0), notices=(went_on,)))
    if not tables:
        return None
    left_out = {one.name for one in sheets if _filled_rows(one)} - {one.sheet.name for one in tables}
    others = tuple(sorted(left_out, key=int))
    told = (Remark("other_tables", {"numbers": _("、").join(others)}),) if others else ()
    read = _read_rows(tables)
    return replace(read, sheet="", notices=(*_counted_on(tables), *told, *read.notices))


def _goes_on(above: Table, sheet: Sheet) -> bool:
    """Whether a table without a head is the rest of the one above: as wide, with names below the names."""
    width = max(map(len, above.sheet.rows.values()), default=0)
    return bool(_filled_rows(sheet)) and width == max(map(len, sheet.rows.values()), default=0)


def _counted_on(tables: Sequence[Table]) -> tuple[Remark, ...]:
    if len(tables) < 2:
        return ()
    names = _("、").join(one.sheet.name for one in tables)
    return (Remark("several_tables", {"numbers": names}),)


def _read_workbook(asked: Sequence[Sheet], sheets: Sequence[Sheet]) -> EntryList:
    found, head = _choose(asked)
    others = tuple(one.name for one in sheets if one is not found and _filled_rows(one))
    return replace(_read_sheet(found, head), other_sheets=others)


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
    return _no_players(sheet, head) if head.missing else _read_rows([Table(sheet, head)])


def _filled_rows(sheet: Sheet) -> list[tuple[int, Cells]]:
    return [(row, cells) for row, cells in sheet.rows.items() if not all(map(is_blank, cells))]


def _no_head(sheet: Sheet) -> EntryList:
    _row, cells = _filled_rows(sheet)[0]
    texts = (quoted(tidy(cell), 20) for cell in cells[:12])
    found = _("、").join(text for text in texts if text)
    remark = Remark("no_header", {"expected": _("、").join(EXPECTED), "found": found})
    return EntryList(problems=(remark,), sheet=sheet.name)


def _no_players(sheet: Sheet, head: Head) -> EntryList:
    params = {"missing": _("、").join(head.missing), "found": _("、").join(head.titles.values())}
    return EntryList(
        problems=(Remark("missing_columns", params),), sheet=sheet.name, header_row=head.first_row
    )


def _read_rows(tables: Sequence[Table]) -> EntryList:
    joined = [join_people(table) for table in tables]
    readers = [RowReader(table) for table in joined]
    rows = tuple(_one_spelling(row for reader in readers for row in reader.rows()))
    first = joined[0]
    if _has_one_person_a_row(rows):
        problem = Remark("one_person_a_row")
        return EntryList(problems=(problem,), sheet=first.sheet.name, header_row=first.head.first_row)
    hidden = tuple(entry.row for entry in rows if entry.hidden)
    ignored = tuple(dict.fromkeys(title for table in joined for title in table.head.ignored))
    return EntryList(
        rows=rows,
        problems=() if rows else (Remark("no_rows" if first.head.columns else "no_entries_in_text"),),
        notices=(*_told_once(joined), *_notices(ignored, hidden)),
        doubts=tuple(doubt for table in joined for doubt in table.doubts_of_all),
        sheet=first.sheet.name,
        hidden_rows=hidden,
        ignored_columns=ignored,
        extra_columns=tuple(dict.fromkeys(title for table in joined for title in table.head.extra)),
        header_row=first.head.first_row,
        number_width=max(reader.number_width for reader in readers),
    )


def _told_once(tables: Sequence[Table]) -> tuple[Remark, ...]:
    """How the tables were read; what is said of several of them once."""
    said = {(one.code, tuple(one.params.items())): one for table in tables for one in table.notices}
    return tuple(said.values())


def _has_one_person_a_row(rows: tuple[EntryRow, ...]) -> bool:
    """Whether everybody has a row of one's own, and no two of them could be told to be a pair."""
    said = [remark for row in rows for remark in row.problems]
    alone = [
        remark
        for remark in said
        if remark.code in ("not_two_names", "no_partner", "odd_unit", "not_two_in_group")
    ]
    return (
        len(alone) > 1
        and not any(row.is_good for row in rows)
        and all(one.params["count"] != 2 for one in alone)
    )


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
