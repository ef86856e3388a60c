"""Columns by name: what heads may be called, where they stand, and what a row may hold (field F55, F57)."""

from io import BytesIO

import pytest
from openpyxl import Workbook, load_workbook

from tests.tournament.imports.files import HEAD, codes, csv, problems_by_row, saved, warnings_by_row, workbook
from tournament.imports.entries import read_entries
from tournament.imports.headers import field_of


@pytest.mark.parametrize(
    ("title", "field"),
    [
        ("对号", "number"),
        ("序号", "number"),
        ("No.", "number"),
        ("参赛队名称", "name"),
        ("Pair Name", "name"),
        ("选手 1\n（队长）", "player1"),
        ("*选手一：", "player1"),
        ("队员 ２", "player2"),
        ("姓名２", "player2"),
        ("PLAYER 2", "player2"),
        ("选手1姓名", "player1"),
        ("姓名", "players"),
        ("参赛选手", "players"),
        ("单位/俱乐部", "unit"),
        ("分工会", "unit"),
        ("学 院", "unit"),
        ("Club", "unit"),
        ("*联系电话", "phone"),
        ("手机（必填）", "phone"),
        ("选手2手机号", "phone2"),
        ("电话1", "phone1"),
        ("替补队员", "substitute"),
        ("组别", "category"),
        ("种子", "seed"),
        ("状态", "status"),
        ("备注", "note"),
        ("是否用餐", None),
        ("身份证号", None),
        ("赵一鸣", None),
        ("13800000001", None),
        ("", None),
    ],
)
def test_f55_what_a_title_names(title, field):
    assert field_of(title) == field


def only_row(*rows):
    (row,) = read_entries(workbook(*rows)).good
    return row


def test_two_columns_of_one_title_are_the_two_players():
    row = only_row(
        ("单位", "姓名", "姓名", "手机", "手机"), ("一单位", "赵一鸣", "钱小满", 13800000001, 13800000002)
    )

    assert row.players == ("赵一鸣", "钱小满")
    assert row.phones == ("13800000001", "13800000002")


@pytest.mark.parametrize(
    "cell", ["赵一鸣、钱小满", "赵一鸣 钱小满", "赵一鸣\n钱小满", "赵一鸣/钱小满", "赵 一鸣，钱 小满"]
)
def test_both_players_in_one_column(cell):
    assert only_row(("序号", "参赛选手"), (1, cell)).players == ("赵一鸣", "钱小满")


@pytest.mark.parametrize(
    ("cell", "code"),
    [("赵一鸣", "not_two_names"), ("赵一、钱二、孙三", "not_two_names"), ("赵一鸣、无", "player_missing")],
)
def test_one_column_without_two_players(cell, code):
    (row,) = read_entries(workbook(("序号", "参赛选手"), (1, cell))).skipped

    assert codes(row.problems) == [code]


def test_names_and_phones_below_each_player():
    book = Workbook()
    sheet = book.active
    sheet.append(("序号", "单位", "选手一", None, "选手二", None))
    sheet.append((None, None, "姓名", "电话", "姓名", "电话"))
    sheet.append((1, "一单位", "赵一鸣", "13800000001", "钱小满", "13800000002"))
    for cells in ("A1:A2", "B1:B2", "C1:D1", "E1:F1"):
        sheet.merge_cells(cells)
    entries = read_entries(saved(book))
    (row,) = entries.good

    assert (row.row, row.unit, row.players) == (3, "一单位", ("赵一鸣", "钱小满"))
    assert row.phones == ("13800000001", "13800000002")
    assert entries.ignored_columns == ()


def test_a_two_line_head_in_a_text_file():
    entries = read_entries(
        csv("对号,队名,参赛选手,,单位", ",,选手1,选手2,", "001,东风队,赵一鸣,钱小满,一单位")
    )

    assert [(row.row, row.players, row.unit) for row in entries.good] == [(3, ("赵一鸣", "钱小满"), "一单位")]


def test_lines_with_known_words_above_the_head_are_not_the_head():
    entries = read_entries(
        workbook(
            ("单位", "一单位", "联系电话", "13800000009"), ("序号", "选手1", "选手2"), (1, "赵一鸣", "钱小满")
        )
    )

    assert (entries.header_row, entries.read) == (2, 1)


