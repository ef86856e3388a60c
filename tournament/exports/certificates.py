"""奖状: words in a drawn frame, one a sheet, as large as they fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A3, A4, landscape
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.box import Box
from tournament.exports.canvas import new_canvas
from tournament.exports.paper import Align, Kind, cleaned
from tournament.exports.pen import Pen
from tournament.exports.typefaces import Typesetter, missing_glyphs
from tournament.exports.typeset import Lines, draw, fit

FRAME = HexColor("#8a2a1e")  # dark enough to print as a full line in black and white
LEADING = 1.55
INDENT = "\u3000\u3000"
AWARD_PAD = 0.3
SMALLER = 0.95
SMALLEST = 0.3
A3_GROWTH = 2**0.5
SHEETS = {"a4-landscape": landscape(A4), "a4": A4, "a3-landscape": landscape(A3), "a3": A3}


@dataclass(frozen=True, slots=True)
class Diploma:
    """The words of one certificate, filled in; empty ones leave no gap. `text` and `sender` have lines."""

    title: str = ""
    to: str = ""
    text: str = ""
    award: str = ""
    closing: str = ""
    sender: str = ""

    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Design:
    """How certificates look: the sheet (a key of `SHEETS`), type on A4 in points, the frame, a PNG logo."""

    sheet: str = "a4-landscape"
    title_size: float = 60
    text_size: float = 24
    award_size: float = 42
    frame: str = "double"  # or "line", "none"
    logo: bytes | None = None

    @property
    def page(self) -> tuple[float, float]:
        """The sheet's width and height in points."""
        return SHEETS[self.sheet]

    @property
    def growth(self) -> float:
        """How much larger than on A4 everything is."""
        return A3_GROWTH if self.sheet.startswith("a3") else 1.0


@dataclass(frozen=True, slots=True)
class DiplomaSet:
    """All certificates to print; `empty` is said, under the event's name, where there are none."""

    event_name: str
    title: str
    design: Design
    diplomas: tuple[Diploma, ...] = ()
    empty: str = ""

    def texts(self) -> Iterator[str]:
        """Every text on them."""
        for one in self.diplomas:
            yield from one.texts()

    def missing(self) -> set[str]:
        """The characters that no font at hand can draw; the PDF shows 〓 in their place."""
        return missing_glyphs("".join(self.texts()))

    def to_pdf(self) -> bytes:
        """One sheet each, in their order; fonts are embedded as subsets. Touches no database."""
        buffer, setter = BytesIO(), Typesetter()
        canvas = new_canvas(buffer, self.design.page, setter)
        canvas.setTitle(cleaned(self.title))
        canvas.setAuthor(cleaned(self.event_name))
        canvas.setCreator(_("掼赛"))
        for one in self.diplomas:
            _Sheet(canvas, setter, self.design).draw(one)
            canvas.showPage()
        if not self.diplomas:
            say_empty(canvas, setter, self.design.page, self.event_name, self.empty)
        canvas.save()
        return buffer.getvalue()


