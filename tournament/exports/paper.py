"""`Paper`: the one value that every export draws (PDF, XLSX, CSV, picture, text).

Values only: whoever makes a paper has asked the database already. A paper says what stands on it and what
each column means, never how a format draws it, so that all formats show the same rows in the same order.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from django.utils.translation import gettext as _

from .typefaces import missing_glyphs

Cell = str | int | Decimal | None
Align = Literal["left", "center", "right"]
Side = Literal["", "ns", "ew"]

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class Kind(StrEnum):
    """What the cells of a column are; decides alignment, wrapping, and the type in a spreadsheet."""

    TEXT = "text"  # words: wrap between Chinese characters
    NAME = "name"  # names parted by spaces, 、 or ／: wrap between names, never inside one that fits
    INT = "int"  # whole numbers: ranks, numbers, tables
    DECIMAL = "decimal"  # exact points: shown with as many places as the column's longest
    DIFF = "diff"  # differences: shown with a sign, a real minus sign for the negative
    BOX = "box"  # an empty box to tick, drawn as a shape; cells are None
    BLANK = "blank"  # room to write by hand; cells are None


class Size(StrEnum):
    """How large the type of a printed paper is."""

    NORMAL = "normal"  # read in the hand
    NOTICE_BOARD = "notice-board"  # read on a wall, at arm's length and more
    CROWDED = "crowded"  # dozens of narrow columns beside each other


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a section.

    `weight` is its share of the width that is left over when all columns have what they need (0: never
    wider than its content; None: by their length for words and room to write, about 1; 0.25 for figures).
    `align` None goes by the kind. `side` marks a column of 南北 or 东西: its head is marked so that it is
    seen without colour too. Neighbours with the same non-empty `group` get one common head over theirs
    (南北 over 序号, 参赛队); `alone` is the title in formats without such heads, where group and title
    together would not say it. `text` is how a cell reads in a line to paste ("第 {} 桌"); "" leaves the
    column out there. `once` draws equal cells below each other (the unit of several pairs) only in the first
    row and again at the top of a page; spreadsheets keep every cell, so that they can be sorted. `kept` cells
    are not struck out with their row: they say why it is. `roomy` columns are left out on pages where rows
    stand beside each other.
    """

    title: str
    kind: Kind = Kind.TEXT
    weight: float | None = None
    align: Align | None = None
    side: Side = ""
    group: str = ""
    text: str = "{}"
    once: bool = False
    kept: bool = False
    roomy: bool = False
    alone: str = ""

    @property
    def full_title(self) -> str:
        """The title with its group's before it, for formats without common heads: "南北 序号"."""
        return self.alone or f"{self.group} {self.title}".strip()

    @property
    def is_number(self) -> bool:
        """True when the cells are numbers."""
        return self.kind in (Kind.INT, Kind.DECIMAL, Kind.DIFF)


@dataclass(frozen=True, slots=True)
class Section:
    """One table of a paper: a group, a unit, a round, or the whole list.

    `rows` have one cell a column, in the columns' order; None is an empty cell. `rule_after` holds the
    indexes of rows that a stronger line follows (the last that qualifies, the end of a unit). `empty` is
    the sentence printed where there are no rows: it says what is missing and what brings it. `roomy` gives
    rows the height of handwriting. `struck` holds the indexes of rows that no longer count: their cells are
    struck out, except those of `kept` columns. `beside` is in how many columns the rows stand on a printed
    page, read down one and then the next: for long lists of short rows.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...] = ()
    heading: str = ""
    note: str = ""
    empty: str = ""
    rule_after: tuple[int, ...] = ()
    roomy: bool = False
    struck: frozenset[int] = frozenset()
    beside: int = 1

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError("a section needs at least one column")
        wrong = [row for row in self.rows if len(row) != len(self.columns)]
        if wrong:
            raise ValueError(f"{len(wrong)} rows do not have {len(self.columns)} cells, first: {wrong[0]!r}")

    def narrowed(self) -> "Section":
        """The same without its roomy columns."""
        kept = [n for n, column in enumerate(self.columns) if not column.roomy]
        rows = tuple(tuple(row[n] for n in kept) for row in self.rows)
        return replace(self, columns=tuple(self.columns[n] for n in kept), rows=rows)

    @property
    def empty_sentence(self) -> str:
        """What stands in the place of rows when there are none."""
        return self.empty or _("这里还没有内容。")


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything that stands on one printed or posted list.

    `event_name` is the event's full name and stands on top of every page and picture. `number` is the
    publication's ("成绩公告第 3 号（更正）"). `printed_at` is when it was made (aware, shown in its own
    zone; None: not shown). `signatures` are the offices that sign ("裁判长", "编排记录长"). `break_between`
    begins each section on a new page. `section_title` heads the column that names the section where all
    sections become one table.
    """

    event_name: str
    title: str
    sections: tuple[Section, ...] = ()
    subtitle: str = ""
    notes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    number: str = ""
    printed_at: datetime | None = None
    landscape: bool = False
    size: Size = Size.NORMAL
    break_between: bool = False
    section_title: str = ""

    @property
    def full_title(self) -> str:
        """Title and publication number in one line: "A 组名次 · 成绩公告第 3 号"."""
        return f"{self.title} · {self.number}" if self.number else self.title

    def texts(self) -> Iterator[str]:
        """Every text that a reader sees, in reading order, doubles included."""
        yield from (self.event_name, self.title, self.number, self.subtitle)
        for section in self.sections:
            yield section.heading
            for column in section.columns:
                yield from (column.group, column.title)
            yield from (cell for row in section.rows for cell in row if isinstance(cell, str))
            yield from (section.note, section.empty)
        yield from (*self.notes, *self.signatures)

    def missing(self) -> set[str]:
        """The characters that no font at hand can draw; empty when the paper prints whole.

        Ask before printing and name them: the PDF shows 〓 in their place and says so in a footnote.
        """
        return missing_glyphs("".join(self.texts()))

    def merged(self) -> Section | None:
        """All sections as one table with the section's heading in front, or None when their columns differ.

        A paper with one section gives that section unchanged; one without sections gives None.
        """
        if len(self.sections) <= 1:
            return self.sections[0] if self.sections else None
        columns = self.sections[0].columns
        if any(section.columns != columns for section in self.sections):
            return None
        first = Column(self.section_title or _("分组"), Kind.TEXT, weight=0)
        rows = tuple((section.heading, *row) for section in self.sections for row in section.rows)
        return Section(columns=(first, *columns), rows=rows, empty=self.sections[0].empty)


def cleaned(text: str) -> str:
    """`text` without control characters and halves of characters, which break files; tabs and line ends stay.

    Names are cleaned when they are entered; this guards the files against what came another way.
    """
    return _UNPRINTABLE.sub("", text)


def places(cells: Sequence[Cell]) -> int:
    """How many decimal places the longest of the cells needs, trailing zeros not counted."""
    return max((_places(cell) for cell in cells if isinstance(cell, Decimal)), default=0)


def _places(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def shown(cell: Cell, column: Column, decimals: int = 0) -> str:
    """A cell as people read it: numbers with `decimals` places, a real minus sign; None is "".

    A difference of zero has no sign, a positive one a plus.
    """
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cleaned(cell)
    if column.kind is Kind.INT:
        decimals = _places(Decimal(cell))
    figure = f"{Decimal(cell):{'+' if column.kind is Kind.DIFF and cell else ''}.{decimals}f}"
    return figure.replace("-", "−")
