"""A knock-out's bracket as a piece of a book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reportlab.platypus import Flowable

from .box import Box
from .bracket import BracketTree
from .bracket_tree import BELOW, HEADS, WINNER, draw_tree
from .pen import Pen
from .typefaces import Typesetter

MOST_PITCH = 62.0  # points from one box of the first round to the next on A4


@dataclass(frozen=True, slots=True)
class Bracket:
    """A stage's bracket, cut into `trees` that fit a page of the book."""

    title: str
    trees: tuple[BracketTree, ...]

    @property
    def landscape(self) -> bool:
        """Brackets stand: they are taller than wide."""
        return False

    def texts(self) -> Iterator[str]:
        """Every text that a reader sees."""
        yield self.title
        for tree in self.trees:
            yield from tree.texts()


class Drawing(Flowable):
    """One tree, drawn into a width and at most a height; it never splits."""

    def __init__(self, setter: Typesetter, tree: BracketTree, width: float, most: float, unit: float) -> None:
        """`unit` is 1 for A4 and smaller for smaller paper."""
        super().__init__()
        self.setter, self.tree, self.width = setter, tree, width
        self.below = WINNER if tree.champion and tree.rows == 1 else BELOW
        self.pitch = min((most - HEADS - self.below) / tree.rows, MOST_PITCH * unit)

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """The size it takes."""
        self.height = HEADS + self.tree.rows * self.pitch + self.below
        return self.width, self.height

    def draw(self) -> None:
        """Draw at the canvas's origin, upwards from it."""
        room = Box(0, self.below, self.width, self.height - self.below)
        draw_tree(Pen(self.canv, self.setter), self.tree, room, self.pitch)
