"""Word documents: opened again they say what the papers say, on A4, in Chinese fonts, pages numbered."""

from __future__ import annotations

from io import BytesIO
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from docx import Document
from docx.oxml.ns import qn

from scoring.rules import Grade
from tests.tournament.factories import TEST, make_event, make_person, make_stage
from tournament.actions.give_penalty import give_penalty
from tournament.actions.publish import publish_standings
from tournament.exports.book import Chapter
from tournament.exports.paper import Column, Kind, Paper, Section
from tournament.exports.word import WordDocument, to_docx
from tournament.lists.documents.catalogue import DOCUMENTS
from tournament.lists.papers.standings import announced
from tournament.lists.papers.wanted import Wanted
from tournament.models import Publication, Stage

pytestmark = pytest.mark.django_db
HOSTILE = 'A&B <w:t>"引号"</w:t> \x00\x0b\ud800 \U00020000'


@pytest.fixture
def stage() -> Stage:
    event = make_event(pairs=12, name="中秋赛 & <友谊>", slug="sai", venue="体育馆", organiser="市工会")
    stage = make_stage(event, rounds_played=3)
    publish_standings(stage=stage, number=3, by=TEST)
    return stage


def opened(stage: Stage, what: str) -> Any:
    kind = DOCUMENTS[what]
    made = kind.build(Wanted(stage.event, timezone.now(), stage if kind.has_stage else None))
    assert made is not None
    return Document(BytesIO(to_docx(made)))


def text_of(document: Any) -> str:
    return "\n".join(paragraph.text for paragraph in document.paragraphs)


@pytest.mark.parametrize("what", DOCUMENTS)
def test_every_document_is_a4_with_its_event_above_and_pages_below(what: str, stage: Stage) -> None:
    document = opened(stage, what)

    for section in document.sections:
        sides = sorted((round(section.page_width.mm), round(section.page_height.mm)))
        assert sides == [210, 297]
        assert section.header.paragraphs[0].text == stage.event.name
    codes = [text.text for text in document.sections[0].footer._element.iter(qn("w:instrText"))]
    assert codes == [" PAGE ", " NUMPAGES "]
    assert document.sections[0].footer.paragraphs[0].text.startswith("第 1 页，共 1 页")


@pytest.mark.parametrize("what", DOCUMENTS)
def test_text_is_song_and_heads_are_hei(what: str, stage: Stage) -> None:
    styles = opened(stage, what).styles

    fonts = {
        name: styles[name].element.rPr.rFonts.get(qn("w:eastAsia"))
        for name in ("Normal", "Title", "Heading 1", "Heading 2")
    }
    assert fonts == {"Normal": "宋体", "Title": "黑体", "Heading 1": "黑体", "Heading 2": "黑体"}
    assert styles["Heading 1"].element.rPr.rFonts.get(qn("w:eastAsiaTheme")) is None


@pytest.mark.parametrize("what", ["order-book", "bulletin"])
def test_heads_repeat_and_no_row_is_split(what: str, stage: Stage) -> None:
    tables = opened(stage, what).tables

    assert tables
    for table in tables:
        rows = table._tbl.tr_lst
        assert rows[0].trPr.find(qn("w:tblHeader")) is not None
        assert rows[-1].trPr.find(qn("w:tblHeader")) is None
        assert all(row.trPr.find(qn("w:cantSplit")) is not None for row in rows)


def test_a_bulletin_says_what_was_announced_with_number_and_room_to_sign(stage: Stage) -> None:
    document = opened(stage, "bulletin")
    public = Publication.objects.get(stage=stage, kind="standings")
    paper = announced(Wanted(stage.event, timezone.now(), stage), public)

    text = text_of(document)
    assert "成绩公告第 1 号" in text
    assert "裁判长：" in text
    assert "编排记录长：" in text
    for table, section in zip(document.tables, paper.sections, strict=True):
        rows = [[cell.text for cell in row.cells] for row in table.rows]
        at = next(n for n, column in enumerate(section.columns) if column.kind is Kind.NAME)
        assert [row[at] for row in rows[-len(section.rows) :]] == [row[at] for row in section.rows]


def test_a_correction_says_why(stage: Stage) -> None:
    Publication.objects.filter(stage=stage, kind="standings").update(reason="第 2 桌抄反")

    text = text_of(opened(stage, "bulletin"))
    assert "成绩公告第 1 号（更正）" in text
    assert "更正原因：第 2 桌抄反" in text


