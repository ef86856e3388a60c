"""Workbooks: numbers are numbers, text is text, and every file opens."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.exports.paper import Column, Kind, Section
from tournament.exports.xlsx import sheet_names, to_xlsx

from .papers import COLUMNS, EVENT, field_texts, names_of, paper, standings, workbook

HEAD = 4  # event, title, time of making, then the heads


def rows_of(data: bytes, first: int = HEAD + 1) -> list[tuple[Any, ...]]:
    """The values of the first sheet from a row on."""
    return list(workbook(data).worksheets[0].iter_rows(min_row=first, values_only=True))


@pytest.mark.parametrize("rows", [4, 41, 200])
def test_every_row_comes_back_in_its_order(rows: int) -> None:
    section = standings(rows)

    back = rows_of(to_xlsx(paper(section)))[:rows]

    assert back == [tuple(row) for row in section.rows]


def test_f41_ranks_are_numbers_and_shared() -> None:
    ranks = [1, 2, 2, 4, 4, 4, 7]
    points = [24, 20, 20, 17, 17, 17, 10]
    columns = (Column("名次", Kind.INT), Column("积分", Kind.DECIMAL))
    section = Section(columns, tuple((r, Decimal(p)) for r, p in zip(ranks, points, strict=True)))
    sheet = workbook(to_xlsx(paper(section))).active

    cells = [(row[0].value, row[0].data_type) for row in sheet.iter_rows(min_row=HEAD + 1, max_row=HEAD + 7)]
    assert cells == [(rank, "n") for rank in ranks]


def test_f49_table_numbers_sort_as_numbers_and_missing_results_stay_empty() -> None:
    columns = (Column("桌", Kind.INT), Column("积分", Kind.DECIMAL))
    section = Section(columns, tuple((n, Decimal(n) if n <= 3 else None) for n in range(1, 13)))

    back = rows_of(to_xlsx(paper(section)))[:12]

    assert sorted(row[0] for row in back) == list(range(1, 13))
    assert [row[1] for row in back] == [1, 2, 3, *[None] * 9]


def test_figures_keep_their_value_and_show_sign_and_places() -> None:
    columns = (Column("积分", Kind.DECIMAL), Column("净级差", Kind.DIFF))
    section = Section(columns, ((Decimal("17.5"), -3), (Decimal("20"), 4)))
    first, second = list(
        workbook(to_xlsx(paper(section))).active.iter_rows(min_row=HEAD + 1, max_row=HEAD + 2)
    )

    assert [cell.value for cell in (*first, *second)] == [17.5, -3, 20, 4]
    assert first[0].number_format == "0.0"
    assert first[1].number_format == "+0;-0;0"


@pytest.mark.parametrize("field_file", ["24_hostile_names.xlsx", "26_long_names.xlsx", "23_rare_chars.xlsx"])
def test_f68_text_stays_text_and_is_never_a_formula(field_file: str) -> None:
    names = field_texts(field_file)
    sheet = workbook(to_xlsx(paper(names_of(names)))).active

    cells = [row[0] for row in sheet.iter_rows(min_row=HEAD + 1, max_row=HEAD + len(names))]
    assert [cell.value for cell in cells] == names
    assert {cell.data_type for cell in cells} == {"s"}
    assert [cell.quotePrefix for cell in cells] == [name.startswith(("=", "+", "-", "@")) for name in names]


def test_titles_that_look_like_formulas_are_text_too() -> None:
    sheet = workbook(to_xlsx(paper(standings(4), title="=1+1", notes=("=2+2",)))).active

    assert "f" not in {cell.data_type for row in sheet.iter_rows() for cell in row}


def test_f65_control_characters_are_left_out() -> None:
    names = [*field_texts("25_control_chars.csv"), "东\x0b风\x00队", "半个\ud800字"]
    data = to_xlsx(paper(names_of(names), title="标\x07题"))

    back = [row[0] for row in rows_of(data)]
    assert "东风队" in back
    assert "半个字" in back
    assert workbook(data).active["A2"].value == "标题 · 成绩公告第 3 号（更正）"


def test_f65_characters_past_u_ffff_count_twice_in_a_sheet_name() -> None:
    names = sheet_names(["\U00020164" * 20, "\U00020164" * 20, "组" + "\U00020164" * 20])

    assert names == ["\U00020164" * 15, "\U00020164" * 14 + "(2)", "组" + "\U00020164" * 15]
    assert all(len(name.encode("utf-16-le")) <= 62 for name in names)


def test_no_row_is_higher_than_excel_opens() -> None:
    made = replace(paper(standings(2)), notes=("说明" * 2000,))
    sheet = workbook(to_xlsx(made)).worksheets[0]

    heights = [one.height for one in sheet.row_dimensions.values() if one.height]
    assert max(heights) == 409


def test_f65_titles_become_legal_unique_sheet_names() -> None:
    long = "2026/10 金秋[A]组: 混双?*第三届掼蛋邀请赛总排名表"
    titles = [long, f"{long}甲", f"{long}乙", "历史/History", "History", "A 组", "a 组", "", "'名'"]
    data = to_xlsx(paper(*(standings(4, heading=title) for title in titles), title="各组/名次"))

    names = workbook(data).sheetnames
    assert names == sheet_names(title or "各组/名次" for title in titles)
    assert len({name.casefold() for name in names}) == len(titles)
    assert all(0 < len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in names)
    assert names[0] == "2026－10 金秋－A－组－ 混双－－第三届掼蛋邀请赛总排名"
    assert names[1].endswith("(2)")
    assert names[3:5] == ["历史－History", "History(2)"]


@given(titles=st.lists(st.text(max_size=40), min_size=1, max_size=6))
@settings(max_examples=40, deadline=None)
def test_f65_any_titles_make_a_file_that_opens(titles: list[str]) -> None:
    sections = [standings(1, heading=title) for title in titles]

    assert len(workbook(to_xlsx(paper(*sections))).sheetnames) == len(titles)


def test_one_sheet_puts_the_sections_name_in_front() -> None:
    sections = [standings(4, heading=f"{name} 组") for name in "AB"]
    data = to_xlsx(paper(*sections, section_title="小组"), one_sheet=True)

    book = workbook(data)
    assert len(book.sheetnames) == 1
    back = rows_of(data, HEAD)
    assert back[0][:2] == ("小组", "名次")
    assert [row[0] for row in back[1:9]] == ["A 组"] * 4 + ["B 组"] * 4


def test_one_sheet_with_different_columns_puts_sections_below_each_other() -> None:
    data = to_xlsx(paper(standings(2, heading="名次"), names_of(["东风队"])), one_sheet=True)

    column = [row[0] for row in rows_of(data, 1)]
    assert column[3:9] == ["名次", "名次", 1, 2, None, "参赛队"]


def test_heads_stay_in_view_repeat_in_print_and_can_filter() -> None:
    sheet = workbook(to_xlsx(paper(standings(41)))).active

    assert [sheet["A1"].value, sheet["A3"].value] == [EVENT, "2013-04-28 10:32 制表"]
    assert [cell.value for cell in sheet[HEAD]] == [column.title for column in COLUMNS]
    assert sheet.freeze_panes == f"A{HEAD + 1}"
    assert sheet.print_title_rows == f"${HEAD}:${HEAD}"
    assert sheet.auto_filter.ref == f"A{HEAD}:F{HEAD + 41}"
    assert sheet.column_dimensions["C"].width > sheet.column_dimensions["A"].width


def test_empty_papers_say_what_is_missing() -> None:
    missing = "还没有成绩。请先登记第 1 轮。"

    assert rows_of(to_xlsx(paper(Section(COLUMNS, empty=missing))))[0][0] == missing
    assert rows_of(to_xlsx(paper()))[0][0] == "这里还没有内容。"


def test_common_heads_are_joined_with_their_columns() -> None:
    columns = (Column("序号", Kind.INT, group="南北"), Column("序号", Kind.INT, group="东西"))
    data = to_xlsx(paper(Section(columns, ((1, 2),))))

    assert rows_of(data, HEAD)[0][:2] == ("南北 序号", "东西 序号")


def test_notes_and_signatures_stand_below() -> None:
    section = replace(standings(2), note="第 2 名并列。")
    data = to_xlsx(paper(section, notes=("按净级差。",)))

    below = [row[:2] for row in rows_of(data, HEAD + 3)]
    assert below == [
        ("第 2 名并列。", None),
        ("按净级差。", None),
        (None, None),
        ("裁判长：", "编排记录长："),
    ]


LONG = "上海铁路局离退休职工活动中心"  # 28 characters of a typewriter


def test_names_are_whole_in_their_column_and_what_wraps_has_the_height_for_it() -> None:
    columns = (Column("序号", Kind.INT), Column("参赛队", Kind.NAME), Column("说明"))
    names, words = f"{LONG}一队 {LONG}二队"[:30], "名次依据" * 16
    sheet = workbook(to_xlsx(paper(Section(columns, ((1, names, "无"), (2, "王伟 李娜", words)))))).active

    assert sheet.column_dimensions["B"].width > 2 * len(names)
    assert sheet.row_dimensions[HEAD + 1].height is None
    assert sheet.row_dimensions[HEAD + 2].height == 15 * -(-2 * len(words) // 39)


def test_words_after_figures_do_not_touch_them() -> None:
    sheet = workbook(to_xlsx(paper(standings(2)))).active

    cells = next(sheet.iter_rows(min_row=HEAD + 1, max_row=HEAD + 1))
    assert [cell.alignment.indent for cell in cells] == [0, 0, 1, 0, 0, 0]
    assert sheet.cell(HEAD, 3).alignment.indent == 1


@pytest.mark.parametrize(("columns", "turned"), [(3, "portrait"), (8, "landscape")])
def test_a_wide_sheet_prints_on_a_lying_page(columns: int, turned: str) -> None:
    section = Section((Column("单位"),) * columns, ((LONG[:9],) * columns,))

    assert workbook(to_xlsx(paper(section))).active.page_setup.orientation == turned
