"""A book: cover, contents, chapters of papers and words; printed on A4, on A5, or two-up to fold and staple.

Values only: whoever makes a book has asked the database already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from .book_bracket import Bracket
from .paper import Paper, cleaned
from .typefaces import missing_glyphs

Progress = Callable[[int, int], None]
"""Called with how many steps are done and how many there are; the last call has both equal."""

LONGEST_HEADING = 30
_HEADING = re.compile(r"(?:[一二三四五六七八九十]{1,3}\s*[、.．]|第.{1,4}[章节条])")
_SENTENCE = ("。", "；", "！", ".", ";")  # what ends so is no heading
_ITEM = re.compile(
    r"(?:\d{1,2}\s*[、.．)）]|[（(]\s*(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s*[)）]|[-•●·*]\s)"
)


class BookForm(StrEnum):
    """On which paper a book is printed."""

    A4 = "a4"
    A5 = "a5"
    FOLDED = "folded"  # A5 pages two-up on A4, in the order of a stapled booklet (骑马钉)


class LineKind(StrEnum):
    """What a line of words is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"  # its first line is indented
    ITEM = "item"  # of a list: it carries its own number or sign


@dataclass(frozen=True, slots=True)
class Line:
    """One heading, paragraph or item of a chapter of words."""

    text: str
    kind: LineKind = LineKind.PARAGRAPH


@dataclass(frozen=True, slots=True)
class Words:
    """A part of a chapter that is words; `signatures` are the offices that sign below them."""

    lines: tuple[Line, ...] = ()
    title: str = ""
    signatures: tuple[str, ...] = ()

    @property
    def landscape(self) -> bool:
        """Words stand on upright pages."""
        return False

    def texts(self) -> Iterator[str]:
        """Every text that a reader sees."""
        yield self.title
        yield from (line.text for line in self.lines)
        yield from self.signatures


Piece = Paper | Words | Bracket


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title stands in the contents and in the running head; `pieces` follow each other.

    A piece whose title is another than the chapter's has it as a heading of its own. A chapter that does not
    begin a `new_page` follows the one before where both are upright or both lie and there is room.
    """

    title: str
    pieces: tuple[Piece, ...]
    new_page: bool = True

    def texts(self) -> Iterator[str]:
        """Every text that a reader sees."""
        yield self.title
        for piece in self.pieces:
            yield from piece.texts()


@dataclass(frozen=True, slots=True)
class Cover:
    """The first page: the event's full name, what book it is, days and place, the houses behind it.

    `houses` are labels with the names under them (主办单位, …); `logo` is a PNG.
    """

    event_name: str
    title: str
    subtitle: str = ""
    facts: tuple[str, ...] = ()
    houses: tuple[tuple[str, tuple[str, ...]], ...] = ()
    logo: bytes | None = None

    def texts(self) -> Iterator[str]:
        """Every text that a reader sees."""
        yield from (self.event_name, self.title, self.subtitle, *self.facts)
        for label, names in self.houses:
            yield from (label, *names)


@dataclass(frozen=True, slots=True)
class Book:
    """All of it; `made_at` (aware) stands at the foot of every page."""

    cover: Cover
    chapters: tuple[Chapter, ...]
    made_at: datetime | None = None

    def missing(self) -> set[str]:
        """The characters that no font at hand can draw: ask before printing and name them."""
        texts = [*self.cover.texts(), *(text for chapter in self.chapters for text in chapter.texts())]
        return missing_glyphs("".join(texts))


def lines_of(text: str) -> tuple[Line, ...]:
    """What people typed, a paragraph a line: `一、…` is a heading unless it is a sentence, `1. …` an item;
    empty lines go."""
    return tuple(Line(line, _kind(line)) for line in map(str.strip, cleaned(text).splitlines()) if line)


def _kind(line: str) -> LineKind:
    if _HEADING.match(line):
        is_sentence = len(line) > LONGEST_HEADING or line.endswith(_SENTENCE)
        return LineKind.PARAGRAPH if is_sentence else LineKind.HEADING
    return LineKind.ITEM if _ITEM.match(line) else LineKind.PARAGRAPH