def test_a_stage_without_an_announcement_has_no_bulletin(client: Client) -> None:
    stage = make_stage(make_event(pairs=4, slug="sai"), rounds_played=1)
    client.force_login(make_person(owner=True))

    assert DOCUMENTS["bulletin"].build(Wanted(stage.event, timezone.now(), stage)) is None
    assert client.get(reverse("word", args=["sai", "bulletin"])).status_code == 404
    assert (
        reverse("word", args=["sai", "bulletin"])
        not in client.get(reverse("papers", args=["sai"])).content.decode()
    )


def test_the_report_counts_pairs_units_rounds_and_matches_and_names_winners(stage: Stage) -> None:
    number = stage.event.pairs.order_by("number")[0].number
    give_penalty(event=stage.event, stage=stage, number=number, grade=Grade.WARNING, by=TEST)

    text = text_of(opened(stage, "report"))

    assert "参赛单位 8 个，参赛 12 队，共 24 人。" in text
    assert "预赛：12 队分 3 组，进行 3 轮，完成 18 局。" in text
    assert "全部比赛共完成 18 局。" in text
    assert "预赛第 1 名：" in text
    assert "有效的判罚 1 项" in text
    assert "没有收到申诉" in text
    assert "感谢市工会对本次比赛的组织和支持" in text


def test_a_report_before_anything_was_played_says_so() -> None:
    event = make_event(pairs=4)
    made = DOCUMENTS["report"].build(Wanted(event, timezone.now()))
    assert made is not None

    text = text_of(Document(BytesIO(to_docx(made))))
    assert "比赛还没有开始。" in text
    assert "还没有名次。" in text


def test_the_order_book_has_cover_contents_and_everybody(stage: Stage) -> None:
    document = opened(stage, "order-book")

    text = text_of(document)
    assert text.index(stage.event.name) < text.index("目录") < text.index("竞赛规程")
    cells = {cell.text for table in document.tables for row in table.rows for cell in row.cells}
    assert {pair.names for pair in stage.event.pairs.all()} <= cells
    codes = [found.text for found in document.element.iter(qn("w:instrText"))]
    assert any("TOC" in code for code in codes)


def hostile(**more: Any) -> WordDocument:
    columns = (Column(HOSTILE, once=True), Column("名", Kind.NAME, group="南北"), Column("格", Kind.BOX))
    section = Section(
        columns, ((HOSTILE, HOSTILE, None), (HOSTILE, "=1+1", None)), heading=HOSTILE, note=HOSTILE
    )
    struck = Section(columns, ((HOSTILE, "a\nb", None),), struck=frozenset({0}))
    paper = Paper(
        HOSTILE, HOSTILE, (section, struck, Section(columns)), notes=(HOSTILE,), signatures=(HOSTILE,)
    )
    return WordDocument(HOSTILE, HOSTILE, (Chapter(HOSTILE, (paper,)),), **more)


def test_markup_quotes_and_control_characters_are_text() -> None:
    data = to_docx(hostile(number=HOSTILE))
    kept = 'A&B <w:t>"引号"</w:t>'

    document = Document(BytesIO(data))
    assert kept in text_of(document)
    assert document.tables[0].cell(2, 0).text.startswith(kept)
    assert "\U00020000" in document.tables[0].cell(2, 0).text
    assert document.tables[1].cell(2, 1).text == "a\nb"
    for name in ZipFile(BytesIO(data)).namelist():
        if name.endswith((".xml", ".rels")):
            ElementTree.fromstring(ZipFile(BytesIO(data)).read(name))


def test_it_is_fetched_by_who_may_under_its_name(client: Client, stage: Stage) -> None:
    client.force_login(make_person(owner=True))

    answer = client.get(reverse("word", args=["sai", "bulletin"]), {"stage": 1})

    assert answer["Content-Type"].endswith("wordprocessingml.document")
    assert "attachment" in answer["Content-Disposition"]
    assert client.get(reverse("word", args=["sai", "no-such"])).status_code == 404
    assert client.get(reverse("word", args=["sai", "bulletin"]), {"stage": 9}).status_code == 404
    assert client.get(reverse("word", args=["sai", "bulletin"]), {"stage": "x"}).status_code == 404


