"""A paper as CSV: for other programs, and for Excel by double click."""

import csv
import re
from collections.abc import Iterator
from decimal import Decimal
from io import StringIO

from scoring.codecs import decimal_text

from .paper import Cell, Paper, Section, cleaned

_FORMULA = (
    "=",
    "+",
    "-",
    "@",
    "＝",
    "＋",
    "－",
    "＠",
    "\t",
    "\r",
    "\n",
)  # Excel reads wide signs as narrow ones
_UNSEEN = " \u200b\u2060\ufeff"
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def to_csv(paper: Paper) -> bytes:
    """Write the tables of `paper` as CSV in UTF-8 with a byte order mark, which Chinese Excel needs.

    Heads first, then rows; several sections with the same columns are one table with the section's heading
    in the first column, others stand below each other, each after its heading and parted by an empty line.
    Titles and notes are left out. Text that a spreadsheet would take for a formula gets an apostrophe in
    front; numbers, negative ones too, stay numbers, without the zeros that a database adds.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    merged = paper.merged()
    for number, section in enumerate((merged,) if merged else paper.sections):
        if number:
            writer.writerow([])
        if not merged and section.heading:
            writer.writerow([guarded(section.heading)])
        writer.writerows(_lines(section))
    return out.getvalue().encode("utf-8-sig")


def guarded(text: str) -> str:
    """`text` cleaned, with an apostrophe in front where a spreadsheet would calculate it."""
    text = cleaned(text)
    if text.lstrip(_UNSEEN).startswith(_FORMULA) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def _lines(section: Section) -> Iterator[list[str]]:
    yield [guarded(column.full_title) for column in section.columns]
    yield from ([_value(cell) for cell in row] for row in section.rows)


def _value(cell: Cell) -> str:
    if cell is None:
        return ""
    return guarded(cell) if isinstance(cell, str) else decimal_text(Decimal(cell))
