"""Lots for pairs that stayed equal: in a group's ranking, or across a qualifying cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pairing.lots import ALGORITHM, draw_lots
from pairing.rerun import lots_inputs
from tournament.actions.draw_groups import keep_draw
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Draw, DrawKind, Group, Stage
from tournament.queries.draw_record import lots_count
from tournament.queries.who_drew import LOTS, who_drew


@action
def settle_tie(
    *,
    stage: Stage,
    group: Group | None,
    kind: DrawKind,
    numbers: Sequence[int],
    seed: int | None,
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Draw:
    """Order the pairs `numbers` of `stage` by lots and store it.

    With a `seed` the computer draws. With None the order of `numbers` is what the hand-drawn lots (or a
    play-off at the table) gave. LOTS feeds the tie-break `lots`, CUT the edge of a next stage. Every time is
    a draw of its own; earlier ones stay in force while any of their pairs was not drawn again.
    `based_on` is the `lots_count` at which the tie was seen open (`Conflict` `tie_drawn_by_another`).
    Raises `lots_need_two`, `lots_named_twice`, `pair_not_in_stage`.
    """
    locked(stage.event)
    if based_on is not None and based_on != lots_count(stage, kind):
        raise tie_drawn_by_another(stage)
    if len(numbers) < 2:
        raise ActionRefused("lots_need_two")
    if len(set(numbers)) < len(numbers):
        raise ActionRefused("lots_named_twice")
    refuse_strangers(stage, group, numbers)
    order = list(numbers) if seed is None else list(draw_lots(list(numbers), seed))
    for earlier in Draw.objects.filter(stage=stage, group=group, kind=kind, is_current=True):
        if set(earlier.result) <= set(numbers):
            earlier.is_current = False
            earlier.save(update_fields=["is_current"])
    chance = {} if seed is None else by_chance(seed, numbers)
    made = keep_draw(stage, kind, order, group=group, **chance)
    record(
        stage.event,
        by,
        "settle_tie",
        public=stage.event.is_live,
        stage=stage.name,
        count=len(numbers),
    )
    return made


def tie_drawn_by_another(stage: Stage) -> Conflict:
    """The refusal of whoever comes second to a tie: who was first, and when."""
    who = who_drew(stage.event, *LOTS, stage=stage.name)
    return Conflict("tie_drawn_by_another", by=who.by, at=who.at)


def by_chance(seed: int, numbers: Sequence[int]) -> dict[str, Any]:
    """What is kept of lots that the computer drew, as `keep_draw` takes it."""
    return {"seed": str(seed), "inputs": lots_inputs(numbers), "algorithm": ALGORITHM}


def refuse_strangers(stage: Stage, group: Group | None, numbers: Sequence[int]) -> None:
    """Only pairs of this stage (and group) can be tied in it: `pair_not_in_stage` (number)."""
    entries = stage.entries.filter(group=group) if group else stage.entries.all()
    known = set(entries.values_list("pair__number", flat=True))
    for number in numbers:
        if number not in known:
            raise ActionRefused("pair_not_in_stage", number=number)
