"""Where the boxes and lines of a bracket stand in its picture: whole numbers for the SVG of the template."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from tournament.queries.bracket_trees import Box, Seat, Tree
from tournament.queries.standing_sheets import Who
from tournament.wording.knockout import bracket_round, bracket_score, table_mark

WIDTH, HEIGHT = 232, 68  # of a box
GAP = 40  # between columns
PITCH = 94  # from one box to the next below it
TOP = 40  # under the heads of the columns
EDGE = 8  # around the whole, and between a box and its text
SCORE = 52  # kept free for the score
WIDE, THIN = 14, 8  # of a Chinese character and of others, in the name's size
SMALL = 12 / 14  # the unit's size against the name's
SQUEEZE = 1.4  # a text is pressed together by no more than that, then cut


@dataclass(frozen=True, slots=True)
class Text:
    """A text and the width that it is pressed into (0: as wide as it is)."""

    text: str
    length: int = 0


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """One half of a box as it is drawn, from its top edge `y`."""

    y: int
    name: Text
    unit: Text
    score: str
    state: str

    @property
    def name_y(self) -> int:
        """The line on which the name stands."""
        return self.y + 16

    @property
    def unit_y(self) -> int:
        """The line on which the unit stands."""
        return self.y + 29


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box as it is drawn; `mark` stands above it (第 3 桌), `title` is read out and shown to a mouse."""

    x: int
    y: int
    seats: tuple[DrawnSeat, ...]
    mark: str
    title: str
    state: str

    @property
    def middle(self) -> int:
        """The line between its two seats."""
        return self.y + HEIGHT // 2

    @property
    def mark_y(self) -> int:
        """The line on which the mark stands."""
        return self.y - 5

    @property
    def text_x(self) -> int:
        """Where its texts begin."""
        return self.x + EDGE

    @property
    def score_x(self) -> int:
        """Where its scores end."""
        return self.x + WIDTH - EDGE

    @property
    def right(self) -> int:
        """Its right edge."""
        return self.x + WIDTH


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column."""

    x: int
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """One tree as it is drawn."""

    title: str
    width: int
    height: int
    heads: tuple[Head, ...]
    boxes: tuple[DrawnBox, ...]
    links: tuple[str, ...]
    champion: str
    box_width: int = WIDTH
    box_height: int = HEIGHT


def picture(tree: Tree) -> Picture:
    """Lay a tree out: a box in the middle of the two that lead to it; drawn afresh, one below the other."""
    placed: list[list[DrawnBox | None]] = []
    for at, column in enumerate(tree.columns):
        x = EDGE + at * (WIDTH + GAP)
        step = PITCH if tree.is_drawn_afresh else PITCH << at
        placed.append(
            [
                _box(box, x, TOP + int((place + 0.5) * step) - HEIGHT // 2 + 6) if box else None
                for place, box in enumerate(column.boxes)
            ]
        )
    rows = max(len(column) for column in placed)
    title = bracket_round(tree.places) if tree.places[0] > 1 else ""
    heads = tuple(
        Head(EDGE + at * (WIDTH + GAP), bracket_round(column.places))
        for at, column in enumerate(tree.columns)
        if not title or len(tree.columns) > 1
    )
    return Picture(
        title=title,
        width=2 * EDGE + len(placed) * (WIDTH + GAP) - GAP,
        height=TOP + rows * PITCH + EDGE,
        heads=heads,
        boxes=tuple(box for column in placed for box in column if box),
        links=() if tree.is_drawn_afresh else tuple(_links(placed)),
        champion=_full(tree.winner),
    )


def _links(placed: list[list[DrawnBox | None]]) -> list[str]:
    found = []
    for column, following in pairwise(placed):
        for at, box in enumerate(column):
            goal = following[at // 2]
            if box and goal:
                turn = box.right + GAP // 2
                found.append(f"M{box.right} {box.middle}H{turn}V{goal.middle}H{goal.x}")
    return found


def _box(box: Box, x: int, y: int) -> DrawnBox:
    seats = (_seat(box, box.upper, y), _seat(box, box.under, y + HEIGHT // 2))
    if box.is_bye:
        state = "bye"
    elif box.line is None:
        state = "open"
    else:
        state = "over" if box.winner else "made"
    said = [f"{seat.name.text} {seat.score}".strip() for seat in seats]
    mark = table_mark(box.line.table if box.line else None)
    return DrawnBox(x, y, seats, mark, " : ".join(part for part in said if part), state)


def _seat(box: Box, seat: Seat, y: int) -> DrawnSeat:
    score = box.line.score if box.line else None
    told = bracket_score(score, seat.side) if score and seat.side else ""
    if seat.who is None:
        words = bracket_score(None, None) if box.is_bye else ""
        return DrawnSeat(y, Text(words), Text(""), "", "empty")
    state = "won" if seat.won else "lost" if seat.lost else ""
    room = WIDTH - 2 * EDGE - SCORE
    return DrawnSeat(y, fitted(_full(seat.who), room), fitted(seat.who.unit, room, scale=SMALL), told, state)


def _full(who: Who | None) -> str:
    return f"{who.number} {who.text}" if who else ""


def fitted(text: str, room: int, *, scale: float = 1) -> Text:
    """A text that fits into `room`: as it is, else pressed together, else cut with … and pressed."""
    if _wide(text, scale) <= room:
        return Text(text)
    cut = text
    while _wide(cut, scale) > room * SQUEEZE:
        cut = cut[:-2] + "…" if cut.endswith("…") else cut[:-1] + "…"
    return Text(cut, room)


def _wide(text: str, scale: float) -> float:
    return sum(WIDE if ord(sign) > 0x2E7F else THIN for sign in text) * scale