@pytest.mark.parametrize("what", DOCUMENTS)
def test_documents_speak_english(what: str, stage: Stage) -> None:
    with translation.override("en"):
        text = text_of(opened(stage, what))
    assert "成绩公告" not in text
    assert "赛事概况" not in text


def widths_of(table: Any) -> list[int]:
    return [int(column.get(qn("w:w"))) for column in table._tbl.tblGrid.iter(qn("w:gridCol"))]


def crowded(rows: int = 3) -> Paper:
    """Two groups whose figures and words do not all fit side by side."""
    columns = (
        Column("名次", Kind.INT),
        Column("参赛队", Kind.NAME),
        Column("单位"),
        *(Column(f"第 {n} 轮", Kind.INT) for n in range(1, 8)),
        Column("积分", Kind.INT),
        Column("名次判定"),
    )
    long, why = "古丽巴哈尔·阿卜杜热合曼 王伟", "按相互间成绩和净级差在 35 号前，按级数和在 41 号后"
    row = (1, long, "中国石油天然气股份有限公司", *[26] * 7, 182, why)
    short = (1, "王伟 李娜", "工会", *[9] * 7, 63, "")
    return Paper("赛", "名次", (Section(columns, (row,) * rows), Section(columns, (short,))), landscape=True)


def test_a_document_of_lying_tables_begins_lying() -> None:
    made = WordDocument("赛", "成绩公告", (Chapter("成绩公告", (crowded(),)),))

    (section,) = Document(BytesIO(to_docx(made))).sections
    assert (section.page_width or 0) > (section.page_height or 0)


def test_figures_are_whole_names_unbroken_and_equal_tables_equally_wide() -> None:
    made = WordDocument("赛", "成绩公告", (Chapter("成绩公告", (crowded(),)),))
    first, second = Document(BytesIO(to_docx(made))).tables

    small, beside = 90, 120  # twips of half a character in 小五, and of the margins of a cell
    widths = widths_of(first)
    assert widths == widths_of(second)
    assert widths[1] >= 2 * len("古丽巴哈尔·阿卜杜热合曼") * small - small + beside
    assert all(width >= 4 * small + beside for width in widths[3:10])
    assert widths[10] >= 4 * small + beside
    assert sum(widths) <= (297 - 40) * 56.7
    sizes = {size.get(qn("w:val")) for size in first._tbl.iter(qn("w:sz"))}
    assert "18" in sizes


@pytest.mark.parametrize(("rows", "stays"), [(14, True), (15, False)])
def test_a_small_table_moves_to_the_next_page_whole(rows: int, stays: bool) -> None:
    made = WordDocument("赛", "成绩公告", (Chapter("成绩公告", (crowded(rows),)),))
    table = Document(BytesIO(to_docx(made))).tables[0]._tbl

    kept = [row.find(f".//{qn('w:keepNext')}") is not None for row in table.tr_lst]
    assert kept == [stays] * rows + [False]  # the head's row and all but the last


@pytest.mark.parametrize(("language", "hint"), [("zh-hans", "eastAsia"), ("en", None)])
def test_quotes_take_the_font_of_the_language(language: str, hint: str | None) -> None:
    with translation.override(language):
        document = Document(BytesIO(to_docx(hostile())))

    assert document.styles["Normal"].element.rPr.rFonts.get(qn("w:hint")) == hint


def test_the_contents_read_whole_without_being_renewed_and_word_asks_nothing(stage: Stage) -> None:
    document = opened(stage, "order-book")

    heads = [one for one in document.paragraphs if one.style.name in ("Heading 1", "Heading 2")]
    lines = [one for one in document.paragraphs if one.style.name.startswith("toc")]
    told = [(one.text, int(one.style.name[-1])) for one in lines]
    assert told == [(one.text, int(one.style.name[-1])) for one in heads]
    assert ("竞赛规程", 1) in told
    marks = [one.get(qn("w:name")) for one in document.element.iter(qn("w:bookmarkStart"))]
    assert [one.hyperlinks[0].fragment for one in lines] == marks
    assert document.settings.element.find(qn("w:updateFields")) is None
    assert not [one for one in document.element.iter(qn("w:fldChar")) if one.get(qn("w:dirty"))]
