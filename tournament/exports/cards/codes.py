"""Codes to scan: a sheet for the wall, one for each table, one for each pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.cards.sheet import MARGIN, Box
from tournament.exports.paper import Kind
from tournament.exports.pen import Pen
from tournament.exports.typeset import INK, QUIET

QUIET_ZONE = 4  # modules of white around a code
ADDRESS = 7.0  # size of the address below a small code


@dataclass(frozen=True, slots=True)
class CodePoster:
    """One code as large as the sheet allows: what it opens, and the address for those who type it."""

    event_name: str
    words: str
    address: str

    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (self.event_name, self.words, self.address)

    def draw(self, pen: Pen, box: Box) -> None:
        """Event above, code in the middle, address below."""
        room = box.inside(MARGIN * 2)
        pen.centred(self.event_name, Box(room.x, room.top - 70, room.width, 70), 26, bold=True)
        pen.centred(self.words, Box(room.x, room.top - 120, room.width, 40), 20, colour=QUIET)
        pen.centred(self.address, Box(room.x, room.y, room.width, 40), 15)
        side = min(room.width, room.height - 180)
        middle = Box(room.middle - side / 2, room.y + 46, side, room.height - 176)
        draw_code(pen.canvas, self.address, middle)


@dataclass(frozen=True, slots=True)
class CodeCard:
    """A code that belongs to a table or a pair. `head` is its number in large type, `words` what it opens."""

    event_name: str
    head: str
    words: str
    address: str
    below: str = ""

    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (self.event_name, self.head, self.words, self.below, self.address)

    def draw(self, pen: Pen, box: Box) -> None:
        """The code on the left, head and words on the right, the address at the foot."""
        room = box.inside(MARGIN * 0.75)
        pen.centred(self.event_name, Box(room.x, room.top - 13, room.width, 13), 8, colour=QUIET)
        pen.centred(self.address, Box(room.x, room.y, room.width, 11), ADDRESS, colour=QUIET)
        body = Box(room.x, room.y + 12, room.width, room.height - 27)
        side = min(body.height, body.width * 0.55)
        draw_code(pen.canvas, self.address, Box(body.x, body.y, side, body.height))
        x = body.x + side + 4
        width, third = body.right - x, body.height / 3
        pen.figure(self.head, Box(x, body.top - third * 1.3, width, third * 1.2), third)
        pen.centred(self.words, Box(x, body.y + third * 0.62, width, third), 12, kind=Kind.NAME)
        pen.centred(self.below, Box(x, body.y, width, third * 0.6), 8, colour=QUIET)


@dataclass(frozen=True, slots=True)
class CodesOfTable:
    """A table's number over its codes: one, or one for each network, with what each is for (`codes`: label
    and address). The site of each stands below it, so that old sheets can be told from new ones."""

    event_name: str
    head: str
    words: str
    codes: tuple[tuple[str, str], ...]
    below: str = ""

    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (self.event_name, self.head, self.words, self.below)
        for label, address in self.codes:
            yield from (label, _site(address))

    def draw(self, pen: Pen, box: Box) -> None:
        """Event, number and words above, the codes beside each other below."""
        room = box.inside(MARGIN * 0.75)
        pen.centred(self.event_name, Box(room.x, room.top - 12, room.width, 12), 8, colour=QUIET)
        line = Box(room.x, room.top - 46, room.width * 0.42, 32)
        pen.figure(self.head, line, 26)
        words = " · ".join(filter(None, (self.words, self.below)))
        pen.centred(words, Box(line.right, line.y, room.width - line.width, line.height), 12)
        width = room.width / len(self.codes)
        for at, (label, address) in enumerate(self.codes):
            self._code(pen, label, address, Box(room.x + at * width, room.y, width, line.y - room.y))

    def _code(self, pen: Pen, label: str, address: str, box: Box) -> None:
        draw_code(pen.canvas, address, Box(box.x, box.y + 24, box.width, box.height - 24))
        pen.centred(label, Box(box.x, box.y + 11, box.width, 13), 10, bold=True)
        pen.centred(_site(address), Box(box.x, box.y, box.width, 10), ADDRESS, colour=QUIET)


def _site(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def draw_code(canvas: Canvas, text: str, box: Box) -> None:
    """Draw the QR code of `text` into the middle of `box`, as large as fits with its quiet zone.

    Medium error correction; dark modules of a row that touch are one rectangle, so that no printer leaves
    white lines between them.
    """
    rows = _modules(text)
    size = min(box.width, box.height) / (len(rows) + 2 * QUIET_ZONE)
    left = box.x + box.width / 2 - len(rows) * size / 2
    top = box.y + box.height / 2 + len(rows) * size / 2
    path = canvas.beginPath()
    for number, row in enumerate(rows, start=1):
        for first, count in row:
            path.rect(left + first * size, top - number * size, count * size, size)
    canvas.setFillColor(INK)
    canvas.drawPath(path, stroke=0, fill=1)


@lru_cache(maxsize=512)
def _modules(text: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The dark runs of every row: where each begins and how many modules it has."""
    return tuple(tuple(_runs(row)) for row in segno.make(text, error="m", micro=False).matrix)


def _runs(row: bytearray) -> Iterator[tuple[int, int]]:
    start = None
    for at, dark in enumerate([*row, 0]):
        if dark and start is None:
            start = at
        elif not dark and start is not None:
            yield start, at - start
            start = None
