"""Scoresheets of tables: to be filled in by hand and signed, or as they were recorded."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .blank_sheet import BlankSheet, Seat, SheetRules
from .canvas import new_canvas
from .pen import Pen
from .scoresheet_drawing import LEFT, WIDTH, draw_sheet
from .typefaces import Typesetter
from .typeset import HAIR, draw

__all__ = ["BlankSheet", "Seat", "SheetRules", "SheetSet", "to_scoresheets"]

HALF = A4[1] / 2
MARGIN_Y = 8 * mm


@dataclass(frozen=True, slots=True)
class SheetSet:
    """Scoresheets ready to print under their title; `single`: each on an A5 page of its own."""

    title: str
    sheets: tuple[BlankSheet, ...]
    single: bool = False

    def missing(self) -> set[str]:
        """The characters on any of them that no font at hand can draw."""
        return set().union(*(sheet.missing() for sheet in self.sheets))

    @property
    def page_count(self) -> int:
        """How many pages they take."""
        return max(len(self.sheets) if self.single else -(-len(self.sheets) // 2), 1)

    def to_pdf(self) -> bytes:
        """The file. Touches no database."""
        return to_scoresheets(self.sheets, single=self.single)


def to_scoresheets(sheets: Sequence[BlankSheet], *, single: bool = False) -> bytes:
    """Print `sheets` in their order, two to an upright A4 page with a line to cut along, or each on lying A5.

    Each has the event, stage, group, round, table; 南北 on the left, 东西 on the right, also in the grid; a
    column for each deal; boxes to tick, as far as the rules need them; room for final levels, minutes and
    three signatures. Without sheets the page says so. Takes values, returns the file's bytes; touches no
    database.
    """
    buffer = BytesIO()
    setter = Typesetter()
    page = (A4[0], HALF) if single else A4
    canvas = new_canvas(buffer, page, setter)
    canvas.setTitle(_("计分表"))
    draw_sheets(canvas, setter, sheets, single=single)
    canvas.save()
    return buffer.getvalue()


def draw_sheets(
    canvas: Canvas, setter: Typesetter, sheets: Sequence[BlankSheet], *, single: bool = False
) -> None:
    """The same onto a canvas that may hold other pages too."""
    page = (A4[0], HALF) if single else A4
    canvas.setPageSize(page)
    for number, sheet in enumerate(sheets):
        upper = single or number % 2 == 0
        if upper and number:
            canvas.showPage()
        draw_sheet(Pen(canvas, setter), sheet, top=(page[1] if upper else HALF) - MARGIN_Y)
        if upper and not single:
            _cut_line(canvas)
    if not sheets:
        said = _("没有要打印的计分表：这一轮还没有编排。")
        draw(canvas, setter, said, x=A4[0] / 2, y=page[1] / 2, size=14, align="center")
    canvas.showPage()


def _cut_line(canvas: Canvas) -> None:
    canvas.saveState()
    canvas.setStrokeColor(HAIR)
    canvas.setLineWidth(0.5)
    canvas.setDash(3, 3)
    canvas.line(LEFT, HALF, LEFT + WIDTH, HALF)
    canvas.restoreState()
