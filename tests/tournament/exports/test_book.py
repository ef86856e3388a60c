"""Books: true page numbers, bookmarks that open, running heads, pages in the order of a stapled booklet."""

from __future__ import annotations

import re
from dataclasses import replace

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.exports.book import Book, BookForm, Chapter, Cover, Line, LineKind, Words, lines_of
from tournament.exports.book_printing import imposed, make_book
from tournament.exports.paper import Paper

from .papers import EVENT, MOMENT, field_texts, paper, pdf_pages, pdf_text, solid, standings

COVER = Cover(
    EVENT, "成绩册", "暨读书节", ("2013 年 4 月 28 日", "二楼报纸阅览室"), (("主办单位", ("市总工会",)),)
)
GROUPS = "ABCDEFGH"


def groups(title: str, *, rows: int = 8, landscape: bool = False) -> Paper:
    """A paper of eight groups, as a chapter has it."""
    return paper(
        *(standings(rows, heading=f"{name} 组") for name in GROUPS),
        title=title,
        landscape=landscape,
        signatures=(),
        number="",
    )


def book(**more: object) -> Book:
    """A book of words, groups upright and lying, and a list."""
    chapters = (
        Chapter("竞赛规程", (Words(lines_of("一、参赛资格\n凡在职职工均可报名。\n1. 每单位限报四队。")),)),
        Chapter("补充规定", (Words(lines_of("穿软底鞋。")),), new_page=False),
        Chapter("各组名次", (groups("预赛各组名次"), groups("决赛各组名次"))),
        Chapter("对阵", (groups("对阵", rows=20, landscape=True),)),
        Chapter("参赛名单", (paper(standings(41), title="参赛名单", number="", signatures=()),)),
        Chapter("签字", (Words(signatures=("裁判长", "编排记录长")),), new_page=False),
    )
    return replace(Book(COVER, chapters, MOMENT), **more)  # type: ignore[arg-type]


def outline(data: bytes) -> list[tuple[int, str, int]]:
    """Every bookmark: level, title, page from 1."""
    with pypdfium2.PdfDocument(data) as document:
        return [
            (item.level, item.get_title(), item.get_dest().get_index() + 1) for item in document.get_toc()
        ]


@pytest.mark.parametrize("form", [BookForm.A4, BookForm.A5])
def test_the_contents_name_the_pages_on_which_chapters_begin(form: BookForm) -> None:
    data = make_book(book(), form)
    pages = [solid(page) for page in pdf_pages(data)]

    told = dict(re.findall(r"(\D+?)\.{3,}(\d+)", pages[1].partition("目录")[2].partition("目录")[2]))
    assert list(told) == [
        "竞赛规程", "补充规定", "各组名次", "预赛各组名次", "决赛各组名次", "对阵", "参赛名单", "签字",
    ]  # fmt: skip
    for title, number in told.items():
        assert title in pages[int(number) - 1]
    assert [(title, str(page)) for level, title, page in outline(data) if level == 0] == [
        (title, told[title]) for title in told if not title.endswith("赛各组名次")
    ]


@pytest.mark.parametrize("form", [BookForm.A4, BookForm.A5])
def test_bookmarks_open_at_the_page_of_their_group(form: BookForm) -> None:
    data = make_book(book(), form)
    pages, marks = [solid(page) for page in pdf_pages(data)], outline(data)

    assert [mark[:2] for mark in marks[2:12]] == [
        (0, "各组名次"), (1, "预赛各组名次"), *((2, f"{name} 组") for name in GROUPS),
    ]  # fmt: skip
    assert [mark[:2] for mark in marks if mark[0] == 1 and mark[1].endswith(" 组")] == [
        (1, f"{name} 组") for name in GROUPS
    ]
    for _level, title, number in marks:
        assert solid(title) in pages[number - 1]
    assert [page for _level, _title, page in marks] == sorted(page for _level, _title, page in marks)


@pytest.mark.parametrize("form", [BookForm.A4, BookForm.A5])
def test_every_page_but_the_cover_has_event_chapter_number_and_time(form: BookForm) -> None:
    pages = [solid(page) for page in pdf_pages(make_book(book(), form))]

    assert "第1页" not in pages[0]
    chapters = ["竞赛规程", "各组名次", "对阵", "参赛名单", "签字"]
    for number, page in enumerate(pages[1:], 2):
        assert page.startswith(solid(EVENT))
        assert f"第{number}页，共{len(pages)}页" in page
        assert solid("2013-04-28 10:32 制表") in page
    heads = [next(one for one in chapters if page[len(solid(EVENT)) :].startswith(one)) for page in pages[2:]]
    assert list(dict.fromkeys(heads))[:4] == chapters[:4]


def test_lying_chapters_lie_and_the_others_stand() -> None:
    with pypdfium2.PdfDocument(make_book(book())) as document:
        lying = [page.get_width() > page.get_height() for page in document]
    pages = [solid(page) for page in pdf_pages(make_book(book()))]
    assert lying == [page.removeprefix(solid(EVENT)).startswith("对阵") for page in pages]
    assert 0 < sum(lying) < len(lying)


