"""Cards that stand or lie on a table: its number for the whole hall to see, and who sits where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.exports.cards.sheet import MARGIN, Box, dashed
from tournament.exports.paper import Kind
from tournament.exports.pen import Pen
from tournament.exports.typeset import HAIR, NS_TINT, QUIET, SIDE_INK, hatch

LABEL = 26.0  # width of the strip that names the side


@dataclass(frozen=True, slots=True)
class TableCard:
    """A tent: folded in the middle it shows the number of the table on both sides. `table` is "第 3 桌" with
    its figure given by itself as well; `area` is the room, "" where the hall has none."""

    event_name: str
    table: int
    words: str
    area: str = ""

    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (self.event_name, self.words, self.area)

    def draw(self, pen: Pen, box: Box) -> None:
        """The lower half stands upright, the upper one on its head."""
        fold = box.y + box.height / 2
        dashed(pen.canvas, [(box.x + MARGIN / 2, fold, box.right - MARGIN / 2, fold)], dots=True)
        self._face(pen, Box(box.x, box.y, box.width, box.height / 2))
        canvas = pen.canvas
        canvas.saveState()
        canvas.translate(box.x + box.right, box.y + box.top)
        canvas.rotate(180)
        self._face(pen, Box(box.x, box.y, box.width, box.height / 2))
        canvas.restoreState()

    def _face(self, pen: Pen, face: Box) -> None:
        room = face.inside(MARGIN * 1.5)
        line = max(11.0, room.height * 0.09)
        pen.centred(
            self.event_name, Box(room.x, room.top - line * 1.4, room.width, line * 1.4), line, colour=QUIET
        )
        pen.line(room.x, room.top - line * 1.6, room.right, room.top - line * 1.6, colour=HAIR)
        below = line * 1.9
        words = " · ".join(filter(None, (self.words, self.area)))
        pen.centred(words, Box(room.x, room.y, room.width, below), line * 1.5, bold=True)
        number = Box(room.x, room.y + below, room.width, room.height - below - line * 1.9)
        pen.figure(str(self.table), number, 400)


@dataclass(frozen=True, slots=True)
class SeatCard:
    """Who sits at one side of a table in one round. `side` is "ns" or "ew", `side_name` its word; `place`
    says where and when ("第 1 轮 第 3 桌"), `below` the group and the room."""

    event_name: str
    side: str
    side_name: str
    number: int
    players: tuple[str, ...]
    unit: str
    place: str
    below: str = ""

    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (self.event_name, self.side_name, *self.players, self.unit, self.place, self.below)

    def draw(self, pen: Pen, box: Box) -> None:
        """The side's strip on the left, tinted or hatched; number and names beside it."""
        room = box.inside(MARGIN)
        self._side(pen, Box(room.x, room.y, LABEL, room.height))
        pen.frame(room.x, room.y, room.width, room.height)
        inner = Box(room.x + LABEL + 6, room.y + 4, room.width - LABEL - 12, room.height - 8)
        pen.boxed(self.event_name, inner.x, inner.top - 12, 8, width=inner.width, height=12, colour=QUIET)
        self._place(pen, Box(inner.x, inner.top - 36, inner.width, 20))
        foot = inner.y + 16
        pen.boxed(self.unit, inner.x, inner.y, 10.5, width=inner.width, height=15, colour=QUIET)
        body = Box(inner.x, foot, inner.width, inner.top - 40 - foot)
        figure = min(body.width * 0.34, pen.setter.width(str(self.number), body.height))
        pen.figure(str(self.number), Box(body.x, body.y, figure, body.height), body.height)
        names = Box(body.x + figure + 8, body.y, body.width - figure - 8, body.height)
        pen.centred("　".join(self.players), names, 21, kind=Kind.NAME)

    def _place(self, pen: Pen, row: Box) -> None:
        width = pen.boxed(self.place, row.x, row.y, 13, width=row.width * 0.62, height=row.height)
        x = row.x + width + 8
        pen.boxed(self.below, x, row.y, 9, width=row.right - x, height=row.height, colour=QUIET)

    def _side(self, pen: Pen, strip: Box) -> None:
        if self.side == "ns":
            pen.canvas.setFillColor(NS_TINT)
            pen.canvas.rect(strip.x, strip.y, strip.width, strip.height, stroke=0, fill=1)
        else:
            hatch(pen.canvas, strip.x, strip.y, strip.width, strip.height)
        pen.line(strip.right, strip.y, strip.right, strip.top, weight=0.9)
        pen.upright(self.side_name, strip, 17, colour=SIDE_INK[self.side], plated=self.side == "ew")
