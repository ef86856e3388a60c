"""Standings as sheets of lines: the one shape that desk, public pages, papers and files all draw.

A sheet comes from live results or from the frozen rows of a publication; whoever draws it need not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from decimal import Decimal
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext

from scoring.rules import Tiebreak
from scoring.standings import Row
from tournament.models import Pair
from tournament.names.pinyin import pinyin_key
from tournament.queries.standings import StageStandings

Figure = Decimal | int
OVERALL = ""  # the sheet of all groups together


@dataclass(frozen=True, slots=True)
class Who:
    """A participant as everybody may see it; `name` is the pair's own, where it has one."""

    number: int
    names: tuple[str, ...]
    unit: str = ""
    name: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Public pages keep hundreds in the cache; the way of dataclasses takes three times as long."""
        return Who, (self.number, self.names, self.unit, self.name)

    @property
    def text(self) -> str:
        """Both names, one space between, and the pair's own name behind them."""
        names = " ".join(self.names)
        return gettext("%(names)s（%(name)s）") % {"names": names, "name": self.name} if self.name else names

    @property
    def sort_key(self) -> str:
        """Orders names as a Chinese reader expects: by pinyin, surnames by their own readings."""
        return pinyin_key(self.names[0]) if self.names else "2"


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One ranked participant.

    `rank` is None for a disqualified one. `points` is the total (stage points, carried and penalty points).
    `by_round` has the points of the rounds that have a result, `tiebreaks` every key of the list, None
    where it does not apply. `decided_by` separated this line from the one above.
    """

    rank: int | None
    tied: bool
    who: Who
    points: Decimal
    penalty_points: Decimal
    carried: Decimal
    level_diff_sum: int
    by_round: Mapping[int, Decimal]
    tiebreaks: Mapping[str, Figure | None]
    decided_by: str | None = None
    withdrawn: bool = False
    disqualified: bool = False
    void: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        """As `Who`: kept in the cache by the hundred."""
        return StandingLine, _FIELDS_OF_LINE(self)

    @property
    def number(self) -> int:
        """The participant's number."""
        return self.who.number

    @property
    def counts(self) -> bool:
        """Whether anything stands behind the figures: a round, carried points or a penalty."""
        return bool(self.by_round or self.carried or self.penalty_points)

    @property
    def shown_points(self) -> Decimal | None:
        """The total, or None while nothing stands behind it."""
        return self.points if self.counts else None

    @property
    def shown_penalty(self) -> Decimal | None:
        """The penalty points, or None where there are none."""
        return self.penalty_points or None

    @property
    def shown_level_diff(self) -> int | None:
        """The sum of level differences, or None before the first result."""
        return self.level_diff_sum if self.by_round else None

    @property
    def shown_tiebreaks(self) -> Mapping[str, Figure | None]:
        """The value under each tie-break, None where it does not apply or before the first result."""
        if self.by_round:
            return self.tiebreaks
        return {key: value if key == Tiebreak.LOTS else None for key, value in self.tiebreaks.items()}


_FIELDS_OF_LINE = attrgetter(*(one.name for one in fields(StandingLine)))


@dataclass(frozen=True, slots=True)
class StandingSheet:
    """The standings of one group, or of the whole stage (`group` "").

    `after_round` None: everything entered so far. `rounds` are the numbers that have any result.
    `by_bracket`: who beat whom ranks, as in a knock-out, and not the points.
    """

    group: str
    after_round: int | None
    tiebreaks: tuple[str, ...]
    lines: tuple[StandingLine, ...]
    rounds: tuple[int, ...] = field(default=())
    by_bracket: bool = field(default=False, compare=False)

    @property
    def has_penalties(self) -> bool:
        """Whether anybody has penalty points."""
        return any(line.penalty_points for line in self.lines)

    @property
    def has_carried(self) -> bool:
        """Whether anybody brought points from an earlier stage."""
        return any(line.carried for line in self.lines)

    @property
    def ties(self) -> tuple[tuple[StandingLine, ...], ...]:
        """The sets of lines that share a rank although something was played, in order."""
        found: dict[int, list[StandingLine]] = {}
        for line in self.lines:
            if line.tied and line.rank is not None:
                found.setdefault(line.rank, []).append(line)
        return tuple(tuple(lines) for lines in found.values() if any(line.by_round for line in lines))

    def line_of(self, number: int) -> StandingLine | None:
        """The line of one participant."""
        return next((line for line in self.lines if line.number == number), None)

    def above(self, line: StandingLine) -> StandingLine | None:
        """The line right above."""
        at = self.lines.index(line)
        return self.lines[at - 1] if at else None

    def below(self, line: StandingLine) -> StandingLine | None:
        """The line right below."""
        at = self.lines.index(line)
        return self.lines[at + 1] if at + 1 < len(self.lines) else None


