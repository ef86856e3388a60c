"""Plans of stages: what a person chose, in the archive's shapes, and what refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.rules import check_knockout, resolve, to_json
from tournament.errors import ActionRefused
from tournament.models import Event, Stage


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage to be made: `entry`, `grouping`, `pairing` and `same_unit` as ARCHIVE.md has them."""

    name: str
    entry: Any = "all"
    grouping: dict[str, Any] = field(default_factory=lambda: {"method": "one"})
    pairing: dict[str, Any] = field(default_factory=lambda: {"method": "rotation", "rounds": 3})
    same_unit: Any = "apart"


def fill(stage: Stage, plan: StagePlan) -> None:
    """Write a plan into an unsaved or locked stage; refuses a name twice and a source that is not earlier."""
    others = stage.event.stages.exclude(pk=stage.pk)
    if others.filter(name=plan.name).exists():
        raise ActionRefused("stage_name_taken", field="name", name=plan.name)
    stage.name, stage.entry, stage.same_unit = plan.name, plan.entry, plan.same_unit
    stage.grouping, stage.pairing = plan.grouping, plan.pairing
    if stage.source_name is not None:
        _refuse_wrong_source(stage, list(others.values_list("name", "ordinal")))
    if stage.is_knockout:
        check_knockout(stage.scoring_rules)


def _refuse_wrong_source(stage: Stage, others: Sequence[tuple[str, int]]) -> None:
    ordinals = dict(others)
    if stage.source_name not in ordinals:
        raise ActionRefused("no_such_source", name=stage.source_name)
    if ordinals[stage.source_name] >= stage.ordinal:
        raise ActionRefused("source_is_later")


def new_stage(event: Event, plan: StagePlan) -> Stage:
    """Make the event's next stage with the event's rules; the event must be locked or new."""
    last = event.stages.order_by("-ordinal").first()
    stage = Stage(
        event=event,
        ordinal=last.ordinal + 1 if last else 1,
        resolved_rules=to_json(resolve(event.resolved_rules)),
    )
    fill(stage, plan)
    stage.save()
    return stage


def refuse_begun(stage: Stage) -> None:
    """A stage that is drawn, or whose lots are being typed in, keeps its plan."""
    if stage.groups.exists() or stage.entries.exists():
        raise ActionRefused("stage_has_begun", stage=stage.name)
