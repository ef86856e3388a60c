"""Lists with one row per person: which two rows are a pair, and who is left over."""

import pytest
from openpyxl import Workbook

from tests.tournament.imports.files import (
    as_entered,
    codes,
    fates,
    problems_by_row,
    saved,
    warnings_by_row,
    workbook,
)
from tournament.imports.doubles import Fate, compare
from tournament.imports.entries import read_entries
from tournament.imports.messages import sentence

FOUR = ["赵一鸣", "钱小满", "孙志远", "李若兰"]
PAIRS = [(2, 3, ("赵一鸣", "钱小满")), (4, 5, ("孙志远", "李若兰"))]


def pairs(entries):
    return [(row.row, row.also, row.players) for row in entries.good]


def merged(*rows, cells=()):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for one in cells:
        book.active.merge_cells(one)
    return saved(book)


@pytest.mark.parametrize(
    "column",
    [
        pytest.param([1, "", 2, ""], id="the number in the first row only"),
        pytest.param([1, 1, 2, 2], id="the number in both"),
        pytest.param(["第1组", "第１组", "第2组", "第2组"], id="in other widths"),
    ],
)
@pytest.mark.parametrize("title", ["序号", "组号", "组合"])
def test_a_pairs_number_joins_its_two_rows(column, title):
    entries = read_entries(workbook((title, "姓名"), *zip(column, FOUR, strict=True)))

    assert pairs(entries) == PAIRS
    assert [(row.number, row.name) for row in entries.good] == [(1, ""), (2, "")]
    assert (entries.read, entries.doubts) == (4, ())
    assert [sentence(one) for one in entries.notices] == [
        f"每行一名选手：按“{title}”把相同或合并的两行读作一队，共 2 队。"
    ]


def test_a_team_name_joins_two_rows_and_numbers_of_people_are_no_pair_numbers():
    rows = [
        (1, "赵一鸣", "东风队"),
        (2, "孙志远", "松涛队"),
        (3, "钱小满", "东风队"),
        (4, "李若兰", "松涛队"),
    ]
    entries = read_entries(workbook(("序号", "姓名", "队名"), *rows))

    assert pairs(entries) == [(2, 4, ("赵一鸣", "钱小满")), (3, 5, ("孙志远", "李若兰"))]
    assert [(row.number, row.name) for row in entries.good] == [(None, "东风队"), (None, "松涛队")]
    assert codes(entries.notices) == ["joined_by_column", "numbers_of_people"]


@pytest.mark.parametrize("column", ["A", "B", "D"])
def test_cells_merged_over_two_rows_join_them(column):
    rows = [("1", "甲队", name, "是") for name in FOUR]
    cells = [f"{column}{row}:{column}{row + 1}" for row in (2, 4)]

    entries = read_entries(merged(("序号", "队名", "姓名", "报名费"), *rows, cells=cells))

    assert pairs(entries) == PAIRS


def test_what_belongs_to_each_person_stays_and_the_rest_is_the_pairs():
    entries = read_entries(
        merged(
            ("序号", "姓名", "电话", "单位", "用餐", "备注"),
            (1, "赵一鸣", "13800000001", "一单位", "是", "带伤"),
            ("", "钱小满", "13800000002", "", "否", ""),
            (2, "孙志远", "", "二单位", "是", "早到"),
            ("", "李若兰", "13800000004", "三单位", "是", "晚到"),
            cells=["D2:D3"],
        )
    )

    first, second = entries.good
    assert (first.phones, first.unit, first.note) == (("13800000001", "13800000002"), "一单位", "带伤")
    assert (second.phones, second.unit, second.note) == (("", "13800000004"), "二单位", "早到；晚到")
    assert [row.extra for row in entries.good] == [(("用餐", "是；否"),), (("用餐", "是"),)]
    assert warnings_by_row(entries) == {4: ["partners_differ"]}


def test_neighbours_of_a_unit_are_a_pair_only_when_somebody_agrees():
    rows = [(at, name, unit) for at, (name, unit) in enumerate(zip(FOUR, "甲甲乙乙", strict=True), 1)]
    entries = read_entries(workbook(("序号", "姓名", "单位"), *rows))

    assert pairs(entries) == PAIRS
    assert codes(entries.doubts) == ["joined_by_order"]


