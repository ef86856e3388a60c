"""A pair's own card: where it plays round by round, to carry along (移位卡) or to be filled in (对局卡)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.exports.cards.sheet import MARGIN, Box, Layout
from tournament.exports.columns import widths
from tournament.exports.paper import Cell, Column, Kind, shown
from tournament.exports.pen import Pen
from tournament.exports.typeset import HAIR, NS_TINT, QUIET, SIDE_INK, fit, hatch

HEAD = 50.0  # of a card: number, names, unit
HEADS = 15.0  # of its table
PAD = 3.0
TALLEST_ROW = 30.0
LEAST_ROW, WRITTEN_ROW = 13.0, 18.0
MOST_LINES = 2  # of a row
BODY, SMALL = 10.0, 7.5


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose card it is: number, players (with the team's own name), unit, and where it was drawn."""

    number: int
    names: str
    unit: str = ""
    place: str = ""  # "A 组 3 号签"


@dataclass(frozen=True, slots=True)
class WayCard:
    """One pair's card: a row a round. `sides` says per row where it sits ("ns", "ew", "" while unknown).

    Cells that are None are room to write; `side_column` is the column that is marked for the side. `title` is
    the card's name and `note` a line at its foot.
    """

    event_name: str
    title: str
    owner: Owner
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sides: tuple[str, ...]
    side_column: int = 2
    note: str = ""

    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (
            self.event_name,
            self.title,
            self.owner.names,
            self.owner.unit,
            self.owner.place,
            self.note,
        )
        yield from (column.title for column in self.columns)
        yield from (cell for row in self.rows for cell in row if isinstance(cell, str))

    def draw(self, pen: Pen, box: Box) -> None:
        """Head, then the rounds; rows share the room that is left."""
        room = box.inside(MARGIN)
        self._head(pen, room)
        foot = 11.0 if self.note else 0.0
        table = Box(room.x, room.y + foot, room.width, room.height - HEAD - foot)
        self._table(pen, table)
        if self.note:
            pen.boxed(self.note, room.x, room.y - 3, SMALL, width=room.width, height=12, colour=QUIET)

    def _head(self, pen: Pen, room: Box) -> None:
        pen.boxed(
            self.event_name, room.x, room.top - 9, SMALL, width=room.width * 0.74, height=12, colour=QUIET
        )
        pen.text(self.title, room.right, room.top - 6, SMALL, align="right", colour=QUIET)
        figure = pen.setter.width(str(self.owner.number), 26)
        pen.text(str(self.owner.number), room.x, room.top - 36, 26, bold=True)
        x = room.x + figure + 8
        width = room.right - x
        pen.boxed(self.owner.names, x, room.top - 29, 12, width=width, height=18, kind=Kind.NAME)
        below = "　".join(filter(None, (self.owner.unit, self.owner.place)))
        pen.boxed(below, x, room.top - 43, 8.5, width=width, height=14, colour=QUIET)

    def _table(self, pen: Pen, table: Box) -> None:
        cells = [
            tuple(shown(cell, c) for cell, c in zip(row, self.columns, strict=True)) for row in self.rows
        ]
        rooms = widths(self.columns, cells, table.width, BODY, PAD, pen.setter)
        shares = [self._lines(pen, texts, rooms) for texts in cells]
        line = (table.height - HEADS) / max(sum(shares), 1)
        foot = table.top - HEADS
        self._heads(pen, rooms, Box(table.x, foot, table.width, HEADS))
        for texts, side, share in zip(cells, self.sides, shares, strict=True):
            height = min(TALLEST_ROW, line * share)
            foot -= height
            self._row(pen, texts, rooms, Box(table.x, foot, table.width, height), side)
            pen.line(table.x, foot, table.right, foot, weight=0.4, colour=HAIR)
        pen.line(table.x, foot, table.right, foot, weight=0.9)
        self._uprights(pen, rooms, table, foot)

    def _lines(self, pen: Pen, texts: Sequence[str], rooms: Sequence[float]) -> int:
        """How many lines a row asks for: long names get two, rather than small type."""
        fitted = (
            fit(pen.setter, text, column.kind, BODY, room - 2 * PAD)
            for text, column, room in zip(texts, self.columns, rooms, strict=True)
        )
        return min(max(len(one.lines) for one in fitted), MOST_LINES)

    def _heads(self, pen: Pen, rooms: Sequence[float], row: Box) -> None:
        for column, cell in zip(self.columns, _cells(rooms, row), strict=True):
            pen.centred(column.title, cell.inside(1), SMALL + 0.5, colour=QUIET)
        pen.line(row.x, row.top, row.right, row.top, weight=0.9)
        pen.line(row.x, row.y, row.right, row.y, weight=0.9)

    def _row(self, pen: Pen, texts: Sequence[str], rooms: Sequence[float], row: Box, side: str) -> None:
        for number, (text, cell) in enumerate(zip(texts, _cells(rooms, row), strict=True)):
            marked = side if number == self.side_column else ""
            _mark(pen, marked, cell)
            kind = self.columns[number].kind
            inner = Box(cell.x + PAD, cell.y + 0.5, cell.width - 2 * PAD, cell.height - 1)
            if text and marked == "ew":
                pen.plated(text, inner, BODY, colour=SIDE_INK["ew"])
            elif text:
                pen.centred(text, inner, BODY, kind=kind, colour=SIDE_INK[marked])

    def _uprights(self, pen: Pen, rooms: Sequence[float], table: Box, foot: float) -> None:
        """Lines before the columns that are written into."""
        for column, cell in zip(self.columns, _cells(rooms, table), strict=True):
            if column.kind is Kind.BLANK:
                pen.line(cell.x, table.top, cell.x, foot, weight=0.4, colour=HAIR)


def _cells(rooms: Sequence[float], row: Box) -> Iterator[Box]:
    x = row.x
    for room in rooms:
        yield Box(x, row.y, room, row.height)
        x += room


def _mark(pen: Pen, side: str, cell: Box) -> None:
    """Tint a cell of 南北, hatch one of 东西; the word stands there too."""
    inner = cell.inside(1)
    if side == "ns":
        pen.canvas.setFillColor(NS_TINT)
        pen.canvas.rect(inner.x, inner.y, inner.width, inner.height, stroke=0, fill=1)
    elif side == "ew":
        hatch(pen.canvas, inner.x, inner.y, inner.width, inner.height)


def layout_for(rows: int) -> Layout:
    """As many cards on an upright sheet as leave each row the height of a line of type."""
    for down in (4, 3, 2):
        if _room_of_row(Layout(2, down), rows) >= LEAST_ROW:
            return Layout(2, down)
    return Layout(2, 1)


def layout_to_write(rows: int) -> Layout:
    """The same with rows that a hand can fill, on a lying sheet: six cards, four of A6, or two of A5."""
    for down in (3, 2):
        if _room_of_row(Layout(2, down, landscape=True), rows) >= WRITTEN_ROW:
            return Layout(2, down, landscape=True)
    return Layout(2, 1, landscape=True)


def _room_of_row(layout: Layout, rows: int) -> float:
    box = next(layout.boxes())
    return (box.height - 2 * MARGIN - HEAD - HEADS - 11) / max(rows, 1)
