"""套打: text put onto bought forms at places in millimetres, and a page that shows what the printer does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.canvas import new_canvas
from tournament.exports.certificates import say_empty
from tournament.exports.paper import Align, cleaned
from tournament.exports.typefaces import Typesetter, missing_glyphs
from tournament.exports.typeset import HAIR, INK, QUIET, draw

STEP = 10  # millimetres between the lines of the test page
RISE, FALL = 1.05, 0.12  # how far type reaches over its line and under it, in sizes


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a text stands: its room from `x`, `width` wide, on the line `y` below the upper edge; in mm."""

    x: float
    y: float
    width: float
    size: float  # of type, in points; text that is wider than its room shrinks
    align: Align = "center"


@dataclass(frozen=True, slots=True)
class FormSet:
    """What is printed onto forms of `width` by `height` mm: for each form a text at each of the `spots`.

    `right` and `down` move everything, in mm. With `ruled` the sheets are test pages: a ruler grid and the
    spots' frames are drawn too, moved as the text is. `empty` is said where there are no `sheets`.
    """

    event_name: str
    title: str
    width: float
    height: float
    spots: tuple[Spot, ...] = ()
    sheets: tuple[tuple[str, ...], ...] = ()
    right: float = 0
    down: float = 0
    ruled: bool = False
    empty: str = ""

    def texts(self) -> Iterator[str]:
        """Every text on them."""
        for sheet in self.sheets:
            yield from sheet

    def missing(self) -> set[str]:
        """The characters that no font at hand can draw; the PDF shows 〓 in their place."""
        return missing_glyphs("".join(self.texts()))

    def to_pdf(self) -> bytes:
        """One page of the form's own size each. Touches no database."""
        buffer, setter, page = BytesIO(), Typesetter(), (self.width * mm, self.height * mm)
        canvas = new_canvas(buffer, page, setter)
        canvas.setTitle(cleaned(self.title))
        canvas.setAuthor(cleaned(self.event_name))
        canvas.setCreator(_("掼赛"))
        for sheet in self.sheets:
            canvas.translate(self.right * mm, -self.down * mm)
            if self.ruled:
                self._rule(canvas, setter)
            for at, (spot, text) in enumerate(zip(self.spots, sheet, strict=True), 1):
                self._put(canvas, setter, spot, text, at)
            canvas.showPage()
        if not self.sheets:
            say_empty(canvas, setter, page, self.event_name, self.empty)
        canvas.save()
        return buffer.getvalue()

    def _put(self, canvas: Canvas, setter: Typesetter, spot: Spot, text: str, at: int) -> None:
        text, width, y = cleaned(text), spot.width * mm, (self.height - spot.y) * mm
        if self.ruled:
            self._outline(canvas, setter, spot, at)
        size = min(spot.size, width / (setter.width_of_em(text) or 1.0))
        x = spot.x * mm + {"left": 0.0, "center": width / 2, "right": width}[spot.align]
        draw(canvas, setter, text, x=x, y=y + size * FALL, size=size, align=spot.align)

    def _outline(self, canvas: Canvas, setter: Typesetter, spot: Spot, at: int) -> None:
        """The frame of a spot with its number and its place."""
        x, y = spot.x * mm, (self.height - spot.y) * mm
        height = spot.size * (RISE + FALL)
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(0.6)
        canvas.rect(x, y, spot.width * mm, height)
        told = f"{at}: {spot.x:g}, {spot.y:g}"
        draw(canvas, setter, told, x=x, y=y + height + 1.5, size=6.5, colour=QUIET)

    def _rule(self, canvas: Canvas, setter: Typesetter) -> None:
        """Lines every 10 mm from the upper left corner, each with its distance; the foot says the rest."""
        width, height = self.width * mm, self.height * mm
        across = [n * STEP for n in range(int(self.width / STEP) + 1)]
        down = [n * STEP for n in range(int(self.height / STEP) + 1)]
        canvas.setStrokeColor(HAIR)
        for lengths, is_upright in ((across, True), (down, False)):
            for length in lengths:
                canvas.setLineWidth(0.5 if length % 50 == 0 else 0.2)
                at = length * mm if is_upright else height - length * mm
                canvas.line(*((at, 0, at, height) if is_upright else (0, at, width, at)))
        for length in across[1:]:
            draw(canvas, setter, str(length), x=length * mm + 1, y=height - 5 * mm, size=6, colour=QUIET)
        for length in down[1:]:
            draw(canvas, setter, str(length), x=4 * mm, y=height - length * mm + 1, size=6, colour=QUIET)
        said = {"right": f"{self.right:g}", "down": f"{self.down:g}", "event": self.event_name}
        told = _("试印页 · %(event)s · 已右移 %(right)s 毫米、下移 %(down)s 毫米 · 每格 10 毫米") % said
        draw(canvas, setter, cleaned(told), x=10 * mm, y=6 * mm, size=7, colour=QUIET)
