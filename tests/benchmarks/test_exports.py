"""What the files of a big event cost (DESIGN.md: 2,000 rows PDF 1.2 s, XLSX 1 s; all scoresheets 0.6 s)."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tournament.exports.delimited import to_csv
from tournament.exports.paper import Column, Kind, Paper, Section
from tournament.exports.pdf import to_pdf
from tournament.exports.picture import to_pngs
from tournament.exports.scoresheets import BlankSheet, Seat, SheetRules, to_scoresheets
from tournament.exports.text import to_text
from tournament.exports.xlsx import to_xlsx

SURNAMES = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨"
COLUMNS = (
    Column("名次", Kind.INT),
    Column("序号", Kind.INT),
    Column("参赛队", Kind.NAME),
    Column("单位"),
    *(Column(f"第 {n} 轮", Kind.DECIMAL) for n in (1, 2, 3)),
    Column("积分", Kind.DECIMAL),
    Column("净级差", Kind.DIFF),
    Column("名次判定"),
)


def standings(rows: int) -> Paper:
    """A standings table with as many different names as rows."""
    table = [
        (
            n,
            rows - n,
            f"{name(n)} {name(n + 5)}",
            f"第 {n % 90} 分工会",
            *(Decimal(n * k % 27) for k in (3, 5, 7)),
            Decimal(2 * rows - n),
            n % 41 - 20,
            "净级差" if n % 3 else "",
        )
        for n in range(1, rows + 1)
    ]
    return Paper("图书馆掼蛋赛", "总排名", sections=(Section(COLUMNS, tuple(table)),), signatures=("裁判长",))


def name(number: int) -> str:
    """A name of three characters, another for each number."""
    return SURNAMES[number % 16] + chr(0x4E00 + number * 7 % 6000) + chr(0x6000 + number * 3 % 3000)


@pytest.mark.parametrize("write", [to_pdf, to_xlsx, to_csv, to_text])
def test_2000_rows(benchmark: BenchmarkFixture, write: Callable[[Paper], bytes | str]) -> None:
    paper = standings(2000)
    assert benchmark(write, paper)


def test_200_rows_as_pictures(benchmark: BenchmarkFixture) -> None:
    paper = standings(200)
    assert len(benchmark(to_pngs, paper)) == 7


def test_100_scoresheets(benchmark: BenchmarkFixture) -> None:
    rules = SheetRules(minutes=60, equal_levels="in_play")
    sheets = [
        BlankSheet(
            "图书馆掼蛋赛",
            rules,
            "预赛",
            f"{n % 25 + 1} 组",
            1,
            n + 1,
            Seat(2 * n + 1, (name(n), name(n + 1)), f"第 {n % 9} 分工会"),
            Seat(2 * n + 2, (name(n + 2), name(n + 3)), f"第 {n % 7} 分工会"),
        )
        for n in range(100)
    ]
    assert benchmark(to_scoresheets, sheets)
