"""A round's tables to fill in, as a workbook that `results.read_results` reads back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from tournament.exports.text_cell import put_text

_WIDTHS: Final = {
    "场次": 8, "桌": 6, "南北序号": 9, "南北选手": 22, "南北级数": 10, "东西级数": 10, "东西序号": 9,
    "东西选手": 22, "结束方式": 14, "用时": 9, "胜方": 8, "台上方": 8,
}  # fmt: skip
_TYPED: Final = ("南北级数", "东西级数", "结束方式", "用时", "胜方", "台上方")
_SIDES: Final = ("南北", "东西")
_LEFT: Final = ("南北选手", "东西选手")
_LINE = Side(style="thin", color="FF9AA5AE")
_FILL = PatternFill("solid", fgColor="FFFFF8E1")


@dataclass(frozen=True, slots=True)
class TemplateRow:
    """One table: who sits there, and what stands there already as one would type it."""

    session: str
    table: int
    ns: tuple[int, str]
    ew: tuple[int, str]
    ns_level: str = ""
    ew_level: str = ""
    ended: str = ""
    seconds: str = ""
    winner: str = ""
    in_play: str = ""


def result_template(
    rows: Iterable[TemplateRow], *, endings: Sequence[str], asks: Sequence[str], notes: Sequence[str]
) -> bytes:
    """The tables of a round in order; levels are text cells, so that 10 and A+3 stay what they are.

    `endings` are the words to choose from; `asks` which of 胜方 and 台上方 the rules may need for equal
    levels; `notes` stand on a second sheet, which is not read.
    """
    rows = list(rows)
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "成绩"
    heads = [head for head in _WIDTHS if _is_wanted(head, rows, asks)]
    _lay_out(sheet, heads)
    for number, row in enumerate(rows, 2):
        _fill(sheet, number, heads, row)
    choices = {"结束方式": endings, "胜方": _SIDES, "台上方": _SIDES}
    _add_choices(sheet, heads, len(rows), choices)
    _explain(book.create_sheet("填写说明"), notes)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _is_wanted(head: str, rows: list[TemplateRow], asks: Sequence[str]) -> bool:
    if head == "场次":
        return any(row.session for row in rows)
    return head not in ("胜方", "台上方") or head in asks


def _lay_out(sheet: Worksheet, heads: list[str]) -> None:
    sheet.append(heads)
    for column, head in enumerate(heads, 1):
        sheet.column_dimensions[get_column_letter(column)].width = _WIDTHS[head]
    for cell in sheet[1]:
        cell.font = Font(bold=True)
        cell.alignment = Alignment(horizontal="center", vertical="center")
        cell.fill = PatternFill("solid", fgColor="FFE9EEF2")
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True


def _fill(sheet: Worksheet, number: int, heads: list[str], row: TemplateRow) -> None:
    values: dict[str, str | int] = {
        "场次": row.session,
        "桌": row.table,
        "南北序号": row.ns[0],
        "南北选手": row.ns[1],
        "南北级数": row.ns_level,
        "东西级数": row.ew_level,
        "东西序号": row.ew[0],
        "东西选手": row.ew[1],
        "结束方式": row.ended,
        "用时": row.seconds,
        "胜方": row.winner,
        "台上方": row.in_play,
    }
    for column, head in enumerate(heads, 1):
        cell, value = sheet.cell(number, column), values[head]
        if isinstance(value, str):
            put_text(cell, value)
        else:
            cell.value = value
        cell.border = Border(bottom=_LINE)
        cell.alignment = Alignment(horizontal="left" if head in _LEFT else "center", vertical="center")
        if head in _TYPED:
            cell.number_format, cell.fill = "@", _FILL


def _add_choices(sheet: Worksheet, heads: list[str], count: int, choices: dict[str, Sequence[str]]) -> None:
    for head, words in choices.items():
        if head not in heads or not words or not count:
            continue
        check = DataValidation(type="list", formula1=f'"{",".join(words)}"', allow_blank=True)
        check.error, check.errorTitle = f"请选择：{'、'.join(words)}。", "填写有误"
        column = get_column_letter(heads.index(head) + 1)
        check.add(f"{column}2:{column}{count + 1}")
        sheet.add_data_validation(check)


def _explain(sheet: Worksheet, notes: Sequence[str]) -> None:
    sheet.column_dimensions["A"].width = 80
    for row, note in enumerate(notes, 1):
        put_text(sheet.cell(row, 1), note)
        sheet.cell(row, 1).alignment = Alignment(wrap_text=True, vertical="top")
