"""Several files of one event bound into one PDF, behind a page that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from threading import Lock

import pypdfium2
from django.utils.translation import gettext as _

from .paper import Column, Kind, Paper, Section
from .pdf import to_pdf
from .scoresheets import SheetSet

# The library keeps state of its own: one thread at a time.
_lock = Lock()


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
        """The file. Touches no database."""
        made = [part_pdf(bound.part) for bound in self.parts]
        cover = to_pdf(self._cover([page_count(data) for data in made]))
        return joined([cover, *made])

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


def part_pdf(part: Paper | SheetSet) -> bytes:
    """One part as a PDF of its own."""
    return part.to_pdf() if isinstance(part, SheetSet) else to_pdf(part)


def page_count(data: bytes) -> int:
    """How many pages a PDF has."""
    with _lock, pypdfium2.PdfDocument(data) as document:
        return len(document)


def joined(files: Sequence[bytes]) -> bytes:
    """The pages of all files behind each other as one PDF."""
    buffer = BytesIO()
    with _lock, pypdfium2.PdfDocument.new() as whole:
        for data in files:
            with pypdfium2.PdfDocument(data) as document:
                whole.import_pages(document)
        whole.save(buffer)
    return buffer.getvalue()
