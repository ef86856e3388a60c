"""One page of a hall screen, and lists divided over several of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from math import ceil
from typing import Any, TypeVar

from pairing.areas import Area
from tournament.models import Announcement, Screen, ScreenPage
from tournament.queries.public import PublicEvent
from tournament.queries.screens import rooms_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slide:
    """One page: what it is, a `key` that stays the same while the list behind it changes, and its words.

    `about` says whose (stage, session), `foot` is the one sentence below; it is page `at` of the `of` pages
    of its list. `facts` are what its template needs beside.
    """

    what: ScreenPage
    key: str
    title: str
    about: str = ""
    foot: str = ""
    at: int = 1
    of: int = 1
    facts: Mapping[str, Any] = field(default_factory=dict)


class Wall:
    """What a screen is made from: the event as the public sees it, and what the desk chose for the screen."""

    def __init__(self, shown: PublicEvent, screen: Screen) -> None:
        self.shown, self.event, self.screen = shown, shown.event, screen

    @property
    def announcements(self) -> tuple[Announcement, ...]:
        """What is up, the newest first."""
        return self.shown.announcements

    @cached_property
    def rooms(self) -> tuple[Area, ...]:
        """The rooms whose tables are shown; none: all."""
        return rooms_of(self.screen, self.event)


def paged(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """The items over as few pages of at most `most` as possible, all nearly equally full."""
    pages = ceil(len(items) / most)
    size = ceil(len(items) / pages) if pages else 1
    return [items[start : start + size] for start in range(0, len(items), size)]


def numbered(slides: Sequence[Slide]) -> list[Slide]:
    """The pages of one list, each with its place among them and a key of its own."""
    return [replace(one, at=at, of=len(slides), key=f"{one.key}-{at}") for at, one in enumerate(slides, 1)]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines under one head, as a part of a column; `goes_on`: the head stood in an earlier column already."""

    head: str
    lines: tuple[Any, ...]
    goes_on: bool = False


def in_columns(
    blocks: Sequence[Block], height: int, rows: Callable[[Any], int] = lambda _line: 1
) -> list[list[Block]]:
    """The blocks one below the other in columns of `height` rows: a head is one, a line its `rows` (1 to 3).

    A block that fits into a column is never divided; a longer one begins where there is room for its head and
    three rows, and its head is repeated in every further column.
    """
    columns: list[list[Block]] = []
    room = 0
    for block in blocks:
        rest = block
        while True:
            needed = list(accumulate(rows(line) for line in rest.lines))
            fits = needed[-1] < room
            if not fits and (room < 4 or needed[-1] < height):
                columns.append([])
                room = height
            taken = rest.lines[: bisect_left(needed, room)]
            columns[-1].append(replace(rest, lines=taken))
            room -= needed[len(taken) - 1] + 1
            left = rest.lines[len(taken) :]
            if not left:
                break
            rest = replace(rest, lines=left, goes_on=True)
    return columns
