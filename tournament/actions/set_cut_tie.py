"""Choose what happens to pairs that are equal across a qualifying cut."""

from __future__ import annotations

from typing import Literal

from tournament.actions.stage_plans import refuse_begun
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Stage


@action
def set_cut_tie(
    *,
    stage: Stage,
    cut_tie: Literal["lots", "extra_match", "all"],
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Stage:
    """Let all equal pairs through (`all`), or let lots or an extra match decide, before `stage` is drawn.

    Raises `Conflict`; `ActionRefused` `stage_has_begun` (stage), `no_earlier_stage`.
    Rule: RULES section 4, our choice: lots by default.
    """
    locked(stage.event)
    fresh = current(stage, based_on)
    refuse_begun(fresh)
    if fresh.source_name is None:
        raise ActionRefused("no_earlier_stage")
    fresh.entry = {**fresh.entry, "cut_tie": cut_tie}
    fresh.version += 1
    fresh.save(update_fields=["entry", "version"])
    record(fresh.event, by, "set_cut_tie", stage=fresh.name, cut_tie=f"cut_tie.{cut_tie}")
    return fresh
