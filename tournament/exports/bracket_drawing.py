"""A bracket on sheets of its own, sized by how many rows a sheet has to hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A3, A4, landscape
from reportlab.lib.units import mm

from .blocks import missing_note
from .box import Box
from .bracket import BracketTree, parts
from .bracket_tree import BELOW, FEWEST, GAP, HEADS, TALLEST, draw_tree
from .canvas import new_canvas
from .paper import cleaned
from .pen import Pen
from .typefaces import Typesetter, missing_glyphs
from .typeset import HAIR, QUIET

MARGIN = 13 * mm
HEAD, FOOT = 52.0, 14.0  # above and below the trees
LYING = 8  # rows: up to here the sheet lies, since the rounds need the width
MOST = {False: 16, True: 32}  # rows of an A4 and of an A3 sheet
TITLE = 20.0  # of a part
CORNER = 125.0  # height of a single match: title, head, box, who won


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
    """One sheet: its trees from the top, whether it lies, and the single match (for the third place) that
    stands below the final, where the last column is empty."""

    trees: tuple[BracketTree, ...]
    lies: bool
    corner: BracketTree | None = None


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
    """Fill sheets with the parts of all trees in their order; parts share one while their rows fit, a single
    match also the one whose only tree leaves room below its final."""
    found: list[Sheet] = []
    most = MOST[paper.large]
    for part in (part for tree in paper.trees for part in parts(tree, most)):
        last = found[-1] if found else Sheet((), lies=True)
        if last.trees and sum(tree.rows + 1 for tree in last.trees) + part.rows <= LYING:
            found[-1] = replace(last, trees=(*last.trees, part))
        elif part.rows == len(part.columns) == 1 and _has_corner(last):
            found[-1] = replace(last, corner=part)
        else:
            found.append(Sheet((part,), lies=part.rows <= LYING))
    return found


def _has_corner(sheet: Sheet) -> bool:
    """Whether the last column is empty below its one box: a whole tree of at least three rounds."""
    if len(sheet.trees) != 1 or sheet.corner:
        return False
    columns = sheet.trees[0].columns
    return sheet.trees[0].linked and len(columns) >= FEWEST and len(columns[-1].boxes) == 1


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
        draw_tree(pen, tree, Box(room.x, top - HEADS - height, room.width, HEADS + height), pitch)
        top -= HEADS + height + BELOW
    if sheet.corner:
        _draw_corner(pen, sheet.corner, len(sheet.trees[0].columns), room)


def _draw_corner(pen: Pen, match: BracketTree, columns: int, room: Box) -> None:
    """A single match at the foot of the last of `columns`, as wide as the boxes above it."""
    column = room.width / (columns - GAP)
    x, top = room.x + (columns - 1) * column, room.y + CORNER
    pen.boxed(match.title, x, top - 15, 11, width=column * (1 - GAP), height=15)
    draw_tree(pen, match, Box(x, room.y, column * (FEWEST - GAP), CORNER - TITLE), TALLEST * 1.28)


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
