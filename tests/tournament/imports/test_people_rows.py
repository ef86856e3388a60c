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
from tournament.imports.entering import values_of
from tournament.imports.entries import read_entries
from tournament.imports.messages import sentence

FOUR = ["赵一鸣", "钱小满", "孙志远", "李若兰"]
PAIRS = [(2, 3, ("赵一鸣", "钱小满")), (4, 5, ("孙志远", "李若兰"))]


def pairs(entries):
    return [(row.row, *row.also, row.players) for row in entries.good]


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
        (3, "吴晓云"),
        (4, "王伟"),
        (4, "郑大海"),
        (5, "郑大川"),
        (5, "王小苏"),
    ]
    entries = read_entries(workbook(("组号", "姓名"), *rows, ("合计", "11 人")))

    assert [row.players[0] for row in entries.good] == ["赵一鸣", "王伟", "郑大川"]
    assert problems_by_row(entries) == {
        4: ["no_partner"],
        **{row: ["not_two_in_group"] for row in (5, 6, 7, 8)},
        13: ["total_row"],
    }
    assert sentence(entries.skipped[0].problems[0]).startswith("孙志远没有搭档")
    assert entries.read == 12


def test_a_person_that_nobody_can_be_told_to_belong_to_is_one_problem():
    entries = read_entries(workbook(("姓名", "单位"), *[(name, "甲") for name in FOUR[:3]]))

    assert codes(entries.problems) == ["one_person_a_row"]


def test_two_names_in_a_cell_stay_two_names_where_most_rows_are_so():
    entries = read_entries(
        workbook(("序号", "姓名"), (1, "赵一鸣、钱小满"), (2, "孙志远 李若兰"), (3, "周国庆"))
    )

    assert pairs(entries) == [(2, ("赵一鸣", "钱小满")), (3, ("孙志远", "李若兰"))]
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

    assert pairs(entries) == [(2, 3, ("赵一鸣", "钱小满")), (4, ("孙志远", "李若兰"))]
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


# Three rows: two players and their substitute

THREE = [*FOUR[:2], "周国庆", *FOUR[2:], "吴晓梅"]
OF_THREE = [(2, 3, 4, ("赵一鸣", "钱小满"), "周国庆"), (5, 6, 7, ("孙志远", "李若兰"), "吴晓梅")]


def threes(entries):
    return [(row.row, *row.also, row.players, row.substitute) for row in entries.good]


@pytest.mark.parametrize(
    ("head", "column"),
    [
        pytest.param("身份", ["队长", "队员", "替补"] * 2, id="a column of roles"),
        pytest.param("队内角色", ["", "", "替补队员"] * 2, id="whatever it is called"),
        pytest.param("备注", ["", "", "替补"] * 2, id="in the notes"),
        pytest.param("状态", ["正式", "正式", "替补"] * 2, id="in the status"),
        pytest.param("状态", ["正式", "正式", "候补"] * 2, id="called 候补 beside two who play"),
    ],
)
def test_a_third_row_whose_role_is_substitute_is_the_pairs_substitute(head, column):
    rows = list(zip([1, 1, 1, 2, 2, 2], THREE, column, strict=True))
    entries = read_entries(workbook(("组号", "姓名", head), *rows))

    assert threes(entries) == OF_THREE
    assert fates(entries) == {2: Fate.NEW, 5: Fate.NEW}
    assert (entries.read, entries.extra_columns, entries.ignored_columns) == (6, (), ())
    assert [(row.status, row.note, row.warnings) for row in entries.good] == [("active", "", ())] * 2
    assert codes(entries.notices) == ["joined_by_column", "joined_with_substitutes"]


def test_the_substitute_may_stand_first_and_has_a_phone_of_his_own():
    rows = [
        (1, "周国庆", "替补", "13800000003"),
        (1, "赵一鸣", "队长", "13800000001"),
        (1, "钱小满", "队员", "13800000002"),
        (2, "孙志远", "队长", ""),
        (2, "李若兰", "队员", ""),
    ]
    entries = read_entries(workbook(("组号", "姓名", "身份", "电话"), *rows))

    first, second = entries.good
    assert (first.row, first.also, first.all_rows) == (3, (4, 2), "3、4、2")
    assert (first.players, first.phones) == (("赵一鸣", "钱小满"), ("13800000001", "13800000002"))
    assert (first.substitute, first.substitute_phone) == ("周国庆", "13800000003")
    assert (second.substitute, second.substitute_phone) == ("", "")
    stored = [values_of(one).phones for one in compare(entries.rows, [])]
    assert stored == [("13800000001", "13800000002", "13800000003"), ("", "", "")]