def test_a_head_without_the_second_player_says_so():
    entries = read_entries(workbook(("序号", "队名", "选手1", "单位"), (1, "东风队", "赵一鸣", "一单位")))
    (problem,) = entries.problems

    assert (problem.code, problem.params["missing"]) == ("missing_columns", "选手2")
    assert problem.params["found"] == "序号、队名、选手1、单位"


def test_columns_that_stand_twice_are_read_once_and_named():
    entries = read_entries(workbook((*HEAD, "单位"), (1, "队", "赵一鸣", "钱小满", "一单位", "", "二单位")))

    assert entries.good[0].unit == "一单位"
    assert entries.ignored_columns == ("单位",)


def test_every_column_of_a_full_list():
    row = only_row(
        ("序号", "选手1", "选手2", "替补", "组别", "种子", "状态", "备注", "选手1手机", "选手2手机"),
        (7, "赵一鸣", "钱小满", "孙志远", "混双", "２", "候补", "靠窗", "", "13800000002"),
    )

    assert (row.number, row.substitute, row.category, row.seed) == (7, "孙志远", "混双", 2)
    assert (row.status, row.note, row.phones) == ("reserve", "靠窗", ("", "13800000002"))


@pytest.mark.parametrize(
    ("row", "code"),
    [
        pytest.param(("合计", "", "6 人", "", "", ""), "total_row", id="total"),
        pytest.param(("", "", "", "", "", "注：每单位限两队"), "note_row", id="note"),
        pytest.param(("", "领队签字", "", "", "", ""), "note_row", id="any lonely text"),
        pytest.param(HEAD, "repeated_header", id="the head on a new page"),
        pytest.param((5, "", "", "", "", ""), "only_a_number", id="a number prepared for nobody"),
        pytest.param((5, "队", "", "", "单位", ""), "player_missing", id="a pair without players"),
    ],
)
def test_f57_rows_that_are_no_pair_are_skipped_with_a_reason(row, code):
    assert problems_by_row(read_entries(workbook(HEAD, row))) == {2: [code]}


def test_a_pair_whose_name_looks_like_a_total_is_a_pair():
    assert only_row(HEAD, ("", "合计队", "赵一鸣", "钱小满", "", "")).name == "合计队"


@pytest.mark.parametrize(
    ("row", "codes_told"),
    [
        pytest.param(("A1", "", "赵一鸣", "钱小满", "甲", ""), ["number_unreadable"], id="number"),
        pytest.param((1, "", "赵一鸣", "钱小满", "", ""), ["unit_missing"], id="no unit"),
        pytest.param((1, "", "赵", "钱小满", "甲", ""), ["one_character"], id="half a name"),
        pytest.param((1, "", "赵一鸣", "钱小满", "甲", "不详"), ["phone_not_digits"], id="phone"),
    ],
)
def test_what_is_told_about_a_row_that_goes_in(row, codes_told):
    assert warnings_by_row(read_entries(workbook(HEAD, row))) == {2: codes_told}


def test_seed_and_status_that_cannot_be_read_are_told():
    row = only_row(("选手1", "选手2", "种子", "状态"), ("赵一鸣", "钱小满", "头号", "也许"))

    assert (row.seed, row.status, codes(row.warnings)) == (
        None,
        "active",
        ["seed_unreadable", "status_unknown"],
    )


def test_two_phones_in_one_cell_belong_to_the_two_players():
    row = only_row(HEAD, (1, "", "赵一鸣", "钱小满", "甲", "13800000001/13800000002"))

    assert row.phones == ("13800000001", "13800000002")


def test_the_same_as_above_is_the_unit_of_the_row_before():
    entries = read_entries(
        workbook(HEAD, (1, "", "赵一鸣", "钱小满", "甲", ""), (2, "", "孙志远", "李若兰", "同上", ""))
    )

    assert [row.unit for row in entries.good] == ["甲", "甲"]


