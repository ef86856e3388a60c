"""Word documents: tables as people draw them, and documents that are broken or too big."""

import zipfile
from io import BytesIO

import pytest
from docx import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn

from tests.tournament.imports.files import codes, problems_by_row
from tests.tournament.imports.test_field_files import PLAIN, facts
from tournament.imports import docx_tables
from tournament.imports.entries import read_entries
from tournament.imports.messages import sentence
from tournament.imports.xlsx_marks import MAX_COLUMNS

HEAD = ("对号", "队名", "选手1", "选手2", "单位", "手机")
ROWS = [(f"{number:03}", name, *players, unit, phone) for number, name, players, unit, phone in PLAIN]


def document(*tables, before=()):
    """A document with these tables (lists of rows)."""
    made = Document()
    for line in before:
        made.add_paragraph(line)
    for rows in tables:
        add_table(made, rows)
    return made


def add_table(parent, rows):
    table = parent.add_table(rows=len(rows), cols=max(map(len, rows)))
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=False):
            cell.text = text
    return table


def saved(made) -> bytes:
    buffer = BytesIO()
    made.save(buffer)
    return buffer.getvalue()


def test_a_table_in_word_reads_like_the_same_table_in_excel():
    entries = read_entries(saved(document([HEAD, *ROWS], before=["掼蛋邀请赛报名表", ""])), "报名表.docx")

    assert facts(entries) == PLAIN
    assert [row.row for row in entries.rows] == [2, 3, 4, 5]
    assert (entries.number_width, entries.sheet, entries.notices) == (3, "", ())


def test_several_tables_are_read_and_their_rows_counted_on():
    contacts = [("领队", "周国庆"), ("电话", "13800000009")]
    data = saved(document(contacts, [HEAD, *ROWS[:2]], [HEAD, *ROWS[2:]]))
    entries = read_entries(data)

    assert facts(entries) == PLAIN
    assert [row.row for row in entries.rows] == [4, 5, 7, 8]
    assert [sentence(one)[:12] for one in entries.notices] == [
        "文件里的第 2、3 张表",
        "没有读取第 1 张表：没",
    ]


def test_a_table_that_goes_on_below_a_page_break_keeps_its_columns():
    entries = read_entries(saved(document([HEAD, *ROWS[:2]], ROWS[2:])))

    assert facts(entries) == PLAIN
    assert "table_goes_on" in codes(entries.notices)


def test_merged_cells_hold_for_all_their_rows_and_columns():
    made = document()
    table = add_table(
        made,
        [
            ("对号", "参赛选手", "", "单位"),
            ("", "选手1", "选手2", ""),
            ("1", "赵一鸣", "钱小满", "城东老年大学"),
            ("2", "孙志远", "李若兰", ""),
        ],
    )
    table.cell(0, 1).merge(table.cell(0, 2))
    for top, bottom, column in ((0, 1, 0), (0, 1, 3), (2, 3, 3)):
        table.cell(top, column).merge(table.cell(bottom, column))
    entries = read_entries(saved(made))

    assert [(row.row, row.players, row.unit) for row in entries.good] == [
        (3, ("赵一鸣", "钱小满"), "城东老年大学"),
        (4, ("孙志远", "李若兰"), "城东老年大学"),
    ]


def test_one_row_per_person_in_word():
    rows = [("组号", "姓名"), ("1", "赵一鸣"), ("", "钱小满"), ("2", "孙志远"), ("", "李若兰")]
    made = document()
    table = add_table(made, rows)
    for top in (1, 3):
        table.cell(top, 0).merge(table.cell(top + 1, 0))
    entries = read_entries(saved(made))

    assert [(row.row, *row.also, row.players) for row in entries.good] == [
        (2, 3, ("赵一鸣", "钱小满")),
        (4, 5, ("孙志远", "李若兰")),
    ]


def test_several_paragraphs_in_a_cell_are_one_text():
    made = document([HEAD, ROWS[0]])
    cell = made.tables[0].cell(1, 4)
    cell.text = "城东"
    cell.add_paragraph("老年大学")
    (row,) = read_entries(saved(made)).good

    assert row.unit == "城东 老年大学"


def test_a_table_inside_a_cell_of_a_layout_is_read_by_itself():
    made = document([("报名表", "")])
    inner = made.tables[0].cell(0, 1).add_table(rows=2, cols=2)
    for cell, text in zip(inner._cells, ("选手1", "选手2", "赵一鸣", "钱小满"), strict=True):
        cell.text = text
    entries = read_entries(saved(made))

    assert [row.players for row in entries.good] == [("赵一鸣", "钱小满")]


