"""Rows below a head that are no entry: totals, notes, the head once more, a number for nobody."""

import re
from collections.abc import Mapping
from typing import Final

from tournament.imports.headers import Head, plain_head
from tournament.imports.people_roles import Line
from tournament.imports.sheets import Cells, Remark, is_blank, quoted
from tournament.imports.tables import Table
from tournament.names.cleaning import tidy

_TOTALS = re.compile(r"(合计|总计|小计|共计|总数|累计)")
_NOTES = re.compile(r"(注|备注|说明|附注|注意|注意事项|填表说明|要求|提示)\s*[\d一二三]*\s*[:：.、）)]|[*※]")
_COUNT = re.compile(r"\d+ ?[人名队对个]?")  # "6 人" below the names, beside 合计

# Why a row speaks of nobody who plays. Any other row that stays out is about people, whose unit can be asked.
NOBODY: Final = frozenset(
    [
        *("total_row", "note_row", "repeated_header", "only_a_number", "leader_row"),
        *("example_line", "line_called_off", "line_without_names"),
    ]
)


def passed_over(cells: Cells, head: Head) -> Remark | None:
    """Why a row is no pair at all: a total, a note, the head again, only a number. None if it may be one."""
    filled = {column: tidy(cell) for column, cell in enumerate(cells) if not is_blank(cell)}
    first = next(iter(filled.values()))
    names = [
        filled[column]
        for column in player_columns(head)
        if column in filled and not _COUNT.fullmatch(filled[column]) and not _TOTALS.fullmatch(filled[column])
    ]
    if [plain_head(text) for text in filled.values()] == [
        plain_head(head.titles.get(column, "")) for column in filled
    ]:
        return Remark("repeated_header")
    complete = len(names) >= len(player_columns(head))
    if not complete and _TOTALS.match(first):
        return Remark("total_row", {"text": quoted(first)})
    if (not complete and _NOTES.match(first)) or (
        not names and len(filled) == 1 and not _is_number(filled, head)
    ):
        return Remark("note_row", {"text": quoted(first)})
    if len(filled) == 1 and _is_number(filled, head):
        return Remark("only_a_number")
    return None


def people_lines(table: Table) -> list[Line]:
    """The rows below a table's head that may be about people, each as one person's."""
    return [
        Line(row, cells)
        for row, cells in table.sheet.rows.items()
        if row > table.head.last_row
        and row not in table.aside
        and not all(map(is_blank, cells))
        and not passed_over(cells, table.head)
    ]


def _is_number(filled: Mapping[int, str], head: Head) -> bool:
    return set(filled) <= set(head.columns.get("number", ()))


def player_columns(head: Head) -> tuple[int, ...]:
    """The columns that hold players."""
    return tuple(
        column for name in ("player1", "player2", "players") for column in head.columns.get(name, ())
    )
