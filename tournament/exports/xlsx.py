"""A paper as an Excel workbook: typed cells that can be sorted, summed and printed."""

import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.styles.cell_style import StyleArray
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.hyperlink import Hyperlink

from .paper import Cell, Column, Kind, Paper, Section, cleaned, places
from .pdf import made_line

LONGEST_SHEET_NAME = 31  # as Excel counts: characters past U+FFFF are two
LONGEST_TEXT = 32_767  # characters that Excel takes in one cell
WIDEST = 40  # characters of a column of words
WIDEST_NAMES = 64  # of names: whole as long as a screen takes it
UPRIGHT = 100  # characters of a sheet that prints legibly on an upright page; a wider one lies
NARROWEST = 36  # characters of a sheet
_FORBIDDEN = re.compile(r"[\[\]:*?/\\]")
_FORMULA = ("=", "+", "-", "@")
_A4 = 9  # the format's number for it
_LINE = 15.0  # points that a line of type takes
_HIGHEST = 409.0  # points of a row that Excel opens
_DIFF = "+{0};-{0};0"

_TITLE = Font(size=14, bold=True)
_HEAD = Font(bold=True)
_STRUCK = Font(strike=True)
_LINK = Font(color="0563C1", underline="single")
_UNDER = Border(bottom=Side(style="thin"), top=Side(style="thin"))
_ALIGNMENT = {
    "left": Alignment(horizontal="left", vertical="top", wrap_text=True),
    "left after a figure": Alignment(horizontal="left", vertical="top", wrap_text=True, indent=1),
    "center": Alignment(horizontal="center", vertical="top", wrap_text=True),
    "right": Alignment(horizontal="right", vertical="top"),
}


def to_xlsx(paper: Paper, *, one_sheet: bool = False) -> bytes:
    """Write `paper` as a workbook: one sheet a section, or all sections in one sheet.

    In one sheet, sections with the same columns become one table with the section's name in the first
    column, which can be sorted and filtered; others stand below each other. Numbers are numbers (whole ones
    and exact decimals), text is text also where it begins with = + - @, control characters are left out.
    Sheet names are legal, unique and at most 31 characters. Heads stay in view and repeat on each printed
    page. Takes values, returns the file's bytes; touches no database.
    """
    book = Workbook(write_only=True)
    book.properties.title = cleaned(paper.full_title)
    book.properties.creator = cleaned(paper.event_name)
    for name, sections in _sheets(paper, one_sheet):
        write_sheet(book.create_sheet(title=name), paper, sections)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def sheet_names(titles: Iterable[str]) -> list[str]:
    """Legal, unique names of sheets for `titles`, in their order.

    They have at most 31 units of UTF-16 and none of Excel's forbidden signs, which become full-width dashes;
    of two names that are the same so far (Excel does not tell upper from lower case) the later one ends in
    (2). "History" is Excel's own and gets a sign added.
    """
    names: list[str] = []
    taken = {"history", "历史记录"}
    for title in titles:
        base = _FORBIDDEN.sub("－", cleaned(title)).strip("' \t\n") or _("表")
        name, number = _cut(base, LONGEST_SHEET_NAME).rstrip("'"), 1
        while name.casefold() in taken:
            number += 1
            tail = f"({number})"
            name = _cut(base, LONGEST_SHEET_NAME - len(tail)) + tail
        taken.add(name.casefold())
        names.append(name)
    return names


def _cut(text: str, room: int) -> str:
    """The beginning of `text` that takes at most `room` units of UTF-16, never half a character."""
    return text.encode("utf-16-le")[: 2 * room].decode("utf-16-le", "ignore")


def _sheets(paper: Paper, one_sheet: bool) -> list[tuple[str, tuple[Section, ...]]]:
    sections = paper.sections or (Section(columns=(Column(""),)),)
    if one_sheet or len(sections) == 1:
        merged = paper.merged()
        return [(sheet_names([paper.title])[0], (merged,) if merged else sections)]
    names = sheet_names(section.heading or paper.title for section in sections)
    return [(name, (section,)) for name, section in zip(names, sections, strict=True)]


