"""A plan as a picture: the boxes, their texts and the lines between them, in the units of the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.queries.plan_outline import Outline
from tournament.wording import of_error
from tournament.wording.plan_texts import arrow_text, box_lines, group_labels, pairs_text

WIDTH, EDGE, GAP = 340, 2, 44
HEAD, LINE = 30, 20  # the heights of a box's name and of each line below it
CELL, CELL_HEIGHT, MOST_CELLS = 36, 26, 8
LEFT = 14


@dataclass(frozen=True, slots=True)
class Cell:
    """One group in a box: where it stands and what is written in it."""

    x: int
    y: int
    text: str

    @property
    def x_middle(self) -> int:
        """Where its text stands."""
        return self.x + 16

    @property
    def y_middle(self) -> int:
        """The baseline of its text."""
        return self.y + 18


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text: its baseline and whether it says that something does not fit."""

    y: int
    text: str
    is_bad: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """One stage: its frame, name, number of pairs, groups, a small bracket and lines of text.

    `arrow` says who comes in; with `is_joined` they come from the box above.
    """

    y: int
    height: int
    name: str
    pairs: str
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]
    bracket: tuple[str, ...]
    arrow: str
    is_joined: bool

    @property
    def bottom(self) -> int:
        """Where the next arrow begins."""
        return self.y + self.height

    @property
    def name_y(self) -> int:
        """The baseline of the name."""
        return self.y + 22

    @property
    def arrow_y(self) -> int:
        """The baseline of what is written at the arrow."""
        return self.y - 17


@dataclass(frozen=True, slots=True)
class Picture:
    """Stages that follow each other, drawn from top to bottom; `text` says the same in words."""

    boxes: tuple[Box, ...]
    text: str
    width: int = WIDTH

    @property
    def height(self) -> int:
        """The height of the whole drawing."""
        return self.boxes[-1].bottom + EDGE if self.boxes else 0


def pictures(outlines: Sequence[Outline]) -> list[Picture]:
    """One drawing for every chain of stages: categories stand side by side, each with its own stages."""
    tracks: list[list[int]] = []
    track_of: dict[int, int] = {}
    for index, one in enumerate(outlines):
        if one.source is None:
            track_of[index] = len(tracks)
            tracks.append([index])
        else:
            track_of[index] = track_of[one.source]
            tracks[track_of[index]].append(index)
    return [_picture(outlines, track) for track in tracks]


def _picture(outlines: Sequence[Outline], track: Sequence[int]) -> Picture:
    boxes: list[Box] = []
    for at, index in enumerate(track):
        one = outlines[index]
        y = boxes[-1].bottom + GAP if boxes else EDGE
        joined = at > 0 and one.source == track[at - 1]
        boxes.append(_box(one, y, arrow_text(one) if at else "", joined))
    return Picture(tuple(boxes), _("；").join(_said(box) for box in boxes))


def _said(box: Box) -> str:
    parts = (box.arrow, box.name, box.pairs, *(line.text for line in box.lines))
    return " ".join(part for part in parts if part)


def _box(one: Outline, y: int, arrow: str, is_joined: bool) -> Box:
    is_knockout = one.plan.pairing.get("method") == "knockout"
    row = y + HEAD + 4
    labels = group_labels(one, MOST_CELLS)
    cells = tuple(Cell(LEFT + at * (CELL + 3), row, label) for at, label in enumerate(labels))
    top = y + HEAD + (CELL_HEIGHT + 10 if cells or is_knockout else 0)
    texts = box_lines(one, of_error(one.misfit) if one.misfit else "")
    lines = tuple(Line(top + 16 + at * LINE, text, is_bad) for at, (text, is_bad) in enumerate(texts))
    height = top - y + len(lines) * LINE + 8
    bracket = _bracket(row) if is_knockout else ()
    return Box(y, height, one.plan.name, pairs_text(one), cells, lines, bracket, arrow, is_joined)


def _bracket(y: int) -> tuple[str, ...]:
    """A small bracket of four, two and one line, as paths."""
    first = [f"M{LEFT} {y + at * 8}h40" for at in range(4)]
    second = [f"M{LEFT + 40} {y + at * 16}v8m0 -4h40" for at in range(2)]
    return (*first, *second, f"M{LEFT + 80} {y + 4}v16m0 -8h40")
