"""The entry list to fill in, as a workbook that people download and `entries.read_entries` reads back."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from tournament.exports.text_cell import put_text
from tournament.imports.headers import field_of
from tournament.imports.sheets import EXAMPLE_SHEET
from tournament.names.cleaning import NUMBER_LIMIT

LIST_SHEET: Final = "报名表"
NOTES_SHEET: Final = "填写说明"
_CHOICES_SHEET: Final = "选项"  # hidden: what the drop-downs offer
ROWS: Final = 2000  # as many rows get checks

_WIDTHS: Final = {
    "序号": 8,
    "队名": 20,
    "选手1": 14,
    "选手2": 14,
    "单位": 24,
    "选手1手机": 16,
    "选手2手机": 16,
    "替补": 14,
    "组别": 10,
    "种子": 8,
    "状态": 10,
    "备注": 20,
}
_OWN_WIDTH: Final = 16
_STATUSES: Final = ("参赛", "候补", "陪打")
_TEXTS: Final = ("序号", "手机")  # as figures Excel drops their zeros, and shows phones as 1.38E+10
_EXAMPLES: Final = (
    (
        1,
        "东风队",
        "赵一鸣",
        "钱小满",
        "城东老年大学",
        "13800000001",
        "13800000002",
        "",
        "混双",
        1,
        "参赛",
        "",
    ),
    (2, "松涛队", "孙志远", "李若兰", "松江文化站", "13800000003", "", "周国庆", "混双", None, "参赛", ""),
    (
        3,
        "天山队",
        "阿依古丽·买买提",
        "吴晓梅",
        "天山社区",
        "13800000004",
        "",
        "",
        "女子",
        None,
        "候补",
        "有空位时参赛",
    ),
)


_NOTES: Final = (
    "一行一队，只有选手1、选手2必须填，其他列可以空着。",
    "列的次序可以变，不用的列可以删去；不要改列名。",
    "序号不填，导入时用下一个空序号。手机填 11 位，固定电话带区号。",
    "单位、组别可以从下拉里选，也可以写新的；同一单位请写成一样的名称。",
    "状态只有参赛、候补、陪打；不填就是参赛。",
    "“填写示例”这张表不会导入。填好以后在报名 › 导入报名表上传，先预览再写入。",
)


def entry_template(
    unit_word: str = "单位",
    *,
    units: Sequence[str] = (),
    categories: Sequence[str] = (),
    own_columns: Sequence[str] = (),
) -> bytes:
    """Make the empty entry list (xlsx): heads, drop-downs, figures as text; sheets of examples and of notes.

    `unit_word` is what the event calls its units (部门, 分工会 …); a word that the reader would not know by
    itself stands in brackets behind 单位. `units` and `categories` are offered, others may be written;
    `own_columns` are the event's own, at the end. Only the two players' columns must be filled in.
    """
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = LIST_SHEET
    plain = list(_WIDTHS)
    own = [title for title in own_columns if field_of(title) is None]
    heads = [_unit_head(unit_word) if head == "单位" else head for head in plain] + own
    _lay_out(sheet, heads)
    _add_checks(sheet)
    _offer(book, sheet, {"单位": units, "组别": categories})
    examples = book.create_sheet(EXAMPLE_SHEET)
    _lay_out(examples, heads)
    for example in _EXAMPLES:
        examples.append(example)
    _explain(book.create_sheet(NOTES_SHEET))
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _unit_head(unit_word: str) -> str:
    return unit_word if field_of(unit_word) == "unit" else f"单位（{unit_word}）"


def _lay_out(sheet: Worksheet, heads: list[str]) -> None:
    widths = [*_WIDTHS.values(), *[_OWN_WIDTH] * len(heads)]
    for column, (head, width) in enumerate(zip(heads, widths, strict=False), 1):
        dimension = sheet.column_dimensions[get_column_letter(column)]
        dimension.width = width
        is_own = column > len(_WIDTHS)
        if is_own or any(word in head for word in _TEXTS):
            dimension.number_format = "@"
        cell = sheet.cell(1, column)
        put_text(cell, head)
        cell.font = Font(bold=True)
        cell.alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)
        cell.fill = PatternFill("solid", fgColor="FFE9EEF2")
    sheet.freeze_panes = "A2"


def _add_checks(sheet: Worksheet) -> None:
    whole = DataValidation(
        type="whole", operator="between", formula1="1", formula2=str(NUMBER_LIMIT), allow_blank=True
    )
    whole.error, whole.errorTitle = "请填写正整数。", "填写有误"
    status = DataValidation(type="list", formula1=f'"{",".join(_STATUSES)}"', allow_blank=True)
    status.error, status.errorTitle = f"请选择：{'、'.join(_STATUSES)}。", "填写有误"
    for check, head in ((whole, "种子"), (status, "状态")):
        _below(sheet, check, head)


def _below(sheet: Worksheet, check: DataValidation, head: str) -> None:
    column = get_column_letter(list(_WIDTHS).index(head) + 1)
    check.add(f"{column}2:{column}{ROWS + 1}")
    sheet.add_data_validation(check)


def _offer(book: Workbook, sheet: Worksheet, choices: dict[str, Sequence[str]]) -> None:
    """Drop-downs of what the event has already; something else may be written.

    The words stand on a hidden sheet: in the check itself they could be 255 characters, without commas.
    """
    offered = {head: words for head, words in choices.items() if words}
    if not offered:
        return
    hidden = book.create_sheet(_CHOICES_SHEET)
    hidden.sheet_state = "hidden"
    for place, (head, words) in enumerate(offered.items(), 1):
        for row, word in enumerate(words, 1):
            put_text(hidden.cell(row, place), word)
        column = get_column_letter(place)
        formula = f"'{_CHOICES_SHEET}'!${column}$1:${column}${len(words)}"
        check = DataValidation(type="list", formula1=formula, allow_blank=True, showErrorMessage=False)
        _below(sheet, check, head)


def _explain(sheet: Worksheet) -> None:
    sheet.column_dimensions["A"].width = 80
    for row, note in enumerate(_NOTES, 1):
        put_text(sheet.cell(row, 1), note)
        sheet.cell(row, 1).alignment = Alignment(wrap_text=True, vertical="top")
