"""The bracket of a knock-out on paper, from the same trees as the page draws."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.bracket import BracketBox, BracketColumn, BracketSeat, BracketTree
from tournament.exports.bracket_drawing import BracketPaper
from tournament.lists.papers.wanted import Wanted
from tournament.models import RoundState
from tournament.queries.bracket_now import drawn
from tournament.queries.bracket_trees import Box, Column, Seat, Tree, trees
from tournament.queries.standing_sheets import Who
from tournament.queries.table_lines import live_lines
from tournament.wording.knockout import bracket_round, bracket_score, table_mark


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
        trees=tuple(_tree(tree) for tree in found),
        note=_("未公布") if is_draft else "",
        printed_at=want.at,
        large=large,
        empty=_("%(stage)s还没有签表：淘汰赛抽签以后才有。") % {"stage": stage.name},
    )


def _tree(tree: Tree) -> BracketTree:
    return BracketTree(
        columns=tuple(_column(column) for column in tree.columns),
        title=bracket_round(tree.places) if tree.places[0] > 1 else "",
        linked=not tree.is_drawn_afresh,
        champion=_champion(tree),
    )


def _champion(tree: Tree) -> str:
    if tree.winner is None:
        return ""
    words = {"rank": tree.columns[-1].places[0], "who": _full(tree.winner)}
    return _("冠军：%(who)s") % words if words["rank"] == 1 else _("第 %(rank)s 名：%(who)s") % words


def _column(column: Column) -> BracketColumn:
    return BracketColumn(
        bracket_round(column.places), tuple(_box(box) if box else None for box in column.boxes)
    )


def _box(box: Box) -> BracketBox:
    mark = table_mark(box.line.table if box.line else None)
    return BracketBox(_seat(box, box.upper), _seat(box, box.under), mark)


def _seat(box: Box, seat: Seat) -> BracketSeat:
    if seat.who is None:
        return BracketSeat(bracket_score(None, None) if box.is_bye else "")
    score = box.line.score if box.line else None
    told = bracket_score(score, seat.side) if score and seat.side else ""
    return BracketSeat(_full(seat.who), seat.who.unit, told, seat.won, seat.lost)


def _full(who: Who | None) -> str:
    return f"{who.number} {who.text}" if who else ""
