"""A book's chapters laid out into pages, and the marks by which contents and bookmarks find them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reportlab.lib.pagesizes import A4, A5, landscape
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from .blocks import Signatures, TextBlock
from .book import Book, BookForm, Chapter, Line, LineKind, Piece, Words
from .book_bracket import Bracket, Drawing
from .grid import Grid
from .pages import Block, Page, fill
from .paper import Kind, Paper, cleaned
from .pdf import Sizes, section_blocks
from .typefaces import Typesetter
from .typeset import LEADING, QUIET, Lines, draw, fit

INDENT = "\u3000\u3000"
LARGEST_WHOLE = 0.3  # of a page: a group up to here is not split


@dataclass(frozen=True, slots=True)
class BookSizes:
    """The type and the page of one form of book, in points; `page` is the upright one."""

    page: tuple[float, float]
    margin: float
    chapter: float
    piece: float
    paper: Sizes


_LARGE = BookSizes(A4, 15 * mm, 19, 13, Sizes(event=9, title=17, heading=11.5, body=9.5, head=8.5, note=8.5))
_SMALL = BookSizes(A5, 11 * mm, 14.5, 10.5, Sizes(event=7, title=13, heading=9, body=7.8, head=7, note=7))
SIZES = {BookForm.A4: _LARGE, BookForm.A5: _SMALL, BookForm.FOLDED: _SMALL}


@dataclass(frozen=True, slots=True)
class Frame:
    """A page, upright or lying: its size, the text's width and top, and the event's name in the head."""

    size: tuple[float, float]
    margin: float
    width: float
    top: float
    event: Lines

    @property
    def height(self) -> float:
        """The text's height."""
        return self.top - self.margin


