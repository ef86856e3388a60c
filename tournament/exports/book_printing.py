"""A book printed: pages drawn, contents told their numbers, bookmarks, and two-up sheets to fold."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfgen.canvas import Canvas

from .blocks import missing_note
from .book import Book, BookForm, Progress
from .book_cover import draw_cover
from .book_layout import Frame, LaidPage, Layout, filled, turns_of, with_heads
from .canvas import new_canvas
from .pages import draw_page
from .paper import Kind, cleaned
from .pdf import made_text
from .typeset import HAIR, QUIET, draw, draw_lines, fit

IN_CONTENTS = 1  # marks up to this level stand in the contents


def make_book(book: Book, form: BookForm = BookForm.A4, progress: Progress | None = None) -> bytes:
    """Print `book`: cover, contents with true page numbers, chapters with running heads, bookmarks.

    Pages are counted from the cover, which bears no number. Bookmarks open at the right page: chapters, their
    parts, groups. Folded, A5 pages stand two-up on lying A4 sheets for printing on both sides, turned over
    the short edge; they are then stapled in the fold. Upright and lying chapters may follow each other.
    Characters that no font has are printed 〓 and named at the end of the contents. Takes values, returns the
    file's bytes; touches no database.
    """
    printed = Printed(book, form, progress or _nobody)
    return printed.folded() if form is BookForm.FOLDED else printed.flat()


def _nobody(_done: int, _total: int) -> None:
    """Where nobody waits for it."""


class Printed:
    """One book in one form, laid out when it is made, drawn when it is asked for."""

    def __init__(self, book: Book, form: BookForm, progress: Progress) -> None:
        self.book, self.progress = book, progress
        self.layout = Layout(book, form)
        self.setter = self.layout.setter
        self.steps = 2 * len(book.chapters) + 1
        blocks = []
        for number, chapter in enumerate(book.chapters, 1):
            blocks += self.layout.blocks(chapter)
            progress(number, self.steps)
        pages = filled(blocks)
        self.turns = turns_of(pages)
        self.body = with_heads(pages, self.turns)
        marks = [turn.mark for turn in self.turns if turn.mark.level <= IN_CONTENTS]
        self.leaders, self.contents = self.layout.contents(marks, _("目录"))
        self.first = 1 + len(self.contents)  # pages before the body
        self.count = self.first + len(self.body)
        self._tell_leaders()

    def _tell_leaders(self) -> None:
        told = [turn for turn in self.turns if turn.mark.level <= IN_CONTENTS]
        for leader, turn in zip(self.leaders, told, strict=True):
            leader.number = self.first + turn.page + 1

    def flat(self) -> bytes:
        """One page after the other, with bookmarks and contents that can be clicked."""
        for leader, key in zip(self.leaders, self._keys(), strict=True):
            leader.key = key
        buffer = BytesIO()
        canvas = self._canvas(buffer, self.layout.upright.size)
        for number in range(self.count):
            canvas.setPageSize(self.frame(number).size)
            self.draw(canvas, number)
            self._bookmark(canvas, number)
            canvas.showPage()
        canvas.showOutline()
        canvas.save()
        self.progress(self.steps, self.steps)
        return buffer.getvalue()

    def folded(self) -> bytes:
        """Two pages a side, in the order in which folded sheets are stapled."""
        buffer = BytesIO()
        sheet = landscape(A4)
        canvas = self._canvas(buffer, sheet)
        for left, right in imposed(self.count):
            for number, x in ((left, 0.0), (right, sheet[0] / 2)):
                if number is not None:
                    self._draw_at(canvas, number, x)
            canvas.showPage()
        canvas.save()
        self.progress(self.steps, self.steps)
        return buffer.getvalue()

    def _canvas(self, buffer: BytesIO, size: tuple[float, float]) -> Canvas:
        canvas = new_canvas(buffer, size, self.setter)
        title = f"{self.book.cover.event_name} {self.book.cover.title}"
        canvas.setTitle(cleaned(title))
        canvas.setAuthor(cleaned(self.book.cover.event_name))
        canvas.setCreator(_("掼赛"))
        return canvas

    def _draw_at(self, canvas: Canvas, number: int, x: float) -> None:
        """Draw a page at `x` of a sheet; a lying page is turned to stand on its right side."""
        canvas.saveState()
        canvas.translate(x, 0)
        frame = self.frame(number)
        if frame is self.layout.lying:
            canvas.translate(frame.size[1], 0)
            canvas.rotate(90)
        self.draw(canvas, number)
        canvas.restoreState()

    def frame(self, number: int) -> Frame:
        """The size of a page, counted from 0."""
        return self.layout.upright if number < self.first else self.body[number - self.first].frame

    def draw(self, canvas: Canvas, number: int) -> None:
        """Draw a page, counted from 0, its lower left corner at the canvas's origin."""
        done = len(self.book.chapters) * (number + 1) // self.count
        self.progress(len(self.book.chapters) + done, self.steps)
        if number == 0:
            draw_cover(canvas, self.setter, self.book.cover, self.layout.upright.size)
        elif number < self.first:
            page = LaidPage(self.layout.upright, self.contents[number - 1], _("目录"))
            self._draw_page(canvas, page, number)
            if number == self.first - 1:
                self._draw_missing(canvas)
        else:
            self._draw_page(canvas, self.body[number - self.first], number)

    def _draw_page(self, canvas: Canvas, laid: LaidPage, number: int) -> None:
        _draw_head(canvas, self.layout, laid)
        self._draw_foot(canvas, laid.frame, number + 1)
        draw_page(canvas, laid.page, laid.frame.margin, laid.frame.top)

    def _draw_foot(self, canvas: Canvas, frame: Frame, number: int) -> None:
        y, size = frame.margin * 0.6, self.layout.sizes.paper.event * 0.92
        page = _("第 %(number)d 页，共 %(count)d 页") % {"number": number, "count": self.count}
        made, right = made_text(self.book.made_at), frame.margin + frame.width
        draw(canvas, self.setter, made, x=frame.margin, y=y, size=size, colour=QUIET)
        draw(canvas, self.setter, page, x=right, y=y, size=size, align="right", colour=QUIET)

    def _draw_missing(self, canvas: Canvas) -> None:
        """Name the characters that were replaced; all text has been measured by now."""
        if note := missing_note(self.setter):
            frame, size = self.layout.upright, self.layout.sizes.paper.note
            lines = fit(self.setter, note, Kind.TEXT, size, frame.width)
            top = frame.margin + lines.height
            draw_lines(canvas, self.setter, lines, x=frame.margin, top=top, colour=QUIET)

    def _keys(self) -> Iterator[str]:
        for at, turn in enumerate(self.turns):
            if turn.mark.level <= IN_CONTENTS:
                yield f"turn-{at}"

    def _bookmark(self, canvas: Canvas, number: int) -> None:
        """Add the page's marks to the outline; a level that has none above it moves up."""
        for at, turn in enumerate(self.turns):
            if self.first + turn.page == number:
                height = self.frame(number).size[1]
                canvas.bookmarkPage(f"turn-{at}", fit="XYZ", left=0, top=height - turn.y + 6, zoom=0)
                level = self._level(at)
                canvas.addOutlineEntry(cleaned(turn.mark.title), f"turn-{at}", level, closed=level > 0)

    def _level(self, at: int) -> int:
        """Groups stand right under a chapter that has no parts."""
        level = self.turns[at].mark.level
        if level < 2:
            return level
        above = next(turn.mark.level for turn in reversed(self.turns[:at]) if turn.mark.level < 2)
        return above + 1


