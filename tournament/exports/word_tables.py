"""A paper's section as a table of Word: heads that repeat, rows that stay whole, widths by content."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from docx.document import Document
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Pt

from .bracket import BracketBox, BracketSeat, BracketTree
from .paper import Cell, Column, Kind, Section, cleaned, places, shown
from .word_parts import HEI

TWIPS = 635  # English metric units in a twentieth of a point, in which tables are measured
_CHARACTER, _SMALL_CHARACTER = 105, 90  # twips of half a Chinese character in 五号 and 小五
_WORDS_LEAST, _WORDS_MOST = 8, 40  # half characters that a column of words asks for
_BESIDE = 150  # twips that the margins of a cell take
_WHOLE_HEAD = 7  # half characters of a head over figures that does not break
_KEPT_ROWS = 14  # a table of so many rows moves to the next page whole rather than break
_NAME_ENDS = re.compile(r"[\s、／（）()]+")
_BOX = "□"
_SIDES = {"left": "left", "center": "center", "right": "right"}


def add_table(document: Document, section: Section, width: int, *, like: Sequence[Section] = ()) -> None:
    """Add the section's table; `width` is the room between the margins in English metric units.

    Its columns are as wide as those of the sections in `like` that have the same.
    """
    columns, texts = section.columns, _texts(section)
    same = [one for one in like if one is not section and one.columns == columns]
    shown_alike = [*texts, *(row for one in same for row in _texts(one))]
    widths, small = _widths(columns, shown_alike, width // TWIPS)
    table = _table(widths)
    for cells in _heads(columns, widths):
        table.append(_row(cells, head=True))
    for number, row in enumerate(texts):
        table.append(_row(list(_cells(section, texts, number, row, widths)), roomy=section.roomy))
    if small:
        _in_small_type(table)
    if len(texts) <= _KEPT_ROWS:
        _keep_together(table)
    _place(document, table)


def _texts(section: Section) -> list[list[str]]:
    """The cells of a section as they are read."""
    columns = section.columns
    decimals = [places([row[n] for row in section.rows]) for n in range(len(columns))]
    return [
        [_shown(cell, column, decimal) for cell, column, decimal in zip(row, columns, decimals, strict=True)]
        for row in section.rows
    ]


def _keep_together(table: Any) -> None:
    """Let every row stay on the page of the row below it."""
    for row in list(table.iterchildren(qn("w:tr")))[:-1]:
        for of_paragraph in row.iter(qn("w:pPr")):
            of_paragraph.insert(0, OxmlElement("w:keepNext"))


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


def _widths(columns: Sequence[Column], texts: Sequence[Sequence[str]], room: int) -> tuple[list[int], bool]:
    """Twips of each column, and whether the type must be small: what its longest cell needs, stretched where
    there is room.

    Where there is not, figures stay whole and words share what is left in small type; only where not even
    names fit into it, everything shrinks.
    """
    needs = [_needs(column, [row[number] for row in texts]) for number, column in enumerate(columns)]
    for character in (_CHARACTER, _SMALL_CHARACTER):
        wanted = [wants * character + _BESIDE for wants, _least in needs]
        if sum(wanted) <= room:
            return [room * one // sum(wanted) for one in wanted], character != _CHARACTER
    least = [fewest * _SMALL_CHARACTER + _BESIDE for _wants, fewest in needs]
    if sum(least) >= room:
        return [room * one // sum(least) for one in least], True
    over = [want - need for want, need in zip(wanted, least, strict=True)]
    spare = room - sum(least)
    return [need + spare * more // sum(over) for need, more in zip(least, over, strict=True)], True


def _in_small_type(table: Any) -> None:
    for settings in table.iter(qn("w:rPr")):
        _add(settings, "w:sz", {"w:val": "18"})  # half points


def _needs(column: Column, cells: Sequence[str]) -> tuple[int, int]:
    """How many half characters a column asks for, and how few will do."""
    longest = max(map(_half_characters, cells), default=0)
    head = _half_characters(column.title) + 1  # heads are bold
    if column.is_number or column.kind is Kind.BOX:
        return max(longest, head), max(longest, head if head <= _WHOLE_HEAD else head // 2 + 1)
    if column.kind is Kind.BLANK:
        return (max(head, 14),) * 2
    pieces = (piece for cell in cells for piece in _NAME_ENDS.split(cell)) if column.kind is Kind.NAME else ()
    least = max(head, _WORDS_LEAST, min(max(map(_half_characters, pieces), default=0), _WORDS_MOST))
    return max(least, min(longest, _WORDS_MOST)), least


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
    paragraph.paragraph_format.line_spacing = Pt(8)


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
