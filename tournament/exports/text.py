"""A paper as lines of text to paste into a group chat."""

import re

from .paper import Cell, Column, Paper, Section, cleaned, places, shown

_SPACES = re.compile(r"[ \u3000]+")


def to_text(paper: Paper) -> str:
    """Write `paper` as compact lines: the event's full name, the title, each section's rows, the notes.

    A row is its cells parted by spaces, each as its column's `text` says ("第 {} 桌"); empty cells and
    columns with an empty `text` are left out. Where no column says how it reads, a line of heads comes
    first. A section without rows says so. No line ends in a space; the text ends without a line end.
    """
    parts = ["\n".join(filter(None, (paper.event_name, paper.full_title, paper.subtitle)))]
    parts += [_section(section) for section in paper.sections]
    if paper.notes:
        parts.append("\n".join(paper.notes))
    return cleaned("\n\n".join(part for part in parts if part))


def _section(section: Section) -> str:
    lines = [section.heading]
    columns = [(n, column) for n, column in enumerate(section.columns) if column.text]
    if section.rows and all(column.text == "{}" for _n, column in columns):
        lines.append(" ".join(column.full_title for _n, column in columns))
    decimals = {n: places([row[n] for row in section.rows]) for n, _column in columns}
    for number, row in enumerate(section.rows):
        before = section.rows[number - 1] if number else ()
        told = [(n, c) for n, c in columns if not (c.once and before and before[n] == row[n])]
        lines.append(_line([(row[n], column, decimals[n]) for n, column in told]))
    if not section.rows:
        lines.append(section.empty_sentence)
    lines.append(section.note)
    return "\n".join(line for line in lines if line)


def _line(cells: list[tuple[Cell, Column, int]]) -> str:
    texts = [(shown(cell, column, decimals), column.text) for cell, column, decimals in cells]
    pieces = [pattern.replace("{}", " ".join(text.split())) for text, pattern in texts if text]
    return _SPACES.sub(" ", " ".join(pieces)).strip()
