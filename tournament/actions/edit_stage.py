"""Add a stage to an event, or change the plan of one that has not begun."""

from __future__ import annotations

from tournament.actions.stage_plans import StagePlan, fill, new_stage, refuse_begun
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Stage


@action
def add_stage(*, event: Event, plan: StagePlan, by: Actor, submission: str = "") -> Stage:
    """Add a stage after the last one, under the event's rules.

    Raises `ActionRefused` `stage_name_taken`, `no_such_source`, `source_is_later`; `InvalidRules`
    `draw_in_knockout`.
    """
    stage = new_stage(locked(event), plan)
    record(event, by, "add_stage", stage=stage.name)
    return stage


@action
def edit_stage(
    *, stage: Stage, plan: StagePlan, by: Actor, based_on: int | None = None, submission: str = ""
) -> Stage:
    """Change name and plan of a stage that is not drawn yet; later stages follow a new name.

    Raises `Conflict`, and `ActionRefused` `stage_has_begun` and those of `add_stage`.
    """
    event = locked(stage.event)
    fresh = current(stage, based_on)
    refuse_begun(fresh)
    former = fresh.name
    fill(fresh, plan)
    fresh.version += 1
    fresh.save()
    if fresh.name != former:
        _follow(event, former, fresh.name)
    record(event, by, "edit_stage", stage=fresh.name)
    return fresh


def _follow(event: Event, former: str, name: str) -> None:
    for other in event.stages.all():
        if other.source_name == former:
            other.entry = {**other.entry, "from": name}
            other.save(update_fields=["entry"])


@action
def remove_stage(*, stage: Stage, by: Actor, based_on: int | None = None, submission: str = "") -> str:
    """Take away a stage that is not drawn and that no later stage is filled from; returns its name.

    Raises `Conflict`, and `ActionRefused` `stage_has_begun`, `stage_feeds_another` (stage, other).
    """
    event = locked(stage.event)
    fresh = current(stage, based_on)
    refuse_begun(fresh)
    fed = next((other for other in event.stages.all() if other.source_name == fresh.name), None)
    if fed is not None:
        raise ActionRefused("stage_feeds_another", stage=fresh.name, other=fed.name)
    name = fresh.name
    fresh.delete()
    record(event, by, "remove_stage", stage=name)
    return name
