"""Tables that fit their pages: long units in three lines, pages that are spared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournament.exports.grid import Grid
from tournament.exports.paper import Column, Kind, Section, Size
from tournament.exports.pdf import laid_out, to_pdf
from tournament.exports.typefaces import Typesetter
from tournament.exports.typeset import fit_cell

from .papers import paper, pdf_pages, solid


@pytest.mark.parametrize(
    ("length", "size"),
    [(18, Size.NOTICE_BOARD), (28, Size.NOTICE_BOARD), (28, Size.NORMAL), (36, Size.NORMAL)],
)
def test_a_long_unit_takes_three_lines_at_most(length: int, size: Size) -> None:
    unit = ("中国石油化工股份有限公司城南市石油分公司机关党委工会委员会" * 2)[:length]
    sides = [("南北", "ns"), ("东西", "ew")]
    columns = (
        Column("场地"),
        Column("桌", Kind.INT),
        *(
            Column(title, kind, side=side, group=group)
            for group, side in sides
            for title, kind in (("序号", Kind.INT), ("参赛队", Kind.NAME), ("单位", Kind.TEXT))
        ),
    )
    rows = [
        ("一号厅", n, n, "欧阳娜娜 司马相如", unit if n == 3 else "铁路局", 50 + n, "赵一鸣 钱小满", "历史系")
        for n in range(1, 18)
    ]
    made = replace(paper(Section(columns, tuple(rows))), size=size, landscape=True)
    (grid,) = [one.flowable for one in laid_out(made).pages[0] if isinstance(one.flowable, Grid)]

    cell = grid.rows[2].cells[4]
    assert "".join(cell.lines) == unit
    assert len(cell.lines) <= 3
    assert cell.size >= 5.5
    assert [len(row.cells[3].lines) for row in grid.rows] == [1] * len(grid.rows)


def test_a_note_is_no_unit_and_keeps_its_size() -> None:
    setter = Typesetter()

    assert fit_cell(setter, "迟到" * 100, Kind.TEXT, 9.5, 95).size == 9.5
    assert fit_cell(setter, "迟到" * 18, Kind.TEXT, 9.5, 95).size < 9.5


def test_rounds_that_each_begin_a_page_do_without_a_page_each_where_that_is_little() -> None:
    columns = (Column("桌", Kind.INT), Column("南北", Kind.NAME), Column("东西", Kind.NAME))
    rounds = [
        Section(columns, tuple((n, "赵一鸣", "孙百川") for n in range(1, 30)), heading=f"第 {r} 轮")
        for r in range(1, 5)
    ]
    made = replace(
        paper(*rounds, title="各轮对阵", number="", signatures=()), break_between=True, landscape=True
    )
    pages = [solid(page) for page in pdf_pages(to_pdf(made))]

    assert 4 <= len(pages) <= 5  # eight in full size
    assert [sum(f"第{r}轮" in page for page in pages) for r in (2, 3, 4)] == [1, 1, 1]
