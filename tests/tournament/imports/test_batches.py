"""Lists of several units: units from headings and names, numbers of each file, doubles across files."""

import pytest

from tests.tournament.imports.files import as_entered, codes, csv, workbook
from tests.tournament.imports.test_docx import document, saved
from tournament.imports.batch import read_batch
from tournament.imports.doubles import Fate, compare
from tournament.imports.entries import read_entries
from tournament.imports.report import batch_report
from tournament.imports.sheets import Remark
from tournament.imports.sources import Source
from tournament.imports.unit_hints import units_in_names

HEAD = ("序号", "选手1", "选手2")


def batch(*files: tuple[str, bytes], **more):
    return read_batch([Source(name, data) for name, data in files], **more)


@pytest.mark.parametrize(
    ("names", "units"),
    [
        (["掼蛋报名表-历史系.xlsx", "掼蛋报名表-数学系.xlsx"], ["历史系", "数学系"]),
        (
            ["历史系报名表.xlsx", "数学系报名表（最终版）.docx", "2026年掼蛋赛 外语学院 v2.xlsx"],
            ["历史系", "数学系", "外语学院"],
        ),
        (["报名表_工会.xlsx", "报名表_数学系.xlsx"], ["工会", "数学系"]),
        (["附件1：历史系.xls", "附件2：数学系.xls"], ["历史系", "数学系"]),
        (["报名表.xlsx", "报名表 (2).xlsx"], ["", ""]),
        (["1.xlsx", "2.xlsx"], ["", ""]),
        (["历史系.xlsx"], [""]),
        ([""], [""]),
    ],
)
def test_what_the_names_of_files_say_of_units(names, units):
    assert units_in_names(names) == units


@pytest.mark.parametrize(
    ("above", "unit"),
    [
        pytest.param([("单位：历史系",)], "历史系", id="one cell"),
        pytest.param([("代表单位（盖章）：历史系", "", "领队：王伟")], "历史系", id="with more beside it"),
        pytest.param([("单位", "历史系", "电话", "1")], "历史系", id="in the next cell"),
        pytest.param([("单位:", "")], "", id="not filled in"),
        pytest.param([("单位：历史系   联系人：王伟",)], "历史系", id="in one line with others"),
        pytest.param([("单位：历史系",), ("参赛单位：历史系",)], "历史系", id="twice the same"),
        pytest.param([("单位：历史系",), ("单位：数学系",)], "", id="two of them"),
        pytest.param([("掼蛋赛报名表",)], "", id="none"),
    ],
)
def test_a_line_beside_the_table_names_the_unit(above, unit):
    entries = read_entries(workbook(*above, HEAD, (1, "赵一鸣", "钱小满")))

    assert (entries.lacks_units, entries.heading_unit) == (True, unit)
    assert (
        read_batch([Source("a.xlsx", workbook(*above, HEAD, (1, "赵一鸣", "钱小满")))]).rows[0].unit == unit
    )


def test_a_line_in_word_names_the_unit():
    data = saved(document([HEAD, ("1", "赵一鸣", "钱小满")], before=["参赛单位：历史系    日期：10 月"]))

    assert read_entries(data).heading_unit == "历史系"


def test_a_column_for_units_goes_before_everything():
    data = workbook(
        ("单位：历史系",), (*HEAD, "单位"), (1, "赵一鸣", "钱小满", "数学系"), (2, "甲一", "乙二", "")
    )
    read = batch(("报名-外语系.xlsx", data), ("报名-历史系.xlsx", csv("选手1,选手2", "孙志远,李若兰")))

    assert [row.unit for row in read.rows] == ["数学系", "", "历史系"]
    assert read.units == ("", "历史系")


def test_a_typed_unit_goes_before_what_was_found_also_an_empty_one():
    data = workbook(("单位：历史系",), HEAD, (1, "赵一鸣", "钱小满"))

    assert batch(("a.xlsx", data), units={0: "数学系"}).rows[0].unit == "数学系"
    assert batch(("a.xlsx", data), units={0: ""}).rows[0].unit == ""


def test_numbers_that_each_file_begins_anew_are_no_pair_numbers():
    one, other = workbook(HEAD, (1, "赵一鸣", "钱小满")), workbook(HEAD, (1, "孙志远", "李若兰"))
    read = batch(("a.xlsx", one), ("b.xlsx", other))

    assert [row.number for row in read.rows] == [None, None]
    assert codes(read.notices) == ["numbers_of_files"]


def test_numbers_that_go_on_from_file_to_file_are_kept():
    one, other = workbook(HEAD, (1, "赵一鸣", "钱小满")), workbook(HEAD, (2, "孙志远", "李若兰"))
    read = batch(("a.xlsx", one), ("b.xlsx", other))

    assert [row.number for row in read.rows] == [1, 2]
    assert read.notices == ()


def test_rows_keep_the_number_that_people_see_in_their_own_file():
    data = workbook(HEAD, (1, "赵一鸣", "钱小满"))
    read = batch(("a.xlsx", data), ("b.xlsx", data))

    assert [(row.mark, row.row, row.source) for row in read.rows] == [
        ("1-2", 2, "a.xlsx"),
        ("2-2", 2, "b.xlsx"),
    ]


def test_the_report_of_many_files_adds_up_file_by_file():
    one = workbook(HEAD, (1, "赵一鸣", "钱小满"), ("合计", "", ""))
    other = workbook(("组号", "姓名"), (1, "孙志远"), (1, "李若兰"), (2, "周国庆"))
    broken = Source("c.xlsx", problem=Remark("zip_damaged"))
    read = read_batch([Source("a.xlsx", one), Source("b.xlsx", other), broken])
    judged = compare(read.rows, [])

    report = batch_report(read, judged, [one.row.mark for one in judged if one.fate is Fate.NEW])

    figures = [
        (one["file"], one["read"], one["imported"], one["imported_rows"], one["skipped"])
        for one in report["files"]
    ]
    assert figures == [("a.xlsx", 2, 1, 1, 1), ("b.xlsx", 3, 1, 2, 1), ("c.xlsx", 0, 0, 0, 0)]
    assert (report["read"], report["imported"], report["skipped"]) == (5, 2, 2)
    assert report["read"] == report["imported_rows"] + report["skipped"]
    assert {one["file"] for one in report["problems"]} == {"a.xlsx", "b.xlsx", "c.xlsx"}


def test_r3_the_same_files_twice_are_nothing_new():
    files = [
        ("a.xlsx", workbook(HEAD, (1, "赵一鸣", "钱小满"))),
        ("b.xlsx", workbook(HEAD, (1, "孙志远", "李若兰"))),
    ]
    first = compare(batch(*files).rows, [])

    again = compare(batch(*reversed(files)).rows, as_entered(first))

    assert {one.fate for one in again} == {Fate.EXISTING}
