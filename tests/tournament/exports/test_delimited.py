"""CSV: opens in Chinese Excel, calculates nothing, keeps figures."""

import csv
from decimal import Decimal

import pytest

from tournament.exports.delimited import guarded, to_csv
from tournament.exports.paper import Column, Kind, Section
from tournament.imports.entries import read_entries

from .papers import field_texts, names_of, paper, standings


def lines(data: bytes) -> list[list[str]]:
    """The rows as a program reads them that knows the byte order mark."""
    return list(csv.reader(data.decode("utf-8-sig").splitlines()))


def test_begins_with_a_byte_order_mark_and_ends_lines_as_excel_does() -> None:
    data = to_csv(paper(standings(4)))

    assert data.startswith(b"\xef\xbb\xbf\xe5\x90\x8d")
    assert data.count(b"\r\n") == 5


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param('=HYPERLINK("x")', '\'=HYPERLINK("x")', id="formula"),
        pytest.param("@SUM(1,1)", "'@SUM(1,1)", id="at sign"),
        pytest.param("+松江", "'+松江", id="name with plus"),
        pytest.param("-晨光队", "'-晨光队", id="name with minus"),
        pytest.param("-3", "-3", id="negative number"),
        pytest.param("+2.5", "+2.5", id="signed number"),
        pytest.param("-3+1", "'-3+1", id="sum"),
        pytest.param("J&C 餐厅", "J&C 餐厅", id="plain"),
        pytest.param("\x07=1", "'=1", id="control character before a formula"),
        pytest.param("\t=1", "'\t=1", id="tab before a formula"),
        pytest.param("\n=1", "'\n=1", id="line end before a formula"),
        pytest.param(" \ufeff=1", "' \ufeff=1", id="unseen signs before a formula"),
        pytest.param("＝1＋1", "'＝1＋1", id="a wide formula"),
    ],
)
def test_formulas_are_guarded_and_numbers_are_not(text: str, written: str) -> None:
    assert guarded(text) == written


def test_f68_no_cell_of_hostile_names_is_a_formula() -> None:
    names = field_texts("24_hostile_names.xlsx")

    back = [row[0] for row in lines(to_csv(paper(names_of(names))))[1:]]
    assert [cell.removeprefix("'") for cell in back] == names
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in back)


def test_figures_stay_figures() -> None:
    columns = (Column("积分", Kind.DECIMAL), Column("净级差", Kind.DIFF), Column("抽签", Kind.INT))

    assert lines(to_csv(paper(Section(columns, ((Decimal("17.5"), -3, None),)))))[1] == ["17.5", "-3", ""]


def test_sections_with_the_same_columns_are_one_table() -> None:
    back = lines(to_csv(paper(standings(2, heading="A 组"), standings(1, heading="B 组"))))

    assert back[0][:2] == ["分组", "名次"]
    assert [row[0] for row in back[1:]] == ["A 组", "A 组", "B 组"]


def test_sections_with_different_columns_stand_below_each_other() -> None:
    back = lines(to_csv(paper(standings(1, heading="名次表"), names_of(["东风队"]))))

    assert [row[:1] for row in back] == [["名次表"], ["名次"], ["1"], [], ["参赛队"], ["东风队"]]


def test_a_paper_without_sections_is_an_empty_file() -> None:
    assert lines(to_csv(paper())) == []


def test_f63_our_own_list_begins_with_the_mark_and_is_read_again() -> None:
    """Chinese Excel opens it by double click, and so does our own import."""
    columns = (
        Column("序号", Kind.INT), Column("选手1", Kind.NAME), Column("选手2", Kind.NAME), Column("单位")
    )  # fmt: skip
    section = Section(columns, ((1, "𠮷春生", "阿依古丽·买买提", "A&B <队>"), (2, "王伟", "李娜", "工会")))

    data = to_csv(paper(section))

    assert data[:3] == b"\xef\xbb\xbf"
    read = read_entries(data, "名单.csv")
    assert [(row.number, row.players, row.unit) for row in read.rows] == [
        (1, ("𠮷春生", "阿依古丽·买买提"), "A&B <队>"),
        (2, ("王伟", "李娜"), "工会"),
    ]
