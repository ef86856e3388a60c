"""A book to be made: its cover, and the makers of its chapters, asked one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournament.exports.book import Chapter, Cover

Maker = Callable[[], Chapter | None]
"""Makes one chapter; None where there is nothing to print."""


@dataclass(frozen=True, slots=True)
class BookPlan:
    """The cover and the makers of chapters in their order."""

    cover: Cover
    makers: tuple[Maker, ...]
