"""Word documents: chapters of words and tables that an office edits, prints and seals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

from django.utils.translation import gettext as _
from docx import Document as new_document
from docx.document import Document
from docx.enum.section import WD_ORIENT, WD_SECTION
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.section import Section
from docx.shared import Inches, Pt
from docx.text.paragraph import Paragraph

from .book import Chapter, Cover, LineKind, Piece, Words
from .book_bracket import Bracket
from .paper import Paper, cleaned
from .pdf import made_text
from .word_contents import DEPTH, Entry, mark, write_contents
from .word_parts import A4_HEIGHT, A4_WIDTH, MARGIN, foot, prepare_styles
from .word_tables import add_bracket, add_table

__all__ = ["WordDocument", "to_docx"]


@dataclass(frozen=True, slots=True)
class WordDocument:
    """What a Word document says. Values only.

    With a `cover` it is a book: cover, contents, chapters. Without, its `title` heads the first page, and
    `number` (成绩公告第 3 号) stands below it. `made_at` (aware) stands at the foot of every page.
    """

    event_name: str
    title: str
    chapters: tuple[Chapter, ...]
    cover: Cover | None = None
    number: str = ""
    made_at: datetime | None = None

    @property
    def full_title(self) -> str:
        """Title and number in one line; a number that begins with the title says both."""
        if self.number.startswith(self.title):
            return self.number
        return f"{self.title} · {self.number}" if self.number else self.title


def to_docx(made: WordDocument) -> bytes:
    """Write `made` as a .docx file on A4: 宋体 for text and 黑体 for heads by name, page x of y at the foot.

    Tables have heads that repeat on every page and rows that do not split; numbers stand as on the PDF. The
    contents of a book are links to its headings, in a field that Word can renew. Control characters are left
    out, everything else prints as typed. Takes values, returns the file's bytes; touches no database.
    """
    document = new_document()
    prepare_styles(document)
    document.core_properties.title = cleaned(made.full_title)[:255]
    document.core_properties.author = cleaned(made.event_name)[:255]
    writer = _Writer(document, made)
    if made.cover:
        writer.cover(made.cover)
        writer.contents()
    else:
        writer.head(lying=_begins_lying(made))
    for number, chapter in enumerate(made.chapters):
        writer.chapter(chapter, first=number == 0)
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def _begins_lying(made: WordDocument) -> bool:
    """Whether the first piece is too wide for an upright page."""
    return any(chapter.pieces[0].landscape for chapter in made.chapters[:1] if chapter.pieces)


class _Writer:
    """Writes one document from top to bottom."""

    def __init__(self, document: Document, made: WordDocument) -> None:
        self.document, self.made = document, made
        self.is_lying = False
        self.marked = 0  # headings that stand in the contents
        section = document.sections[0]
        section.page_width, section.page_height = A4_WIDTH, A4_HEIGHT
        section.left_margin = section.right_margin = MARGIN
        section.top_margin = section.bottom_margin = MARGIN
        section.header.paragraphs[0].text = cleaned(made.event_name)
        section.header.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.CENTER
        foot(section.footer.paragraphs[0], made_text(made.made_at))

    def cover(self, cover: Cover) -> None:
        """The first page, without head and foot."""
        self.document.sections[0].different_first_page_header_footer = True
        for _line in range(4):
            self._line("")
        if cover.logo:
            self.document.add_picture(BytesIO(cover.logo), height=Inches(1.2))
            self.document.paragraphs[-1].alignment = WD_ALIGN_PARAGRAPH.CENTER
        self._centred(cover.event_name, 26, "Title")
        if cover.subtitle:
            self._centred(cover.subtitle, 16)
        self._centred(cover.title, 36, "Title")
        for _line in range(3):
            self._line("")
        for fact in cover.facts:
            self._centred(fact, 14)
        for label, names in cover.houses:
            self._centred(_("%(label)s：%(names)s") % {"label": label, "names": "　".join(names)}, 14)

    def contents(self) -> None:
        """A page for the contents: chapters and parts, to be clicked."""
        self.document.add_page_break()
        self._centred(_("目录"), 18)
        write_contents(self.document, list(self._entries()))

    def _entries(self) -> Iterator[Entry]:
        """The headings of the first two levels, as `chapter` writes them."""
        for chapter in self.made.chapters:
            yield Entry(chapter.title, 1)
            for piece in chapter.pieces:
                if self._is_titled(piece, chapter):
                    yield Entry(piece.title, 2)

    def _is_titled(self, piece: Piece, chapter: Chapter) -> bool:
        return bool(piece.title) and piece.title not in (chapter.title, self.made.title)

    def head(self, *, lying: bool) -> None:
        """What heads the first page of a document that is no book; it lies where what follows does."""
        if lying:
            self._turn_page(self.document.sections[0], lying=True)
        self._centred(self.made.event_name, 16, "Title")
        self._centred(self.made.title, 20, "Title")
        if self.made.number:
            self._centred(self.made.number, 12)

    def chapter(self, chapter: Chapter, *, first: bool) -> None:
        """A chapter: its title, then its pieces."""
        lies = bool(chapter.pieces) and chapter.pieces[0].landscape
        turned = self._turn(lying=lies)
        if not turned and ((first and self.made.cover) or (chapter.new_page and not first)):
            self.document.add_page_break()
        if self.made.cover or len(self.made.chapters) > 1:
            self._heading(chapter.title, 1)
        for piece in chapter.pieces:
            self._turn(lying=piece.landscape)
            if self._is_titled(piece, chapter):
                self._heading(piece.title, 2)
            if isinstance(piece, Paper):
                self._paper(piece)
            elif isinstance(piece, Words):
                self._words(piece)
            else:
                self._bracket(piece)

    def _paper(self, paper: Paper) -> None:
        for line in filter(None, (paper.number if paper.number != self.made.number else "", paper.subtitle)):
            self._centred(line, 10.5)
        for section in paper.sections:
            if section.heading:
                self._heading(section.heading, 3)
            if section.rows:
                add_table(self.document, section, self._width(), like=paper.sections)
            else:
                self._line(section.empty_sentence)
            if section.note:
                self._line(section.note)
        for note in paper.notes:
            self._line(note)
        self._signatures(paper.signatures)

    def _words(self, words: Words) -> None:
        for line in words.lines:
            if line.kind is LineKind.HEADING:
                self._heading(line.text, 3)
                continue
            paragraph = self.document.add_paragraph(cleaned(line.text))
            if line.kind is LineKind.PARAGRAPH:
                paragraph.paragraph_format.first_line_indent = Pt(21)  # two characters
        self._signatures(words.signatures)

    def _bracket(self, bracket: Bracket) -> None:
        for tree in bracket.trees:
            if tree.title:
                self._heading(tree.title, 3)
            add_bracket(self.document, tree, self._width())

    def _signatures(self, offices: Sequence[str]) -> None:
        """Room for each office to sign, and for the day and the seal."""
        if not offices:
            return
        for office in offices:
            paragraph = self._line(_("%s：") % office + "＿" * 10)
            paragraph.paragraph_format.space_before = Pt(18)
            paragraph.paragraph_format.keep_with_next = True
        last = self._line(_("（盖章）　　　　年　　月　　日"))
        last.paragraph_format.space_before = Pt(18)
        last.alignment = WD_ALIGN_PARAGRAPH.RIGHT

    def _turn(self, *, lying: bool) -> bool:
        """Let what follows stand on lying or upright pages; True where that began a new page."""
        if lying == self.is_lying:
            return False
        section = self.document.add_section(WD_SECTION.NEW_PAGE)
        section.different_first_page_header_footer = False
        self._turn_page(section, lying=lying)
        return True

    def _turn_page(self, section: Section, *, lying: bool) -> None:
        self.is_lying = lying
        section.orientation = WD_ORIENT.LANDSCAPE if lying else WD_ORIENT.PORTRAIT
        sides = (A4_HEIGHT, A4_WIDTH) if lying else (A4_WIDTH, A4_HEIGHT)
        section.page_width, section.page_height = sides

    def _width(self) -> int:
        """The width between the margins, in English metric units."""
        return int((A4_HEIGHT if self.is_lying else A4_WIDTH) - 2 * MARGIN)

    def _heading(self, text: str, level: int) -> None:
        heading = self.document.add_heading(cleaned(text), level)
        if self.made.cover and level <= DEPTH:
            self.marked += 1
            mark(heading, self.marked)

    def _line(self, text: str) -> Paragraph:
        return self.document.add_paragraph(cleaned(text))

    def _centred(self, text: str, size: float, style: str | None = None) -> None:
        paragraph = self.document.add_paragraph(style=style)
        paragraph.add_run(cleaned(text)).font.size = Pt(size)
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
