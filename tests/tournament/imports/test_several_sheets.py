"""A workbook with a list on each of several sheets: all are read, other sheets named with the reason."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.tournament.imports.files import codes, workbook
from tournament.imports.batch import Batch, read_batch
from tournament.imports.doubles import compare, rows_to_enter
from tournament.imports.entries import read_entries, read_lists
from tournament.imports.messages import sentence
from tournament.imports.report import batch_report
from tournament.imports.sheets import EXAMPLE_SHEET
from tournament.imports.sources import Source

HEAD = ("序号", "选手1", "选手2")
ROWS = {
    "历史系": (HEAD, (1, "赵一鸣", "钱小满"), (2, "孙志远", "李若兰")),
    "数学系": (("单位名称：数学学院",), HEAD, (1, "周国庆", "吴晓梅")),
    "Sheet7": (HEAD, (1, "郑大海", "王伟")),
}


def batch(*sources: tuple[str, bytes], units: dict[int, str] | None = None) -> Batch:
    return read_batch([Source(*one) for one in sources], units=units)


def told(data: bytes) -> list[str]:
    return [sentence(one) for one in read_lists(data, "报名表.xlsx")[0].notices]


def test_every_sheet_that_is_a_list_is_read_as_a_list_of_its_own() -> None:
    read = batch(("汇总.xlsx", workbook(("填表须知",), **ROWS)))

    assert [(one.label, one.sheet, one.read) for one in read.lists] == [
        ("汇总.xlsx › 历史系", "历史系", 2),
        ("汇总.xlsx › 数学系", "数学系", 1),
        ("汇总.xlsx › Sheet7", "Sheet7", 1),
    ]
    assert [(row.mark, row.unit, row.players[0]) for row in read.rows] == [
        ("1-2", "历史系", "赵一鸣"),
        ("1-3", "历史系", "孙志远"),
        ("2-3", "数学学院", "周国庆"),
        ("3-2", "", "郑大海"),
    ]
    assert read.units == ("历史系", "数学学院", "")


def test_counts_add_up_and_every_row_is_named_by_its_sheet() -> None:
    again = (("单位：历史系",), HEAD, (1, "赵一鸣", "钱小满"), (2, "陈静", ""))
    read = batch(("汇总.xlsx", workbook(**ROWS, 补报=again)))
    judged = compare(read.rows, [])
    report = batch_report(read, judged, [one.row.mark for one in rows_to_enter(judged)])

    assert (report["read"], report["imported"], report["skipped"]) == (6, 4, 2)
    assert [one["file"] for one in report["files"]] == [one.label for one in read.lists]
    errors = [one for one in report["problems"] if one["level"] == "error"]
    assert {(one["file"], one["row"]) for one in errors} == {
        ("汇总.xlsx › 补报", 3),
        ("汇总.xlsx › 补报", 4),
    }
    assert any("“汇总.xlsx › 历史系”第 2 行" in one["message"] for one in errors)


def test_numbers_that_begin_anew_on_every_sheet_are_nobodys() -> None:
    read = batch(("汇总.xlsx", workbook(**ROWS)))

    assert codes(read.notices) == ["numbers_of_files"]
    assert {row.number for row in read.rows} == {None}


def test_a_unit_that_was_typed_goes_before_the_sheets_name() -> None:
    read = batch(("汇总.xlsx", workbook(**ROWS)), units={0: "", 2: "后勤处"})

    assert read.units == ("", "数学学院", "后勤处")


def test_sheets_and_files_are_read_together_and_know_their_file() -> None:
    one = workbook(HEAD, (1, "冯小川", "陈大山"))
    read = batch(("工会.xlsx", one), ("汇总.xlsx", workbook(**ROWS)), ("外语系.xlsx", one))

    assert [one.place for one in read.lists] == [1, 2, 2, 2, 3]
    assert read.units[0] == "工会"
    assert read.units[4] == "外语系"
    assert [one.can_be_mapped for one in read.lists] == [True, True, False, False, True]


@pytest.mark.parametrize(
    ("sheets", "said"),
    [
        ({"须知": (("请在报名前填好",),)}, "没有读取工作表须知：没有找到报名表的表头。"),
        ({"领队": (("单位", "联系电话"), ("历史系", "138"))}, "没有读取工作表领队：表头里没有两名选手。"),
        ({"工会": (HEAD,), "退协": (HEAD,)}, "没有读取工作表工会、退协：表头下面是空的。"),
        (
            {"去年": (HEAD, (1, "甲乙", "丙丁"))},
            "没有读取工作表去年：从名称看是示例、模板或以前的名单。",
        ),
        (
            {EXAMPLE_SHEET: (HEAD, (1, "甲乙", "丙丁"))},
            f"没有读取工作表{EXAMPLE_SHEET}：从名称看是示例、模板或以前的名单。",
        ),
    ],
)
@pytest.mark.parametrize("lists", [["历史系"], ["历史系", "数学系"]])
def test_sheets_that_are_passed_over_are_named_with_the_reason(
    sheets: dict[str, Sequence[tuple[object, ...]]], said: str, lists: list[str]
) -> None:
    data = workbook(**{**{name: ROWS[name] for name in lists}, **sheets})

    assert said in told(data)
    assert [one.sheet for one in read_lists(data)] == lists
    assert read_lists(data)[0].other_sheets == tuple(sheets)


def test_an_old_list_in_front_of_the_new_one_is_not_taken_for_it() -> None:
    data = workbook(去年名单=(HEAD, (1, "甲乙", "丙丁")), 名单=ROWS["历史系"])

    assert [row.players[0] for one in read_lists(data) for row in one.rows] == ["赵一鸣", "孙志远"]


def test_an_old_list_alone_is_read_like_any_other() -> None:
    data = workbook(去年名单=ROWS["历史系"])

    assert [one.read for one in read_lists(data)] == [2]


def test_one_sheet_asked_for_by_name_is_one_list() -> None:
    entries = read_entries(workbook(**ROWS), sheet="Sheet7")

    assert (entries.sheet, entries.read, entries.label) == ("Sheet7", 1, "")
    assert codes(entries.notices) == ["sheet_beside"]
