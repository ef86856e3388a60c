"""The stages of an event as they are planned, and what may still be done to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from tournament.models import Event, PairStatus, Stage, StageEntry
from tournament.wording.plans import stage_text


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """One stage in words. `can_edit`: nothing is drawn. `can_rise`, `can_sink`: it may change places with the
    stage before, behind it: nothing is drawn there either, and none of the two is filled from the other.
    """

    stage: Stage
    plan: str
    has_begun: bool
    can_edit: bool
    feeds: str
    can_rise: bool = False
    can_sink: bool = False


def planned_stages(event: Event) -> list[PlannedStage]:
    """The event's stages in order; one query. `feeds` names a later stage that is filled from this one."""
    drawn = Exists(StageEntry.objects.filter(stage=OuterRef("pk")))
    stages = list(event.stages.annotate(drawn=drawn))
    fed = {stage.source_name: stage.name for stage in stages if stage.source_name}
    return [
        PlannedStage(
            stage=stage,
            plan=stage_text(stage.entry, stage.grouping, stage.pairing),
            has_begun=bool(stage.drawn),
            can_edit=not stage.drawn,
            feeds=fed.get(stage.name, ""),
            can_rise=at > 0 and _may_change(stages[at - 1], stage),
            can_sink=at + 1 < len(stages) and _may_change(stage, stages[at + 1]),
        )
        for at, stage in enumerate(stages)
    ]


def _may_change(first: Any, second: Any) -> bool:
    """Whether two neighbours may change places."""
    return not first.drawn and not second.drawn and second.source_name != first.name


def left_out(event: Event, stages: Sequence[Stage]) -> list[int]:
    """The numbers of active pairs that no first stage takes: their category is none of the plan's, or empty.

    Empty where a stage takes everybody, or no stage goes by category; one query where all go by it.
    """
    firsts = [stage.entry for stage in stages if stage.source_name is None]
    categories = [entry["category"] for entry in firsts if isinstance(entry, dict) and "category" in entry]
    if not categories or len(categories) < len(firsts):
        return []
    pairs = event.pairs.filter(status=PairStatus.ACTIVE).exclude(category__in=categories)
    return list(pairs.values_list("number", flat=True))


def can_edit(stage: Stage) -> bool:
    """Whether the plan of this stage may still be changed: nobody has a place in it yet."""
    return not stage.entries.exists() and not stage.groups.exists()
