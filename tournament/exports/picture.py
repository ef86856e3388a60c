"""A paper as long pictures for the group chat, made from PDF pages of their own: one layout, one truth."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO

import pypdfium2
from django.utils.translation import gettext as _
from PIL import Image

from .blocks import TextBlock
from .canvas import new_canvas
from .columns import least_width
from .grid import texts_of
from .pages import Block, draw_page, fill
from .paper import Paper, Section
from .pdf import Sizes, blocks, made_line
from .typefaces import Typesetter

WIDTH = 1080  # pixels: what a phone shows across
ROWS = 30  # of one picture, about
SLACK = 6  # rows more than that, rather than a picture with a short rest
MARGIN = 16.0  # points
WIDTHS = (520.0, 620.0, 720.0, 840.0)  # points that are drawn on 1,080 pixels: the fewer, the larger the type
ENDLESS = 1_000_000.0  # points: the height of a page that nothing is split for
SIZES = Sizes(event=14, title=22, heading=16, body=15, head=12.5, note=12)

# The renderer keeps state of its own: one thread at a time.
_lock = threading.Lock()


def to_pngs(paper: Paper) -> list[bytes]:
    """Draw `paper` as PNG pictures, 1,080 pixels wide, of about 30 rows each; at least one.

    Each has the event's full name and the title on top, numbered when there are several ("（1／3）"). Small
    sections share a picture, long ones are cut into even parts. Lists with many columns get smaller type,
    so that names stay whole. Signatures are for paper and left out. Takes values, returns files' bytes;
    touches no database.
    """
    return [_picture(part) for part in _parts(paper)]


def _parts(paper: Paper) -> Iterator[Paper]:
    """The paper cut into papers of one picture each; notes stand on the last."""
    shares = _shares(paper.sections)
    for number, sections in enumerate(shares, start=1):
        title = paper.title
        if len(shares) > 1:
            title += _("（%(number)d／%(count)d）") % {"number": number, "count": len(shares)}
        notes = paper.notes if number == len(shares) else ()
        yield replace(
            paper, title=title, sections=tuple(sections), notes=notes, signatures=(), break_between=False
        )


def _shares(sections: Sequence[Section]) -> list[list[Section]]:
    shares: list[list[Section]] = [[]]
    for section in (part for whole in sections for part in _even_parts(whole)):
        used = sum(len(other.rows) for other in shares[-1])
        if shares[-1] and used + len(section.rows) > ROWS + SLACK:
            shares.append([])
        shares[-1].append(section)
    return shares


def _even_parts(section: Section) -> Iterator[Section]:
    """A section cut into parts of about 30 rows that differ by at most one row."""
    rows = len(section.rows)
    count = 1 if rows <= ROWS + SLACK else -(-rows // ROWS)
    for n in range(count):
        first, end = rows * n // count, rows * (n + 1) // count
        yield replace(
            section,
            rows=section.rows[first:end],
            heading=_("%s（续）") % section.heading if n and section.heading else section.heading,
            note=section.note if n == count - 1 else "",
            rule_after=tuple(row - first for row in section.rule_after if first <= row < end),
        )


def _picture(paper: Paper) -> bytes:
    setter = Typesetter()
    width = _page_width(paper, setter)
    inner = width - 2 * MARGIN
    page = fill(_story(paper, setter, inner), inner, ENDLESS)[0]
    height = page[-1].foot + 2 * MARGIN
    buffer = BytesIO()
    canvas = new_canvas(buffer, (width, height), setter)
    draw_page(canvas, page, MARGIN, height - MARGIN)
    canvas.save()
    return _rendered(buffer.getvalue(), WIDTH / width)


def _page_width(paper: Paper, setter: Typesetter) -> float:
    """The narrowest page on which names and figures stay whole, else the widest there is."""
    grid = SIZES.grid(ENDLESS)
    needed = max(
        (
            least_width(section.columns, texts_of(section), grid.body, grid.pad_x, setter)
            for section in paper.sections
        ),
        default=0.0,
    )
    return next((width for width in WIDTHS if needed <= width - 2 * MARGIN), WIDTHS[-1])


def _story(paper: Paper, setter: Typesetter, width: float) -> Iterator[Block]:
    yield Block(TextBlock(setter, paper.event_name, SIZES.event, width, centred=True))
    yield from blocks(paper, setter, SIZES, width, ENDLESS)
    if line := made_line(paper):
        yield Block(TextBlock(setter, line, SIZES.note * 0.9, width, quiet=True), SIZES.note)


def _rendered(pdf: bytes, scale: float) -> bytes:
    with _lock:
        document = pypdfium2.PdfDocument(pdf)
        try:
            image = document[0].render(scale=scale).to_pil()
        finally:
            document.close()
    buffer = BytesIO()
    few = image.convert("RGB").quantize(64, method=Image.Quantize.FASTOCTREE)
    few.save(buffer, "PNG", optimize=False)
    return buffer.getvalue()
