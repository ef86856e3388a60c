"""A knock-out's bracket as a piece of a book: the main tree and the places played out, page by page."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournament.exports.book_bracket import Box, Bracket, Part, Seat
from tournament.models import Stage
from tournament.queries.bracket_now import trees_now
from tournament.queries.bracket_trees import Box as TreeBox
from tournament.queries.bracket_trees import Seat as TreeSeat
from tournament.queries.bracket_trees import Tree
from tournament.queries.standing_sheets import Who
from tournament.wording.knockout import bracket_round, bracket_score, table_mark

MOST_ROWS = 16  # boxes below each other that a page holds


def bracket(stage: Stage) -> Bracket | None:
    """The stage's bracket as it stands; None while nothing is drawn. Seven queries.

    More than 32 places take several pages: parts of 32, then what follows from them. Rounds that are drawn
    afresh have no lines, and only where a page holds a whole round.
    """
    trees = trees_now(stage)
    parts = [part for tree in trees for part in _parts(tree)]
    if not trees:
        return None
    note = _("每轮重新抽签，一页画不下的轮次见各轮成绩。") if not parts else ""
    return Bracket(_("%(stage)s签表") % {"stage": stage.name}, tuple(parts), note)


def _parts(tree: Tree) -> Iterator[Part]:
    columns = [tuple(_box(box) for box in column.boxes) for column in tree.columns]
    heads = [bracket_round(column.places) for column in tree.columns]
    title = bracket_round(tree.places) if tree.places[0] > 1 else ""
    winner = _champion(tree.winner) if tree.places[0] == 1 else ""
    if tree.is_drawn_afresh:
        if max(map(len, columns)) <= MOST_ROWS:
            yield Part(tuple(heads), tuple(columns), title, linked=False, champion=winner)
        return
    fitting = next(at for at, column in enumerate(columns) if len(column) <= MOST_ROWS)
    if fitting:
        yield from _quarters(heads, columns, fitting)
        title = title or _("%(first)s至%(last)s") % {"first": heads[fitting], "last": heads[-1]}
    named = heads[fitting:] if len(columns) > 1 or not title else [""]
    yield Part(tuple(named), tuple(columns[fitting:]), title, champion=winner)


def _quarters(heads: list[str], columns: list[tuple[Box | None, ...]], fitting: int) -> Iterator[Part]:
    """A bracket too tall for a page: first its parts, each up to the round from which a page holds all."""
    count = len(columns[0]) // MOST_ROWS
    for part in range(count):
        own = tuple(
            column[part * len(column) // count : (part + 1) * len(column) // count]
            for column in columns[: fitting + 1]
        )
        title = _("第 %(part)s 部分，共 %(count)s 部分") % {"part": part + 1, "count": count}
        yield Part(tuple(heads[: fitting + 1]), own, title)


def _box(box: TreeBox | None) -> Box | None:
    if box is None:
        return None
    mark = table_mark(box.line.table if box.line else None)
    return Box(_seat(box, box.upper), _seat(box, box.under), mark)


def _seat(box: TreeBox, seat: TreeSeat) -> Seat:
    if seat.who is None:
        return Seat(bracket_score(None, None) if box.is_bye else "")
    score = box.line.score if box.line else None
    told = bracket_score(score, seat.side) if score and seat.side else ""
    return Seat(f"{seat.who.number} {seat.who.text}", seat.who.unit, told, seat.won)


def _champion(who: Who | None) -> str:
    return _("冠军：%(number)s 号 %(names)s") % {"number": who.number, "names": who.text} if who else ""
