"""A paper's section as a table of Word: heads that repeat, rows that stay whole, widths by content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from docx.document import Document
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn

from .bracket import BracketBox, BracketSeat, BracketTree
from .paper import Cell, Column, Kind, Section, cleaned, places, shown
from .word_parts import HEI

TWIPS = 635  # English metric units in a twentieth of a point, in which tables are measured
_CHARACTER = 105  # twips of half a Chinese character in 五号
_WORDS_LEAST, _WORDS_MOST = 8, 40  # half characters that a column of words asks for
_BOX = "□"
_SIDES = {"left": "left", "center": "center", "right": "right"}


def add_table(document: Document, section: Section, width: int) -> None:
    """Add the section's table; `width` is the room between the margins in English metric units."""
    columns = section.columns
    decimals = [places([row[n] for row in section.rows]) for n in range(len(columns))]
    texts = [
        [_shown(cell, column, decimal) for cell, column, decimal in zip(row, columns, decimals, strict=True)]
        for row in section.rows
    ]
    widths = _widths(columns, texts, width // TWIPS)
    table = _table(widths)
    for cells in _heads(columns, widths):
        table.append(_row(cells, head=True))
    for number, row in enumerate(texts):
        table.append(_row(list(_cells(section, texts, number, row, widths)), roomy=section.roomy))
    _place(document, table)


def add_bracket(document: Document, tree: BracketTree, width: int) -> None:
    """A bracket as a table: a column a round, its matches below each other."""
    heads = [*(column.head for column in tree.columns), *([""] if tree.champion else [])]
    share = width // TWIPS // len(heads)
    widths = [share] * len(heads)
    table = _table(widths)
    table.append(_row([_cell(head, share, bold=True, align="center") for head in heads], head=True))
    for number in range(tree.rows):
        cells = [_match(column.boxes, number, tree.rows if tree.linked else 0) for column in tree.columns]
        if tree.champion:
            cells.append(tree.champion if number == 0 else "")
        table.append(_row([_cell(text, share) for text in cells]))
    _place(document, table)


def _match(column: Sequence[BracketBox | None], number: int, rows: int) -> str:
    """The match that begins in this row: those of later rounds stand beside the first they come from, unless
    rounds are drawn afresh (`rows` is 0)."""
    step = max(rows // max(len(column), 1), 1)
    at, is_between = divmod(number, step)
    box = None if is_between or at >= len(column) else column[at]
    if box is None:
        return ""
    lines = [box.mark, _seat(box.upper), _seat(box.under)]
    return "\n".join(filter(None, lines))


def _seat(seat: BracketSeat) -> str:
    unit = f"（{seat.unit}）" if seat.unit else ""
    return " ".join(filter(None, (f"{seat.text}{unit}", seat.score, "√" if seat.won else "")))


def _shown(cell: Cell, column: Column, decimals: int) -> str:
    if column.kind is Kind.BOX:
        return _BOX
    return shown(cell, column, decimals)


def _widths(columns: Sequence[Column], texts: Sequence[Sequence[str]], room: int) -> list[int]:
    """Twips of each column: what its longest cell needs, then all stretched or shrunk to the room."""
    needs = []
    for number, column in enumerate(columns):
        longest = max((_half_characters(row[number]) for row in texts), default=0)
        head = _half_characters(column.title)
        if column.is_number or column.kind is Kind.BOX:
            needs.append(max(longest, head) + 2)
        elif column.kind is Kind.BLANK:
            needs.append(max(head, 14) + 2)
        else:
            needs.append(min(max(longest, head, _WORDS_LEAST), _WORDS_MOST) + 2)
    return [room * need // sum(needs) for need in needs]


def _half_characters(text: str) -> int:
    lines = text.splitlines() or [""]
    return max(sum(2 if character > "\u2e7f" else 1 for character in line) for line in lines)


def _heads(columns: Sequence[Column], widths: Sequence[int]) -> Iterator[list[Any]]:
    """One row of heads, or two where neighbours share a common one."""
    grouped = any(column.group for column in columns)
    if grouped:
        top: list[Any] = []
        at = 0
        for group, members in groupby(columns, key=lambda column: column.group):
            span = len(list(members))
            if group:
                top.append(_cell(group, sum(widths[at : at + span]), bold=True, align="center", span=span))
            else:
                top += [
                    _cell(columns[n].title, widths[n], bold=True, align="center", merge="restart")
                    for n in range(at, at + span)
                ]
            at += span
        yield top
    yield [
        _cell(
            "" if grouped and not column.group else column.title,
            width,
            bold=True,
            align="center",
            merge="continue" if grouped and not column.group else "",
        )
        for column, width in zip(columns, widths, strict=True)
    ]


def _cells(
    section: Section, texts: Sequence[Sequence[str]], number: int, row: Sequence[str], widths: Sequence[int]
) -> Iterator[Any]:
    struck = number in section.struck
    for n, (text, column) in enumerate(zip(row, section.columns, strict=True)):
        yield _cell(
            text,
            widths[n],
            align=_align(column),
            strike=struck and not column.kept,
            merge=_merge(texts, number, n) if column.once else "",
        )


def _merge(texts: Sequence[Sequence[str]], number: int, column: int) -> str:
    """How a cell of a column that says equal things once joins those above and below it."""
    text = texts[number][column]
    if number and text and texts[number - 1][column] == text:
        return "continue"
    goes_on = text and number + 1 < len(texts) and texts[number + 1][column] == text
    return "restart" if goes_on else ""


def _align(column: Column) -> str:
    if column.kind is Kind.BOX:
        return "center"
    return _SIDES[column.align or ("right" if column.is_number else "left")]


def _table(widths: Sequence[int]) -> Any:
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    sides = "".join(
        f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>'
        for side in ("top", "left", "bottom", "right", "insideH", "insideV")
    )
    return parse_xml(
        f'<w:tbl {nsdecls("w")}><w:tblPr><w:tblW w:w="{sum(widths)}" w:type="dxa"/>'
        f'<w:jc w:val="center"/><w:tblBorders>{sides}</w:tblBorders><w:tblLayout w:type="fixed"/>'
        '<w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar>'
        f"</w:tblPr><w:tblGrid>{grid}</w:tblGrid></w:tbl>"
    )


def _place(document: Document, table: Any) -> None:
    """Put a table at the end, and an empty line below it: two tables would grow together."""
    paragraph = document.add_paragraph()
    paragraph._p.addprevious(table)
    paragraph.paragraph_format.space_after = 0


def _row(cells: Sequence[Any], *, head: bool = False, roomy: bool = False) -> Any:
    row, settings = OxmlElement("w:tr"), OxmlElement("w:trPr")
    settings.append(OxmlElement("w:cantSplit"))
    if roomy:
        height = OxmlElement("w:trHeight")
        height.set(qn("w:val"), "560")
        height.set(qn("w:hRule"), "atLeast")
        settings.append(height)
    if head:
        settings.append(OxmlElement("w:tblHeader"))
    row.append(settings)
    row.extend(cells)
    return row


def _cell(
    text: str,
    width: int,
    *,
    bold: bool = False,
    align: str = "left",
    span: int = 1,
    merge: str = "",
    strike: bool = False,
) -> Any:
    cell, settings = OxmlElement("w:tc"), OxmlElement("w:tcPr")
    _add(settings, "w:tcW", {"w:w": str(width), "w:type": "dxa"})
    if span > 1:
        _add(settings, "w:gridSpan", {"w:val": str(span)})
    if merge:
        _add(settings, "w:vMerge", {"w:val": merge})
    _add(settings, "w:vAlign", {"w:val": "center"})
    paragraph, of_paragraph = OxmlElement("w:p"), OxmlElement("w:pPr")
    _add(of_paragraph, "w:spacing", {"w:after": "0"})
    _add(of_paragraph, "w:jc", {"w:val": align})
    paragraph.append(of_paragraph)
    if text and merge != "continue":
        paragraph.append(_run(text, bold=bold, strike=strike))
    cell.append(settings)
    cell.append(paragraph)
    return cell


def _run(text: str, *, bold: bool, strike: bool) -> Any:
    run, settings = OxmlElement("w:r"), OxmlElement("w:rPr")
    if bold:
        _add(settings, "w:rFonts", {"w:eastAsia": HEI})
        settings.append(OxmlElement("w:b"))
    if strike:
        settings.append(OxmlElement("w:strike"))
    run.append(settings)
    for number, line in enumerate(cleaned(text).splitlines()):
        if number:
            run.append(OxmlElement("w:br"))
        words = OxmlElement("w:t")
        words.set(qn("xml:space"), "preserve")
        words.text = line
        run.append(words)
    return run


def _add(parent: Any, name: str, values: dict[str, str]) -> None:
    element = OxmlElement(name)
    for key, value in values.items():
        element.set(qn(key), value)
    parent.append(element)
