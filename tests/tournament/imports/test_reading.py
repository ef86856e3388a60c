"""What a file is, whatever it is called: kinds, sizes, character sets, hidden rows, sheets."""

import struct
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from tests.tournament.imports.files import FIELD, FIELD_FILES, HEAD, codes, csv, saved, workbook
from tournament.imports import xlsx_marks
from tournament.imports.entries import read_entries
from tournament.imports.reading import MAX_BYTES

ROW = (1, "东风队", "赵一鸣", "钱小满", "城东老年大学", "13800000001")
HEAD_LINE = ",".join(HEAD)
ROW_LINE = ",".join(map(str, ROW))


def zipped(**files: bytes) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def file_code(data: bytes) -> str:
    entries = read_entries(data, "报名.xlsx")
    assert entries.rows == ()
    (problem,) = entries.problems
    return problem.code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "empty_file", id="nothing"),
        pytest.param(b" \r\n\r\n", "empty_file", id="only line breaks"),
        pytest.param(workbook(), "empty_file", id="an empty workbook"),
        pytest.param(b"," * MAX_BYTES + b",", "too_big", id="more than 10 MB"),
        pytest.param(b"%PDF-1.7 ...", "not_a_table", id="a PDF"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "not_a_table", id="a picture"),
        pytest.param(zipped(**{"word/document.xml": b"<w/>"}), "word_damaged", id="a broken Word file"),
        pytest.param(b"<?xml version='1.0'?><Workbook/>", "not_a_table", id="Excel 2003 XML"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "damaged", id="a broken xls"),
        pytest.param(
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "encrypted",
            id="a workbook with a password",
        ),
        pytest.param(
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"),
            "old_word",
            id="a doc file",
        ),
        pytest.param(zipped(**{"ppt/presentation.xml": b"<p/>"}), "not_a_table", id="slides"),
        pytest.param(b"\xff\xfe\x00", "unknown_encoding", id="half a character"),
        pytest.param(b"\xff\xff\xff\xff", "unknown_encoding", id="no character set"),
        pytest.param(
            csv(HEAD_LINE, '1,"东风队,赵一鸣', *[ROW_LINE] * 30), "unclosed_quote", id="an open quote"
        ),
        pytest.param(csv(HEAD_LINE, '1,"东风队,赵一鸣', ROW_LINE), "unclosed_quote", id="near the end"),
        pytest.param(csv(HEAD_LINE, "x" * 140_000), "unclosed_quote", id="a cell without end"),
        pytest.param(csv(HEAD_LINE, *[ROW_LINE] * 20_001), "too_many_rows", id="too many lines"),
        pytest.param(csv(HEAD_LINE, "," * 300), "too_many_columns", id="too many columns"),
        pytest.param(b"<table><tr><td rowspan=2>x</td></tr></table>", "html_table", id="an intricate table"),
        pytest.param(b"<html><body>404</body></html>", "html_table", id="an error page"),
        pytest.param("掼蛋".encode(), "no_header", id="a text"),
    ],
)
def test_what_cannot_be_read_is_one_problem(data, code):
    assert file_code(data) == code


def test_a_bomb_is_refused_before_it_is_unpacked():
    bomb = zipped(**{"xl/workbook.xml": b"<w/>", "xl/worksheets/sheet1.xml": b" " * 90_000_000})

    assert len(bomb) < 200_000
    assert file_code(bomb) == "too_big_unpacked"


def test_a_bomb_that_lies_about_its_size_is_refused():
    bomb = zipped(**{"xl/workbook.xml": b"<w/>", "xl/sharedStrings.xml": b" " * 90_000_000})
    honest, lie = struct.pack("<I", 90_000_000), struct.pack("<I", 1000)
    assert honest in bomb

    assert file_code(bomb.replace(honest, lie)) == "damaged"


def test_sheets_of_two_cells_far_apart_are_refused_before_millions_of_cells_are_made():
    book = Workbook()
    for _ in range(2):
        book.create_sheet()["GR20000"] = 1
    assert codes(read_entries(saved(book)).problems) == ["too_big_unpacked"]

    book = Workbook()
    book.create_sheet()["GR20000"] = 1
    assert codes(read_entries(saved(book)).problems) != ["too_big_unpacked"]


@pytest.mark.parametrize(("cell", "code"), [("A30000", "too_many_rows"), ("ZZ2", "too_many_columns")])
def test_a_filled_cell_far_away_is_refused(cell, code):
    book = Workbook()
    book.active.append(HEAD)
    book.active[cell] = "x"

    assert file_code(saved(book)) == code


SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'


def with_sheet(rows: str) -> bytes:
    """A workbook whose sheet has exactly these rows of XML."""
    buffer = BytesIO()
    with ZipFile(BytesIO(workbook(HEAD))) as made, ZipFile(buffer, "w", ZIP_DEFLATED) as changed:
        for name in made.namelist():
            is_sheet = name == "xl/worksheets/sheet1.xml"
            changed.writestr(name, SHEET % rows if is_sheet else made.read(name))
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("cell", "code"), [("A30000", "too_many_rows"), ("ZZ30000", "too_many_rows"), ("ZZ2", "too_many_columns")]
)
def test_a_cell_that_stands_far_from_the_row_around_it_is_refused(cell, code):
    assert file_code(with_sheet(f'<row r="1"><c r="{cell}"><v>1</v></c></row>')) == code