def test_content_controls_are_read_and_deleted_rows_are_not():
    made = document([("选手1", "选手2"), ("赵一鸣", "钱小满"), ("孙志远", "李若兰"), ("周国庆", "吴晓梅")])
    rows = list(made.tables[0]._tbl.tr_lst)
    control, content = OxmlElement("w:sdt"), OxmlElement("w:sdtContent")
    rows[1].addprevious(control)
    control.append(content)
    content.append(rows[1])
    rows[2].get_or_add_trPr().append(OxmlElement("w:del"))

    assert [row.players for row in read_entries(saved(made)).good] == [
        ("赵一鸣", "钱小满"),
        ("周国庆", "吴晓梅"),
    ]


def test_a_chain_pasted_into_word_is_read_as_a_chain():
    made = document(before=["#接龙", "1. 张三 李四 财务处", "2、王五/赵六（工会）"])
    entries = read_entries(saved(made))

    assert [row.players for row in entries.good] == [("张三", "李四"), ("王五", "赵六")]


@pytest.mark.parametrize(
    ("made", "code"),
    [
        pytest.param(document(before=["通知"]), "no_table_in_word", id="no table"),
        pytest.param(document([("领队", "电话"), ("周国庆", "1")]), "no_header", id="no entry list"),
        pytest.param(document([HEAD]), "no_rows", id="a head only"),
        pytest.param(document([("x",) * 3] * 2), "no_header", id="no head"),
    ],
)
def test_a_document_without_entries_says_what_is_missing(made, code):
    entries = read_entries(saved(made))

    assert (codes(entries.problems), entries.rows) == ([code], ())


def test_every_cut_and_wrong_document_is_one_sentence():
    data = saved(document([HEAD, *ROWS]))
    for end in range(8, len(data), len(data) // 40):
        assert codes(read_entries(data[:end]).problems) in (["word_damaged"], ["damaged"])


def rewritten(data: bytes, **changed: bytes) -> bytes:
    buffer = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(data)) as source,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            target.writestr(name, changed.get(name, source.read(name)))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(b"<w:document", "word_damaged", id="broken XML"),
        pytest.param(b"<html/>", "word_damaged", id="another root"),
        pytest.param(b"", "word_damaged", id="nothing"),
        pytest.param(b" " * (docx_tables.MAX_XML + 1), "too_big_unpacked", id="a bomb"),
    ],
)
def test_a_document_with_broken_text_is_refused(text, code):
    data = rewritten(saved(document([HEAD])), **{"word/document.xml": text})

    assert codes(read_entries(data).problems) == [code]


def test_styles_are_not_even_parsed():
    """They may unpack to 80 MB of XML, which would be gigabytes in memory."""
    data = saved(document([("选手1", "选手2"), ("赵一鸣", "钱小满")]))

    read = read_entries(rewritten(data, **{"word/styles.xml": b"<no XML"}))

    assert [row.players for row in read.good] == [("赵一鸣", "钱小满")]


def test_an_entity_bomb_is_not_opened():
    data = saved(document([("选手1", "选手2"), ("赵一鸣", "BOMB")]))
    with zipfile.ZipFile(BytesIO(data)) as archive:
        text = archive.read("word/document.xml")
    entity = b'<!DOCTYPE x [<!ENTITY a "%b">]>' % (b"Q" * 5000)
    head, body = text.split(b"?>", 1)
    evil = rewritten(data, **{"word/document.xml": head + b"?>" + entity + body.replace(b"BOMB", b"&a;")})
    entries = read_entries(evil)

    assert "QQQ" not in str(entries)


def test_a_table_too_wide_or_too_long_is_refused(monkeypatch):
    wide = saved(document([("x",) * 4]))
    made = document([("选手1", "选手2"), ("赵一鸣", "钱小满")])
    cell = made.tables[0].cell(0, 0)._tc.get_or_add_tcPr()
    span = OxmlElement("w:gridSpan")
    span.set(qn("w:val"), "9999")
    cell.append(span)

    assert codes(read_entries(saved(made)).problems) == ["too_many_columns"]
    assert MAX_COLUMNS == 200
    monkeypatch.setattr(docx_tables, "MAX_ROWS", 0)
    assert codes(read_entries(wide).problems) == ["too_many_rows"]


def test_rows_that_are_no_pair_are_named_as_in_excel():
    data = saved(
        document(
            [HEAD, ROWS[0], ("", "", "", "", "", ""), ("合计", "", "", "", "", ""), ("5", "", "", "", "", "")]
        )
    )

    assert problems_by_row(read_entries(data)) == {4: ["total_row"], 5: ["only_a_number"]}
