"""A knock-out drawn for a page: boxes in columns, lines from one to the next, the winner at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from reportlab.platypus import Flowable

from .paper import Kind, cleaned
from .typefaces import Typesetter
from .typeset import HAIR, INK, LEADING, QUIET, draw, draw_lines, fit_box

GAP = 0.16  # of a column: the room in which lines run to the next
MOST_PITCH = 62.0  # points from one box of the first column to the next, before it is scaled
WIDEST = 150.0  # points of a column
SMALLEST_UNIT = 5.0  # points: where a unit's name would be smaller, it is left out
HEAD = 26.0


@dataclass(frozen=True, slots=True)
class Seat:
    """One half of a box: who stands there, what it came to for him, and whether he goes on."""

    name: str = ""
    unit: str = ""
    score: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A match: its seats from the top; `mark` stands above it (3 桌)."""

    upper: Seat
    under: Seat
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """What one page holds: columns from left to right, each with its head; None where nobody plays.

    `linked`: two boxes lead to the one in their middle. `champion` stands behind the last box.
    """

    heads: tuple[str, ...]
    columns: tuple[tuple[Box | None, ...], ...]
    title: str = ""
    linked: bool = True
    champion: str = ""

    def texts(self) -> Iterator[str]:
        """Every text that a reader sees."""
        yield from (*self.heads, self.title, self.champion)
        for box in (box for column in self.columns for box in column if box):
            for seat in (box.upper, box.under):
                yield from (seat.name, seat.unit, seat.score)
            yield box.mark


@dataclass(frozen=True, slots=True)
class Bracket:
    """A stage's bracket as a piece of a book, in as many parts as it needs."""

    title: str
    parts: tuple[Part, ...]
    note: str = ""

    @property
    def landscape(self) -> bool:
        """Brackets stand: they are taller than wide."""
        return False

    def texts(self) -> Iterator[str]:
        """Every text that a reader sees."""
        yield from (self.title, self.note)
        for part in self.parts:
            yield from part.texts()


class Drawing(Flowable):
    """One part, drawn into a width and at most a height; it never splits."""

    def __init__(self, setter: Typesetter, part: Part, width: float, most: float, unit: float) -> None:
        """`unit` is 1 for A4 and smaller for smaller paper."""
        super().__init__()
        self.setter, self.part, self.width = setter, part, width
        self.rows = max(len(column) for column in part.columns)
        self.head = HEAD * unit
        self.pitch = min((most - self.head) / self.rows, MOST_PITCH * unit)
        self.column = min(width / len(part.columns), WIDEST * unit)
        self.box = (self.column * (1 - GAP), self.pitch * 0.66)

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """The size it takes."""
        self.height = self.head + self.rows * self.pitch
        return self.width, self.height

    def draw(self) -> None:
        """Draw at the canvas's origin, upwards from it."""
        for at, head in enumerate(self.part.heads):
            x, size = at * self.column, self.head * 0.36
            draw(self.canv, self.setter, head, x=x, y=self.height - size, size=size, colour=QUIET)
        if self.part.linked:
            for at, (column, following) in enumerate(pairwise(self.part.columns)):
                self._links(at, column, following)
        for at, column in enumerate(self.part.columns):
            for place, box in enumerate(column):
                if box is not None:
                    self._draw_box(box, at * self.column, self._middle(len(column), place))
        self._draw_champion()

    def _middle(self, count: int, place: int) -> float:
        """The height of a box's middle in a column of `count`: linked ones stand between their two."""
        step = self.rows * self.pitch / count if self.part.linked else self.pitch
        return self.height - self.head - (place + 0.5) * step

    def _links(self, at: int, column: tuple[Box | None, ...], following: tuple[Box | None, ...]) -> None:
        self.canv.setStrokeColor(HAIR)
        self.canv.setLineWidth(0.8)
        right, left = at * self.column + self.box[0], (at + 1) * self.column
        turn = (right + left) / 2
        for place, box in enumerate(column):
            if box is None or following[place // 2] is None:
                continue
            start, goal = self._middle(len(column), place), self._middle(len(following), place // 2)
            self.canv.lines(
                [(right, start, turn, start), (turn, start, turn, goal), (turn, goal, left, goal)]
            )

    def _draw_box(self, box: Box, x: float, middle: float) -> None:
        width, height = self.box
        self.canv.setStrokeColor(INK)
        self.canv.setLineWidth(0.6)
        self.canv.rect(x, middle - height / 2, width, height, stroke=1, fill=0)
        self.canv.setLineWidth(0.3)
        self.canv.line(x, middle, x + width, middle)
        self._draw_seat(box.upper, x, middle, height / 2)
        self._draw_seat(box.under, x, middle - height / 2, height / 2)
        if box.mark:
            size = min(self.pitch * 0.15, 7)
            draw(self.canv, self.setter, box.mark, x=x, y=middle + height / 2 + 1.5, size=size, colour=QUIET)

    def _draw_seat(self, seat: Seat, x: float, y: float, height: float) -> None:
        """Draw one half; the winner is bold, so that it is seen in black and white."""
        pad, width = self.box[0] * 0.04, self.box[0]
        size = min(height * 0.5, 9)
        score = self.setter.width(seat.score, size) + pad if seat.score else 0
        unit = seat.unit if height * 0.4 / LEADING >= SMALLEST_UNIT else ""
        room, top = width - 2 * pad - score, y + height - 1
        for text, most, colour, part in (
            (seat.name, size, INK, height * (0.6 if unit else 1.0)),
            (unit, size * 0.78, QUIET, height * 0.4),
        ):
            if text:
                lines = fit_box(self.setter, cleaned(text), Kind.NAME, most, room, part)
                upper = top - (part - lines.height) / 2
                draw_lines(
                    self.canv,
                    self.setter,
                    lines,
                    x=x + pad,
                    top=upper,
                    bold=seat.won and most == size,
                    colour=colour,
                )
                top -= part
        if seat.score:
            right, foot = x + width - pad, y + height / 2 - size * 0.36
            draw(self.canv, self.setter, seat.score, x=right, y=foot, size=size, align="right", bold=seat.won)

    def _draw_champion(self) -> None:
        """Name who won under the last box."""
        if not self.part.champion:
            return
        last = len(self.part.columns) - 1
        width, height = self.box
        top = self._middle(len(self.part.columns[last]), 0) - height / 2 - 4
        size = min(self.pitch * 0.26, 12)
        room = max(self.rows * self.pitch / 2 - height, size * 1.5)
        lines = fit_box(self.setter, cleaned(self.part.champion), Kind.NAME, size, width, room)
        draw_lines(self.canv, self.setter, lines, x=last * self.column, top=top, bold=True)
