"""Cards of one kind, several to a sheet, with lines to cut along: the one way in which all are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Protocol

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.blocks import missing_note
from tournament.exports.box import Box
from tournament.exports.canvas import new_canvas
from tournament.exports.paper import cleaned
from tournament.exports.pen import Pen
from tournament.exports.typefaces import Typesetter, missing_glyphs
from tournament.exports.typeset import HAIR, QUIET

__all__ = ["MARGIN", "Box", "Card", "CardSet", "Layout", "dashed"]

STRIP = 8 * mm  # the foot of a sheet: what it is, page x of y, when it was made; cut off with the rest
MARGIN = 8 * mm  # inside a card, so that no printer loses ink at the sheet's edge
FINE = 6.5  # type of the strip


class Card(Protocol):
    """One card: it draws itself into the box it is given, and tells its texts in reading order."""

    def texts(self) -> Iterable[str]:
        """Every text on it, so that characters without a font can be named."""
        ...

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw it; nothing leaves `box`."""
        ...


@dataclass(frozen=True, slots=True)
class Layout:
    """How many cards lie beside and below each other on one A4 sheet."""

    columns: int = 1
    rows: int = 1
    landscape: bool = False

    @property
    def page(self) -> tuple[float, float]:
        """The sheet's width and height in points."""
        return landscape(A4) if self.landscape else A4

    @property
    def count(self) -> int:
        """Cards a sheet."""
        return self.columns * self.rows

    def boxes(self) -> Iterator[Box]:
        """Where the cards stand, from the top, row by row from the left."""
        width, height = self.page
        across, down = width / self.columns, (height - STRIP) / self.rows
        for row in range(self.rows):
            for column in range(self.columns):
                yield Box(column * across, height - (row + 1) * down, across, down)


@dataclass(frozen=True, slots=True)
class CardSet:
    """All cards of one kind, ready to print.

    `event_name` is the event's full name, `title` what the cards are, `note` what must be said of all of them
    (未公布) and `number` the publication's ("成绩公告第 3 号"); all stand in the strip at the foot of every
    sheet with the page and the time of making (aware; None: not shown). `new_sheet` holds the indexes of
    cards that begin a sheet. `empty` is the sentence printed where there are no cards: what is missing and
    what brings it.
    """

    event_name: str
    title: str
    layout: Layout
    cards: tuple[Card, ...] = ()
    note: str = ""
    number: str = ""
    printed_at: datetime | None = None
    new_sheet: frozenset[int] = frozenset()
    empty: str = ""

    def texts(self) -> Iterator[str]:
        """Every text of every card, doubles included."""
        yield from (self.event_name, self.title, self.note, self.number)
        for card in self.cards:
            yield from card.texts()
        yield self.empty

    def missing(self) -> set[str]:
        """The characters that no font at hand can draw; the PDF shows 〓 in their place."""
        return missing_glyphs("".join(self.texts()))

    def sheets(self) -> list[list[Card]]:
        """The cards sheet by sheet."""
        found: list[list[Card]] = []
        for number, card in enumerate(self.cards):
            if not found or len(found[-1]) == self.layout.count or number in self.new_sheet:
                found.append([])
            found[-1].append(card)
        return found

    def to_pdf(self) -> bytes:
        """Print the cards in their order on A4; fonts are embedded as subsets. Touches no database."""
        return to_pdf(self)


def to_pdf(cards: CardSet) -> bytes:
    """Draw all sheets of `cards`, with lines to cut along where a sheet holds several."""
    buffer, setter = BytesIO(), Typesetter()
    canvas = new_canvas(buffer, cards.layout.page, setter)
    canvas.setTitle(cleaned(cards.title))
    canvas.setAuthor(cleaned(cards.event_name))
    canvas.setCreator(_("掼赛"))
    pen, sheets = Pen(canvas, setter), cards.sheets()
    boxes = list(cards.layout.boxes())
    for number, sheet in enumerate(sheets or [[]], start=1):
        for card, box in zip(sheet, boxes, strict=False):
            card.draw(pen, box)
        if not sheet:
            _say_empty(pen, cards)
        _cut_lines(canvas, cards.layout, boxes)
        _strip(
            pen, cards, _("第 %(number)d 页，共 %(count)d 页") % {"number": number, "count": len(sheets) or 1}
        )
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _say_empty(pen: Pen, cards: CardSet) -> None:
    width, height = cards.layout.page
    room = width - 6 * MARGIN
    pen.centred(cards.empty or _("这里还没有内容。"), Box(3 * MARGIN, height / 2, room, 60), 14)


def _cut_lines(canvas: Canvas, layout: Layout, boxes: Sequence[Box]) -> None:
    """Dashes between the cards and above the strip, from edge to edge, for scissors or a guillotine."""
    if layout.count == 1:
        return
    width, height = layout.page
    dashed(canvas, [(box.x, STRIP, box.x, height) for box in boxes[1 : layout.columns]])
    dashed(canvas, [(0, box.y, width, box.y) for box in boxes[:: layout.columns]])


def dashed(canvas: Canvas, lines: Sequence[tuple[float, float, float, float]], *, dots: bool = False) -> None:
    """Draw dashed lines (to cut along) or dotted ones (to fold along)."""
    canvas.saveState()
    canvas.setStrokeColor(HAIR)
    canvas.setLineWidth(0.5)
    canvas.setDash(*((1, 2) if dots else (3, 3)))
    canvas.lines(list(lines))
    canvas.restoreState()


def _strip(pen: Pen, cards: CardSet, page: str) -> None:
    """The line at a sheet's foot: event and title on the left, page and time on the right."""
    width, y = cards.layout.page[0], STRIP * 0.38
    made = _made(cards.printed_at)
    right = "　".join(filter(None, (page, made)))
    pen.text(right, width - MARGIN, y, FINE, align="right", colour=QUIET)
    kept = pen.setter.width(right, FINE) + 3 * MARGIN
    missing = missing_note(pen.setter)
    left = " · ".join(filter(None, (cards.event_name, cards.title, cards.number, cards.note, missing)))
    pen.boxed(left, MARGIN, y - 2.6, FINE, width=width - kept, height=STRIP - 6, colour=QUIET)


def _made(moment: datetime | None) -> str:
    if moment is None:
        return ""
    return _("%s 制表") % formats.date_format(timezone.localtime(moment), "Y-m-d H:i")
