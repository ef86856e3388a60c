"""Take a whole plan for an event: several stages at once, or put one stage before or behind its neighbour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.actions.stage_plans import StagePlan, new_stage, refuse_begun
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Stage


@action
def add_stages(
    *,
    event: Event,
    plans: Sequence[StagePlan],
    by: Actor,
    replace: bool = False,
    awards: Sequence[Mapping[str, Any]] | None = None,
    submission: str = "",
) -> Event:
    """Add the stages of a plan after the last one; with `replace` in the place of those that stand.

    `awards` (the archive's shape) become the event's where it has none yet.
    Raises `ActionRefused` `stage_name_taken`, and with `replace` `stage_has_begun` (stage).
    """
    fresh = locked(event)
    if replace:
        for stage in fresh.stages.order_by("-ordinal"):
            refuse_begun(stage)
            stage.delete()
    made = [new_stage(fresh, plan) for plan in plans]
    if awards and not fresh.awards:
        fresh.awards = list(awards)
        fresh.save(update_fields=["awards"])
    record(fresh, by, "add_stages", count=len(made))
    return fresh


@action
def move_stage(
    *, stage: Stage, up: bool, by: Actor, based_on: int | None = None, submission: str = ""
) -> Stage:
    """Exchange a stage with the one before (`up`) or behind it; none of the two has begun.

    Raises `Conflict`; `ActionRefused` `stage_has_begun` (stage), `stage_is_at_the_edge` (stage),
    `stage_moves_past_source` (stage, source) where one is filled from the other.
    """
    event = locked(stage.event)
    fresh = current(stage, based_on)
    others = event.stages.exclude(pk=fresh.pk)
    near = (
        others.filter(ordinal__lt=fresh.ordinal).order_by("-ordinal")
        if up
        else others.filter(ordinal__gt=fresh.ordinal).order_by("ordinal")
    ).first()
    if near is None:
        raise ActionRefused("stage_is_at_the_edge", stage=fresh.name)
    for one, other in ((fresh, near), (near, fresh)):
        refuse_begun(one)
        if one.source_name == other.name:
            raise ActionRefused("stage_moves_past_source", stage=one.name, source=other.name)
    _exchange(fresh, near, beyond=event.stages.count() + max(fresh.ordinal, near.ordinal))
    record(event, by, "move_stage", stage=fresh.name)
    return fresh


def _exchange(one: Stage, other: Stage, *, beyond: int) -> None:
    """Ordinals are unique at every moment, so one of the two waits beyond all."""
    place, target = one.ordinal, other.ordinal
    for stage, ordinal in ((one, beyond), (other, place), (one, target)):
        stage.ordinal = ordinal
        stage.save(update_fields=["ordinal"])
