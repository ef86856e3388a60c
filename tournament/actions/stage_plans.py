"""Plans of stages: what a person chose, in the archive's shapes, and what refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import rulebooks
from scoring.options import LevelTie
from scoring.rules import check_knockout, merge, resolve, to_json
from tournament.errors import ActionRefused
from tournament.models import Event, Stage


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage to be made: `entry`, `grouping`, `pairing` and `same_unit` in the archive's shapes.

    `first_table` is the hall's number of its first table. `rulebook` "" takes the event's rules, a key those
    of that rule book; None leaves a stage's rules as they are. `rules` are laid over either.
    """

    name: str
    entry: Any = "all"
    grouping: dict[str, Any] = field(default_factory=lambda: {"method": "one"})
    pairing: dict[str, Any] = field(default_factory=lambda: {"method": "rotation", "rounds": 3})
    same_unit: Any = "apart"
    first_table: int | None = None
    rulebook: str | None = None
    rules: dict[str, Any] = field(default_factory=dict)


def fill(stage: Stage, plan: StagePlan) -> None:
    """Write a plan into an unsaved or locked stage; refuses a name twice and a source that is not earlier.

    A knock-out cannot end drawn: where the rules say so for equal levels, it gets `extra_deal` of its own.
    """
    others = stage.event.stages.exclude(pk=stage.pk)
    if others.filter(name=plan.name).exists():
        raise ActionRefused("stage_name_taken", field="name", name=plan.name)
    stage.name, stage.entry, stage.same_unit = plan.name, plan.entry, plan.same_unit
    stage.grouping, stage.pairing = plan.grouping, plan.pairing
    if plan.first_table is not None:
        stage.first_table = plan.first_table
    _give_rules(stage, plan)
    if stage.source_name is not None:
        _refuse_wrong_source(stage, list(others.values_list("name", "ordinal")))
    if stage.is_knockout:
        _let_knockout_end(stage)
        check_knockout(stage.scoring_rules)


def _give_rules(stage: Stage, plan: StagePlan) -> None:
    """The rules of a new stage, or of one that changes its rule book: own differences go with the old one."""
    rulebook = stage.rulebook if plan.rulebook is None else plan.rulebook
    if stage.pk is not None and rulebook == stage.rulebook and not plan.rules:
        return
    stage.rules = dict(plan.rules) if rulebook != stage.rulebook else merge(stage.rules, plan.rules)
    stage.rulebook = rulebook
    _resolve(stage)


def _resolve(stage: Stage) -> None:
    base = rulebooks.load(stage.rulebook).values if stage.rulebook else stage.event.resolved_rules
    stage.resolved_rules = to_json(resolve(merge(base, stage.rules)))


def _let_knockout_end(stage: Stage) -> None:
    """Where the rules would let equal levels be a draw, an extra deal decides (RULES section 2, winner)."""
    if stage.scoring_rules.play.level_tie is LevelTie.DRAW:
        stage.rules = {**stage.rules, "level_tie": LevelTie.EXTRA_DEAL.value}
        _resolve(stage)


def _refuse_wrong_source(stage: Stage, others: Sequence[tuple[str, int]]) -> None:
    ordinals = dict(others)
    if stage.source_name not in ordinals:
        raise ActionRefused("no_such_source", name=stage.source_name)
    if ordinals[stage.source_name] >= stage.ordinal:
        raise ActionRefused("source_is_later")


def new_stage(event: Event, plan: StagePlan) -> Stage:
    """Make the event's next stage with the event's rules; the event must be locked or new."""
    last = event.stages.order_by("-ordinal").first()
    stage = Stage(event=event, ordinal=last.ordinal + 1 if last else 1)
    fill(stage, plan)
    stage.save()
    return stage


def refuse_begun(stage: Stage) -> None:
    """A stage that is drawn, or whose lots are being typed in, keeps its plan."""
    if stage.groups.exists() or stage.entries.exists():
        raise ActionRefused("stage_has_begun", stage=stage.name)
