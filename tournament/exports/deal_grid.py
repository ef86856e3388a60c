"""The grid of a scoresheet: a column for each deal."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm

from .blank_sheet import DealLine
from .box import Box
from .pen import Pen
from .typeset import QUIET

LABELS = 17 * mm  # room for the grid's labels
HEIGHTS = (15.0, 29.0, 20.0, 25.0, 25.0)
FEWEST = 14  # columns of a recorded match: short ones do not get wide columns


def draw_frame(pen: Pen, left: float, width: float, top: float, deals: int) -> list[float]:
    """Draw the empty grid with its labels; returns the foot of each of its five rows."""
    column = (width - LABELS) / deals
    pen.table(left, top, [LABELS] + [column] * deals, list(HEIGHTS))
    foots = [top - sum(HEIGHTS[: n + 1]) for n in range(len(HEIGHTS))]
    labels = [_("副"), _("头游方"), _("升级"), _("南北级数"), _("东西级数")]
    for label, height, foot in zip(labels, HEIGHTS, foots, strict=True):
        pen.text(label, left + LABELS / 2, foot + height / 2 - 3.3, 9, align="center")
    return foots


def draw_deals(pen: Pen, deals: Sequence[DealLine], left: float, width: float, top: float) -> float:
    """Draw what was recorded deal by deal; returns where the grid ends. Without deals the grid says so."""
    count = max(FEWEST, len(deals))
    foots = draw_frame(pen, left, width, top, count)
    column = (width - LABELS) / count
    words = {"ns": pgettext("short", "南北"), "ew": pgettext("short", "东西")}
    for number, deal in enumerate(deals):
        x = left + LABELS + column * number
        pen.text(str(number + 1), x + column / 2, foots[0] + 4.5, 8.5, align="center", colour=QUIET)
        texts = (words[deal.winner], str(deal.gain), deal.ns_level, deal.ew_level)
        for text, foot, height in zip(texts, foots[1:], HEIGHTS[1:], strict=True):
            pen.centred(text, Box(x + 1, foot + 1, column - 2, height - 2), 10)
    if not deals:
        room = Box(left + LABELS, foots[-1], width - LABELS, top - foots[-1])
        pen.plated(_("没有逐副记录"), room, 10, colour=QUIET)
    return foots[-1] - 7
