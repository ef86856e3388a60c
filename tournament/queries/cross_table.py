"""The cross table of a group: everybody against everybody, one cell a meeting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.rules import Side
from tournament.queries.standing_sheets import StandingLine, StandingSheet, Who
from tournament.queries.table_lines import Score, TableLine


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match as the row's participant sees it."""

    round: int
    side: Side
    score: Score


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One participant: a cell for each other (None for oneself), and the line of the standings."""

    line: StandingLine
    cells: tuple[tuple[Meeting, ...] | None, ...]

    @property
    def who(self) -> Who:
        """The participant."""
        return self.line.who


@dataclass(frozen=True, slots=True)
class CrossTable:
    """One group, its participants by number both down and across."""

    group: str
    rows: tuple[CrossRow, ...]


def cross_table(sheet: StandingSheet, tables: Iterable[TableLine]) -> CrossTable:
    """The cross table of `sheet`'s group, made of those of `tables` that have a score."""
    met: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for table in tables:
        if table.score is not None and table.ew is not None and table.group == sheet.group:
            ns, ew = table.ns.number, table.ew.number
            met[ns, ew].append(Meeting(table.round, Side.NS, table.score))
            met[ew, ns].append(Meeting(table.round, Side.EW, table.score))
    lines = sorted(sheet.lines, key=lambda line: line.number)
    numbers = [line.number for line in lines]
    return CrossTable(
        sheet.group,
        tuple(
            CrossRow(
                line,
                tuple(None if one == line.number else tuple(met[line.number, one]) for one in numbers),
            )
            for line in lines
        ),
    )
