"""Filling pages: blocks go below each other; what does not fit is split or moves on.

Pages are filled before the first is drawn, so that each can say how many there are.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable


@dataclass(frozen=True, slots=True)
class Block:
    """Something to draw, the room above it (not at a page's top), and whether it begins a page.

    `keep` is the room that must be left below its end: a heading does not stand alone at a page's foot, nor
    do a table's notes on a page without a row of it.
    One that is `whole` moves to the next page rather than be split.
    """

    flowable: Flowable
    before: float = 0.0
    new_page: bool = False
    keep: float = 0.0
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A flowable and where its foot is, in points below the top of the page's text."""

    flowable: Flowable
    foot: float


Page = list[Placed]


def fill(blocks: Iterable[Block], width: float, height: float) -> list[Page]:
    """Share `blocks` out over pages of `height` points; there is always at least one page.

    A block that fits nowhere and cannot be split is drawn on a page of its own all the same.
    """
    pages: list[Page] = [[]]
    for block in blocks:
        if block.new_page and pages[-1]:
            pages.append([])
        _place(pages, block, width, height)
    return pages


def _place(pages: list[Page], block: Block, width: float, height: float) -> None:
    flowable = block.flowable
    while True:
        used = pages[-1][-1].foot + block.before if pages[-1] else 0.0
        needed, room = flowable.wrap(width, height)[1], height - used + 0.01
        if needed + block.keep <= room:
            pages[-1].append(Placed(flowable, used + needed))
            return
        stays = block.whole and pages[-1]
        parts = [] if stays else flowable.split(width, _end(needed, room, block))
        if not parts and not pages[-1]:
            pages[-1].append(Placed(flowable, needed))
            return
        if parts:
            first, flowable = parts
            pages[-1].append(Placed(first, used + first.wrap(width, height)[1]))
        pages.append([])


def _end(needed: float, room: float, block: Block) -> float:
    """The room for a block's first part: where all of it would fit, its end goes along with what follows."""
    return room - block.keep if needed <= room else room


def draw_page(canvas: Canvas, page: Page, left: float, top: float) -> None:
    """Draw one filled page, its text's upper left corner at (left, top)."""
    for placed in page:
        placed.flowable.drawOn(canvas, left, top - placed.foot)
