"""What stands round the tables of a paper: title, notes, and the line for signatures."""

from collections.abc import Iterable
from copy import copy

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from .paper import Kind, cleaned
from .typefaces import REPLACEMENT, Typesetter
from .typeset import INK, LEADING, QUIET, Lines, draw, draw_lines, fit


class TextBlock(Flowable):
    """Words over the full width, wrapped; splits between lines."""

    def __init__(
        self,
        setter: Typesetter,
        text: str,
        size: float,
        width: float,
        *,
        bold: bool = False,
        quiet: bool = False,
        centred: bool = False,
    ) -> None:
        super().__init__()
        self.setter, self.width = setter, width
        self.bold, self.quiet, self.centred = bold, quiet, centred
        self.lines = fit(setter, cleaned(text), Kind.TEXT, size, width)

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """The size it takes."""
        self.height = self.lines.height
        return self.width, self.height

    def split(self, _width: float, height: float) -> list["TextBlock"]:
        """Split between lines; [] sends all to the next page."""
        count = min(int(height / (self.lines.size * LEADING)), len(self.lines.lines) - 1)
        if count < 1:
            return []
        return [self._with(self.lines.lines[:count]), self._with(self.lines.lines[count:])]

    def _with(self, lines: tuple[str, ...]) -> "TextBlock":
        part = copy(self)
        part.lines = Lines(lines, self.lines.size)
        return part

    def draw(self) -> None:
        """Draw at the canvas's origin, upwards from it."""
        draw_lines(
            self.canv,
            self.setter,
            self.lines,
            x=self.width / 2 if self.centred else 0,
            top=self.lines.height,
            align="center" if self.centred else "left",
            bold=self.bold,
            colour=QUIET if self.quiet else INK,
        )


class Signatures(Flowable):
    """A line for each office that signs, and the date; three to a row, never split."""

    def __init__(self, setter: Typesetter, offices: Iterable[str], size: float, width: float) -> None:
        super().__init__()
        self.setter, self.size, self.width = setter, size, width
        self.offices = [*map(cleaned, offices), _("日期")]
        self.row_count = -(-len(self.offices) // 3)

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """The size it takes, with room above it for the hand."""
        self.height = self.row_count * self.size * 3.2
        return self.width, self.height

    def draw(self) -> None:
        """Draw at the canvas's origin, upwards from it."""
        room = self.width / 3
        for n, office in enumerate(self.offices):
            y = self.height - (n // 3 + 1) * self.size * 3.2 + self.size * 0.5
            write_line(self.canv, self.setter, office, x=n % 3 * room, y=y, width=room - 14, size=self.size)


def write_line(
    canvas: Canvas, setter: Typesetter, label: str, *, x: float, y: float, width: float, size: float
) -> None:
    """Draw a label with a colon and, from there to `width`, a thin line to write on."""
    text = _("%s：") % label
    draw(canvas, setter, text, x=x, y=y, size=size)
    canvas.setStrokeColor(INK)
    canvas.setLineWidth(0.5)
    canvas.line(x + setter.width(text, size) + 2, y - 2, x + width, y - 2)


def missing_note(setter: Typesetter) -> str:
    """The footnote about characters that were replaced, "" when none was.

    They are named by code, as the fonts cannot draw them: "字体中没有的字印作〓：U+2BC20".
    """
    if not setter.missing:
        return ""
    codes = _("、").join(f"U+{ord(character):04X}" for character in sorted(setter.missing))
    return _("字体中没有的字印作 %(sign)s，请手写补上：%(codes)s。") % {"sign": REPLACEMENT, "codes": codes}
