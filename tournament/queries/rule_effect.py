"""What new rules would do to the results that stand: which could not be true, and who would move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from scoring.errors import InvalidScoresheet
from scoring.rules import Rules, merge, resolve, to_json
from scoring.schemes import SchemeCodec
from scoring.scoresheet import judge
from tournament.models import Event, Pair, Result, Stage
from tournament.queries.results import needs_winner, record_of, standing_results
from tournament.queries.standings import StageStandings, stage_standings
from tournament.wording.figures import plain

Json = dict[str, Any]
SCHEME_KEYS = ("scheme", "secondary_scheme")


@dataclass(frozen=True, slots=True)
class BrokenTable:
    """A result that could not be true under the new rules; `error` says why."""

    stage: str
    round: int
    table: int
    error: InvalidScoresheet


@dataclass(frozen=True, slots=True)
class MovedRow:
    """One pair before and after: ranks (None: without a rank) and points."""

    pair: Pair
    rank: int | None
    points: Decimal
    new_rank: int | None
    new_points: Decimal

    @property
    def has_moved(self) -> bool:
        """Whether this pair would have another rank."""
        return self.rank != self.new_rank

    @property
    def shown_points(self) -> str:
        """The points now, as people read them."""
        return plain(self.points)

    @property
    def shown_new_points(self) -> str:
        """The points under the new rules."""
        return plain(self.new_points)


@dataclass(frozen=True, slots=True)
class GroupEffect:
    """One group's rows in the order before the change."""

    group: str
    rows: tuple[MovedRow, ...]

    @property
    def moved_count(self) -> int:
        """How many pairs of the group would have another rank."""
        return sum(row.has_moved for row in self.rows)


@dataclass(frozen=True, slots=True)
class StageEffect:
    """What a stage's standings would become."""

    stage: Stage
    groups: tuple[GroupEffect, ...]

    @property
    def moved_count(self) -> int:
        """How many pairs would have another rank."""
        return sum(group.moved_count for group in self.groups)

    @property
    def other_points_count(self) -> int:
        """How many pairs would have other points."""
        return sum(row.points != row.new_points for group in self.groups for row in group.rows)


def changed_settings(resolved: Mapping[str, Any], answers: Mapping[str, Any]) -> Json:
    """The settings of `answers` that differ from `resolved`, in canonical JSON; `answers` may be partial.

    An answered scheme is meant whole: what it leaves out is not taken from the former one. Raises
    InvalidRules when the answers cannot stand beside the rest.
    """
    schemes = {key: _whole_scheme(answers[key], key) for key in SCHEME_KEYS if answers.get(key) is not None}
    after = to_json(resolve(resolved, {**answers, **schemes}))
    return {key: after[key] for key in answers if after[key] != resolved.get(key)}


def _whole_scheme(raw: object, path: str) -> object:
    codec = SchemeCodec()
    return codec.write(codec.read(raw, path))


def resolved_after(event: Event, changes: Mapping[str, Any], stage: Stage | None = None) -> dict[int, Json]:
    """The resolved rules of every stage that a change of the event (or of `stage` alone) reaches, by key.

    A stage keeps its own differences; one with its own rule book is not reached by the event's change.
    """
    if stage is not None:
        return {stage.pk: to_json(resolve(merge(stage.resolved_rules, changes)))}
    base = to_json(resolve(merge(event.resolved_rules, changes)))
    return {
        one.pk: to_json(resolve(merge(base, one.rules))) for one in event.stages.all() if not one.rulebook
    }


def broken_tables(stage: Stage, rules: Rules) -> list[BrokenTable]:
    """The results of `stage` that stand now and could not be true under `rules`; one query."""
    now = stage.scoring_rules
    results = standing_results().filter(match__round__group__stage=stage).select_related("match__round")
    broken = []
    for result in results.order_by("match__round__number", "match__table"):
        error = _error(result, rules, stage.is_knockout)
        if error is not None and _error(result, now, stage.is_knockout) is None:
            table = result.match.table or 0
            broken.append(BrokenTable(stage.name, result.match.round.number, table, error))
    return broken


def _error(result: Result, rules: Rules, knockout: bool) -> InvalidScoresheet | None:
    record = record_of(result)
    if record is None:
        return None
    try:
        judge(record, rules, knockout=needs_winner(record, knockout=knockout))
    except InvalidScoresheet as error:
        return error
    return None


def stages_with_results(event: Event) -> list[Stage]:
    """The stages that have at least one result; one query."""
    counting = standing_results()
    reached = counting.filter(match__round__group__stage__event=event)
    return list(event.stages.filter(pk__in=reached.values("match__round__group__stage")))


def stage_effect(stage: Stage, new_rules: Json) -> StageEffect:
    """The standings of `stage` now and under `new_rules`, side by side."""
    hypothetical = copy(stage)
    hypothetical.resolved_rules = new_rules
    before, after = stage_standings(stage), stage_standings(hypothetical)
    groups = [
        GroupEffect(old.group.name, _rows(before, old.rows, new.rows))
        for old, new in zip(before.groups, after.groups, strict=True)
    ]
    return StageEffect(stage, tuple(groups))


def _rows(before: StageStandings, old: Sequence[Any], new: Sequence[Any]) -> tuple[MovedRow, ...]:
    later = {row.pair: row for row in new}
    return tuple(
        MovedRow(before.pairs[row.pair], row.rank, row.points, later[row.pair].rank, later[row.pair].points)
        for row in old
    )
