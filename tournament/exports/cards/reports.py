"""成绩报告单: one match's result for one of its pairs, to be signed and taken along."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exports.cards.sheet import MARGIN, Box
from tournament.exports.paper import Kind
from tournament.exports.pen import Pen
from tournament.exports.typeset import HAIR, QUIET

SIDE, LEVEL, POINTS = 30.0, 46.0, 40.0  # widths of the columns beside the names
HEADS, ROW = 12.0, 27.0
SMALL = 7.5


@dataclass(frozen=True, slots=True)
class ReportSide:
    """One side of the match: number, names, unit, and what it came to in words ("过A", "弃权"; "109")."""

    number: int
    names: str
    unit: str = ""
    level: str = ""
    points: str = ""


@dataclass(frozen=True, slots=True)
class MatchReport:
    """One copy. `copy` says whose it is ("南北联"), `place` where and when, `verdict` what it came to in one
    line ("" while nothing is entered: then there is a line to write on), `objections` until when they are
    heard, `number` the announcement that has the result."""

    event_name: str
    copy: str
    place: str
    below: str
    ns: ReportSide
    ew: ReportSide
    verdict: str = ""
    objections: str = ""
    number: str = ""

    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (self.event_name, self.copy, self.place, self.below, self.verdict, self.objections)
        for side in (self.ns, self.ew):
            yield from (side.names, side.unit)

    def draw(self, pen: Pen, box: Box) -> None:
        """Head, both sides in a table, what it came to, three signatures."""
        room = Box(box.x + MARGIN, box.y + MARGIN * 0.7, box.width - 2 * MARGIN, box.height - MARGIN * 1.3)
        top = self._head(pen, room)
        top = self._table(pen, room, top)
        top -= 20
        if self.verdict:
            pen.boxed(self.verdict, room.x, top, 10, width=room.width, height=15)
        else:
            pen.blank(_("胜方"), room.x, top + 3, room.width * 0.5, 9)
        self._foot(pen, room)

    def _head(self, pen: Pen, room: Box) -> float:
        pen.boxed(
            self.event_name, room.x, room.top - 11, SMALL, width=room.width * 0.76, height=12, colour=QUIET
        )
        pen.text(self.copy, room.right, room.top - 8, SMALL, align="right", colour=QUIET)
        y = room.top - 29
        title = _("成绩报告单")
        width = pen.text(title, room.x, y, 13, bold=True)
        x = room.x + width + 8
        x += pen.boxed(self.place, x, y - 4, 11, width=room.width * 0.42, height=17) + 6
        pen.boxed(self.below, x, y - 4, SMALL, width=room.right - x, height=17, colour=QUIET)
        return y - 8

    def _table(self, pen: Pen, room: Box, top: float) -> float:
        names = room.width - SIDE - LEVEL - POINTS
        widths = [SIDE, names, LEVEL, POINTS]
        pen.table(room.x, top, widths, [HEADS, ROW, ROW])
        x = room.x
        for word, width in zip(("", _("参赛队"), _("级数"), _("积分")), widths, strict=True):
            pen.centred(word, Box(x, top - HEADS, width, HEADS), SMALL, colour=QUIET)
            x += width
        words = {"ns": pgettext("short", "南北"), "ew": pgettext("short", "东西")}
        for n, (side, who) in enumerate((("ns", self.ns), ("ew", self.ew))):
            self._side(pen, side, words[side], who, Box(room.x, top - HEADS - (n + 1) * ROW, room.width, ROW))
        return top - HEADS - 2 * ROW

    def _side(self, pen: Pen, side: str, word: str, who: ReportSide, row: Box) -> None:
        pen.side(side, word, row.x + 0.5, row.y + 0.5, SIDE - 1, row.height - 1)
        x = row.x + SIDE + 4
        width = row.width - SIDE - LEVEL - POINTS - 8
        figure = pen.text(str(who.number), x, row.y + 12, 13, bold=True) + 5
        pen.boxed(who.names, x + figure, row.y + 9, 10.5, width=width - figure, height=17, kind=Kind.NAME)
        pen.boxed(who.unit, x, row.y + 0.5, SMALL, width=width, height=9, colour=QUIET)
        left = row.right - LEVEL - POINTS
        pen.centred(who.level, Box(left + 1, row.y, LEVEL - 2, row.height), 13)
        pen.centred(who.points, Box(left + LEVEL + 1, row.y, POINTS - 2, row.height), 12)

    def _foot(self, pen: Pen, room: Box) -> None:
        below = "　".join(filter(None, (self.objections, self.number)))
        pen.boxed(below, room.x, room.y, 7, width=room.width, height=17, colour=QUIET)
        pen.line(room.x, room.y + 19, room.right, room.y + 19, weight=0.3, colour=HAIR)
        third = room.width / 3
        words = (pgettext("short", "南北签名"), pgettext("short", "东西签名"))
        for n, office in enumerate((*words, pgettext("short", "裁判员签名"))):
            pen.blank(office, room.x + n * third, room.y + 25, third - 5, 8)
