"""A paper as an A4 PDF: what is pinned to the board, handed round and signed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .beside import GAP, Beside
from .blocks import Signatures, TextBlock, missing_note
from .canvas import new_canvas
from .grid import Grid, GridStyle, lay_out
from .pages import Block, Page, draw_page, fill
from .paper import Column, Kind, Paper, Section, Size, cleaned
from .typefaces import Typesetter
from .typeset import HAIR, QUIET, Lines, draw, draw_lines, fit

MARGIN = 15 * mm
FOOT = 6 * mm  # of the page number below the text
BELOW_HEADER = 4 * mm
ROWS_KEPT = 3  # rows that stand at least above signatures, and above notes on a page of their own
NARROW_PAD = 0.65  # of the room beside a cell's text, where tables stand beside each other
MOST_KEPT = 0.3  # of a page: longer notes go on by themselves
LARGEST_WHOLE = 0.4  # of a page: a group of that size is not torn over two
FEW = 0.25  # of a page: so little of a last page is spared where smaller type can do without it
FEW_EACH = 0.4  # the same where many tables could each do without a page
MOST_SPARED = 12  # pages: in a longer paper one more is not seen, and laying out takes time
MOST_BROKEN = 60  # pages of tables that each begin on a new one, where a page is spared for each


@dataclass(frozen=True, slots=True)
class Sizes:
    """The type sizes of one kind of paper, in points."""

    event: float
    title: float
    heading: float
    body: float
    head: float
    note: float
    pad: float = 0.55  # room beside a cell's text, in sizes of the body

    def scaled(self, by: float) -> "Sizes":
        """All type larger or smaller by a factor; the event's name keeps its size."""
        heading, title = self.heading * by, self.title * by
        return replace(
            self, title=title, heading=heading, body=self.body * by, head=self.head * by, note=self.note * by
        )

    def grid(self, page: float) -> GridStyle:
        """The sizes of a table on a page that offers `page` points of height."""
        return GridStyle(
            body=self.body,
            head=self.head,
            heading=self.heading,
            pad_x=self.body * self.pad,
            pad_y=self.body * 0.28,
            roomy=self.body * 2.6,
            page=page,
        )


SIZES = {
    Size.NORMAL: Sizes(event=10, title=17, heading=12, body=9.5, head=8.5, note=8.5),
    Size.CROWDED: Sizes(event=10, title=17, heading=12, body=8, head=7.5, note=8.5, pad=0.2),
    Size.NOTICE_BOARD: Sizes(event=14, title=27, heading=19, body=15.5, head=12.5, note=12),
}
# How much smaller the type may get to spare a page; what hangs on a wall has more to give.
SMALLER = {
    Size.NORMAL: (0.96, 0.92, 0.88),
    Size.CROWDED: (0.95,),
    Size.NOTICE_BOARD: (0.95, 0.9, 0.85, 0.8),
}


def to_pdf(paper: Paper) -> bytes:
    """Print `paper` on A4, upright or lying.

    Every page has the event's full name on top, the tables' heads repeated, its number among all pages and
    the time of printing. Names wrap or shrink inside their cells, `&` and `<` print as typed, and rows of
    any length split over pages. Characters that no font has are printed 〓 and named in a footnote. Fonts
    are embedded as subsets. Takes values, returns the file's bytes; touches no database.
    """
    buffer, laid = BytesIO(), laid_out(paper)
    canvas = new_canvas(buffer, laid.size, laid.setter)
    canvas.setTitle(cleaned(paper.full_title))
    canvas.setAuthor(cleaned(paper.event_name))
    canvas.setCreator(_("掼赛"))
    laid.draw(canvas)
    canvas.save()
    return buffer.getvalue()


