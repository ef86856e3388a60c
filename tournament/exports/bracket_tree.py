"""A bracket's tree drawn into a room: boxes in columns, lines to the next, who won below the last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .box import Box
from .bracket import BracketBox, BracketSeat, BracketTree
from .paper import Kind
from .pen import Pen
from .typeset import HAIR, INK, QUIET

HEADS = 18.0  # the names of the rounds
BELOW = 14.0  # under a tree
WINNER = 22.0  # under the last box: who won
GAP = 0.13  # of a column's width, between the rounds
TALLEST = 50.0  # of a box
PITCH = 2.2  # of a box's greatest height: no further from one to the next
FEWEST = 3  # columns: a single match is not as wide as the sheet
SCORE = 0.2  # of a box's width


def draw_tree(pen: Pen, tree: BracketTree, room: Box, pitch: float) -> None:
    """Draw `tree` from the top of `room`, its first round's boxes `pitch` points from each other, or less."""
    pitch = min(pitch, TALLEST * PITCH)
    count = max(len(tree.columns), FEWEST)
    column = room.width / (count - GAP)
    width, height = column * (1 - GAP), min(TALLEST, pitch * 0.78)
    placed: list[list[Box | None]] = []
    for at, one in enumerate(tree.columns):
        x, step = room.x + at * column, pitch * (1 << at if tree.linked else 1)
        pen.centred(one.head, Box(x, room.top - HEADS, width, HEADS - 4), 9.5, colour=QUIET)
        tops = [room.top - HEADS - (place + 0.5) * step - height / 2 for place in range(len(one.boxes))]
        boxes = [Box(x, y, width, height) if box else None for y, box in zip(tops, one.boxes, strict=True)]
        for place, match in zip(boxes, one.boxes, strict=True):
            if place and match:
                _draw_box(pen, match, place)
        placed.append(boxes)
    if tree.linked:
        _links(pen, placed, column * GAP)
    last = placed[-1][0]
    if tree.champion and last:
        pen.centred(
            tree.champion, Box(last.x, last.y - WINNER, last.width, 18), 11, kind=Kind.NAME, bold=True
        )


def _links(pen: Pen, placed: Sequence[Sequence[Box | None]], gap: float) -> None:
    for column, following in pairwise(placed):
        for at, box in enumerate(column):
            goal = following[at // 2]
            if box and goal:
                middle, turn = box.y + box.height / 2, box.right + gap / 2
                end = goal.y + goal.height / 2
                pen.line(box.right, middle, turn, middle, weight=0.7)
                pen.line(turn, middle, turn, end, weight=0.7)
                pen.line(turn, end, goal.x, end, weight=0.7)


def _draw_box(pen: Pen, match: BracketBox, box: Box) -> None:
    half = box.height / 2
    _draw_seat(pen, match.upper, Box(box.x, box.y + half, box.width, half))
    _draw_seat(pen, match.under, Box(box.x, box.y, box.width, half))
    pen.line(box.x, box.y + half, box.right, box.y + half, weight=0.35, colour=HAIR)
    pen.frame(box.x, box.y, box.width, box.height, weight=0.8)
    if match.mark:
        pen.text(match.mark, box.x + 1, box.top + 2, min(6.5, box.height * 0.17), colour=QUIET)


def _draw_seat(pen: Pen, seat: BracketSeat, half: Box) -> None:
    """Name above unit, the score at the right; who won is bold, who lost is grey."""
    kept = half.width * SCORE if seat.score else 0.0
    width, size = half.width - kept - 6, min(11.5, half.height * 0.52)
    colour = QUIET if seat.lost or (not seat.score and not seat.unit) else INK
    below = half.height * 0.36 if seat.unit else 0.0
    name = Box(half.x + 3, half.y + below, width, half.height - below - 0.5)
    pen.beside(seat.text, name, size, kind=Kind.NAME, bold=seat.won, colour=colour)
    if seat.unit:
        unit = Box(half.x + 3, half.y + 0.8, width, below)
        pen.beside(seat.unit, unit, size * 0.66, colour=QUIET)
    if seat.score:
        score = Box(half.right - kept - 1, half.y + 1, kept - 2, half.height - 2)
        pen.centred(seat.score, score, size, bold=seat.won, colour=colour)
