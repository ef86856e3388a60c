"""Change how a stage is divided and how many rounds it plays, until something of it is public."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournament.actions.draw_groups import refuse_after_start
from tournament.actions.make_rounds import give_up_draft
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Stage
from tournament.queries.drawing import KNOWN

METHODS = ("draw", "snake", "one", "manual", *KNOWN)
WITHOUT_NUMBER = ("one", "manual", *KNOWN)


@dataclass(frozen=True, slots=True)
class GroupingPlan:
    """The choice of a person: a method of `METHODS`, `count` or `size`, units apart or not, rounds.

    `rounds` None leaves the rounds as they are; it is read for rotations only.
    """

    method: str
    count: int | None = None
    size: int | None = None
    units_apart: bool = True
    rounds: int | None = None

    @property
    def grouping(self) -> dict[str, Any]:
        """The archive's shape."""
        if self.method == "one" or self.method in KNOWN:
            return {"method": self.method}
        chosen = {"count": self.count, "size": self.size}
        return {"method": self.method, **{key: value for key, value in chosen.items() if value is not None}}


@action
def edit_stage_grouping(
    *,
    stage: Stage,
    plan: GroupingPlan,
    by: Actor,
    give_up: bool = False,
    based_on: int | None = None,
    submission: str = "",
) -> Stage:
    """Write `plan` into the stage. A draft of groups, lots or rounds is given up, if the person said so.

    Raises `Conflict`; `ActionRefused` `groups_published`, `rounds_have_begun`, `count_or_size`,
    `grades_need_a_source`, `draft_would_be_lost` (field `give_up`).
    """
    locked(stage.event)
    fresh = current(stage, based_on)
    refuse_after_start(fresh)
    if plan.method == "previous_rank" and fresh.source_name is None:
        raise ActionRefused("grades_need_a_source", field="method")
    if plan.method not in WITHOUT_NUMBER and (plan.count is None) == (plan.size is None):
        raise ActionRefused("count_or_size", field="number")
    if fresh.entries.exists():
        if not give_up:
            raise ActionRefused("draft_would_be_lost", field="give_up")
        give_up_draft(fresh)
    _write(fresh, plan)
    record(fresh.event, by, "edit_stage_grouping", stage=fresh.name)
    return fresh


def _write(stage: Stage, plan: GroupingPlan) -> None:
    stage.grouping = plan.grouping
    # Softer wishes of an archive (apart in the first rounds only) stay while the answer is still "apart".
    if plan.units_apart != (stage.same_unit != "ignore"):
        stage.same_unit = "apart" if plan.units_apart else "ignore"
    if plan.rounds is not None and stage.pairing.get("method") == "rotation":
        stage.pairing = {**stage.pairing, "rounds": plan.rounds}
    stage.version += 1
    stage.save(update_fields=["grouping", "same_unit", "pairing", "version"])