def write_sheet(
    sheet: WriteOnlyWorksheet, paper: Paper, sections: Sequence[Section], *, linked: Collection[str] = ()
) -> None:
    """Fill an empty sheet with `sections` of `paper` (one or more), below the paper's titles.

    A first cell that is one of `linked` leads to the sheet of that name.
    """
    lines = [line for line in (paper.event_name, paper.full_title, paper.subtitle, made_line(paper)) if line]
    single = sections[0] if len(sections) == 1 else None
    if single and single.heading:
        lines.append(single.heading)
    widths = _widths(sections)
    _set_up(sheet, paper, sections, widths, head=len(lines) + 1)
    last, count = get_column_letter(len(widths)), 0
    for count, row in enumerate(_rows(sheet, paper, lines, sections), start=1):
        if isinstance(row, _Line):
            if (high := math.ceil(_characters(row.text) / (sum(widths) - 1))) > 1 and len(widths) > 1:
                sheet.merged_cells.add(f"A{count}:{last}{count}")
            height = _LINE * high + (row.font is _TITLE) * 6
            sheet.row_dimensions[count].height = min(height, _HIGHEST)
            sheet.append([_line(sheet, row, wrapped=high > 1)])
        else:
            if row and row[0] is not None and row[0].value in linked:
                _link(row[0])
            # LibreOffice does not make rows higher by itself where others of the sheet have a height.
            if (high := _lines_of(row, widths)) > 1:
                sheet.row_dimensions[count].height = min(_LINE * high, _HIGHEST)
            sheet.append(row)
    sheet.print_area = f"A1:{last}{count}"


@dataclass(frozen=True, slots=True)
class _Line:
    """A title or note: it stands in the first column and goes on over the others, wrapped if long."""

    text: str
    font: Font | None = None


def _rows(
    sheet: WriteOnlyWorksheet, paper: Paper, lines: Sequence[str], sections: Sequence[Section]
) -> Iterator[_Line | list[Any]]:
    for number, line in enumerate(lines):
        yield _Line(line, _TITLE if number == 1 else None)
    for number, section in enumerate(sections):
        if len(sections) > 1:
            yield from [[]] if number else []
            yield from [_Line(section.heading, _HEAD)] if section.heading else []
        yield from _table(sheet, section)
    yield from (_Line(note) for note in paper.notes)
    if paper.signatures:
        yield []
        yield [_text(sheet, _("%s：") % office) for office in paper.signatures]


def _set_up(
    sheet: WriteOnlyWorksheet,
    paper: Paper,
    sections: Sequence[Section],
    widths: Sequence[float],
    *,
    head: int,
) -> None:
    """What must be told before the first row: widths, the frozen head, and how the sheet prints."""
    for number, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.page_setup.paperSize = _A4
    lies = paper.landscape or sum(widths) > UPRIGHT
    sheet.page_setup.orientation = "landscape" if lies else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.oddFooter.right.text = _("第 &P 页，共 &N 页")
    if len(sections) == 1:
        section = sections[0]
        last = get_column_letter(len(section.columns))
        sheet.freeze_panes = f"A{head + 1}"
        sheet.print_title_rows = f"{head}:{head}"
        if section.rows:
            sheet.auto_filter.ref = f"A{head}:{last}{head + len(section.rows)}"


def _widths(sections: Sequence[Section]) -> list[float]:
    widths: list[float] = []
    for section in sections:
        for number, column in enumerate(section.columns):
            texts = [str(row[number]) for row in section.rows if row[number] is not None]
            widest = max(map(_characters, [*texts, column.full_title]), default=0)
            if number == len(widths):
                widths.append(6.0)
            most = WIDEST_NAMES if column.kind is Kind.NAME else WIDEST
            widths[number] = max(widths[number], min(widest + 2.5 + _is_indented(section, number), most))
    widths[-1] += max(0.0, NARROWEST - sum(widths))  # titles need room
    return widths


def _lines_of(row: Sequence[Any], widths: Sequence[float]) -> int:
    """How many lines the highest cell of a row takes; a figure takes one."""
    texts = ((cell.value, width) for cell, width in zip(row, widths, strict=False) if cell is not None)
    return max(
        (
            sum(math.ceil(_characters(line) / (width - 1)) or 1 for line in text.split("\n"))
            for text, width in texts
            if isinstance(text, str) and (len(text) * 2 > width - 1 or "\n" in text)
        ),
        default=1,
    )


