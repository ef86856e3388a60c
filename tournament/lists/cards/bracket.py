"""The bracket of a knock-out on paper, from the same trees as the page draws."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.bracket_drawing import BracketPaper
from tournament.lists.brackets import drawn_tree
from tournament.lists.papers.wanted import Wanted
from tournament.models import RoundState
from tournament.queries.bracket_now import drawn
from tournament.queries.bracket_trees import Tree, trees
from tournament.queries.table_lines import live_lines


def bracket(want: Wanted) -> BracketPaper:
    """签表 on A4: up to 32 pairs on a sheet, larger ones in parts."""
    return _paper(want, large=False)


def large_bracket(want: Wanted) -> BracketPaper:
    """签表 on A3: up to 64 pairs on a sheet."""
    return _paper(want, large=True)


def _paper(want: Wanted, *, large: bool) -> BracketPaper:
    stage = want.the_stage
    found: list[Tree] = []
    is_draft = False
    if stage.is_knockout:
        placed, names = drawn(stage)
        tables = live_lines(stage)
        found = trees(placed, names, tables, redraw=bool(stage.pairing.get("redraw")))
        is_draft = any(line.state == RoundState.DRAFT for line in tables)
    return BracketPaper(
        event_name=want.event.name,
        title=(_("%(stage)s签表（A3）") if large else _("%(stage)s签表")) % {"stage": stage.name},
        trees=tuple(map(drawn_tree, found)),
        note=_("未公布") if is_draft else "",
        printed_at=want.at,
        large=large,
        empty=_("%(stage)s还没有签表：淘汰赛抽签以后才有。") % {"stage": stage.name},
    )