@dataclass(frozen=True, slots=True)
class Mark:
    """A place that can be turned to. `level`: 0 a chapter, 1 a part of it, 2 a group or round."""

    title: str
    level: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A mark on its page: which page (from 0, the body's first), and how far below its upper edge."""

    mark: Mark
    page: int
    y: float


@dataclass(frozen=True, slots=True)
class LaidPage:
    """One page of the body: its frame, what stands on it, and the chapter in its running head."""

    frame: Frame
    page: Page
    chapter: str


class Heading(TextBlock):
    """A heading that can be turned to; it never splits."""

    def __init__(self, setter: Typesetter, mark: Mark, size: float, width: float) -> None:
        super().__init__(setter, mark.title, size, width, bold=True)
        self.mark = mark

    def split(self, _width: float, _height: float) -> list[TextBlock]:
        """Never: all of it goes to the next page."""
        return []


class Leader(Flowable):
    """A line of the contents: the title, dots, and the page's number, which is told when it is known."""

    def __init__(self, setter: Typesetter, mark: Mark, sizes: BookSizes, width: float) -> None:
        super().__init__()
        self.setter, self.mark, self.width = setter, mark, width
        self.size = sizes.paper.body * (1.15 if mark.level == 0 else 1.0)
        self.indent = mark.level * self.size * 1.6
        self.room = setter.width("0000", self.size)
        self.lines = fit(
            setter, cleaned(mark.title), Kind.TEXT, self.size, width - self.indent - 2 * self.room
        )
        self.number = 0
        self.key = ""

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """The size it takes."""
        self.height = self.lines.height
        return self.width, self.height

    def draw(self) -> None:
        """Draw at the canvas's origin, upwards from it."""
        canvas, size, foot = self.canv, self.lines.size, self.lines.size * 0.36
        for at, text in enumerate(reversed(self.lines.lines)):
            y = at * size * LEADING + foot
            draw(canvas, self.setter, text, x=self.indent, y=y, size=size, bold=self.mark.level == 0)
        number = str(self.number)
        draw(canvas, self.setter, number, x=self.width, y=foot, size=self.size, align="right")
        start = self.indent + self.setter.width(self.lines.lines[-1], size) + size * 0.5
        self._dots(start, self.width - self.setter.width(number, self.size) - size * 0.5, foot)
        if self.key:
            canvas.linkRect("", self.key, (0, 0, self.width, self.height), relative=1)

    def _dots(self, start: float, end: float, y: float) -> None:
        """Dots that stand below each other in all lines."""
        step = self.size * 0.55
        at = self.width - (int((self.width - end) / step) + 1) * step
        while at > start:
            draw(self.canv, self.setter, ".", x=at, y=y, size=self.size * 0.8, colour=QUIET)
            at -= step


class Layout:
    """Lays out one book in one form; asks once which fonts are at hand."""

    def __init__(self, book: Book, form: BookForm) -> None:
        self.book, self.sizes, self.setter = book, SIZES[form], Typesetter()
        self.upright = self._frame(self.sizes.page)
        self.lying = self._frame(landscape(self.sizes.page))

    def _frame(self, size: tuple[float, float]) -> Frame:
        margin, event_size = self.sizes.margin, self.sizes.paper.event
        width = size[0] - 2 * margin
        event = fit(self.setter, cleaned(self.book.cover.event_name), Kind.TEXT, event_size, width * 0.62)
        top = size[1] - margin * 0.65 - event.height - event_size * 1.1
        return Frame(size, margin, width, top, event)

    def frame(self, piece: Piece) -> Frame:
        """The page on which a piece stands."""
        return self.lying if piece.landscape else self.upright

    def blocks(self, chapter: Chapter) -> list[tuple[Frame, Block]]:
        """A chapter's blocks, each with its page; headings keep what follows them."""
        found: list[tuple[Frame, Block]] = []
        for number, piece in enumerate(chapter.pieces):
            frame = self.frame(piece)
            found += [(frame, block) for block in self._piece(chapter, piece, frame, first=number == 0)]
        return _kept(found)

    def _piece(self, chapter: Chapter, piece: Piece, frame: Frame, *, first: bool) -> Iterator[Block]:
        sizes = self.sizes
        if first:
            mark = Mark(chapter.title, 0)
            heading = Heading(self.setter, mark, sizes.chapter, frame.width)
            yield Block(heading, sizes.chapter * 1.5, new_page=chapter.new_page)
        if piece.title and piece.title != chapter.title:
            heading = Heading(self.setter, Mark(piece.title, 1), sizes.piece, frame.width)
            yield Block(heading, sizes.piece * (0.7 if first else 1.8))
        if isinstance(piece, Paper):
            yield from self._paper(piece, frame)
        elif isinstance(piece, Bracket):
            yield from self._bracket(piece, frame)
        else:
            yield from self._words(piece, frame)

    def _paper(self, paper: Paper, frame: Frame) -> Iterator[Block]:
        sizes, setter = self.sizes.paper, self.setter
        for line in filter(None, (paper.number, paper.subtitle)):
            yield Block(TextBlock(setter, line, sizes.note, frame.width, quiet=True), sizes.note * 0.2)
        plain = replace(paper, break_between=False)
        tables = list(section_blocks(plain, setter, sizes, frame.width, frame.height))
        notes = [
            Block(TextBlock(setter, note, sizes.note, frame.width), sizes.note * (0.3 if number else 0.8))
            for number, note in enumerate(paper.notes)
        ]
        last = max(at for at, block in enumerate(tables) if not isinstance(block.flowable, TextBlock))
        below = sum(note.before + _height(note.flowable, frame) for note in (*tables[last + 1 :], *notes))
        tables[last] = replace(tables[last], keep=min(below, frame.height * LARGEST_WHOLE))
        for block in tables:
            yield replace(block, whole=_height(block.flowable, frame) <= frame.height * LARGEST_WHOLE)
        yield from notes

    def _bracket(self, bracket: Bracket, frame: Frame) -> Iterator[Block]:
        """Each part on a page of its own where it is tall; its title is a mark of the third level."""
        sizes, unit = self.sizes, self.sizes.paper.body / _LARGE.paper.body
        most = frame.height - sizes.chapter * 2 - sizes.piece * 3.5 - sizes.paper.heading * 2
        for tree in bracket.trees:
            if tree.title:
                heading = Heading(self.setter, Mark(tree.title, 2), sizes.paper.heading, frame.width)
                yield Block(heading, sizes.piece)
            yield Block(Drawing(self.setter, tree, frame.width, most, unit), sizes.paper.body, whole=True)

    def _words(self, words: Words, frame: Frame) -> Iterator[Block]:
        for line in words.lines:
            yield self._line(line, frame)
        if words.signatures:
            size = self.sizes.paper.body * 1.1
            yield Block(Signatures(self.setter, words.signatures, size, frame.width), size * 2)

    def _line(self, line: Line, frame: Frame) -> Block:
        body = self.sizes.paper.body * 1.08
        if line.kind is LineKind.HEADING:
            return Block(TextBlock(self.setter, line.text, body * 1.08, frame.width, bold=True), body * 0.9)
        text = INDENT + line.text if line.kind is LineKind.PARAGRAPH else line.text
        return Block(TextBlock(self.setter, text, body, frame.width), body * 0.35)

    def contents(self, marks: list[Mark], title: str) -> tuple[list[Leader], list[Page]]:
        """The contents' lines, their numbers still to be told, and the pages on which they stand."""
        width, body = self.upright.width, self.sizes.paper.body
        leaders = [Leader(self.setter, mark, self.sizes, width) for mark in marks]
        heading = TextBlock(self.setter, title, self.sizes.chapter, width, bold=True, centred=True)
        lines = [Block(leader, body * (0.9 if leader.mark.level == 0 else 0.25)) for leader in leaders]
        return leaders, fill([Block(heading), *lines], width, self.upright.height)


def _kept(blocks: list[tuple[Frame, Block]]) -> list[tuple[Frame, Block]]:
    """The same, every heading with the room that what follows it needs on its page."""
    kept = list(blocks)
    for at in reversed(range(len(kept) - 1)):
        (frame, block), (next_frame, following) = kept[at], kept[at + 1]
        leads = isinstance(block.flowable, Heading) or _is_small(block.flowable)
        if leads and next_frame is frame and not following.new_page:
            room = following.before + _least(following, frame) + following.keep
            kept[at] = (frame, replace(block, keep=room))
    return kept


def _is_small(flowable: Flowable) -> bool:
    """A single bold or quiet line above a table or paragraph."""
    return (
        isinstance(flowable, TextBlock)
        and (flowable.bold or flowable.quiet)
        and len(flowable.lines.lines) == 1
    )


def _least(block: Block, frame: Frame) -> float:
    """The room in which a block can begin."""
    flowable, height = block.flowable, _height(block.flowable, frame)
    if block.whole or isinstance(flowable, Heading):
        return height
    if isinstance(flowable, Grid):
        return flowable.least
    return min(height, 2 * flowable.lines.size * LEADING) if isinstance(flowable, TextBlock) else height


def _height(flowable: Flowable, frame: Frame) -> float:
    height: float = flowable.wrap(frame.width, frame.height)[1]
    return height


def filled(blocks: list[tuple[Frame, Block]]) -> list[tuple[Frame, Page]]:
    """Blocks shared out over pages; a new page begins wherever the paper is turned."""
    pages: list[tuple[Frame, Page]] = []
    run: list[Block] = []
    for at, (frame, block) in enumerate(blocks):
        run.append(block)
        if at + 1 == len(blocks) or blocks[at + 1][0] is not frame:
            pages += [(frame, page) for page in fill(run, frame.width, frame.height)]
            run = []
    return pages


def turns_of(pages: list[tuple[Frame, Page]]) -> list[Turn]:
    """Every mark with its place, in the order of reading."""
    return [
        Turn(mark, number, frame.size[1] - frame.top + placed.foot - placed.flowable.height)
        for number, (frame, page) in enumerate(pages)
        for placed in page
        if (mark := _mark(placed.flowable)) is not None
    ]


def _mark(flowable: Flowable) -> Mark | None:
    if isinstance(flowable, Heading):
        return flowable.mark
    if isinstance(flowable, Grid) and not flowable.continued and flowable.layout.section.heading:
        return Mark(flowable.layout.section.heading, 2)
    return None


def with_heads(pages: list[tuple[Frame, Page]], turns: list[Turn]) -> list[LaidPage]:
    """The pages, each with the chapter of its head: the first that begins on it, else the one before."""
    first = {turn.page: turn.mark.title for turn in reversed(turns) if turn.mark.level == 0}
    last = {turn.page: turn.mark.title for turn in turns if turn.mark.level == 0}
    laid, current = [], ""
    for number, (frame, page) in enumerate(pages):
        laid.append(LaidPage(frame, page, first.get(number, current)))
        current = last.get(number, current)
    return laid