def _is_indented(section: Section, number: int) -> bool:
    """Whether words stand right after figures, which end where the words begin."""
    columns = section.columns
    return number > 0 and _align(columns[number]) == "left" and _align(columns[number - 1]) == "right"


def _characters(text: str) -> int:
    """How many columns of a typewriter a text takes: Chinese characters two each."""
    return sum(2 if character > "\u2e7f" else 1 for character in text)


def _table(sheet: WriteOnlyWorksheet, section: Section) -> Iterator[_Line | list[Any]]:
    places_of = [_place(section, number) for number in range(len(section.columns))]
    yield [_head(sheet, column, place) for column, place in zip(section.columns, places_of, strict=True)]
    writers = [
        _Writer(sheet, column, places_of[n], [row[n] for row in section.rows])
        for n, column in enumerate(section.columns)
    ]
    for number, row in enumerate(section.rows):
        cells = [write(cell) for write, cell in zip(writers, row, strict=True)]
        if number in section.struck:
            _strike(cells, section.columns)
        yield cells
    if not section.rows:
        yield _Line(section.empty_sentence)
    if section.note:
        yield _Line(section.note)


def _link(cell: Any) -> None:
    """Let a cell lead to the sheet whose name stands in it."""
    quoted = cell.value.replace("'", "''")
    cell._hyperlink = Hyperlink(ref="", location=f"'{quoted}'!A1")
    cell.font = _LINK


def _line(sheet: WriteOnlyWorksheet, line: _Line, *, wrapped: bool) -> Any:
    cell = _text(sheet, line.text, font=line.font)
    if wrapped:
        cell.alignment = _ALIGNMENT["left"]
    return cell


def _strike(cells: Sequence[Any], columns: Sequence[Column]) -> None:
    """Strike out the cells of a row that no longer counts, except those that say why."""
    for cell, column in zip(cells, columns, strict=True):
        if cell is not None and not column.kept:
            cell._style = copy(cell._style)  # the cells of a column share theirs
            cell.font = _STRUCK


def _head(sheet: WriteOnlyWorksheet, column: Column, place: Alignment) -> Any:
    cell = _text(sheet, column.full_title, font=_HEAD)
    cell.border = _UNDER
    cell.alignment = place
    return cell


def _place(section: Section, number: int) -> Alignment:
    """How the cells of a column stand: words that follow figures a little to the right."""
    align = _align(section.columns[number])
    return _ALIGNMENT["left after a figure" if _is_indented(section, number) else align]


def _align(column: Column) -> str:
    if column.kind is Kind.BOX:
        return "center"
    return column.align or ("right" if column.is_number else "left")


class _Writer:
    """Makes the cells of one column; working out their format once saves half of the time."""

    def __init__(
        self, sheet: WriteOnlyWorksheet, column: Column, place: Alignment, cells: Sequence[Cell]
    ) -> None:
        self.sheet = sheet
        pattern = WriteOnlyCell(sheet, 0)
        decimals = places(cells)
        plain = "0." + "0" * decimals if decimals else "0"
        pattern.number_format = _DIFF.format(plain) if column.kind is Kind.DIFF else plain
        pattern.alignment = place
        self.number_style = copy(pattern._style)
        pattern.number_format = "General"
        self.text_style = copy(pattern._style)

    def __call__(self, value: Cell) -> Any:
        if value is None:
            return None
        if isinstance(value, str):
            return _text(self.sheet, value, style=self.text_style)
        cell = WriteOnlyCell(self.sheet, value)
        cell._style = self.number_style
        return cell


def _text(
    sheet: WriteOnlyWorksheet, text: str, *, font: Font | None = None, style: StyleArray | None = None
) -> Any:
    """A cell that is text, whatever its first character is, also after somebody edits it."""
    text = cleaned(text)[:LONGEST_TEXT]
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    if style is not None:
        cell._style = copy(style) if text.startswith(_FORMULA) else style
    if text.startswith(_FORMULA):
        cell.quotePrefix = True
    if font:
        cell.font = font
    return cell