@pytest.mark.parametrize("form", list(BookForm))
def test_every_name_is_printed_as_often_as_it_stands_in_the_book(form: BookForm) -> None:
    text = pdf_text(make_book(book(), form))
    # 预赛 and 决赛 have 8 rows in 8 groups, 对阵 20 rows, the list 41.
    assert text.count("赵八钱八") == 8 + 8 + 8 + 1
    assert text.count("赵二零钱二零") == 8 + 1
    assert text.count("赵四一钱四一") == 1


def test_a_small_group_is_not_torn_and_no_heading_stands_alone() -> None:
    pages = pdf_pages(make_book(book()))
    for page in pages:
        for name in GROUPS:
            if re.search(rf"^{name} 组\r?$", page, re.MULTILINE) and "各组名次" in page.splitlines()[1]:
                rows = page.split(f"{name} 组\r\n", 1)[1]
                assert "赵八 钱八" in rows


def test_the_cover_has_the_full_name_and_the_houses() -> None:
    long = (
        "某某省第三十二届“和谐杯”机关企事业单位职工掼蛋（升级扑克）团体与个人邀请赛暨庆祝建会七十周年系列活动总决赛"
        * 2
    )
    cover = replace(
        COVER, event_name=long[:80], houses=tuple((f"单位{n}", ("会" * 80,) * 2) for n in range(4))
    )
    (first, *_rest) = pdf_pages(make_book(book(cover=cover)))

    assert solid(long[:80]) in solid(first)
    assert solid(first).count("会" * 80) == 8


def test_f68_markup_and_rare_characters_come_out_as_typed() -> None:
    names = [*field_texts("24_hostile_names.xlsx"), "犇玥 𬭎𠅤 & <b>"]
    chapters = tuple(Chapter(name, (Words((Line(name),)),)) for name in names)
    data = make_book(Book(replace(COVER, event_name=names[0][:80]), chapters))

    assert [name for name in names if solid(name) not in pdf_text(data)] == []
    assert [title for _level, title, _page in outline(data)] == names


def test_f67_characters_that_no_font_has_are_named_beforehand_and_in_the_book() -> None:
    made = Book(COVER, (Chapter("名单", (Words((Line("赵\U0002bc20"),)),)),))
    assert made.missing() == {"\U0002bc20"}
    assert "U+2BC20" in pdf_pages(make_book(made))[1]


def test_a_book_without_chapters_is_a_cover_and_empty_contents() -> None:
    assert len(pdf_pages(make_book(Book(COVER, ())))) == 2


def test_progress_is_told_from_the_first_step_to_the_last() -> None:
    told: list[tuple[int, int]] = []
    make_book(book(), BookForm.A4, lambda done, total: told.append((done, total)))

    assert [done for done, _total in told] == sorted(done for done, _total in told)
    assert {total for _done, total in told} == {13}
    assert (told[0][0], told[-1]) == (1, (13, 13))


def test_what_is_typed_becomes_headings_items_and_paragraphs() -> None:
    assert [line.kind for line in lines_of("一、资格\n\n第三条 报名\n正文。\n1. 甲\n（2）乙\n- 丙")] == [
        LineKind.HEADING, LineKind.HEADING, LineKind.PARAGRAPH, LineKind.ITEM, LineKind.ITEM, LineKind.ITEM,
    ]  # fmt: skip


def test_eight_pages_fold_into_two_sheets() -> None:
    assert list(imposed(8)) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    assert list(imposed(5)) == [(None, 0), (1, None), (None, 2), (3, 4)]


@given(st.integers(1, 200))
def test_a_folded_booklet_reads_in_order(count: int) -> None:
    """Stack the sheets, fold, and turn the leaves: fronts and backs from the outermost sheet inwards."""
    sides = list(imposed(count))
    fronts, backs = sides[0::2], sides[1::2]
    first_half = [page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])]
    second_half = [
        page
        for front, back in reversed(list(zip(fronts, backs, strict=True)))
        for page in (back[1], front[0])
    ]
    read = [page for page in (*first_half, *second_half) if page is not None]
    assert read == list(range(count))
    assert len(sides) == 2 * -(-count // 4)


def test_folded_sheets_are_lying_a4_with_two_pages_a_side() -> None:
    flat, folded = make_book(book(), BookForm.A5), make_book(book(), BookForm.FOLDED)
    count = len(pdf_pages(flat))
    with pypdfium2.PdfDocument(folded) as document:
        assert {(round(page.get_width()), round(page.get_height())) for page in document} == {(842, 595)}
    sides = [solid(side) for side in pdf_pages(folded)]
    assert len(sides) == 2 * -(-count // 4)
    for (left, right), side in zip(imposed(count), sides, strict=True):
        for number in (left, right):
            if number:
                assert f"第{number + 1}页，共{count}页" in side