def test_a_sheet_that_unpacks_to_masses_of_elements_is_refused(monkeypatch):
    assert file_code(with_sheet("<row>" + "<c/>" * (xlsx_marks.MOST_OF_A_ROW + 1) + "</row>")) == (
        "too_big_unpacked"
    )

    monkeypatch.setattr(xlsx_marks, "MOST_ELEMENTS", 100)
    assert file_code(with_sheet("<row/>" * 101)) == "too_big_unpacked"
    assert file_code(with_sheet("<row/>" * 90)) == "empty_file"


@pytest.mark.parametrize("unit", ["<a ", "<!--", "<!", "</", "<![CDATA["])
def test_a_web_table_of_unfinished_tags_is_read_through(unit):
    """Python's own parser takes 80 seconds for 48 KB of "<a ", and for this as good as for ever."""
    assert file_code(b"<table><tr><td>" + unit.encode() * 100_000) == "empty_file"


def test_a_web_table_wider_than_a_list_can_be_is_refused():
    assert file_code(b"<table><tr>" + b"<td>" * 300) == "too_many_columns"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "，"])
def test_f51_text_in_any_set_with_any_delimiter(encoding, delimiter):
    text = "\r\n".join([HEAD_LINE, ROW_LINE]).replace(",", delimiter)
    (row,) = read_entries(text.encode(encoding), "报名.csv").good

    assert (row.number, row.players, row.unit) == (1, ("赵一鸣", "钱小满"), "城东老年大学")


def test_f51_an_inch_sign_is_no_open_quote():
    (row,) = read_entries(csv(HEAD_LINE, ROW_LINE.replace("东风队", '5" 队'))).good

    assert row.name == '5" 队'


def test_a_web_table_with_line_breaks_in_its_cells():
    cells = "".join(f"<td>{cell}</td>" for cell in ("1", "东风<br>一队", "赵一鸣", "钱小满", "J&amp;C", ""))
    heads = "".join(f"<th>{head}</th>" for head in HEAD)
    (row,) = read_entries(f"<table><tr>{heads}</tr><tr>{cells}</tr></table>".encode()).good

    assert (row.name, row.unit) == ("东风 一队", "J&C")


def test_the_name_of_a_file_decides_nothing():
    data = workbook(HEAD, ROW)

    assert read_entries(data, "a.csv").good == read_entries(data, "a.xlsx").good
    assert read_entries(data, "a.csv").filename == "a.csv"


@pytest.mark.parametrize("name", FIELD_FILES)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_r1_a_broken_upload_never_breaks_the_reader(name, data):
    whole = (FIELD / name).read_bytes()
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    if cut:
        place = data.draw(st.integers(0, len(cut) - 1))
        cut = cut[:place] + data.draw(st.binary(min_size=1, max_size=4)) + cut[place + 1 :]
    entries = read_entries(cut, name)

    assert entries.read == len(entries.good) + len(entries.skipped)
    assert entries.problems or entries.rows


def test_hidden_rows_are_read_and_named():
    book = Workbook()
    for row in (HEAD, ROW, (2, "松涛队", "孙志远", "李若兰", "", ""), (None,) * 6):
        book.active.append(row)
    for number in (3, 4, 9):
        book.active.row_dimensions[number].hidden = True
    entries = read_entries(saved(book))

    assert [(row.row, row.hidden) for row in entries.good] == [(2, False), (3, True)]
    assert entries.hidden_rows == (3,)
    assert "hidden_row" in codes(entries.rows[1].warnings)
    assert codes(entries.notices) == ["hidden_rows"]


def test_the_first_sheet_with_a_head_is_read_and_the_others_named():
    data = workbook(("报名须知",), 名单=(HEAD, ROW), 去年=(HEAD, ROW, ROW))
    entries = read_entries(data)

    assert (entries.sheet, entries.other_sheets, entries.read) == ("名单", ("Sheet", "去年"), 1)
    assert read_entries(data, sheet="去年").read == 2
    assert codes(read_entries(data, sheet="Sheet").problems) == ["no_header"]


def test_hidden_and_empty_sheets_are_no_sheets():
    book = load_workbook(BytesIO(workbook(HEAD, ROW, 旧=(HEAD, ROW), 空=())))
    book["旧"].sheet_state = "hidden"
    entries = read_entries(saved(book))

    assert (entries.read, entries.other_sheets) == (1, ())


def test_f56_a_formula_whose_result_is_blank_is_calculated():
    buffer = BytesIO()
    with ZipFile(BytesIO(workbook(HEAD, ("=A1", *ROW[1:])))) as source, ZipFile(buffer, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert b'<c r="A2"><f>A1</f><v' in content
                content = content.replace(b'<c r="A2"><f>A1</f><v', b'<c r="A2" t="str"><f>A1</f><v')
            target.writestr(name, content)
    (row,) = read_entries(buffer.getvalue()).good

    assert (row.number, codes(row.warnings)) == (None, [])


def test_f56_a_player_given_by_an_uncalculated_formula_is_missing():
    (row,) = read_entries(workbook(HEAD, (1, "东风队", "=A1", "钱小满", "", ""))).skipped

    assert codes(row.problems) == ["player_missing"]
    assert "formula_uncalculated" in codes(row.warnings)
