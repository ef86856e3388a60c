"""Printed lists: whole text, embedded fonts, heads and names on every page."""

import re
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pypdfium2
import pytest
from django.conf import settings as site
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.exports.columns import widths
from tournament.exports.paper import Column, Kind, Section, Side, Size, cleaned
from tournament.exports.pdf import to_pdf
from tournament.exports.typefaces import Typesetter
from tournament.exports.typeset import LEADING, SMALLEST_NAME, fit

from .papers import COLUMNS, EVENT, field_texts, names_of, paper, pdf_pages, pdf_text, solid, standings
from .pdf_cells import printed_cells


def ink_beyond(data: bytes, margin: float = 30.0) -> bool:
    """True when anything is drawn into the outer `margin` points at a page's sides."""
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            picture = page.render(scale=1).to_pil().convert("L")
            right = picture.crop((int(picture.width - margin), 0, picture.width, picture.height))
            left = picture.crop((0, 0, int(margin), picture.height))
            if min(right.getextrema()[0], left.getextrema()[0]) < 250:
                return True
    return False


@pytest.mark.parametrize("rows", [4, 41, 200])
def test_every_row_is_printed_and_every_page_has_name_heads_and_number(rows: int) -> None:
    section = standings(rows)
    pages = [solid(page) for page in pdf_pages(to_pdf(paper(section)))]

    for number, page in enumerate(pages, start=1):
        assert page.startswith(solid(EVENT))
        assert "名次序号参赛队单位积分净级差" in page
        assert f"第{number}页，共{len(pages)}页" in page
        assert solid("2013-04-28 10:32 制表") in page
    text = "".join(pages)
    assert [text.count(solid(str(row[2])) + str(row[3])) for row in section.rows] == [1] * rows
    assert "成绩公告第3号（更正）" in pages[0]
    assert re.search("裁判长：.*编排记录长：.*日期：", pages[-1])


def test_f67_names_with_rare_characters_come_out_as_typed() -> None:
    names = ["犇 玥 龑 軍 東", "阿依古丽·买买提", "１００％ ① —", *field_texts("23_rare_chars.xlsx")]
    text = pdf_text(to_pdf(paper(names_of(names), title="犇玥杯 · 軍東")))

    assert [name for name in names if solid(name) not in text] == []
    assert "犇玥杯·軍東" in text


def test_f67_characters_past_the_first_plane_can_be_copied() -> None:
    assert "赵𠅤钱𬭎" in pdf_text(to_pdf(paper(names_of(["赵𠅤钱𬭎"]))))