def test_an_odd_number_in_a_unit_is_nobodys_guess():
    units = ["甲", "甲", "乙", "乙", "乙"]
    rows = list(zip([*FOUR, "周国庆"], units, strict=True))
    entries = read_entries(workbook(("姓名", "单位"), *rows))

    assert pairs(entries) == PAIRS[:1]
    assert problems_by_row(entries) == {row: ["odd_unit"] for row in (4, 5, 6)}
    assert "孙志远所在单位连着有 3 名选手" in sentence(entries.skipped[0].problems[0])


def test_who_is_left_over_is_named():
    rows = [
        (1, "赵一鸣"),
        (1, "钱小满"),
        (2, "孙志远"),
        (3, "李若兰"),
        (3, "周国庆"),
        (3, "吴晓梅"),
        (4, "王伟"),
        (4, "郑大海"),
    ]
    entries = read_entries(workbook(("组号", "姓名"), *rows, ("合计", "8 人")))

    assert [row.players[0] for row in entries.good] == ["赵一鸣", "王伟"]
    assert problems_by_row(entries) == {
        4: ["no_partner"],
        **{row: ["not_two_in_group"] for row in (5, 6, 7)},
        10: ["total_row"],
    }
    assert sentence(entries.skipped[0].problems[0]).startswith("孙志远没有搭档")
    assert entries.read == 9


def test_a_person_that_nobody_can_be_told_to_belong_to_is_one_problem():
    entries = read_entries(workbook(("姓名", "单位"), *[(name, "甲") for name in FOUR[:3]]))

    assert codes(entries.problems) == ["one_person_a_row"]


def test_two_names_in_a_cell_stay_two_names_where_most_rows_are_so():
    entries = read_entries(
        workbook(("序号", "姓名"), (1, "赵一鸣、钱小满"), (2, "孙志远 李若兰"), (3, "周国庆"))
    )

    assert pairs(entries) == [(2, None, ("赵一鸣", "钱小满")), (3, None, ("孙志远", "李若兰"))]
    assert problems_by_row(entries) == {4: ["not_two_names"]}


def test_two_names_in_a_cell_of_a_list_of_people_are_told():
    rows = [(1, "赵一鸣"), (1, "钱小满"), (2, "孙志远、李若兰"), (3, "周国庆"), (3, "吴晓梅")]

    assert problems_by_row(read_entries(workbook(("组号", "姓名"), *rows))) == {4: ["crowded_row"]}


def test_partners_who_name_each_other_are_one_pair():
    rows = [
        ("赵一鸣", "钱小满", "13800000001"),
        ("钱小满", "赵 一鸣", "13800000002"),
        ("孙志远", "李若兰", "13800000003"),
        ("周国庆", "", ""),
    ]
    entries = read_entries(workbook(("姓名", "搭档", "手机"), *rows))

    assert pairs(entries) == [(2, 3, ("赵一鸣", "钱小满")), (4, None, ("孙志远", "李若兰"))]
    assert [row.phones for row in entries.good] == [("13800000001", "13800000002"), ("13800000003", "")]
    assert problems_by_row(entries) == {5: ["player_missing"]}
    assert warnings_by_row(entries)[4] == ["partner_has_no_row"]


def test_a_reversed_pair_in_a_list_of_pairs_is_still_a_double():
    rows = [("赵一鸣", "钱小满"), ("钱小满", "赵一鸣"), ("孙志远", "李若兰")]
    entries = read_entries(workbook(("选手1", "选手2"), *rows))

    assert fates(entries) == {2: Fate.NEW, 3: Fate.ERROR, 4: Fate.NEW}


def test_r3_a_list_of_people_twice_makes_no_second_copy():
    data = workbook(("组号", "姓名"), *zip([1, 1, 2, 2], FOUR, strict=True))
    first = compare(read_entries(data).rows, [])

    again = compare(read_entries(data).rows, as_entered(first))

    assert [one.fate for one in first] == [Fate.NEW] * 2
    assert [one.fate for one in again] == [Fate.EXISTING] * 2


def test_flaws_and_hidden_rows_of_the_second_row_are_told_of_the_pair():
    book = Workbook()
    for row in (
        ("组号", "姓名", "手机"),
        (1, "赵一鸣", ""),
        (1, "钱小满", "=A1"),
        (2, "孙志远", ""),
        (2, "李若兰", ""),
    ):
        book.active.append(row)
    book.active.row_dimensions[5].hidden = True
    entries = read_entries(saved(book))

    assert warnings_by_row(entries) == {2: ["formula_uncalculated"], 4: ["hidden_row"]}
    assert entries.hidden_rows == (4,)
