"""How a scoresheet is drawn on half an A4 page.

南北 stands left and above, 东西 right and below, as on the entry page and everywhere else.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from .blank_sheet import BlankSheet, FilledIn, Seat, SheetRules
from .box import Box
from .deal_grid import LABELS, draw_deals, draw_frame
from .paper import Kind
from .pen import Pen
from .typefaces import REPLACEMENT
from .typeset import HAIR, QUIET

LEFT = 12 * mm
WIDTH = A4[0] - 2 * LEFT
HALF_WIDTH = WIDTH / 2
DEALS = 14  # columns of the grid, unless the match has another number of deals
MOST_DEALS = 20  # that the grid has room for
SEATS = 44.0  # height of the pairs' boxes
LINE = 20.0  # from one line of boxes to tick to the next
SMALL, TEXT = 8.0, 10.5


def draw_sheet(pen: Pen, sheet: BlankSheet, *, top: float) -> None:
    """Draw one scoresheet from `top` downwards, about 136 mm high."""
    top = _title(pen, sheet, top)
    top = _seats(pen, sheet, top)
    deals = sheet.filled.deals if sheet.filled else None
    top = _grid(pen, sheet.rules, top) if deals is None else draw_deals(pen, deals, LEFT, WIDTH, top)
    top = _outcome(pen, sheet, top)
    _signatures(pen, sheet, top)


def _title(pen: Pen, sheet: BlankSheet, top: float) -> float:
    pen.boxed(sheet.event_name, LEFT, top - 16, 10, width=WIDTH * 0.8, height=15)
    pen.text(_("计分表"), LEFT + WIDTH, top - 12, 10, align="right", colour=QUIET)
    pen.line(LEFT, top - 18, LEFT + WIDTH, top - 18, colour=HAIR)
    y = top - 40
    x = LEFT + pen.numbered(_("第 %s 桌"), sheet.table, LEFT, y, 19, bold=True) + 18
    stage = "  ".join(word for word in (sheet.stage, sheet.group) if word)
    if stage:
        x += pen.boxed(stage, x, y - 5, 13, width=WIDTH * 0.42, height=20) + 14
    pen.numbered(_("第 %s 轮"), sheet.round, x, y, 13)
    if sheet.rules.minutes:
        limit = _("限时 %d 分钟") % sheet.rules.minutes
        pen.text(limit, LEFT + WIDTH, y, 10, align="right", colour=QUIET)
    return top - 50


def _seats(pen: Pen, sheet: BlankSheet, top: float) -> float:
    foot = top - SEATS
    pen.side("ns", pgettext("short", "南北"), LEFT, foot, 32, SEATS)
    pen.side("ew", pgettext("short", "东西"), LEFT + HALF_WIDTH, foot, 32, SEATS)
    _seat(pen, sheet.ns, LEFT + 38, foot)
    _seat(pen, sheet.ew, LEFT + HALF_WIDTH + 38, foot)
    pen.frame(LEFT, foot, WIDTH, SEATS)
    pen.line(LEFT + HALF_WIDTH, top, LEFT + HALF_WIDTH, foot, weight=0.9)
    return foot - 7


def _seat(pen: Pen, seat: Seat | None, x: float, foot: float) -> None:
    width = HALF_WIDTH - 44
    if seat is None:
        pen.blank(_("序号"), x, foot + 28, width * 0.3, 9)
        pen.blank(_("姓名"), x + width * 0.34, foot + 28, width * 0.66, 9)
        pen.blank(_("单位"), x, foot + 8, width, 9)
        return
    start = x
    if seat.number is not None:
        start += pen.text(str(seat.number), x, foot + 24, 15, bold=True) + 8
    players = "  ".join(seat.players)
    room = x + width - start
    pen.boxed(players, start, foot + 17, 13, width=room, height=25, kind=Kind.NAME)
    pen.boxed(seat.unit, x, foot + 2, 9, width=width, height=14, colour=QUIET)


def _grid(pen: Pen, rules: SheetRules, top: float) -> float:
    """A column for each deal: who had 头游, the gain, both levels after it."""
    deals = min(rules.deals or DEALS, MOST_DEALS)
    column = (WIDTH - LABELS) / deals
    foots = draw_frame(pen, LEFT, WIDTH, top, deals)
    for deal in range(deals):
        middle = LEFT + LABELS + column * (deal + 0.5)
        pen.text(str(deal + 1), middle, foots[0] + 4.5, 8.5, align="center", colour=QUIET)
        _winner_and_gain(pen, middle, foots[1], foots[2], size=min(7.5, column / 3.9))
    return foots[-1] - 7


def _winner_and_gain(pen: Pen, middle: float, winner_foot: float, gain_foot: float, *, size: float) -> None:
    for word, y in (
        (pgettext("short", "南北"), winner_foot + 17.5),
        (pgettext("short", "东西"), winner_foot + 5),
    ):
        pen.option(word, middle - (pen.setter.width(word, size) + size * 1.2) / 2, y, size)
    pen.text("3  2  1", middle, gain_foot + 6.5, size * 1.2, align="center")


def _outcome(pen: Pen, sheet: BlankSheet, top: float) -> float:
    """Final levels on the right, the boxes to tick on the left, what it came to below them."""
    _final_levels(pen, sheet.filled, top)
    y = top - 14
    for label, choices, ticked in _questions(sheet.rules, sheet.filled or FilledIn()):
        pen.options(label, choices, LEFT, y, TEXT, ticked=ticked)
        y -= LINE
    if sheet.filled:
        pen.boxed(sheet.filled.verdict, LEFT, y - 3, TEXT, width=WIDTH - 160, height=18)
    else:
        pen.text(_hint(sheet.rules), LEFT, y + 3, SMALL, colour=QUIET)
    return min(y, top - 88) - 6


def _hint(rules: SheetRules) -> str:
    hint = _("方框打 ✓，升级画圈。")
    if rules.deals and rules.deals > MOST_DEALS:
        hint += _("第 %d 副起记在背面。") % (MOST_DEALS + 1)
    return hint


def _questions(rules: SheetRules, filled: FilledIn) -> list[tuple[str, list[str], str]]:
    """The lines of boxes to tick, as far as the rules need them, and which box of each is ticked."""
    sides = {"ns": _("南北"), "ew": _("东西")}
    passing = _passing(rules)
    passed = _("过%s") % rules.finish
    endings = {"passed_a": passed, **_other_endings(rules)}
    questions = [
        (_("结束："), list(endings.values()), endings.get(filled.ended, "")),
        (_("%s方：") % passed, list(sides.values()), sides.get(filled.passed, "")),
    ]
    if len(passing) > 1:  # under double_down there is but one way
        ticked = passing.get(filled.gain or 0, "")
        questions.append((_("%s时：") % passed, list(passing.values()), ticked))
    if rules.equal_levels:
        tie = _("平级台上方：") if rules.equal_levels == "in_play" else _("平级胜方：")
        questions.append((tie, list(sides.values()), sides.get(filled.tie, "")))
    return questions


def _passing(rules: SheetRules) -> dict[int, str]:
    """By which places the last level can be passed, by the levels they gain."""
    ways = {3: _("双下"), 2: _("头游三游"), 1: _("头游末游")}
    lowest = {"double_down": 3, "partner_not_last": 2, "any_win": 1}[rules.pass_condition]
    return {gain: words for gain, words in ways.items() if gain >= lowest}


def _other_endings(rules: SheetRules) -> dict[str, str]:
    endings = {}
    if rules.minutes:
        endings["time"] = _("时间到")
    if rules.deals:
        endings["deals"] = _("满 %d 副") % rules.deals
    if rules.third_failure:
        endings["ace_failed"] = _("三次不过%s") % rules.finish
    return {**endings, "ruling": _("裁判判定")}


def _final_levels(pen: Pen, filled: FilledIn | None, top: float) -> None:
    width, height = 74.0, 46.0
    left = LEFT + WIDTH - 2 * width
    heads = ((_("南北最终级数"), "ns_level"), (_("东西最终级数"), "ew_level"))
    for n, (word, level) in enumerate(heads):
        x = left + n * width
        pen.text(word, x + width / 2, top - 11, 8.5, align="center", colour=QUIET)
        pen.frame(x + 4, top - 16 - height, width - 8, height)
        if filled:
            pen.figure(getattr(filled, level), Box(x + 8, top - 12 - height, width - 16, height - 8), 26)
    words = _("用时（分钟）")
    pen.blank(words, left + 4, top - 84, 2 * width - 8, TEXT)
    if filled:
        start = left + 8 + pen.setter.width(_("%s：") % words, TEXT)
        pen.text(filled.minutes, start, top - 83, TEXT)


def _signatures(pen: Pen, sheet: BlankSheet, top: float) -> None:
    words = _("判罚、备注")
    pen.blank(words, LEFT, top - 12, WIDTH, TEXT)
    if sheet.filled:
        start = pen.setter.width(_("%s：") % words, TEXT) + 4
        pen.boxed(sheet.filled.remarks, LEFT + start, top - 14, 9, width=WIDTH - start, height=17)
    room = WIDTH / 3
    for n, office in enumerate((_("南北签名"), _("东西签名"), _("裁判员签名"))):
        pen.blank(office, LEFT + n * room, top - 44, room - (10 if n < 2 else 0), TEXT)
    if missing := sheet.missing():
        codes = _("、").join(f"U+{ord(character):04X}" for character in sorted(missing))
        note = _("%(sign)s：%(codes)s，请手写补上。") % {"sign": REPLACEMENT, "codes": codes}
        pen.boxed(note, LEFT, top - 62, SMALL, width=WIDTH, height=12, colour=QUIET)