def test_f67_no_font_of_the_system_is_opened() -> None:
    """In a process of its own, which tells of every font that it opens."""
    names = ["犇 玥 龑 軍 東", "① ％ · —", *field_texts("23_rare_chars.xlsx")]
    script = f"""
import sys
opened = []
def note(event, args):
    if event == "open" and str(args[0]).lower().endswith((".ttf", ".otf", ".ttc", ".pfb", ".afm")):
        opened.append(str(args[0]))
sys.addaudithook(note)
import django
django.setup()
from tests.tournament.exports.papers import names_of, paper
from tournament.exports.pdf import to_pdf
to_pdf(paper(names_of({names!r}), title="犇玥杯 · 軍東"))
print("\\n".join(opened))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=settings_root()
    )

    opened = done.stdout.split("\n")[:-1]
    assert [Path(one).name for one in opened] == ["NotoSansSC-Regular.ttf"] * len(opened)
    assert opened
    assert all(settings_root() in Path(one).resolve().parents for one in opened)


def settings_root() -> Path:
    return Path(site.BASE_DIR).resolve()


def test_f67_every_sign_has_ink_where_a_reader_copies_it() -> None:
    names = ["犇 玥 龑 軍 東", "① ％ · —", *field_texts("23_rare_chars.xlsx")]
    with pypdfium2.PdfDocument(to_pdf(paper(names_of(names)))) as document:
        page, bare = document[0], []
        text, picture = page.get_textpage(), page.render(scale=3).to_pil().convert("L")
        for at in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(at)
            sign = text.get_text_range(at, 1)
            box = (left * 3, picture.height - top * 3, right * 3 + 1, picture.height - bottom * 3 + 1)
            if sign.strip() and picture.crop(tuple(map(int, box))).getextrema()[0] > 150:
                bare.append(sign)

    assert bare == []


def test_f67_every_font_is_embedded() -> None:
    data = to_pdf(paper(standings(4)))

    names = re.findall(rb"/BaseFont /(\S+)", data)
    assert names
    assert all(re.fullmatch(rb"[A-Z]{6}\+NotoSansSC-Regular", name) for name in names)
    assert data.count(b"/FontFile2") == len(names)


@pytest.mark.parametrize("kind", [Kind.NAME, Kind.TEXT])
@pytest.mark.parametrize(
    "field_file", ["24_hostile_names.xlsx", "25_control_chars.csv", "26_long_names.xlsx"]
)
def test_f68_names_print_whole_and_inside_the_page(field_file: str, kind: Kind) -> None:
    names = field_texts(field_file)
    narrow = Column("说明", kind)
    beside = tuple(Column(str(n), Kind.INT) for n in range(18))  # leave little room
    crowded = Section((narrow, *beside), tuple((name, *range(1000, 1018)) for name in names))
    data = to_pdf(paper(names_of(names, kind)))

    text = pdf_text(data)
    printed = [solid("".join(c for c in name if c >= " ")) for name in names]
    assert [name for name in printed if name not in text] == []
    assert not ink_beyond(data)
    assert not ink_beyond(to_pdf(paper(crowded)))


@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("field_file", ["23_rare_chars.xlsx", "24_hostile_names.xlsx", "26_long_names.xlsx"])
def test_f68_each_cell_s_text_stands_inside_its_own_column_and_row(field_file: str, landscape: bool) -> None:
    names = field_texts(field_file)
    columns = (
        Column("序号", Kind.INT),
        Column("参赛队", Kind.NAME, side="ns"),
        Column("单位", side="ns"),
        Column("对手", Kind.NAME, side="ew"),
        Column("积分", Kind.DECIMAL),
    )
    rows = tuple(
        (n, name, names[-n], names[n - 3], Decimal(100 + n)) for n, name in enumerate(names, start=1)
    )
    made = replace(paper(Section(columns, rows)), landscape=landscape)

    printed = printed_cells(made)

    wanted = [tuple(solid(cleaned(str(cell))) for cell in row) for row in rows]
    assert [row[0] for row in printed] == [row[0] for row in wanted]
    for at in range(1, 5):
        assert [row[at] for row in printed] == [row[at] for row in wanted]


@pytest.mark.parametrize(
    "name", ["A&B<br/>队", "J&C 餐厅 <二楼>", '"><img src=x>', "O'退休'协会", "&amp;&#60;"]
)
def test_f68_markup_prints_as_typed(name: str) -> None:
    assert solid(name) in pdf_text(to_pdf(paper(names_of([name]), title=name, notes=(name,))))


def test_f68_a_note_of_3000_characters_goes_over_pages() -> None:
    columns = (Column("序号", Kind.INT), Column("参赛队", Kind.NAME), Column("说明"))
    section = Section(columns, ((7, "赵一鸣 钱小满", "迟到" * 1500), (8, "孙百川 李清和", "")))
    data = to_pdf(paper(section))

    pages = pdf_pages(data)
    assert len(pages) > 1
    assert pdf_text(data).count("迟") == 1500
    assert "8孙百川李清和" in solid(pages[-1])
    assert not ink_beyond(data)


@given(text=st.text(max_size=60))
@settings(max_examples=40, deadline=None)
def test_f65_any_text_prints(text: str) -> None:
    assert to_pdf(paper(names_of([text]), title=text, subtitle=text, notes=(text,))).startswith(b"%PDF")


def test_an_empty_section_says_what_is_missing() -> None:
    missing = "第 1 轮还没有编排。请先抽签，再打印。"
    text = pdf_text(to_pdf(paper(Section(COLUMNS, empty=missing))))

    assert solid(missing) in text
    assert "名次序号参赛队" in text


def test_a_paper_without_sections_says_that_it_is_empty() -> None:
    assert "这里还没有内容。" in pdf_text(to_pdf(paper()))


def test_differences_have_signs_and_decimals_as_many_places_as_the_column() -> None:
    columns = (Column("积分", Kind.DECIMAL), Column("净级差", Kind.DIFF))
    rows = ((Decimal("17.50"), -3), (Decimal("20"), 4), (Decimal("0"), 0))

    assert "17.5−320.0+40.00" in pdf_text(to_pdf(paper(Section(columns, rows))))


def test_sections_begin_pages_when_asked() -> None:
    sections = [standings(4, heading=f"{name} 组") for name in "ABC"]

    assert len(pdf_pages(to_pdf(paper(*sections)))) == 1
    pages = pdf_pages(to_pdf(paper(*sections, break_between=True)))
    assert [name for name, page in zip("ABC", pages, strict=True) if f"{name} 组" in page] == list("ABC")


def test_a_section_that_goes_on_says_so_on_the_next_page() -> None:
    first, second, *_rest = pdf_pages(to_pdf(paper(standings(60, heading="A 组"))))

    assert "A 组（续）" not in first
    assert "A 组（续）" in second


def test_no_heading_is_left_alone_at_a_pages_foot() -> None:
    for filler in range(20, 50):
        sections = (standings(filler, heading="A 组"), standings(6, heading="B 组"))
        for page in pdf_pages(to_pdf(paper(*sections))):
            if "B 组" in page and "B 组（续）" not in page:
                assert solid(page.partition("B 组")[2]).count("分工会") >= 2


def test_notice_board_type_is_larger_and_takes_more_pages() -> None:
    section = standings(70)

    normal = pdf_pages(to_pdf(paper(section)))
    board = pdf_pages(to_pdf(paper(section, size=Size.NOTICE_BOARD)))
    assert len(board) > len(normal)
    assert sum(page.count("分工会") for page in board) == 70


def test_a_lying_page_is_wider_than_high() -> None:
    with pypdfium2.PdfDocument(to_pdf(paper(standings(4), landscape=True))) as document:
        width, height = document[0].get_size()
    assert width > height


def test_ns_stands_left_of_ew_under_common_heads() -> None:
    sides: tuple[tuple[Side, str], ...] = (("ns", "南北"), ("ew", "东西"))
    columns = tuple(
        Column(title, kind, side=side, group=group)
        for side, group in sides
        for title, kind in (("序号", Kind.INT), ("参赛队", Kind.NAME))
    )
    text = pdf_text(to_pdf(paper(Section(columns, ((1, "赵一鸣", 2, "钱小满"),)))))

    assert "南北东西序号参赛队序号参赛队1赵一鸣2钱小满" in text


@pytest.mark.parametrize("width", [20.0, 45.0, 60.0, 200.0])
def test_f68_names_shrink_before_they_break(width: float) -> None:
    setter = Typesetter()
    fitted = fit(setter, "阿卜杜热合曼·吐尔逊 赵一鸣", Kind.NAME, 10, width)

    assert all(setter.width(line, fitted.size) <= width + 0.01 for line in fitted.lines)
    assert solid("".join(fitted.lines)) == "阿卜杜热合曼·吐尔逊赵一鸣"
    assert fitted.size >= 10 * SMALLEST_NAME * 0.99
    assert fitted.height == len(fitted.lines) * fitted.size * LEADING


def test_names_wrap_between_names() -> None:
    assert fit(Typesetter(), "欧阳慕容 司徒清和", Kind.NAME, 10, 60).lines == ("欧阳慕容", "司徒清和")


@pytest.mark.parametrize("rows", [0, 1, 30])
@pytest.mark.parametrize("width", [100.0, 510.0, 2000.0])
def test_columns_share_the_whole_width(rows: int, width: float) -> None:
    texts = [("1", "2", "赵一鸣 钱小满", "图书馆" * 5, "17.5", "+3")] * rows

    shares = widths(COLUMNS, texts, width, 9.5, 5, Typesetter())

    assert sum(shares) == pytest.approx(width)
    assert min(shares) > 0


def test_sections_with_the_same_columns_line_up() -> None:
    short, long = standings(2), names_of(["赵一鸣"])
    wide = replace(short, rows=tuple((*row[:3], "很长很长的单位名称", *row[4:]) for row in short.rows))
    with pypdfium2.PdfDocument(to_pdf(paper(short, wide, long))) as document:
        page = document[0].get_textpage()
        found = page.search("单位")
        lefts = [page.get_charbox(place[0])[0] for place in iter(found.get_next, None)]
    assert lefts[0] == pytest.approx(lefts[1])
    assert lefts[0] != pytest.approx(lefts[2])


def test_one_long_unit_wraps_and_takes_no_room_from_the_others() -> None:
    setter = Typesetter()
    columns = (Column("序号", Kind.INT), Column("参赛队", Kind.NAME), Column("方位"), Column("单位"))
    rows = [("12", "阿依古丽·买买提艾力 欧阳知行", "东西", "城东新区离退休干部老年大学掼蛋协会第三活动中心")]
    for width in (400.0, 300.0):
        shares = widths(columns, rows, width, 15.5, 8.0, setter)
        assert sum(shares) == pytest.approx(width)
        for at in (0, 2):
            assert len(fit(setter, rows[0][at], columns[at].kind, 15.5, shares[at] - 16).lines) == 1
            assert fit(setter, rows[0][at], columns[at].kind, 15.5, shares[at] - 16).size == 15.5


@pytest.mark.parametrize("rows", [1, 2, 41, 200])
def test_rows_beside_each_other_are_all_there_in_order_and_stay_on_the_paper(rows: int) -> None:
    wide = replace(standings(rows), beside=2)
    data = to_pdf(paper(wide))
    text, at = pdf_text(data), 0
    for row in wide.rows:
        at = text.index(solid(str(row[2])), at)
    assert len(pdf_pages(data)) <= len(pdf_pages(to_pdf(paper(standings(rows)))))
    assert not ink_beyond(data)


def test_roomy_columns_stand_only_where_there_is_room() -> None:
    columns = (Column("序号", Kind.INT), Column("参赛队", Kind.NAME), Column("单位", roomy=True))
    one = Section(columns, ((1, "赵一鸣 钱小满", "历史系"),))
    assert "历史系" in pdf_text(to_pdf(paper(one)))
    assert "历史系" not in pdf_text(to_pdf(paper(replace(one, beside=2))))


def test_a_last_page_with_a_single_row_is_spared() -> None:
    pages = [len(pdf_pages(to_pdf(paper(standings(rows))))) for rows in range(30, 50)]
    assert pages == sorted(pages)
    full = pages.index(2) + 30
    last = solid(pdf_pages(to_pdf(paper(standings(full))))[-1])
    assert sum(solid(str(row[2])) in last for row in standings(full).rows) > 1


def test_both_sides_columns_are_as_wide_as_each_other() -> None:
    sides: tuple[Side, ...] = ("ns", "ew")
    columns = tuple(Column("参赛队", Kind.NAME, side=side) for side in sides)
    rows = [("阿卜杜拉·买买提江 迪丽热巴·迪力木拉提", "钱禾 孙露")] * 3
    ns, ew = widths(columns, rows, 300, 9.5, 5, Typesetter())
    assert ns == pytest.approx(ew)


def test_one_long_cell_wraps_and_not_everybodys() -> None:
    setter, columns = Typesetter(), (Column("单位"), Column("名次判定"))
    usual, long = ("历史系", "按级数和在 12 号后"), ("国网城东供电公司工会委员会", "按级数和在 12 号后，并列")
    rows = [usual] * 9 + [long]
    _unit, decided = widths(columns, rows, 190, 9.5, 5, setter)
    assert decided - 10 >= setter.width("按级数和在 12 号后", 9.5)


def test_a_character_is_not_left_alone_on_a_last_line() -> None:
    lines = fit(Typesetter(), "国网城东供电公司工会委员会", Kind.TEXT, 10, 62)
    assert [len(line) for line in lines.lines] == [7, 6] or min(map(len, lines.lines)) > 2
