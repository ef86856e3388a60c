"""One participant's way through a stage: tables, results, rank, and what separates it from its neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from scoring.rules import Rules, Side
from scoring.walkovers import WalkOverTable, walkover_table
from tournament.models import MatchKind
from tournament.queries.standing_sheets import StandingLine, StandingSheet, Who
from tournament.queries.table_lines import Score, TableLine


@dataclass(frozen=True, slots=True)
class Step:
    """One round: where, which side, against whom, what it came to. `points` None: nothing yet.

    `level_diff` is what a round without an opponent counts in the sum, once it counts; None for a table.
    """

    line: TableLine
    side: Side
    opponent: Who | None
    points: Decimal | None
    level_diff: int | None = None

    @property
    def score(self) -> Score | None:
        """The table's score, if it may be seen."""
        return self.line.score


@dataclass(frozen=True, slots=True)
class Story:
    """A stage as one participant lived it. `standing` None: no standings to show yet."""

    steps: tuple[Step, ...]
    sheet: StandingSheet | None
    standing: StandingLine | None
    above: StandingLine | None
    below: StandingLine | None

    @property
    def level_diff(self) -> int | None:
        """The sum of level differences so far."""
        return self.standing.shown_level_diff if self.standing else None

    @property
    def next_step(self) -> Step | None:
        """The first table that is still to be played, or being played."""
        return next((step for step in self.steps if step.line.is_play and not step.line.is_over), None)


def story(who: int, tables: Iterable[TableLine], sheets: Iterable[StandingSheet], rules: Rules) -> Story:
    """What `tables` and `sheets` say of participant `who` in a stage with these `rules`."""
    sheet = next((one for one in sheets if one.group and one.line_of(who)), None)
    standing = sheet.line_of(who) if sheet else None
    worth = walkover_table(rules)
    steps = tuple(_step(who, table, standing, worth) for table in tables if _is_in(who, table))
    if sheet is None or standing is None:
        return Story(steps, None, None, None, None)
    return Story(steps, sheet, standing, sheet.above(standing), sheet.below(standing))


def _is_in(who: int, table: TableLine) -> bool:
    return table.ns.number == who or (table.ew is not None and table.ew.number == who)


def _step(who: int, table: TableLine, standing: StandingLine | None, worth: WalkOverTable) -> Step:
    side = table.side_of(who)
    if table.is_play:
        points = table.score.points_of(side) if table.score else None
        return Step(table, side, table.opponent_of(who), points)
    points = standing.by_round.get(table.round) if standing else None
    given = worth.bye if table.kind == MatchKind.BYE else worth.missed
    return Step(table, side, None, points, None if points is None else given.level_diff)
