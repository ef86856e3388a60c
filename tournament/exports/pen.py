"""A pen for forms: text, lines, boxes to tick, and room to write, at given places."""

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from .blocks import write_line
from .box import Box
from .paper import Align, Kind, cleaned
from .typefaces import Typesetter
from .typeset import HAIR, INK, NS_TINT, SIDE_INK, WHITE, draw, draw_lines, fit_box, hatch, tick_box

# Of a type's size: from a figure's foot to half its height, and how tall figures and Chinese signs are.
FIGURE_MIDDLE, FIGURE_HEIGHT, SIGN_HEIGHT = 0.36, 0.76, 0.95


class Pen:
    """Draws on one canvas; all places and sizes are points, y upwards."""

    def __init__(self, canvas: Canvas, setter: Typesetter) -> None:
        self.canvas, self.setter = canvas, setter

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        align: Align = "left",
        bold: bool = False,
        colour: Color = INK,
    ) -> float:
        """Draw one line with its foot at `y`; returns its width."""
        draw(self.canvas, self.setter, text, x=x, y=y, size=size, align=align, bold=bold, colour=colour)
        return self.setter.width(text, size)

    def boxed(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        width: float,
        height: float,
        kind: Kind = Kind.TEXT,
        colour: Color = INK,
    ) -> float:
        """Draw text into a box whose lower left corner is (x, y), as large as fits; returns its width."""
        lines = fit_box(self.setter, cleaned(text), kind, size, width, height)
        top = y + (height + lines.height) / 2
        draw_lines(self.canvas, self.setter, lines, x=x, top=top, colour=colour)
        return max(self.setter.width(line, lines.size) for line in lines.lines)

    def centred(
        self,
        text: str,
        box: Box,
        size: float,
        *,
        kind: Kind = Kind.TEXT,
        bold: bool = False,
        colour: Color = INK,
    ) -> None:
        """Draw text in the middle of a box, wrapped, as large as fits up to `size`."""
        lines = fit_box(self.setter, cleaned(text), kind, size, box.width, box.height)
        top, x = box.y + (box.height + lines.height) / 2, box.x + box.width / 2
        draw_lines(self.canvas, self.setter, lines, x=x, top=top, align="center", bold=bold, colour=colour)

    def beside(
        self,
        text: str,
        box: Box,
        size: float,
        *,
        kind: Kind = Kind.TEXT,
        bold: bool = False,
        colour: Color = INK,
    ) -> None:
        """Draw text at the left of a box, half way up, wrapped, as large as fits up to `size`."""
        lines = fit_box(self.setter, cleaned(text), kind, size, box.width, box.height)
        top = box.y + (box.height + lines.height) / 2
        draw_lines(self.canvas, self.setter, lines, x=box.x, top=top, bold=bold, colour=colour)

    def plated(self, text: str, box: Box, size: float, *, bold: bool = False, colour: Color = INK) -> None:
        """Draw one line in the middle of a hatched box, on a white plate, so that it stays readable."""
        text = cleaned(text)
        size = min(size, box.width / (self.setter.width_of_em(text) or 1.0), box.height / SIGN_HEIGHT)
        width, height = self.setter.width(text, size) + size * 0.5, min(size * 1.3, box.height)
        middle, centre = box.x + box.width / 2, box.y + box.height / 2
        self.canvas.setFillColor(WHITE)
        self.canvas.rect(middle - width / 2, centre - height / 2, width, height, stroke=0, fill=1)
        y = centre - size * FIGURE_MIDDLE
        self.text(text, middle, y, size, align="center", bold=bold, colour=colour)

    def upright(self, text: str, box: Box, size: float, *, colour: Color = INK, plated: bool = False) -> None:
        """Draw a short word in the middle of a tall box: Chinese below each other, other letters turned."""
        if text.isascii():
            self._turned(text, box, size, colour=colour, plated=plated)
            return
        height = size * 1.25
        top = box.y + (box.height + height * len(text)) / 2
        for n, sign in enumerate(text):
            cell = Box(box.x + 1, top - (n + 1) * height, box.width - 2, height)
            if plated:
                self.plated(sign, cell, size, bold=True, colour=colour)
            else:
                self.figure(sign, cell, size, colour=colour)

    def _turned(self, text: str, box: Box, size: float, *, colour: Color, plated: bool) -> None:
        self.canvas.saveState()
        self.canvas.translate(box.x + box.width / 2, box.y + box.height / 2)
        self.canvas.rotate(90)
        lying = Box(-box.height / 2, -box.width / 2, box.height, box.width)
        if plated:
            self.plated(text, lying, size * 0.8, bold=True, colour=colour)
        else:
            self.figure(text, lying, size * 0.8, colour=colour)
        self.canvas.restoreState()

    def figure(self, text: str, box: Box, size: float, *, colour: Color = INK) -> None:
        """Draw one unbroken line, bold, in the middle of a box, as large as fits up to `size`: a number to be
        seen from afar."""
        text = cleaned(text)
        em = self.setter.width_of_em(text) or 1.0
        tall = FIGURE_HEIGHT if text.isascii() else SIGN_HEIGHT
        size = min(size, box.width / em, box.height / tall)
        y = box.y + box.height / 2 - size * FIGURE_MIDDLE
        self.text(text, box.x + box.width / 2, y, size, align="center", bold=True, colour=colour)

    def line(
        self, x: float, y: float, end_x: float, end_y: float, *, weight: float = 0.5, colour: Color = INK
    ) -> None:
        """Draw a straight line."""
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(weight)
        self.canvas.line(x, y, end_x, end_y)

    def frame(self, x: float, y: float, width: float, height: float, *, weight: float = 0.9) -> None:
        """Draw a rectangle, its lower left corner at (x, y)."""
        self.canvas.setStrokeColor(INK)
        self.canvas.setLineWidth(weight)
        self.canvas.rect(x, y, width, height, stroke=1, fill=0)

    def option(self, label: str, x: float, y: float, size: float, *, ticked: bool = False) -> float:
        """Draw a box to tick and its label; returns the width of both with the room after them."""
        tick_box(self.canvas, x, y - size * 0.08, size * 0.9)
        if ticked:
            self.tick(x, y - size * 0.08, size * 0.9)
        return size * 1.2 + self.text(label, x + size * 1.2, y, size) + size

    def options(
        self, label: str, choices: list[str], x: float, y: float, size: float, *, ticked: str = ""
    ) -> float:
        """Draw a label and its boxes to tick in one line, one of them `ticked`; returns where it ends."""
        x += self.text(label, x, y, size) + size * 0.3
        for choice in choices:
            x += self.option(choice, x, y, size, ticked=choice == ticked)
        return x

    def tick(self, x: float, y: float, side: float) -> None:
        """Draw a tick over a box, a little beyond its corner, as a hand does."""
        path = self.canvas.beginPath()
        path.moveTo(x + side * 0.15, y + side * 0.5)
        path.lineTo(x + side * 0.45, y + side * 0.15)
        path.lineTo(x + side * 1.1, y + side * 1.15)
        self.canvas.setStrokeColor(INK)
        self.canvas.setLineWidth(1.6)
        self.canvas.drawPath(path, stroke=1, fill=0)

    def blank(self, label: str, x: float, y: float, width: float, size: float) -> None:
        """Draw a label, a colon, and a line to write on, `width` points together."""
        write_line(self.canvas, self.setter, label, x=x, y=y, width=width, size=size)

    def numbered(
        self, pattern: str, value: int | None, x: float, y: float, size: float, *, bold: bool = False
    ) -> float:
        """Draw "第 3 桌" by its pattern "第 %s 桌", a line in the place of None; returns its width."""
        text = pattern % (value if value is not None else "\u3000\u3000")
        if value is None:
            start = x + self.setter.width(pattern.partition("%s")[0], size)
            self.line(start, y - 2, start + 2 * size, y - 2)
        return self.text(text, x, y, size, bold=bold)

    def side(self, side: str, word: str, x: float, y: float, width: float, height: float) -> None:
        """Draw the label of 南北 (tinted) or 东西 (hatched) into a rectangle."""
        middle = x + width / 2
        if side == "ns":
            self.canvas.setFillColor(NS_TINT)
            self.canvas.rect(x, y, width, height, stroke=0, fill=1)
        else:
            hatch(self.canvas, x, y, width, height)
            plate = self.setter.width(word, 11) + 4
            self.canvas.setFillColor(WHITE)
            self.canvas.rect(middle - plate / 2, y + height / 2 - 8, plate, 16, stroke=0, fill=1)
        self.text(word, middle, y + height / 2 - 4, 11, align="center", bold=True, colour=SIDE_INK[side])

    def table(self, x: float, top: float, widths: list[float], heights: list[float]) -> None:
        """Draw the lines of an empty table: a strong frame, thin lines inside."""
        width, height = sum(widths), sum(heights)
        at = x
        for column in widths[:-1]:
            at += column
            self.line(at, top, at, top - height, weight=0.4, colour=HAIR)
        level = top
        for row in heights[:-1]:
            level -= row
            self.line(x, level, x + width, level, weight=0.4, colour=HAIR)
        self.frame(x, top - height, width, height)
