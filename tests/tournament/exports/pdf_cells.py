"""The text of a printed table cell by cell, as a reader copies it from where the cell stands on the page."""

from collections.abc import Iterator

import pypdfium2

from tournament.exports.grid import Grid
from tournament.exports.paper import Paper
from tournament.exports.pdf import MARGIN, laid_out, to_pdf

from .papers import solid


def printed_cells(paper: Paper) -> list[tuple[str, ...]]:
    """Every row of `paper`'s tables as printed, each cell's text from inside its column and row alone."""
    laid = laid_out(paper)
    with pypdfium2.PdfDocument(to_pdf(paper)) as document:
        return [
            row
            for page, number in zip(laid.pages, range(len(document)), strict=True)
            for placed in page
            if isinstance(placed.flowable, Grid)
            for row in _rows(placed.flowable, laid.top - placed.foot, document[number].get_textpage())
        ]


def _rows(grid: Grid, foot: float, page: pypdfium2.PdfTextPage) -> Iterator[tuple[str, ...]]:
    top = foot + grid.height - grid.top
    for row in grid.rows:
        left, cells = MARGIN, []
        for width in grid.layout.widths:
            cells.append(solid(page.get_text_bounded(left, top - row.height, left + width, top)))
            left += width
        yield tuple(cells)
        top -= row.height
