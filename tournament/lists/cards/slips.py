"""Draw slips: one for each place in each group, before or after anybody drew it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from pairing.grouping import group_name as letter
from tournament.exports.cards.sheet import CardSet, Layout
from tournament.exports.cards.slips import DrawSlip
from tournament.lists.cards.parts import card_set, lot_words
from tournament.lists.papers.parts import heading, scope
from tournament.lists.papers.wanted import Wanted
from tournament.queries.draw_desk import draw_desk
from tournament.queries.drawing import lots_board_of

TEN = Layout(columns=2, rows=5)


def draw_slips(want: Wanted) -> CardSet:
    """抽签条 with group and 签号, for one box from which everybody draws; ten to a sheet."""
    slips = [
        DrawSlip(want.event.name, want.the_stage.name, name, lot_words(place))
        for name, places in _groups(want)
        for place in places
    ]
    title = _("%(scope)s抽签条") % {"scope": scope(want)}
    return card_set(want, title, TEN, slips, empty=_nobody(want))


def draw_numbers(want: Wanted) -> CardSet:
    """抽签条 with the 签号 alone, for a box a group (the groups are known); each group begins a sheet."""
    slips: list[DrawSlip] = []
    starts: set[int] = set()
    for name, places in _groups(want):
        starts.add(len(slips))
        stage = " · ".join(filter(None, (want.the_stage.name, name)))
        slips += [DrawSlip(want.event.name, stage, "", lot_words(place)) for place in places]
    title = _("%(scope)s抽签条（只有签号）") % {"scope": scope(want)}
    return card_set(want, title, TEN, slips, new_sheet=frozenset(starts), empty=_nobody(want))


def _groups(want: Wanted) -> list[tuple[str, tuple[int, ...]]]:
    """The groups and their places: as they were drawn or laid out for lots, else as the plan has them."""
    stage = want.the_stage
    desk = draw_desk(stage)
    if desk.is_drawn:
        return [
            (heading(stage, one.group.name), tuple(entry.position or 0 for entry in one.entries))
            for one in desk.groups
            if want.group is None or one.group == want.group
        ]
    sizes = lots_board_of(stage).sizes if desk.lots_are_open else desk.sizes
    return [(heading(stage, letter(index)), tuple(range(1, size + 1))) for index, size in enumerate(sizes)]


def _nobody(want: Wanted) -> str:
    return _("%(stage)s还没有可以抽签的名单：先录入报名，并结束前一阶段。") % {"stage": want.the_stage.name}