def test_a_role_behind_the_name_is_no_part_of_it():
    names = [*FOUR[:2], "周国庆（替补）", *FOUR[2:], "吴晓梅 (替补队员)"]
    entries = read_entries(workbook(("组号", "姓名"), *zip([1, 1, 1, 2, 2, 2], names, strict=True)))

    assert threes(entries) == OF_THREE


def test_cells_merged_over_three_rows_join_them():
    rows = [(1, name, role) for name, role in zip(THREE, ["", "", "替补"] * 2, strict=True)]

    entries = read_entries(merged(("序号", "姓名", "身份"), *rows, cells=["A2:A4", "A5:A7"]))

    assert threes(entries) == OF_THREE


def test_a_third_row_without_a_role_is_the_substitute_once_somebody_agrees():
    rows = list(zip([1, 1, 1, 2, 2, 2], THREE, strict=True))
    entries = read_entries(workbook(("组号", "姓名"), *rows))

    assert threes(entries) == OF_THREE
    assert fates(entries) == {2: Fate.CONFIRM, 5: Fate.CONFIRM}
    assert [sentence(one) for one in entries.good[0].doubts] == [
        "同队有三行，没有写谁是替补：把第 4 行的周国庆读作替补，请核对。"
    ]


def test_substitutes_and_leaders_of_a_unit_do_not_make_its_people_odd():
    roles = ["领队", "队员", "队员", "替补", "队员", "队员"]
    rows = [("甲", name, role) for name, role in zip(["王伟", *THREE[:3], *FOUR[2:]], roles, strict=True)]
    entries = read_entries(workbook(("单位", "姓名", "身份"), *rows))

    assert threes(entries) == [(3, 4, 5, ("赵一鸣", "钱小满"), "周国庆"), (6, 7, ("孙志远", "李若兰"), "")]
    assert codes(entries.doubts) == ["joined_by_order"]
    assert [sentence(row.problems[0]) for row in entries.skipped] == ["王伟是领队，不是参赛选手，已跳过。"]
    assert not entries.skipped[0].is_about_people


def test_a_pair_has_one_substitute_and_no_player_less():
    rows = [
        *[(1, name, role) for name, role in zip(FOUR, ["", "", "替补", "替补"], strict=True)],
        (2, "周国庆", "队员"),
        (2, "吴晓梅", "替补"),
    ]
    entries = read_entries(workbook(("组号", "姓名", "身份"), *rows, (3, "王伟", ""), (3, "郑大海", "")))

    assert problems_by_row(entries) == {row: ["many_substitutes"] for row in (2, 3, 4, 5)}
    assert sentence(entries.skipped[0].problems[0]) == "赵一鸣的队里有 2 名替补，每队只能有一名。"
    assert {row.row: codes(row.doubts) for row in entries.good} == {6: ["role_of_player"], 8: []}


def test_a_column_with_other_words_too_stays_a_column_of_the_event():
    rows = list(zip([1, 1, 2, 2], FOUR, ["科长", "替补", "队员", ""], strict=True))
    entries = read_entries(workbook(("组号", "姓名", "职务"), *rows))

    assert pairs(entries) == PAIRS
    assert [row.extra for row in entries.good] == [(("职务", "科长；替补"),), (("职务", "队员"),)]


def test_a_pair_that_is_in_reserve_stays_one():
    rows = list(zip([1, 1, 2, 2], FOUR, ["候补", "候补", "正式", "正式"], strict=True))
    entries = read_entries(workbook(("组号", "姓名", "状态"), *rows))

    assert [(row.players, row.status, row.doubts) for row in entries.good] == [
        (("赵一鸣", "钱小满"), "reserve", ()),
        (("孙志远", "李若兰"), "active", ()),
    ]


def test_a_column_for_substitutes_stays_where_there_is_one():
    rows = list(zip([1, 1, 2, 2], FOUR, ["周国庆", "", "", "吴晓梅"], strict=True))
    entries = read_entries(workbook(("组号", "姓名", "替补"), *rows))

    assert [row.substitute for row in entries.good] == ["周国庆", "吴晓梅"]


def test_the_substitutes_phone_is_read_beside_a_pair_too():
    row = ("赵一鸣", "钱小满", "周国庆", "13800000003")
    entries = read_entries(workbook(("选手1", "选手2", "替补", "替补手机"), row))

    assert (entries.good[0].substitute, entries.good[0].substitute_phone) == ("周国庆", "13800000003")