@dataclass(frozen=True, slots=True)
class LaidPaper:
    """A paper shared out over pages of `size`, `width` points of text below `top`; `event` is its head."""

    paper: Paper
    setter: Typesetter
    size: tuple[float, float]
    width: float
    top: float
    event: Lines
    pages: list[Page]

    def draw(self, canvas: Canvas) -> None:
        """Draw all pages, each with its number among them."""
        canvas.setPageSize(self.size)
        above, count = self.top + BELOW_HEADER, len(self.pages)
        for number, page in enumerate(self.pages, start=1):
            first = number == 1
            _draw_header(
                canvas, self.setter, self.paper, self.event, top=above, width=self.width, first=first
            )
            _draw_footer(canvas, self.setter, self.paper, width=self.width, number=number, count=count)
            draw_page(canvas, page, MARGIN, self.top)
            canvas.showPage()


def laid_out(paper: Paper) -> LaidPaper:
    """Share `paper` out over its pages."""
    setter = Typesetter()
    size = landscape(A4) if paper.landscape else A4
    width = size[0] - 2 * MARGIN
    event = fit(setter, cleaned(paper.event_name), Kind.TEXT, SIZES[paper.size].event, width * 0.7)
    top = size[1] - MARGIN * 0.7 - event.height - BELOW_HEADER
    pages = _pages(paper, setter, width, top - MARGIN)
    return LaidPaper(paper, setter, size, width, top, event, pages)


def _pages(paper: Paper, setter: Typesetter, width: float, height: float) -> list[Page]:
    """The filled pages: in slightly smaller type where that spares a last page with little on it."""
    sizes = SIZES[paper.size]
    pages = _filled(paper, setter, sizes, width, height)
    little = _ending_with_little(paper, pages, height)
    for by in SMALLER[paper.size] if little else ():
        fewer = _filled(paper, setter, sizes.scaled(by), width, height)
        if len(fewer) <= len(pages) - (little + 1) // 2:
            return fewer
    return pages


def _ending_with_little(paper: Paper, pages: list[Page], height: float) -> int:
    """How many last pages hold little: the paper's, or those of most tables where each begins a page."""
    if not paper.break_between:
        return int(1 < len(pages) <= MOST_SPARED and pages[-1][-1].foot < height * FEW)
    if len(pages) > MOST_BROKEN:
        return 0
    ends = [page for page, after in zip(pages, [*pages[1:], None], strict=True) if not _goes_on(after)]
    little = sum(_goes_on(page) and page[-1].foot < height * FEW_EACH for page in ends)
    return little if little * 2 >= len(ends) else 0


def _goes_on(page: Page | None) -> bool:
    """Whether a page begins with the rest of a table."""
    first = page[0].flowable if page else None
    return isinstance(first, Grid) and first.continued


def _filled(paper: Paper, setter: Typesetter, sizes: Sizes, width: float, height: float) -> list[Page]:
    story = list(blocks(paper, setter, sizes, width, height))
    pages = fill(story, width, height)
    return pages if _has_rows(pages[-1]) else fill(_with_rows(story), width, height)


def _has_rows(page: Page) -> bool:
    return any(isinstance(placed.flowable, Grid | Beside) for placed in page)


def _with_rows(story: list[Block]) -> list[Block]:
    """Take the end of the last table along to signatures and notes: alone on a page they say nothing."""
    for at in reversed(range(len(story))):
        grid = story[at].flowable
        if isinstance(grid, Grid):
            before, end = grid.parted(ROWS_KEPT)
            first = [replace(story[at], flowable=before)] if before else []
            return [*story[:at], *first, Block(end, new_page=True), *story[at + 1 :]]
    return story


def blocks(paper: Paper, setter: Typesetter, sizes: Sizes, width: float, height: float) -> Iterator[Block]:
    """All of a paper in the order in which it is read, below the event's name."""
    yield from title_blocks(paper, setter, sizes, width)
    yield from section_blocks(paper, setter, sizes, width, height)
    yield from end_blocks(paper, setter, sizes, width)


