"""Several papers of one event bound into one PDF, with bookmarks, behind a page that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from .canvas import new_canvas
from .paper import Column, Kind, Paper, Section, cleaned
from .pdf import LaidPaper, laid_out
from .scoresheets import SheetSet, draw_sheets
from .typefaces import Typesetter


@dataclass(frozen=True, slots=True)
class Bound:
    """One part and what it is for, as the first page says it."""

    part: Paper | SheetSet
    use: str


@dataclass(frozen=True, slots=True)
class Kit:
    """Parts in the order in which they are needed; every part keeps its own page numbers, so that it can be
    taken out and hung up. `notes` stand below the list on the first page."""

    event_name: str
    title: str
    parts: tuple[Bound, ...]
    printed_at: datetime | None = None
    notes: tuple[str, ...] = ()

    def missing(self) -> set[str]:
        """The characters in any part that no font at hand can draw."""
        return set().union(*(bound.part.missing() for bound in self.parts))

    def to_pdf(self) -> bytes:
        """The file, a bookmark for each part. Touches no database."""
        made = [laid_part(bound.part) for bound in self.parts]
        cover = laid_out(self._cover([page_count(one) for one in made]))
        buffer, titles = BytesIO(), [self.title, *(bound.part.title for bound in self.parts)]
        canvas = new_canvas(buffer, A4, cover.setter)
        canvas.setTitle(cleaned(self.title))
        canvas.setAuthor(cleaned(self.event_name))
        canvas.setCreator(_("掼赛"))
        for at, (title, one) in enumerate(zip(titles, [cover, *made], strict=True)):
            canvas.bookmarkPage(f"part-{at}")
            canvas.addOutlineEntry(cleaned(title), f"part-{at}")
            _draw(canvas, one)
        canvas.showOutline()
        canvas.save()
        return buffer.getvalue()

    def _cover(self, counts: Sequence[int]) -> Paper:
        columns = (
            Column(_("部分"), Kind.INT, weight=0),
            Column(_("内容"), weight=1.4),
            Column(_("页数"), Kind.INT, weight=0),
            Column(_("用处"), weight=2),
        )
        rows = tuple(
            (number, bound.part.title, count, bound.use)
            for number, (bound, count) in enumerate(zip(self.parts, counts, strict=True), start=1)
        )
        return Paper(
            self.event_name,
            self.title,
            (Section(columns, rows),),
            notes=self.notes,
            printed_at=self.printed_at,
        )


Laid = LaidPaper | SheetSet


def laid_part(part: Paper | SheetSet) -> Laid:
    """One part, shared out over its pages."""
    return part if isinstance(part, SheetSet) else laid_out(part)


def page_count(one: Laid) -> int:
    """How many pages a part has."""
    return one.page_count if isinstance(one, SheetSet) else len(one.pages)


def _draw(canvas: Canvas, one: Laid) -> None:
    if isinstance(one, SheetSet):
        draw_sheets(canvas, Typesetter(), one.sheets, single=one.single)
    else:
        one.draw(canvas)
