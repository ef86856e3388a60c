"""A knock-out's trees as the values that every paper draws: one sheet, a book, a Word document."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.exports.bracket import BracketBox, BracketColumn, BracketSeat, BracketTree
from tournament.queries.bracket_trees import Box, Column, Seat, Tree
from tournament.queries.standing_sheets import Who
from tournament.wording.knockout import bracket_round, bracket_score, table_mark


def drawn_tree(tree: Tree) -> BracketTree:
    """One tree with all its words."""
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