def section_blocks(
    paper: Paper, setter: Typesetter, sizes: Sizes, width: float, height: float
) -> Iterator[Block]:
    """A paper's tables, each with its note, which takes a row or more of it along to a new page."""
    sections = paper.sections or (Section(columns=(Column(""),)),)
    grids = _laid(sections, width, sizes.grid(height), setter)
    for number, (section, grid) in enumerate(zip(sections, grids, strict=True)):
        before = sizes.body * (1.6 if number else 0.8)
        new_page = paper.break_between and number > 0
        whole = grid.wrap(width, height)[1] <= height * LARGEST_WHOLE
        if not section.note:
            yield Block(grid, before, new_page=new_page, whole=whole)
            continue
        note = TextBlock(setter, section.note, sizes.note, width, quiet=True)
        keep = min(sizes.note * 0.5 + note.lines.height, height * MOST_KEPT)
        yield Block(grid, before, new_page=new_page, keep=keep, whole=whole)
        yield Block(note, sizes.note * 0.5)


def _laid(
    sections: Sequence[Section], width: float, style: GridStyle, setter: Typesetter
) -> list[Grid | Beside]:
    """Sections as tables; one whose rows stand beside each other by itself."""
    if all(section.beside == 1 or not section.rows for section in sections):
        return [*lay_out(sections, width, style, setter)]
    return [_beside(section, width, style, setter) for section in sections]


def _beside(section: Section, width: float, style: GridStyle, setter: Typesetter) -> Grid | Beside:
    count = section.beside
    share = (width - (count - 1) * GAP * style.body) / count
    narrow = replace(style, pad_x=style.pad_x * NARROW_PAD)
    (grid,) = lay_out([section.narrowed()], share, narrow, setter)
    return Beside(grid.layout, grid.rows, count) if grid.rows else grid


def title_blocks(paper: Paper, setter: Typesetter, sizes: Sizes, width: float) -> Iterator[Block]:
    """The title, the publication's number and the subtitle, centred."""
    yield Block(TextBlock(setter, paper.title, sizes.title, width, bold=True, centred=True))
    for line in (paper.number, paper.subtitle):
        if line:
            yield Block(TextBlock(setter, line, sizes.event, width, quiet=True, centred=True))


def end_blocks(paper: Paper, setter: Typesetter, sizes: Sizes, width: float) -> Iterator[Block]:
    """Notes, the footnote about missing characters, and the signatures."""
    for number, note in enumerate(paper.notes):
        yield Block(TextBlock(setter, note, sizes.note, width), sizes.note * (0.3 if number else 1.0))
    if footnote := missing_note(setter):
        yield Block(TextBlock(setter, footnote, sizes.note, width, quiet=True), sizes.note)
    if paper.signatures:
        yield Block(Signatures(setter, paper.signatures, sizes.event, width), sizes.body)


def made_line(paper: Paper) -> str:
    """The line that says when a paper was made: "2013-04-28 10:32 制表"; "" when that is not told."""
    return made_text(paper.printed_at)


def made_text(at: datetime | None) -> str:
    """The same for anything else that was made at a moment."""
    if at is None:
        return ""
    moment = timezone.localtime(at)
    return _("%s 制表") % formats.date_format(moment, "Y-m-d H:i")


def _draw_header(
    canvas: Canvas, setter: Typesetter, paper: Paper, event: Lines, *, top: float, width: float, first: bool
) -> None:
    draw_lines(canvas, setter, event, x=MARGIN, top=top + event.height)
    if not first:
        title = fit(setter, cleaned(paper.full_title), Kind.INT, event.size * 0.9, width * 0.28)
        right, foot = MARGIN + width, top + event.size * 0.36
        draw(canvas, setter, title.lines[0], x=right, y=foot, size=title.size, align="right", colour=QUIET)
    _rule(canvas, top - 1.5, width)


def _draw_footer(
    canvas: Canvas, setter: Typesetter, paper: Paper, *, width: float, number: int, count: int
) -> None:
    y, size = MARGIN - FOOT, 8.5
    page = _("第 %(number)d 页，共 %(count)d 页") % {"number": number, "count": count}
    draw(canvas, setter, made_line(paper), x=MARGIN, y=y, size=size, colour=QUIET)
    draw(canvas, setter, page, x=MARGIN + width, y=y, size=size, align="right", colour=QUIET)


def _rule(canvas: Canvas, y: float, width: float) -> None:
    canvas.setStrokeColor(HAIR)
    canvas.setLineWidth(0.5)
    canvas.line(MARGIN, y, MARGIN + width, y)
