"""Equal pairs at the edge of an award: lots, cards, a play-off, or the award for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pairing.lots import draw_lots
from tournament.actions.draw_groups import keep_draw
from tournament.actions.settle_tie import by_chance, refuse_strangers, tie_drawn_by_another
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Draw, DrawKind, Group, Stage
from tournament.queries.awards import decisions_in
from tournament.queries.draw_record import lots_count


@action
def settle_award(
    *,
    stage: Stage,
    group: Group | None,
    numbers: Sequence[int],
    by: Actor,
    seed: int | None = None,
    everybody: bool = False,
    based_on: int | None = None,
    submission: str = "",
) -> Draw:
    """Decide about the pairs `numbers` that are equal at the edge of an award of `stage`.

    With a `seed` the computer draws lots; without one the order of `numbers` is what cards, hand-drawn lots
    or a play-off gave; with `everybody` all of them get the better award. `group` None: an award of the whole
    stage. Decisions about other ties stay. `based_on` as in `settle_tie`.
    Raises `lots_need_two`, `lots_named_twice`, `pair_not_in_stage`.

    Rule: RULES section 5, equal ranks at the edge of an award are the organiser's to decide.
    """
    locked(stage.event)
    if based_on is not None and based_on != lots_count(stage, DrawKind.AWARD):
        raise tie_drawn_by_another(stage)
    if len(numbers) < 2:
        raise ActionRefused("lots_need_two")
    if len(set(numbers)) < len(numbers):
        raise ActionRefused("lots_named_twice")
    refuse_strangers(stage, group, numbers)
    order = list(numbers) if seed is None or everybody else list(draw_lots(list(numbers), seed))
    kept, _found = _give_up(stage, group, numbers)
    chance = {} if seed is None or everybody else by_chance(seed, numbers)
    decision = {"all": sorted(order)} if everybody else {"order": order}
    made = keep_draw(stage, DrawKind.AWARD, [*kept, decision], group=group, **chance)
    record(stage.event, by, "settle_award", public=True, stage=stage.name, numbers=sorted(numbers))
    return made


@action
def reopen_award(
    *, stage: Stage, group: Group | None, numbers: Sequence[int], by: Actor, submission: str = ""
) -> Draw:
    """Take back what was decided about any of the pairs `numbers`; the decision stays in the record.

    Raises `award_not_settled` when there is none.
    """
    locked(stage.event)
    kept, found = _give_up(stage, group, numbers)
    if not found:
        raise ActionRefused("award_not_settled")
    made = keep_draw(stage, DrawKind.AWARD, kept, group=group) if kept else found[-1]
    record(stage.event, by, "reopen_award", public=True, stage=stage.name, numbers=sorted(numbers))
    return made


def _give_up(
    stage: Stage, group: Group | None, numbers: Sequence[int]
) -> tuple[list[dict[str, Any]], list[Draw]]:
    """Give up the draws in force about any of these pairs; the decisions in them that concern none of them
    (a file may hold several in one), and the draws."""
    mine, kept, found = set(numbers), [], []
    for made in Draw.objects.filter(stage=stage, group=group, kind=DrawKind.AWARD, is_current=True):
        decisions = decisions_in(made.result)
        others = [one for one in decisions if not mine & {n for named in one.values() for n in named}]
        if len(others) == len(decisions):
            continue
        made.is_current = False
        made.save(update_fields=["is_current"])
        kept += others
        found.append(made)
    return kept, found
