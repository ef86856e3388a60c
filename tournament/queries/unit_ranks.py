"""Units ranked by their pairs: the sum of the best ones, by points or by what their places earn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from scoring.awards import rank_units
from scoring.errors import InvalidRules
from scoring.prizes import PrizeSet, Scope
from scoring.unit_ranks import UnitRanking, read_unit_ranking
from tournament.models import Event, Stage
from tournament.queries.awards import stages_of_sets
from tournament.queries.standing_sheets import StandingLine, StandingSheet, Who, live_overall, live_sheets
from tournament.queries.standings import stage_standings


@dataclass(frozen=True, slots=True)
class Counted:
    """One pair of a unit: what it scored, and whether that is in the unit's sum."""

    who: Who
    rank: int
    score: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class UnitLine:
    """One unit: its shared rank, its sum, and its ranked pairs, best first."""

    rank: int
    tied: bool
    unit: str
    score: Fraction
    pairs: tuple[Counted, ...]

    @property
    def counted(self) -> tuple[Counted, ...]:
        """The pairs whose scores make the sum."""
        return tuple(one for one in self.pairs if one.counts)


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """The ranking of units of one stage. `after_round` as in the standings that it was made from."""

    stage: Stage
    ranking: UnitRanking
    lines: tuple[UnitLine, ...]
    after_round: int | None = None


@dataclass(frozen=True, slots=True)
class _Row:
    """A participant as `rank_units` wants it."""

    pair: int
    rank: int | None
    points: Decimal


def unit_ranking_of(event: Event) -> tuple[UnitRanking | None, InvalidRules | None]:
    """How the event ranks units; None, and what is wrong, where the stored choice cannot be read."""
    try:
        return read_unit_ranking(event.unit_ranking), None
    except InvalidRules as error:
        return None, error


def unit_stage(event: Event, ranking: UnitRanking) -> Stage | None:
    """The stage that a unit ranking looks at; None while it is not drawn. One query."""
    return stages_of_sets(event, [PrizeSet((), stage=ranking.stage)])[0]


def live_unit_sheet(stage: Stage, ranking: UnitRanking) -> UnitSheet:
    """The units as they stand now; as many queries as `stage_standings`."""
    table = stage_standings(stage)
    return unit_sheet(stage, ranking, live_sheets(table), live_overall(table))


def unit_sheet(
    stage: Stage, ranking: UnitRanking, groups: Iterable[StandingSheet], overall: StandingSheet
) -> UnitSheet:
    """The units by the lines of published or live standings. No query."""
    lines = [line for sheet in groups for line in sheet.lines] if _by_group(ranking) else list(overall.lines)
    by_number = {line.number: line for line in lines}
    ranked = rank_units(
        [_Row(line.number, line.rank, line.points) for line in lines],
        {line.number: line.who.unit for line in lines if line.who.unit},
        ranking.best,
        ranking.place_scores or None,
    )
    members = _members(lines, ranking)
    return UnitSheet(
        stage,
        ranking,
        tuple(
            UnitLine(
                row.rank,
                row.tied,
                row.unit,
                row.score,
                tuple(
                    Counted(by_number[number].who, by_number[number].rank or 0, score, number in row.pairs)
                    for number, score in members[row.unit]
                ),
            )
            for row in ranked
        ),
        overall.after_round,
    )


def _by_group(ranking: UnitRanking) -> bool:
    """Ranks in the own group matter only where places earn scores."""
    return ranking.scope is Scope.GROUP and bool(ranking.place_scores)


def _members(lines: Iterable[StandingLine], ranking: UnitRanking) -> Mapping[str, list[tuple[int, Fraction]]]:
    """Every unit's ranked pairs with what each scored, best first."""
    found: dict[str, list[tuple[int, Fraction]]] = {}
    for line in lines:
        if line.rank is not None:
            found.setdefault(line.who.unit, []).append((line.number, _score(line, ranking)))
    return {unit: sorted(pairs, key=lambda one: (-one[1], one[0])) for unit, pairs in found.items()}


def _score(line: StandingLine, ranking: UnitRanking) -> Fraction:
    if not ranking.place_scores:
        return Fraction(line.points)
    place = line.rank or 0
    return ranking.place_scores[place - 1] if place <= len(ranking.place_scores) else Fraction(0)
