"""The list to fill in: drop-downs, a filled example, the event's own columns; and it is read back."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from tests.tournament.imports.files import codes, saved
from tournament.imports.entries import read_entries
from tournament.imports.template import EXAMPLE_SHEET, LIST_SHEET, NOTES_SHEET, entry_template

PAIR = ("003", "东风队", "赵一鸣", "钱小满", "甲", "13800000001", "", "", "混双", 2, "候补", "")


@pytest.mark.parametrize("word", ["单位", "分工会", "代表队", "战队"])
def test_the_template_is_read_back(word):
    book = load_workbook(BytesIO(entry_template(word)))
    book[LIST_SHEET].append(PAIR)
    entries = read_entries(saved(book))
    (row,) = entries.rows

    assert (row.number, row.players, row.unit, row.phones) == (
        3,
        ("赵一鸣", "钱小满"),
        "甲",
        ("13800000001", ""),
    )
    assert (row.category, row.seed, row.status) == ("混双", 2, "reserve")
    assert (entries.ignored_columns, entries.other_sheets) == ((), (EXAMPLE_SHEET, NOTES_SHEET))


def test_the_examples_are_good_rows_and_are_not_read_unasked():
    data = entry_template(own_columns=["用餐"])
    examples = read_entries(data, sheet=EXAMPLE_SHEET)

    assert len(examples.good) == examples.read == 3
    assert not any(row.warnings for row in examples.rows)
    assert codes(read_entries(data).problems) == ["no_rows"]


def test_the_examples_are_not_read_when_the_list_itself_was_thrown_away():
    book = load_workbook(BytesIO(entry_template()))
    del book[LIST_SHEET], book[NOTES_SHEET]

    assert codes(read_entries(saved(book)).problems) == ["only_examples"]


def test_numbers_phones_and_own_columns_are_text_and_heads_bold():
    sheet = load_workbook(BytesIO(entry_template(own_columns=["=费用", "备注"])))[LIST_SHEET]
    heads = {str(cell.value): cell.column_letter for cell in sheet[1]}

    assert list(heads)[-2:] == ["备注", "=费用"], "a title that the reader knows is not there twice"
    assert sheet[f"{heads['=费用']}1"].data_type == "s"
    texts = [head for head, letter in heads.items() if sheet.column_dimensions[letter].number_format == "@"]
    assert texts == ["序号", "选手1手机", "选手2手机", "=费用"]
    assert all(cell.font.bold for cell in sheet[1])


def test_the_event_s_units_and_categories_can_be_chosen():
    units = [f"第{number}分工会，后勤与保卫部" for number in range(40)]
    book = load_workbook(BytesIO(entry_template(units=["=甲", *units], categories=["男子", "女子"])))
    sheet = book[LIST_SHEET]

    offered = {str(check.sqref)[0]: check for check in sheet.data_validations.dataValidation}
    assert offered["K"].formula1 == '"参赛,候补,陪打"'
    assert (offered["E"].formula1, offered["E"].showErrorMessage) == ("'选项'!$A$1:$A$41", False)
    assert offered["I"].formula1 == "'选项'!$B$1:$B$2"
    assert book["选项"].sheet_state == "hidden"
    assert [cell.value for cell in book["选项"]["A"]][:2] == ["=甲", "第0分工会，后勤与保卫部"]
    assert book["选项"]["A1"].data_type == "s"


def test_own_columns_come_back_with_what_stands_below_them():
    book = load_workbook(BytesIO(entry_template(own_columns=["用餐", "报名费"])))
    book[LIST_SHEET].append((*PAIR, "素食", 200))
    entries = read_entries(saved(book))

    assert entries.extra_columns == ("用餐", "报名费")
    assert entries.rows[0].extra == (("用餐", "素食"), ("报名费", "200"))