def live_sheets(table: StageStandings, names: Mapping[int, Who] | None = None) -> tuple[StandingSheet, ...]:
    """One sheet a group, from results as they stand; under `names`, where the table was read without."""
    keys = tuple(table.rules.ranking.tiebreaks)
    return tuple(_live(part.group.name, part.rows, keys, table, names) for part in table.groups)


def live_overall(table: StageStandings, names: Mapping[int, Who] | None = None) -> StandingSheet:
    """All groups in one ranking, without 相互间成绩: pairs of different groups never met."""
    keys = tuple(key for key in table.rules.ranking.tiebreaks if key is not Tiebreak.HEAD_TO_HEAD)
    return _live(OVERALL, table.overall, keys, table, names)


def _live(
    group: str,
    rows: Iterable[Row],
    keys: Sequence[str],
    table: StageStandings,
    names: Mapping[int, Who] | None,
) -> StandingSheet:
    known = names or {}
    lines = tuple(_live_line(row, known.get(row.pair) or who(table.pairs[row.pair])) for row in rows)
    by_bracket = table.stage.is_knockout
    return StandingSheet(group, table.upto_round, tuple(keys), lines, _rounds(lines), by_bracket)


def _live_line(row: Row, pair: Who) -> StandingLine:
    return StandingLine(
        rank=row.rank,
        tied=row.tied,
        who=pair,
        points=row.points,
        penalty_points=row.penalty_points,
        carried=row.carried,
        level_diff_sum=row.level_diff_sum,
        by_round={score.round: score.points for score in row.by_round},
        tiebreaks={str(key): value for key, value in row.tiebreaks.items()},
        decided_by=row.decided_by,
        withdrawn=row.withdrawn,
        disqualified=row.disqualified,
        void=row.void,
    )


def who(pair: Pair) -> Who:
    """A participant of the database; its players and unit must have been read."""
    names = tuple(player.name for player in pair.partners)
    return Who(pair.number, names, pair.unit.name if pair.unit else "", pair.name)


def frozen_sheets(
    rows: Mapping[str, Any], names: Mapping[int, Who] | None = None
) -> tuple[StandingSheet, ...]:
    """One sheet a group from the rows of a standings publication.

    Figures stay as they were published; `names` gives the names as they are now, so that a corrected spelling
    shows everywhere.
    """
    return tuple(
        _frozen(part["group"], part["rows"], rows, rows["tiebreaks"], names) for part in rows["groups"]
    )


def frozen_overall(rows: Mapping[str, Any], names: Mapping[int, Who] | None = None) -> StandingSheet:
    """All groups in one ranking, from the rows of a standings publication."""
    keys = [key for key in rows["tiebreaks"] if key != Tiebreak.HEAD_TO_HEAD]
    return _frozen(OVERALL, rows["overall"], rows, keys, names)


def _frozen(
    group: str,
    listed: Iterable[Mapping[str, Any]],
    rows: Mapping[str, Any],
    keys: Sequence[str],
    names: Mapping[int, Who] | None,
) -> StandingSheet:
    lines = tuple(_frozen_line(row, names or {}) for row in listed)
    by_bracket = any("places" in result for result in rows.get("results", ()))
    return StandingSheet(group, rows["after_round"], tuple(keys), lines, _rounds(lines), by_bracket)


def _frozen_line(row: Mapping[str, Any], names: Mapping[int, Who]) -> StandingLine:
    return StandingLine(
        rank=row["rank"],
        tied=row["tied"],
        who=frozen_who(row["pair"], names),
        points=Decimal(row["points"]),
        penalty_points=Decimal(row["penalty_points"]),
        carried=Decimal(row["carried"]),
        level_diff_sum=row["level_diff_sum"],
        by_round={int(number): Decimal(points) for number, points in row["by_round"].items()},
        tiebreaks={key: None if value is None else Decimal(value) for key, value in row["tiebreaks"].items()},
        decided_by=row["decided_by"],
        withdrawn=row.get("withdrawn", False),
        disqualified=row.get("disqualified", False),
        void=row.get("void", False),
    )


def frozen_who(row: Mapping[str, Any], names: Mapping[int, Who]) -> Who:
    """A participant of a publication, under its present names where they are known."""
    now = names.get(row["number"])
    return now or Who(row["number"], tuple(row["players"]), row["unit"])


def _rounds(lines: Iterable[StandingLine]) -> tuple[int, ...]:
    return tuple(sorted({number for line in lines for number in line.by_round}))
