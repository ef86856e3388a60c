"""Opening an uploaded file: bytes in, sheets of cells out. The content decides, never the file's name."""

from collections.abc import Callable, Sequence
from io import BytesIO

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from tournament.imports.docx_tables import read_docx
from tournament.imports.packages import DOCUMENT, MAX_UNPACKED, WORKBOOK, members
from tournament.imports.sheets import Cells, Sheet, UnreadableFile, is_blank
from tournament.imports.text_tables import decode, looks_like_html, read_csv, read_html
from tournament.imports.xls_book import read_xls
from tournament.imports.xlsx_marks import MAX_COLUMNS, MAX_ROWS, Marks, marks_by_sheet

MAX_BYTES = 10 * 1024 * 1024
MAX_SHEETS = 30
MOST_CELLS = MAX_ROWS * MAX_COLUMNS  # of all sheets together: two cells far apart span millions of empty ones

_ZIP = b"PK\x03\x04"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OTHER_KINDS = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"Rar!",
    b"7z\xbc\xaf",
    b"{\\rtf",
    b"PK\x05\x06",
)
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_OLD_WORD = "WordDocument".encode("utf-16-le")


def read_sheets(data: bytes, score: Callable[[list[Cells]], int]) -> tuple[Sheet, ...]:
    """Open an entry list: xlsx, xls, docx, CSV or text, or a simple web table.

    `score` tells how much some rows look like the head of a list; it chooses a text file's delimiter.
    Hidden sheets are left out. Raises UnreadableFile with one of the codes `empty_file`, `too_big`,
    `too_big_unpacked`, `too_many_rows`, `too_many_columns`, `damaged`, `word_damaged`, `old_word`,
    `encrypted`, `not_a_table`, `unknown_encoding`, `unclosed_quote`, `html_table`.
    """
    if not data.strip():
        raise UnreadableFile("empty_file")
    if len(data) > MAX_BYTES:
        raise UnreadableFile("too_big", limit=MAX_BYTES // 1024 // 1024)
    if data.startswith(_ZIP):
        return _read_package(data)
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise UnreadableFile("encrypted")
        if _OLD_WORD in data:
            raise UnreadableFile("old_word")
        return read_xls(data, MAX_SHEETS)
    return (_read_text(data, score),)


def _read_package(data: bytes) -> tuple[Sheet, ...]:
    names = members(data)
    if WORKBOOK in names:
        return _read_workbook(data, marks_by_sheet(data))
    if DOCUMENT in names:
        return read_docx(data, MAX_SHEETS)
    raise UnreadableFile("not_a_table")


def _read_text(data: bytes, score: Callable[[list[Cells]], int]) -> Sheet:
    if data.startswith(_OTHER_KINDS):
        raise UnreadableFile("not_a_table")
    text = decode(data)
    if looks_like_html(text):
        return read_html(text)
    if text.lstrip().startswith("<?xml"):
        raise UnreadableFile("not_a_table")
    return read_csv(text, score)


def _read_workbook(data: bytes, marks: dict[str, Marks]) -> tuple[Sheet, ...]:
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(data))
        names = [
            sheet.name
            for sheet in book.sheets_metadata
            if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
        ]
        read = names[:MAX_SHEETS]
        if sum(marks[name].area for name in read) > MOST_CELLS:
            raise UnreadableFile("too_big_unpacked", limit=MAX_UNPACKED // 1024 // 1024)
        return tuple(_read_sheet(book, name, marks[name]) for name in read)
    except (CalamineError, KeyError) as error:  # KeyError: a sheet that the scan did not find
        raise UnreadableFile("damaged") from error


def _read_sheet(book: CalamineWorkbook, name: str, marks: Marks) -> Sheet:
    sheet = book.get_sheet_by_name(name)
    # skip_empty_area=False keeps the row numbers that the user sees.
    values = sheet.to_python(skip_empty_area=False)
    merges = tuple(
        (top + 1, left, bottom + 1, right) for (top, left), (bottom, right) in sheet.merged_cell_ranges or ()
    )
    return Sheet(
        name=name,
        rows={number: tuple(cells) for number, cells in enumerate(values, 1)},
        merges=merges,
        hidden=_hidden_with_text(marks.hidden, values),
        flaws=marks.flaws,
    )


def _hidden_with_text(hidden: frozenset[int], values: Sequence[Sequence[object]]) -> frozenset[int]:
    return frozenset(
        row for row in hidden if row <= len(values) and not all(is_blank(cell) for cell in values[row - 1])
    )
