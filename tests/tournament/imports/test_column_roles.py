"""Columns that a person has told apart: recognised again by their titles, or by the shape of the list."""

import pytest

from tests.tournament.imports.files import codes, field_file, workbook
from tests.tournament.imports.test_docx import document, saved
from tournament.imports.column_roles import digest_at, guessed_roles, wrong_roles
from tournament.imports.entries import read_entries
from tournament.imports.headers import find_head, head_score
from tournament.imports.reading import read_sheets

ODD = (("甲方人员", "乙方人员", "处所", "联络"), ("赵一鸣", "钱小满", "历史系", "13800000001"))


def sheet_of(data):
    return read_sheets(data, head_score)[0]


def layouts_of(data, head_row, *roles):
    return {digest_at(sheet_of(data), head_row): list(roles)}


def test_titles_told_apart_are_read_by_their_roles():
    data = workbook(("报名表",), *ODD)
    layouts = layouts_of(data, 2, "player1", "player2", "unit", "phone")
    entries = read_entries(data, layouts=layouts)
    (row,) = entries.rows

    assert (row.row, row.players, row.unit, row.phones) == (
        3,
        ("赵一鸣", "钱小满"),
        "历史系",
        ("13800000001", ""),
    )
    assert entries.layout in layouts


def test_the_same_titles_elsewhere_and_in_other_files_are_recognised():
    layouts = layouts_of(workbook(*ODD), 1, "player1", "player2", "unit", "phone")
    titles = ("甲方人员*", " 乙方 人员", "处所", "联络")
    for data in (workbook(("标题",), titles, ODD[1]), saved(document([titles, ODD[1]]))):
        assert [row.players for row in read_entries(data, layouts=layouts).rows] == [("赵一鸣", "钱小满")]


def test_other_titles_are_not():
    layouts = layouts_of(workbook(*ODD), 1, "player1", "player2", "unit", "phone")

    assert codes(read_entries(workbook((*ODD[0], "用餐"), ODD[1]), layouts=layouts).problems) == ["no_header"]


def test_what_a_person_said_goes_before_known_titles():
    data = workbook(("选手1", "选手2", "备注"), ("赵一鸣", "钱小满", "历史系"))
    (row,) = read_entries(data, layouts=layouts_of(data, 1, "player2", "player1", "unit")).rows

    assert (row.players, row.unit, row.note) == (("钱小满", "赵一鸣"), "历史系", "")


def test_a_list_without_a_head_is_recognised_by_its_shape():
    rows = [("1", "赵一鸣", "钱小满", "13800000001"), ("2", "孙志远", "李若兰", "13800000002")]
    layouts = layouts_of(workbook(*rows), 0, "number", "player1", "player2", "phone")

    read = read_entries(workbook(*reversed(rows)), layouts=layouts)

    assert [(row.row, row.number) for row in read.rows] == [(1, 2), (2, 1)]
    other = workbook(*[(name, mate, number, phone) for number, name, mate, phone in rows])
    assert codes(read_entries(other, layouts=layouts).problems) == ["no_header"]


def test_one_person_a_row_is_found_in_columns_told_apart_too():
    data = workbook(("对子", "谁"), (1, "赵一鸣"), (1, "钱小满"), (2, "孙志远"), (2, "李若兰"))
    entries = read_entries(data, layouts=layouts_of(data, 1, "number", "players"))

    assert [row.players for row in entries.good] == [("赵一鸣", "钱小满"), ("孙志远", "李若兰")]


def test_own_columns_are_kept_and_unwanted_ones_named():
    data = workbook(("甲方", "乙方", "用餐", "", "血型"), ("赵一鸣", "钱小满", "是", "好", "A"))
    entries = read_entries(data, layouts=layouts_of(data, 1, "player1", "player2", "own", "own", "skip"))

    assert entries.rows[0].extra == (("用餐", "是"), ("第 4 列", "好"))
    assert entries.ignored_columns == ("血型",)


def test_what_the_form_proposes():
    data = workbook(("报名",), ("序号", "选手1", "选手2", "用餐", ""), (1, "赵一鸣", "钱小满", "是", "?"))
    sheet = sheet_of(data)

    assert guessed_roles(sheet, find_head(sheet), 2, 5) == ["number", "player1", "player2", "own", "skip"]
    assert guessed_roles(sheet, None, 0, 2) == ["skip", "skip"]


@pytest.mark.parametrize(
    ("roles", "wrong"),
    [
        (("player1", "player2"), ()),
        (("players", "own", "own", "skip", "skip", "phone", "phone"), ()),
        (("player1", "unit"), ("roles_lack_players",)),
        ((), ("roles_lack_players",)),
        (("players", "player1", "player2"), ("roles_two_ways",)),
        (("player1", "player1", "player2"), ("roles_twice",)),
        (("players", "phone", "phone", "phone"), ("roles_twice",)),
    ],
)
def test_what_a_choice_must_have(roles, wrong):
    assert tuple(codes(wrong_roles(roles))) == wrong


@pytest.mark.parametrize(
    ("number", "can"), [("35", True), ("01", True), ("31", False), ("34", False), ("32", False)]
)
def test_which_field_files_can_be_told_apart_by_hand(number, can):
    assert field_file(number).can_be_mapped is can
