"""The entry list to fill in, as a workbook that people download and `entries.read_entries` reads back."""

from io import BytesIO
from typing import Final

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from tournament.imports.headers import field_of
from tournament.names.cleaning import NUMBER_LIMIT

EXAMPLE_SHEET: Final = "填写示例"
ROWS: Final = 2000  # as many rows get checks and the text format

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


def entry_template(unit_word: str = "单位") -> bytes:
    """Make the empty entry list (xlsx): bold heads, phones as text, checks, and a second sheet of examples.

    `unit_word` is what the event calls its units (部门, 分工会 …); a word that the reader would not know by
    itself stands in brackets behind 单位. Only the two players' columns must be filled in.
    """
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "报名表"
    heads = [_unit_head(unit_word) if head == "单位" else head for head in _WIDTHS]
    _lay_out(sheet, heads)
    _add_checks(sheet)
    examples = book.create_sheet(EXAMPLE_SHEET)
    _lay_out(examples, heads)
    for example in _EXAMPLES:
        examples.append(example)
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _unit_head(unit_word: str) -> str:
    return unit_word if field_of(unit_word) == "unit" else f"单位（{unit_word}）"


def _lay_out(sheet: Worksheet, heads: list[str]) -> None:
    for column, (head, width) in enumerate(zip(heads, _WIDTHS.values(), strict=True), 1):
        dimension = sheet.column_dimensions[get_column_letter(column)]
        dimension.width = width
        if "手机" in head:
            # Text, or Excel shows long numbers as 1.38E+10 and drops their zeros.
            dimension.number_format = "@"
    sheet.append(heads)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
        cell.alignment = Alignment(horizontal="center", vertical="center")
        cell.fill = PatternFill("solid", fgColor="FFE9EEF2")
    sheet.freeze_panes = "A2"


def _add_checks(sheet: Worksheet) -> None:
    positions = {head: get_column_letter(column) for column, head in enumerate(_WIDTHS, 1)}
    whole = DataValidation(
        type="whole", operator="between", formula1="1", formula2=str(NUMBER_LIMIT), allow_blank=True
    )
    whole.error, whole.errorTitle = "请填写正整数。", "填写有误"
    status = DataValidation(type="list", formula1='"参赛,候补,陪打"', allow_blank=True)
    status.error, status.errorTitle = "请选择：参赛、候补、陪打。", "填写有误"
    for check, heads in ((whole, ("序号", "种子")), (status, ("状态",))):
        for head in heads:
            check.add(f"{positions[head]}2:{positions[head]}{ROWS + 1}")
        sheet.add_data_validation(check)