def test_blank_units_are_filled_only_where_cells_are_merged():
    rows = (HEAD, (1, "", "赵一鸣", "钱小满", "甲", ""), (2, "", "孙志远", "李若兰", "", ""))

    assert [row.unit for row in read_entries(workbook(*rows)).good] == ["甲", ""]


def test_two_names_beside_an_empty_cell():
    (row,) = read_entries(workbook(HEAD, (1, "", "冯小川 陈大山", "", "甲", ""))).skipped

    assert codes(row.problems) == ["two_names"]


def test_what_unknown_columns_hold_is_kept_beside_the_row():
    entries = read_entries(
        workbook(
            ("选手1", "选手2", "用餐", "发票抬头", "用 餐"),
            ("赵一鸣", "钱小满", "清真\n两份", "", "是"),
            ("孙志远", "李若兰", 2.0, "甲" * 300, ""),
        )
    )

    assert entries.extra_columns == ("用餐", "发票抬头")
    assert [row.extra for row in entries.good] == [
        (("用餐", "清真 两份"),),
        (("用餐", "2"), ("发票抬头", "甲" * 200)),
    ]


def three_lines(*merged: str) -> bytes:
    """A form whose head has three lines: people, who of them, and what of each."""
    book = Workbook()
    sheet = book.active
    rows = (
        ("2026 年掼蛋赛报名表",),
        ("序号", "单位", "参赛队员信息", "", "", "", "用餐"),
        ("", "", "第一位选手", "", "第二位选手", "", ""),
        ("", "", "姓名", "手机", "姓名", "手机", ""),
        (1, "历史系", "赵一鸣", "13800000001", "钱小满", "13800000002", "清真"),
        (2, "数学系", "孙志远", "13800000003", "李若兰", "13800000004", ""),
    )
    for row in rows:
        sheet.append(row)
    for cells in ("A1:G1", "A2:A4", "B2:B4", "C2:F2", "C3:D3", "E3:F3", "G2:G4", *merged):
        sheet.merge_cells(cells)
    return saved(book)


def test_f55_a_head_of_three_lines_is_read() -> None:
    entries = read_entries(three_lines())

    assert [(row.row, row.number, row.unit, row.players, row.phones) for row in entries.rows] == [
        (5, 1, "历史系", ("赵一鸣", "钱小满"), ("13800000001", "13800000002")),
        (6, 2, "数学系", ("孙志远", "李若兰"), ("13800000003", "13800000004")),
    ]
    assert entries.header_row == 2
    assert entries.extra_columns == ("用餐",)
    assert entries.rows[0].extra == (("用餐", "清真"),)


def test_f55_a_unit_merged_over_rows_below_the_head_is_no_line_of_it() -> None:
    book = load_workbook(BytesIO(three_lines()))
    book.active["B6"] = None
    book.active.merge_cells("B5:B6")

    assert [row.unit for row in read_entries(saved(book)).rows] == ["历史系", "历史系"]


def test_f55_the_lower_line_alone_does_not_hide_what_stands_above_it() -> None:
    """The line of 姓名 and 手机 looks most like a head; 序号 and 单位 are merged with it from above."""
    book = Workbook()
    for row in (
        ("序号", "单位", "选手甲的情况", "", "选手乙的情况", ""),
        ("", "", "姓名", "手机", "姓名", "手机"),
        (7, "工会", "周国庆", "13800000005", "吴晓梅", ""),
    ):
        book.active.append(row)
    for cells in ("A1:A2", "B1:B2", "C1:D1", "E1:F1"):
        book.active.merge_cells(cells)

    (entry,) = read_entries(saved(book)).rows
    assert (entry.number, entry.unit, entry.players, entry.phones[0]) == (
        7, "工会", ("周国庆", "吴晓梅"), "13800000005",
    )  # fmt: skip


def test_a_list_in_two_columns_on_its_page_does_not_lose_its_right_half_unseen():
    half = ("序号", "选手1", "选手2")
    entries = read_entries(workbook(half * 2, (1, "张三", "李四", 3, "钱七", "孙八")), "两栏.xlsx")

    assert codes(entries.doubts) == ["second_columns"]
    assert read_entries(workbook((*half, "领队姓名"), (1, "张三", "李四", "王五")), "一栏.xlsx").doubts == ()
