"""Papers and readers that several tests of exports share. All people are invented."""

import csv
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pypdfium2

from tournament.exports.paper import Column, Kind, Paper, Section

FIELD = Path(__file__).resolve().parents[2] / "field"
EVENT = "第十六届图书馆“书香杯”职工掼蛋邀请赛"
MOMENT = datetime(2013, 4, 28, 2, 32, tzinfo=UTC)  # 10:32 in Shanghai
COLUMNS = (
    Column("名次", Kind.INT),
    Column("序号", Kind.INT),
    Column("参赛队", Kind.NAME),
    Column("单位"),
    Column("积分", Kind.DECIMAL),
    Column("净级差", Kind.DIFF),
)


def standings(rows: int, **more: Any) -> Section:
    """A standings table of `rows` pairs whose names are all different."""
    pairs = [
        (n, n, f"赵{_chinese(n)} 钱{_chinese(n)}", f"第{_chinese(n % 7)}分工会", Decimal(300 - n), 3 - n)
        for n in range(1, rows + 1)
    ]
    return Section(columns=COLUMNS, rows=tuple(pairs), **more)


def paper(*sections: Section, **more: Any) -> Paper:
    """A paper of `sections` as it is published."""
    defaults: dict[str, Any] = {
        "title": "预赛第 3 轮后名次",
        "number": "成绩公告第 3 号（更正）",
        "printed_at": MOMENT,
        "signatures": ("裁判长", "编排记录长"),
    }
    return Paper(EVENT, sections=sections, **(defaults | more))


def names_of(texts: Sequence[str], kind: Kind = Kind.NAME) -> Section:
    """A list of one column with one text a row."""
    return Section(columns=(Column("参赛队", kind),), rows=tuple((text,) for text in texts))


def field_texts(name: str) -> list[str]:
    """Every text of a field file, its heads included, row by row."""
    path = FIELD / name
    if path.suffix == ".csv":
        rows = csv.reader(path.read_text("utf-8-sig").splitlines(keepends=True))
    else:
        rows = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
    return [str(cell) for row in rows for cell in row if cell]


def pdf_pages(data: bytes) -> list[str]:
    """The text of each page, as a reader copies it."""
    with pypdfium2.PdfDocument(data) as document:
        return [page.get_textpage().get_text_range() for page in document]


def solid(text: str) -> str:
    """`text` without white space: cells wrap, so line ends say nothing."""
    return "".join(text.split())


def pdf_text(data: bytes) -> str:
    """All text of a PDF without white space."""
    return solid("".join(pdf_pages(data)))


def workbook(data: bytes) -> openpyxl.Workbook:
    """The workbook as another program reads it."""
    return openpyxl.load_workbook(BytesIO(data))


def _chinese(number: int) -> str:
    return "".join("零一二三四五六七八九"[int(figure)] for figure in str(number))
