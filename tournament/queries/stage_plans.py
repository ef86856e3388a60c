"""The stages of an event as they are planned, and what may still be done to each."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournament.models import Event, Stage, StageEntry
from tournament.wording.plans import stage_text

FORM_METHODS = ("rotation", "round_robin")
FORM_GROUPINGS = ("one", "draw")
FORM_ENTRIES = {"top", "top_per_group"}


@dataclass(frozen=True, slots=True)
class PlannedStage:
    """One stage in words. `can_edit`: nothing is drawn, and the form knows this kind of plan."""

    stage: Stage
    plan: str
    has_begun: bool
    can_edit: bool
    feeds: str


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
            can_edit=not stage.drawn and can_edit(stage),
            feeds=fed.get(stage.name, ""),
        )
        for stage in stages
    ]


def can_edit(stage: Stage) -> bool:
    """Whether the form can say what this stage is; other kinds come from an archive and stay as they are."""
    entry, method = stage.entry, stage.pairing.get("method")
    known_entry = entry == "all" or (isinstance(entry, dict) and bool(FORM_ENTRIES & set(entry)))
    grouping = stage.grouping.get("method", "one")
    return known_entry and method in FORM_METHODS and grouping in FORM_GROUPINGS
