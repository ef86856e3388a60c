"""What a file is once it has been opened: sheets of cells, and what is to be said about them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

Cells = tuple[object, ...]

EXAMPLE_SHEET: Final = "填写示例"  # of our own template: never read unless it is asked for by name
Merge = tuple[int, int, int, int]  # first row, first column, last row, last column


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to tell a person: a code of `messages.SENTENCES`, the figures it needs, and where.

    `column` is the head of the column in the user's own words, empty when the whole row or file is meant.
    """

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)
    column: str = ""


class UnreadableFile(ValueError):
    """The file is not a list that can be read; `remark` says why."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.remark = Remark(code, params)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of a workbook, or a whole text file.

    `rows` maps the row number that the user sees (from 1; in a text file the line on which the record
    begins) to its cells, in order. `merges` count rows so too, columns from 0. `hidden` are row numbers;
    `flaws` maps (row, column) to `formula_uncalculated` or `cell_error`. A text file keeps its `text`. Tables
    of one Word document (`is_document`) belong together; `around` is the text outside them.
    """

    name: str
    rows: Mapping[int, Cells]
    merges: tuple[Merge, ...] = ()
    hidden: frozenset[int] = frozenset()
    flaws: Mapping[tuple[int, int], str] = field(default_factory=dict)
    is_text: bool = False
    text: str = ""
    is_document: bool = False
    around: tuple[str, ...] = ()


def quoted(text: str, limit: int = 40) -> str:
    """A text as a sentence may repeat it: short, and without phone numbers, for reports go into chats."""
    return re.sub(r"\d{7,}", "…", text)[:limit]


def is_blank(value: object) -> bool:
    """Whether a cell shows nothing: empty, or only spaces of any kind."""
    return value is None or (isinstance(value, str) and not value.strip("\u200b\ufeff \t\r\n\u3000\xa0"))
