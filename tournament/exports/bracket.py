"""The bracket of a knock-out as values, and how a large one is cut into parts that fit a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

HALVES = 2


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """One half of a box: who ("12 赵一鸣 钱小满"; "" while unknown), the unit, what it came to (过A)."""

    text: str = ""
    unit: str = ""
    score: str = ""
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """One match; `mark` stands above it ("第 3 桌")."""

    upper: BracketSeat
    under: BracketSeat
    mark: str = ""


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """One round: its head and its boxes from the top, None where nobody plays."""

    head: str
    boxes: tuple[BracketBox | None, ...]


@dataclass(frozen=True, slots=True)
class BracketTree:
    """Rounds from left to right. Where `linked`, two boxes lead to one of the next round; else the rounds
    were drawn afresh and stand beside each other. `champion` says who won the last match ("冠军：…"), ""
    while it is open."""

    columns: tuple[BracketColumn, ...]
    title: str = ""
    linked: bool = True
    champion: str = ""

    @property
    def rows(self) -> int:
        """Boxes below each other in the longest round."""
        return max(len(column.boxes) for column in self.columns)

    def texts(self) -> Iterator[str]:
        """Every text in it."""
        yield from (self.title, self.champion)
        for column in self.columns:
            yield column.head
            for box in filter(None, column.boxes):
                yield box.mark
                for seat in (box.upper, box.under):
                    yield from (seat.text, seat.unit, seat.score)


def parts(tree: BracketTree, most: int) -> list[BracketTree]:
    """`tree` cut into parts of at most `most` rows, in the order in which they are read.

    A linked tree gives its quarters or halves first, each down to its own last match, then the rounds in
    which the parts meet, which begin with those last matches. Rounds drawn afresh are cut between boxes.
    """
    if tree.rows <= most:
        return [tree]
    if not tree.linked:
        return [_rows(tree, first, most) for first in range(0, tree.rows, most)]
    depth = 0
    while tree.rows >> depth > tree.rows // most:
        depth += 1
    count = tree.rows >> depth
    sections = [_section(tree, number, count, depth) for number in range(count)]
    end = replace(tree, columns=tree.columns[depth:], title=_joined(tree.title, _("各区会合")))
    return [*sections, *parts(end, most)]


def _section(tree: BracketTree, number: int, count: int, depth: int) -> BracketTree:
    columns = []
    for at in range(depth + 1):
        boxes = tree.columns[at].boxes
        share = len(boxes) // count
        columns.append(replace(tree.columns[at], boxes=boxes[number * share : (number + 1) * share]))
    if count == HALVES:
        name = (_("上半区"), _("下半区"))[number]
    else:
        name = _("第 %(number)s 区，共 %(count)s 区") % {"number": number + 1, "count": count}
    return BracketTree(tuple(columns), _joined(tree.title, name))


def _rows(tree: BracketTree, first: int, most: int) -> BracketTree:
    columns = (replace(column, boxes=column.boxes[first : first + most]) for column in tree.columns)
    title = tree.title if first == 0 else _("%s（续）") % tree.title if tree.title else _("（续）")
    return replace(tree, columns=tuple(column for column in columns if column.boxes), title=title)


def _joined(*words: str) -> str:
    return " · ".join(filter(None, words))
