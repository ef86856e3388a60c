"""Word documents (docx): every table as a sheet; without a table, the text as lines.

python-docx's parser reads the text, and no other part of the file: styles and the like may unpack to
anything. Rows and cells are walked here, because python-docx passes over those in content controls, which
forms made in Word are full of, and over tables inside tables.
"""

from collections.abc import Iterator

from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml
from lxml.etree import LxmlError, _Element

from tournament.imports.packages import DAMAGE, DOCUMENT, open_package, refuse_lies
from tournament.imports.sheets import Cells, Merge, Sheet, UnreadableFile
from tournament.imports.xlsx_marks import MAX_COLUMNS, MAX_ROWS

MAX_XML = 8 * 1024 * 1024  # of the text: a tree of it takes ten times as much memory
_BREAKS = frozenset({qn("w:br"), qn("w:cr")})
_WRAPPERS = frozenset({qn("w:sdt"), qn("w:sdtContent"), qn("w:customXml"), qn("w:ins"), qn("w:smartTag")})
_TABLE, _ROW, _CELL, _PARAGRAPH = (qn(name) for name in ("w:tbl", "w:tr", "w:tc", "w:p"))
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


def read_docx(data: bytes, most_tables: int) -> tuple[Sheet, ...]:
    """Read a docx's tables, at most `most_tables`, each as a sheet; rows are counted on from table to table.

    Merged cells hold their value in the first cell. `around` of each sheet is the text outside the tables. A
    document without a table is one sheet without rows, `text` being what stands in it. Raises
    UnreadableFile: `word_damaged`, `too_big_unpacked`, `too_many_rows`, `too_many_columns`.
    """
    body = _body(data)
    tables = [one for one in body.iter(_TABLE) if not _is_within(one, _FALLBACK)]
    lines = [_text(one) for one in body.iter(_PARAGRAPH) if not _is_within(one, _TABLE)]
    if not tables:
        return (Sheet(name="", rows={}, is_text=True, is_document=True, text="\n".join(lines)),)
    around = tuple(line.strip() for line in lines if line.strip())
    sheets: list[Sheet] = []
    begin = 1
    for number, table in enumerate(tables[:most_tables], 1):
        sheet = _read_table(table, begin, str(number), around)
        sheets.append(sheet)
        begin = max(sheet.rows, default=begin - 1) + 1
    return tuple(sheets)


def _body(data: bytes) -> _Element:
    try:
        with open_package(data) as archive:
            if archive.getinfo(DOCUMENT).file_size > MAX_XML:
                raise UnreadableFile("too_big_unpacked", limit=MAX_XML // 1024 // 1024)
            refuse_lies(archive)
            body: _Element | None = parse_xml(archive.read(DOCUMENT)).find(qn("w:body"))
    except UnreadableFile as error:
        raise UnreadableFile("word_damaged") if error.remark.code == "damaged" else error from error
    except (*DAMAGE, LxmlError, AttributeError, TypeError) as error:
        # python-docx meets damage with whatever its reading trips over.
        raise UnreadableFile("word_damaged") from error
    if body is None:
        raise UnreadableFile("word_damaged")
    return body


def _read_table(table: _Element, begin: int, name: str, around: tuple[str, ...]) -> Sheet:
    rows: dict[int, Cells] = {}
    merges: list[Merge] = []
    open_merges: dict[int, Merge] = {}  # by first column: cells that the next row may continue
    for number, row in enumerate(_children(table, _ROW), begin):
        cells, spans = _read_row(row)
        if number > MAX_ROWS:
            raise UnreadableFile("too_many_rows", limit=MAX_ROWS)
        if len(cells) > MAX_COLUMNS:
            raise UnreadableFile("too_many_columns", limit=MAX_COLUMNS)
        rows[number] = tuple(cells)
        going_on: dict[int, Merge] = {}
        for left, right, is_continued in spans:
            top = open_merges.pop(left)[0] if is_continued and left in open_merges else number
            going_on[left] = (top, left, number, right)
        merges += open_merges.values()
        open_merges = going_on
    merges += open_merges.values()
    real = tuple(sorted(one for one in merges if one[0] != one[2] or one[1] != one[3]))
    return Sheet(name=name, rows=rows, merges=real, around=around, is_document=True)


def _read_row(row: _Element) -> tuple[list[str], list[tuple[int, int, bool]]]:
    """The texts of a row by column, and of each cell its columns and whether it goes on from above."""
    before = row.find(f"{qn('w:trPr')}/{qn('w:gridBefore')}")
    cells = [""] * _figure(before)
    spans: list[tuple[int, int, bool]] = []
    for cell in _children(row, _CELL):
        width = max(_figure(cell.find(f"{qn('w:tcPr')}/{qn('w:gridSpan')}")), 1)
        merge = cell.find(f"{qn('w:tcPr')}/{qn('w:vMerge')}")
        is_continued = merge is not None and merge.get(qn("w:val"), "continue") == "continue"
        left = len(cells)
        # Word keeps the text of cells that were merged away where they were empty paragraphs only.
        cells += ["" if is_continued else _cell_text(cell), *[""] * (min(width, MAX_COLUMNS) - 1)]
        spans.append((left, len(cells) - 1, is_continued))
    return cells, spans


def _figure(node: _Element | None) -> int:
    value = "" if node is None else node.get(qn("w:val"), "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 5 else 0


def _children(parent: _Element, tag: str) -> Iterator[_Element]:
    """The rows of a table or cells of a row, also those in content controls; deleted rows are left out."""
    for child in parent:
        if child.tag == tag:
            if child.find(f"{qn('w:trPr')}/{qn('w:del')}") is None:
                yield child
        elif child.tag in _WRAPPERS:
            yield from _children(child, tag)


def _cell_text(cell: _Element) -> str:
    table = next(cell.iterancestors(_TABLE))
    own = (one for one in cell.iter(_PARAGRAPH) if next(one.iterancestors(_TABLE)) is table)
    return "\n".join(text for one in own if not _is_within(one, _FALLBACK) and (text := _text(one).strip()))


def _is_within(node: _Element, tag: str) -> bool:
    return next(node.iterancestors(tag), None) is not None


def _text(paragraph: _Element) -> str:
    """A paragraph's text: what was deleted under revision is no text, what was inserted is."""
    found: list[str] = []
    for node in paragraph.iter():
        if node.tag == qn("w:t"):
            if next(node.iterancestors(_PARAGRAPH)) is paragraph:
                found.append(node.text or "")
        elif node.tag == qn("w:tab"):
            found.append("\t" if node.getparent().tag == qn("w:r") else "")
        elif node.tag in _BREAKS:
            found.append("\n")
    return "".join(found)