def say_empty(
    canvas: Canvas, setter: Typesetter, page: tuple[float, float], event_name: str, empty: str
) -> None:
    """A sheet that says why there is nothing on it."""
    width, height = page
    pen = Pen(canvas, setter)
    pen.centred(event_name, Box(width * 0.1, height * 0.55, width * 0.8, 30), 14)
    pen.centred(empty, Box(width * 0.1, height * 0.4, width * 0.8, 60), 12)
    canvas.showPage()


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines with how they stand."""

    lines: Lines
    align: Align = "left"
    bold: bool = False
    pad: float = 0  # above and below, in sizes

    @property
    def height(self) -> float:
        return (len(self.lines.lines) * LEADING + 2 * self.pad) * self.lines.size


class _Sheet:
    """One sheet: frame, logo and title on top, the words in the middle, the sender at the foot."""

    def __init__(self, canvas: Canvas, setter: Typesetter, design: Design) -> None:
        self.canvas, self.setter, self.design = canvas, setter, design
        self.grow = design.growth
        width, height = design.page
        self.edge = Box(0, 0, width, height).inside(11 * mm * self.grow)
        self.room = self.edge.inside(min(width, height) * 0.085)

    def draw(self, one: Diploma) -> None:
        self._frame()
        scale = 1.0
        while (blocks := self._blocks(one, scale))[-1] > self.room.height and scale > SMALLEST:
            scale *= SMALLER
        title, body, sender, _needed = blocks
        top = self._logo()
        top = self._stack([title] if title else [], top)
        foot = self.room.y + (sender.height if sender else 0)
        spare = max(top - foot - sum(block.height for block in body), 0)
        self._stack(body, top - spare * 0.45)
        if sender:
            self._sender(sender)

    def _blocks(self, one: Diploma, scale: float) -> tuple[_Block | None, list[_Block], _Block | None, float]:
        """Title, words, sender at one scale, and the height that they need with the logo."""
        size = self.design.text_size * scale * self.grow
        title = self._block(one.title, Kind.INT, self.design.title_size * scale * self.grow, "center", True)
        award = self._block(one.award, Kind.NAME, self.design.award_size * scale * self.grow, "center", True)
        award = replace(award, pad=AWARD_PAD) if award else None
        words = "\n".join(INDENT + line.strip() for line in one.text.splitlines() if line.strip())
        body = [
            self._block(one.to.strip(), Kind.NAME, size),
            self._block(words, Kind.TEXT, size),
            award,
            self._block(INDENT + one.closing if one.closing else "", Kind.TEXT, size),
        ]
        sender = self._block(one.sender.strip(), Kind.NAME, size, width=self.room.width * 0.62)
        there = [block for block in body if block]
        needed = sum(block.height for block in (title, *there, sender) if block)
        return title, there, sender, needed + self._logo_height()

    def _block(
        self,
        text: str,
        kind: Kind,
        size: float,
        align: Align = "left",
        bold: bool = False,
        width: float = 0,
    ) -> _Block | None:
        if not text:
            return None
        width = width or self.room.width
        fitted = [fit(self.setter, line, kind, size, width) for line in cleaned(text).splitlines() or [""]]
        lines = tuple(line for part in fitted for line in part.lines)
        return _Block(Lines(lines, min(part.size for part in fitted)), align, bold)

    def _stack(self, blocks: list[_Block], top: float) -> float:
        x = {"left": self.room.x, "center": self.room.middle, "right": self.room.right}
        for block in blocks:
            self._lines(block, x[block.align], top, block.align)
            top -= block.height
        return top

    def _lines(self, block: _Block, x: float, top: float, align: Align) -> None:
        size = block.lines.size
        for at, text in enumerate(block.lines.lines, 1):
            y = top - (at * LEADING + block.pad - 0.45) * size
            draw(self.canvas, self.setter, text, x=x, y=y, size=size, align=align, bold=block.bold)

    def _sender(self, block: _Block) -> None:
        """Lines centred on each other, at the right foot."""
        widest = max(self.setter.width(line, block.lines.size) for line in block.lines.lines)
        middle = self.room.right - widest / 2 - block.lines.size
        self._lines(block, max(middle, self.room.x + widest / 2), self.room.y + block.height, "center")

    def _logo_height(self) -> float:
        return self.room.height * 0.14 if self.design.logo else 0

    def _logo(self) -> float:
        """Draw the logo over the title; returns where the title begins."""
        if not self.design.logo:
            return self.room.top
        height = self._logo_height()
        picture = ImageReader(BytesIO(self.design.logo))
        across, down = picture.getSize()
        ratio = min(height * 0.9 / down, self.room.width * 0.5 / across)
        x, y = self.room.middle - across * ratio / 2, self.room.top - down * ratio
        self.canvas.drawImage(picture, x, y, across * ratio, down * ratio, mask="auto")
        return self.room.top - height

    def _frame(self) -> None:
        """A strong line and a thin one inside it, with small squares in the corners; or a single line."""
        if self.design.frame == "none":
            return
        canvas, edge = self.canvas, self.edge
        canvas.saveState()
        canvas.setStrokeColor(FRAME)
        canvas.setLineWidth(2.4 * self.grow if self.design.frame == "double" else 1.2 * self.grow)
        canvas.rect(edge.x, edge.y, edge.width, edge.height)
        if self.design.frame == "double":
            inner, side = edge.inside(5 * self.grow), 13 * self.grow
            canvas.setLineWidth(0.8 * self.grow)
            canvas.rect(inner.x, inner.y, inner.width, inner.height)
            for x in (inner.x, inner.right - side):
                for y in (inner.y, inner.top - side):
                    canvas.rect(x, y, side, side)
                    canvas.rect(x + side * 0.3, y + side * 0.3, side * 0.4, side * 0.4)
        canvas.restoreState()
