"""A bracket on paper: boxes and lines, sized by how many rows a sheet has to hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import pairwise

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A3, A4, landscape
from reportlab.lib.units import mm

from .blocks import missing_note
from .box import Box
from .bracket import BracketBox, BracketSeat, BracketTree, parts
from .canvas import new_canvas
from .paper import Kind, cleaned
from .pen import Pen
from .typefaces import Typesetter, missing_glyphs
from .typeset import HAIR, INK, QUIET

MARGIN = 13 * mm
HEAD, FOOT = 52.0, 14.0  # above and below the trees
LYING = 8  # rows: up to here the sheet lies, since the rounds need the width
MOST = {False: 16, True: 32}  # rows of an A4 and of an A3 sheet
HEADS = 18.0  # the names of the rounds
TITLE = 20.0  # of a part
BELOW = 14.0  # under a tree
GAP = 0.13  # of a column's width, between the rounds
TALLEST = 50.0  # of a box
SCORE = 0.22  # of a box's width


@dataclass(frozen=True, slots=True)
class BracketPaper:
    """All trees of a stage, ready to print on A4 or (`large`) A3.

    `note` is what must be said of it (未公布); `printed_at` when it was made (aware; None: not shown);
    `empty` the sentence printed where nothing is drawn yet.
    """

    event_name: str
    title: str
    trees: tuple[BracketTree, ...] = ()
    note: str = ""
    printed_at: datetime | None = None
    large: bool = False
    empty: str = ""

    def missing(self) -> set[str]:
        """The characters that no font at hand can draw."""
        texts = (text for tree in self.trees for text in tree.texts())
        return missing_glyphs("".join((self.event_name, self.title, self.note, *texts)))

    def to_pdf(self) -> bytes:
        """The file. Touches no database."""
        return to_bracket_pdf(self)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its trees from the top, and whether it lies."""

    trees: tuple[BracketTree, ...]
    lies: bool


def to_bracket_pdf(paper: BracketPaper) -> bytes:
    """Print every tree of `paper`: vector drawing, the event's full name, page x of y and the time on each
    sheet. A tree that is too large for a sheet is cut into its quarters or halves and the rounds in which
    they meet; small trees share a sheet."""
    setter, buffer = Typesetter(), BytesIO()
    sheets = _sheets(paper) or [Sheet((), lies=True)]
    canvas = new_canvas(buffer, _size(paper, sheets[0]), setter)
    canvas.setTitle(cleaned(paper.title))
    canvas.setAuthor(cleaned(paper.event_name))
    canvas.setCreator(_("掼赛"))
    pen = Pen(canvas, setter)
    for number, sheet in enumerate(sheets, start=1):
        width, height = _size(paper, sheet)
        canvas.setPageSize((width, height))
        room = Box(MARGIN, MARGIN + FOOT, width - 2 * MARGIN, height - 2 * MARGIN - HEAD - FOOT)
        _draw_trees(pen, sheet, room)
        if not sheet.trees:
            pen.centred(paper.empty or _("这里还没有内容。"), room, 14)
        _frame(pen, paper, (width, height), number, len(sheets))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _size(paper: BracketPaper, sheet: Sheet) -> tuple[float, float]:
    upright = A3 if paper.large else A4
    return landscape(upright) if sheet.lies else upright


def _sheets(paper: BracketPaper) -> list[Sheet]:
    """Fill sheets with the parts of all trees in their order; parts share one while their rows fit."""
    found: list[list[BracketTree]] = []
    most = MOST[paper.large]
    for part in (part for tree in paper.trees for part in parts(tree, most)):
        used = sum(tree.rows + 1 for tree in found[-1]) if found else 0
        if not found or used + part.rows > LYING:
            found.append([])
        found[-1].append(part)
    return [Sheet(tuple(trees), lies=max(tree.rows for tree in trees) <= LYING) for trees in found]


def _draw_trees(pen: Pen, sheet: Sheet, room: Box) -> None:
    """Trees below each other, each with the height that its rows ask for."""
    rows = sum(tree.rows for tree in sheet.trees)
    fixed = sum(HEADS + (TITLE if tree.title else 0) + BELOW for tree in sheet.trees)
    pitch = (room.height - fixed) / max(rows, 1)
    top = room.top
    for tree in sheet.trees:
        if tree.title:
            pen.boxed(tree.title, room.x, top - 15, 12, width=room.width, height=15)
            top -= TITLE
        height = tree.rows * pitch
        _draw_tree(pen, tree, Box(room.x, top - HEADS - height, room.width, HEADS + height), pitch)
        top -= HEADS + height + BELOW


def _draw_tree(pen: Pen, tree: BracketTree, room: Box, pitch: float) -> None:
    pitch = min(pitch, TALLEST * 2.2)
    count = max(len(tree.columns), 3)  # a single match is not as wide as the sheet
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
        pen.centred(tree.champion, Box(last.x, last.y - 22, last.width, 18), 11, kind=Kind.NAME, bold=True)


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


def _frame(pen: Pen, paper: BracketPaper, size: tuple[float, float], number: int, count: int) -> None:
    """What stands on every sheet: the event, the title, what must be said, page and time."""
    width, height = size
    room = width - 2 * MARGIN
    pen.boxed(paper.event_name, MARGIN, height - MARGIN - 4, 10, width=room, height=16)
    pen.line(MARGIN, height - MARGIN - 7, width - MARGIN, height - MARGIN - 7, colour=HAIR)
    title = Box(MARGIN, height - MARGIN - 40, room, 30)
    pen.centred(paper.title, title, 17, bold=True)
    y = MARGIN - 4
    pen.text(_made(paper), MARGIN, y, 8.5, colour=QUIET)
    page = _("第 %(number)d 页，共 %(count)d 页") % {"number": number, "count": count}
    pen.text(page, width - MARGIN, y, 8.5, align="right", colour=QUIET)
    said = "　".join(filter(None, (paper.note, missing_note(pen.setter))))
    pen.centred(said, Box(MARGIN + room * 0.25, y - 4, room * 0.5, 16), 8.5, colour=QUIET)


def _made(paper: BracketPaper) -> str:
    if paper.printed_at is None:
        return ""
    return _("%s 制表") % formats.date_format(timezone.localtime(paper.printed_at), "Y-m-d H:i")
