"""Old Excel workbooks (xls), read by xlrd: pure Python, so that a broken upload is an exception and no more.

python-calamine reads xls too, but on a damaged one it ends the whole server process.
"""

from io import StringIO

import xlrd
from xlrd.book import Book
from xlrd.sheet import Sheet as XlsSheet

from tournament.imports.sheets import Sheet, UnreadableFile, is_blank
from tournament.imports.xlsx_marks import MAX_COLUMNS, MAX_ROWS


def read_xls(data: bytes, most_sheets: int) -> tuple[Sheet, ...]:
    """Read the visible sheets of an xls file, at most `most_sheets`, with hidden rows and merged cells.

    Raises UnreadableFile: `encrypted`, `damaged`, `too_many_rows`, `too_many_columns`.
    """
    try:
        book = _open(data)
        visible = [sheet for sheet in book.sheets() if sheet.visibility == 0]
        return tuple(_read_sheet(sheet) for sheet in visible[:most_sheets])
    except UnreadableFile:
        raise
    except Exception as error:  # xlrd meets damage with whatever its parsing trips over
        raise UnreadableFile("encrypted" if "encrypted" in str(error) else "damaged") from error


def _open(data: bytes) -> Book:
    try:
        return _open_with(data, formatting=True)
    except Exception:
        # Some programs write formats that xlrd refuses; without them only hidden rows and merges are lost.
        return _open_with(data, formatting=False)


def _open_with(data: bytes, *, formatting: bool) -> Book:
    return xlrd.open_workbook(
        file_contents=data, logfile=StringIO(), formatting_info=formatting, ragged_rows=True
    )


def _read_sheet(sheet: XlsSheet) -> Sheet:
    rows = {
        number + 1: tuple("" if kind == xlrd.XL_CELL_ERROR else value for value, kind in cells)
        for number, cells in _cells(sheet).items()
        if not all(is_blank(value) for value, _kind in cells)
    }
    if max(rows, default=0) > MAX_ROWS:
        raise UnreadableFile("too_many_rows", limit=MAX_ROWS)
    if max(map(len, rows.values()), default=0) > MAX_COLUMNS:
        raise UnreadableFile("too_many_columns", limit=MAX_COLUMNS)
    return Sheet(
        name=sheet.name,
        rows=rows,
        merges=tuple((top + 1, left, bottom, right - 1) for top, bottom, left, right in sheet.merged_cells),
        hidden=frozenset(
            number + 1 for number, info in sheet.rowinfo_map.items() if info.hidden and number + 1 in rows
        ),
        flaws={
            (number + 1, column): "cell_error"
            for number, cells in _cells(sheet).items()
            for column, (_value, kind) in enumerate(cells)
            if kind == xlrd.XL_CELL_ERROR
        },
    )


def _cells(sheet: XlsSheet) -> dict[int, list[tuple[object, int]]]:
    return {
        number: list(zip(sheet.row_values(number), sheet.row_types(number), strict=True))
        for number in range(sheet.nrows)
    }
