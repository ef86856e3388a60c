"""Which tables of an opened file are the list, and where their heads are."""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.imports.chains import looks_like_chain, read_chain
from tournament.imports.column_roles import Layouts, remembered_head, remembered_shape
from tournament.imports.headers import EXPECTED, Head, find_head
from tournament.imports.sheets import Cells, Remark, Sheet, is_blank, quoted
from tournament.imports.tables import Table
from tournament.names.cleaning import tidy


class NoList(ValueError):
    """There is nothing to read; `remark` says why, `sheet` is the one that was looked at, if any."""

    def __init__(self, remark: Remark, sheet: Sheet | None = None, head: Head | None = None) -> None:
        super().__init__(remark.code)
        self.remark, self.sheet, self.head = remark, sheet, head


def find_tables(sheets: Sequence[Sheet], layouts: Layouts) -> list[Table]:
    """The tables to read; raises NoList.

    Of a workbook the first sheet with a whole head, of a Word document every table with one. A head that
    somebody has told apart before (`layouts`) goes before what is known by name.
    """
    first = sheets[0] if sheets else None
    if first is not None and first.is_document and first.rows:
        tables = _tables_of_document(sheets, layouts)
        if tables:
            return tables
    elif first is not None and first.text and not head_of(first, layouts) and looks_like_chain(first.text):
        return [read_chain(first.text)]
    elif first is not None and first.is_document:
        raise NoList(Remark("no_table_in_word"))
    return [_table(*_choose(sheets, layouts), layouts)]


def sheet_to_map(sheets: Sequence[Sheet], layouts: Layouts) -> tuple[Sheet, Head | None] | None:
    """The sheet whose columns a person may tell apart, with its head if there is one; None for none."""
    sheet, head = _choose(sheets, layouts)
    if sheet is None or not filled_rows(sheet):
        return None
    return sheet, head or remembered_shape(sheet, layouts)


def head_of(sheet: Sheet, layouts: Layouts) -> Head | None:
    """The head of a sheet: one that somebody has told apart before, else one known by its titles."""
    return remembered_head(sheet, layouts) or find_head(sheet)


def filled_rows(sheet: Sheet) -> list[tuple[int, Cells]]:
    """The rows that are not blank."""
    return [(row, cells) for row, cells in sheet.rows.items() if not all(map(is_blank, cells))]


def _choose(sheets: Sequence[Sheet], layouts: Layouts) -> tuple[Sheet | None, Head | None]:
    """The first sheet with a whole head, else with half a one, else with anything in it."""
    heads = [(one, head) for one in sheets if (head := head_of(one, layouts))]
    whole = next(((one, head) for one, head in heads if not head.missing), None)
    return whole or next(iter(heads), (next(filter(filled_rows, sheets), None), None))


def _table(sheet: Sheet | None, head: Head | None, layouts: Layouts) -> Table:
    if sheet is None:
        raise NoList(Remark("empty_file"))
    head = head or remembered_shape(sheet, layouts)
    if head is None:
        raise NoList(_no_head(sheet), sheet)
    if head.missing:
        found = _("、").join(head.titles.values())
        params = {"missing": _("、").join(head.missing), "found": found}
        raise NoList(Remark("missing_columns", params), sheet, head)
    return Table(sheet, head)


def _no_head(sheet: Sheet) -> Remark:
    _row, cells = filled_rows(sheet)[0]
    # Phones are not repeated in a message: messages may be copied into a chat.
    texts = (quoted(tidy(cell), 20) for cell in cells[:12])
    found = _("、").join(text for text in texts if text)
    return Remark("no_header", {"expected": _("、").join(EXPECTED), "found": found})


# Word documents


def _tables_of_document(sheets: Sequence[Sheet], layouts: Layouts) -> list[Table]:
    """All tables that have a head, and those that go on below one of them."""
    tables: list[Table] = []
    for sheet in sheets:
        head = head_of(sheet, layouts)
        if head and not head.missing:
            tables.append(Table(sheet, head))
        elif head is None and tables and _goes_on(tables[-1], sheet):
            went_on = Remark("table_goes_on", {"number": sheet.name})
            tables.append(Table(sheet, replace(tables[-1].head, last_row=0), notices=(went_on,)))
    return _told_apart(tables, sheets)


def _goes_on(above: Table, sheet: Sheet) -> bool:
    """Whether a table without a head may be the rest of the one above: it is as wide."""
    width = max(map(len, above.sheet.rows.values()), default=0)
    return bool(filled_rows(sheet)) and width == max(map(len, sheet.rows.values()), default=0)


def _told_apart(tables: list[Table], sheets: Sequence[Sheet]) -> list[Table]:
    """Say first which tables were read and which were not."""
    if not tables:
        return []
    read = {one.sheet.name for one in tables}
    others = [one.name for one in sheets if one.name not in read and filled_rows(one)]
    told = []
    if len(tables) > 1:
        names = _("、").join(one.sheet.name for one in tables)
        told.append(Remark("several_tables", {"numbers": names}))
    if others:
        told.append(Remark("other_tables", {"numbers": _("、").join(others)}))
    return [replace(tables[0], notices=(*told, *tables[0].notices)), *tables[1:]]
