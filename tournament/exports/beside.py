"""A long list of short rows in several columns on a page, read down one and then the next."""

from __future__ import annotations

from reportlab.platypus import Flowable

from .grid import Grid, LaidRow, Layout

GAP = 1.2  # sizes of the body between two columns
STEP = 3.0  # points by which columns are made taller until they hold all rows


class Beside(Flowable):
    """The rows of a section, in `count` columns as tall as each other, each with its heads."""

    def __init__(self, layout: Layout, rows: list[LaidRow], count: int, most: float = float("inf")) -> None:
        """`most` is the height in which the rows are known to fit."""
        super().__init__()
        self.layout, self.rows, self.count, self.most = layout, rows, count, most
        self.step = sum(layout.widths) + layout.style.body * GAP

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """The size it takes: as short as its rows let it be."""
        return width, max(grid.height for grid in self._grids(self._shared()))

    def split(self, _width: float, height: float) -> list[Beside]:
        """What fits into all columns of `height`, and the rest; [] sends all to the next page."""
        taken = sum(map(len, self._filled(height)))
        if not 0 < taken < len(self.rows):
            return []
        return [
            Beside(self.layout, self.rows[:taken], self.count, height),
            Beside(self.layout, self.rows[taken:], self.count),
        ]

    def draw(self) -> None:
        """Draw at the canvas's origin, upwards from it; all columns begin at the top."""
        grids = self._grids(self._shared())
        tallest = max(grid.height for grid in grids)
        for at, grid in enumerate(grids):
            grid.drawOn(self.canv, at * self.step, tallest - grid.height)

    def _grids(self, parts: list[list[LaidRow]]) -> list[Grid]:
        return [Grid(self.layout, rows) for rows in parts if rows]

    def _filled(self, height: float) -> list[list[LaidRow]]:
        """The rows column by column, each as full as `height` lets it be; the rest is left out."""
        top = Grid(self.layout, []).top
        parts: list[list[LaidRow]] = [[] for _column in range(self.count)]
        at, room = 0, height - top
        for row in self.rows:
            if row.height > room:
                at, room = at + 1, height - top
            if at == self.count or row.height > room:
                break
            parts[at].append(row)
            room -= row.height
        return parts

    def _shared(self) -> list[list[LaidRow]]:
        """The rows in columns that are as short as they let them be."""
        height = Grid(self.layout, []).top + sum(row.height for row in self.rows) / self.count
        while sum(map(len, parts := self._filled(min(height, self.most)))) < len(self.rows):
            height += STEP
        return parts
