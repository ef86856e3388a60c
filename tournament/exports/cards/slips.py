"""Draw slips (抽签条): a group and a place in it, to be folded and drawn from a box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.exports.cards.sheet import MARGIN, Box, dashed
from tournament.exports.pen import Pen
from tournament.exports.typeset import QUIET, WHITE, hatch

GUARD = 0.42  # of a slip's height: the half that lies over the figures when it is folded


@dataclass(frozen=True, slots=True)
class DrawSlip:
    """One lot. `group` and `lot` as they are called out: "A 组", "3 号签"; an empty `group` is left out."""

    event_name: str
    stage: str
    group: str
    lot: str

    def texts(self) -> Iterator[str]:
        """Every text on it."""
        yield from (self.event_name, self.stage, self.group, self.lot)

    def draw(self, pen: Pen, box: Box) -> None:
        """The upper half is hatched, so that nothing shows through when it is folded over the figures."""
        fold = box.top - box.height * GUARD
        self._guard(pen, Box(box.x, fold, box.width, box.top - fold))
        dashed(pen.canvas, [(box.x + MARGIN / 2, fold, box.right - MARGIN / 2, fold)], dots=True)
        room = Box(box.x + MARGIN, box.y + MARGIN * 0.5, box.width - 2 * MARGIN, fold - box.y - MARGIN)
        if not self.group:
            pen.figure(self.lot, room, 46)
            return
        half = room.width * 0.46
        pen.figure(self.group, Box(room.x, room.y, half, room.height), 34)
        pen.figure(self.lot, Box(room.right - half, room.y, half, room.height), 40)

    def _guard(self, pen: Pen, box: Box) -> None:
        inner = box.inside(MARGIN * 0.5)
        hatch(pen.canvas, inner.x, inner.y, inner.width, inner.height, gap=2.2)
        plate = Box(box.x + MARGIN * 1.5, box.y + box.height / 2 - 17, box.width - MARGIN * 3, 34)
        pen.canvas.setFillColor(WHITE)
        pen.canvas.rect(plate.x, plate.y, plate.width, plate.height, stroke=0, fill=1)
        pen.centred(self.event_name, Box(plate.x + 4, plate.y + 15, plate.width - 8, 18), 9)
        words = " · ".join(filter(None, (self.stage, _("抽签条，字朝里对折"))))
        pen.centred(words, Box(plate.x + 4, plate.y + 1, plate.width - 8, 14), 8, colour=QUIET)
