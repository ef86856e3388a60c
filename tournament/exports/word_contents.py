"""The contents of a Word book: its headings as lines that can be clicked, in a field that Word can renew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_TAB_ALIGNMENT, WD_TAB_LEADER
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Mm, Pt
from docx.text.paragraph import Paragraph

from .paper import cleaned
from .word_parts import A4_WIDTH, MARGIN, field_code, field_mark

DEPTH = 2  # levels of headings that stand there
CODE = f'TOC \\o "1-{DEPTH}" \\h \\z \\u'


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading: its text and level, 1 or 2; headings and their entries are numbered in the same order."""

    text: str
    level: int


def write_contents(document: Document, entries: Sequence[Entry]) -> None:
    """Write `entries`, each a link to its heading, as the result of a field.

    Pages are not told: only who sets the pages knows them, and a field that is marked to be renewed makes
    Word ask, whenever the file is opened, about other files. Renewed by hand (更新域) it has them.
    """
    _add_styles(document)
    for number, entry in enumerate(entries, 1):
        paragraph = document.add_paragraph(style=f"toc {entry.level}")
        if number == 1:
            _begin(paragraph)
        _link(paragraph, anchor(number), entry.text)
        if number == len(entries):
            paragraph.add_run()._r.append(field_mark("end"))


def anchor(number: int) -> str:
    """The bookmark of the heading with this number, named as Word names them."""
    return f"_Toc{number:08d}"


def mark(heading: Paragraph, number: int) -> None:
    """Set the bookmark of a heading round its text."""
    start, end = OxmlElement("w:bookmarkStart"), OxmlElement("w:bookmarkEnd")
    for element in (start, end):
        element.set(qn("w:id"), str(number))
    start.set(qn("w:name"), anchor(number))
    first = heading.runs[0]._r if heading.runs else None
    if first is None:
        heading._p.append(start)
    else:
        first.addprevious(start)
    heading._p.append(end)


def _add_styles(document: Document) -> None:
    """What Word gives contents anew when they are renewed: indented by level, pages at the right."""
    for level in range(1, DEPTH + 1):
        style = document.styles.add_style(f"toc {level}", WD_STYLE_TYPE.PARAGRAPH, builtin=True)
        style.base_style = document.styles["Normal"]
        form = style.paragraph_format
        form.left_indent, form.space_after = Mm(7 * (level - 1)), Pt(3)
        form.tab_stops.add_tab_stop(A4_WIDTH - 2 * MARGIN, WD_TAB_ALIGNMENT.RIGHT, WD_TAB_LEADER.DOTS)


def _begin(paragraph: Paragraph) -> None:
    for element in (field_mark("begin"), field_code(CODE), field_mark("separate")):
        paragraph.add_run()._r.append(element)


def _link(paragraph: Paragraph, to: str, text: str) -> None:
    link = OxmlElement("w:hyperlink")
    link.set(qn("w:anchor"), to)
    link.set(qn("w:history"), "1")
    run: BaseOxmlElement = paragraph.add_run(cleaned(text))._r
    link.append(run)
    paragraph._p.append(link)
