"""The list to fill in is read back by the reader."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from tests.tournament.imports.files import codes, saved
from tournament.imports.entries import read_entries
from tournament.imports.template import EXAMPLE_SHEET, entry_template


@pytest.mark.parametrize("word", ["单位", "分工会", "代表队", "战队"])
def test_the_template_is_read_back(word):
    book = load_workbook(BytesIO(entry_template(word)))
    book["报名表"].append((3, "东风队", "赵一鸣", "钱小满", "甲", 13800000001, "", "", "混双", 2, "候补", ""))
    entries = read_entries(saved(book))
    (row,) = entries.rows

    assert (row.number, row.players, row.unit, row.phones) == (
        3,
        ("赵一鸣", "钱小满"),
        "甲",
        ("13800000001", ""),
    )
    assert (row.category, row.seed, row.status) == ("混双", 2, "reserve")
    assert (entries.ignored_columns, entries.other_sheets) == ((), (EXAMPLE_SHEET,))


def test_the_examples_are_good_rows_and_are_not_read_unasked():
    data = entry_template()
    examples = read_entries(data, sheet=EXAMPLE_SHEET)

    assert len(examples.good) == examples.read == 3
    assert not any(row.warnings for row in examples.rows)
    assert codes(read_entries(data).problems) == ["no_rows"]


def test_phones_are_text_and_heads_bold():
    sheet = load_workbook(BytesIO(entry_template()))["报名表"]
    letters = [cell.column_letter for cell in sheet[1] if "手机" in cell.value]

    assert [sheet.column_dimensions[letter].number_format for letter in letters] == ["@", "@"]
    assert all(cell.font.bold for cell in sheet[1])
    assert len(sheet.data_validations.dataValidation) == 2