def _draw_head(canvas: Canvas, layout: Layout, laid: LaidPage) -> None:
    """The event's name, the chapter, and a line under both."""
    frame, setter = laid.frame, layout.setter
    base = frame.top + layout.sizes.paper.event * 1.1
    draw_lines(canvas, setter, frame.event, x=frame.margin, top=base + frame.event.height, colour=QUIET)
    size = layout.sizes.paper.event
    chapter = fit(setter, cleaned(laid.chapter), Kind.INT, size, frame.width * 0.34)
    right, foot = frame.margin + frame.width, base + frame.event.size * 0.36
    draw(canvas, setter, chapter.lines[0], x=right, y=foot, size=chapter.size, align="right", colour=QUIET)
    canvas.setStrokeColor(HAIR)
    canvas.setLineWidth(0.5)
    canvas.line(frame.margin, base - 2, right, base - 2)


def imposed(count: int) -> Iterator[tuple[int | None, int | None]]:
    """The sides of a stapled booklet of `count` pages, each as its left and right page (from 0; None: blank).

    Fronts and backs alternate; sheets are printed on both sides, laid on each other, folded and stapled. With
    9 pages there are 12 places, and the last three stay blank.
    """
    places = -(-count // 4) * 4
    for sheet in range(places // 4):
        front = (places - 1 - 2 * sheet, 2 * sheet)
        back = (2 * sheet + 1, places - 2 - 2 * sheet)
        for left, right in (front, back):
            yield (left if left < count else None), (right if right < count else None)
