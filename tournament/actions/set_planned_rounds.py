"""Play more or fewer rounds than were planned, while the stage is under way."""

from __future__ import annotations

from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Round, Stage
from tournament.models.stages import MOST_ROUNDS
from tournament.queries.paired_rounds import OPEN_METHODS


@action
def set_planned_rounds(
    *, stage: Stage, rounds: int, by: Actor, based_on: int | None = None, submission: str = ""
) -> Stage:
    """Change how many rounds a Swiss or a random draw is to have; rounds that stand are never cut off.

    Raises `Conflict`; `ActionRefused` `rounds_not_free` (other methods), `fewer_than_made` (rounds, made),
    `rounds_out_of_range` (most).
    """
    event = locked(stage.event)
    fresh = current(stage, based_on)
    if fresh.pairing.get("method") not in OPEN_METHODS:
        raise ActionRefused("rounds_not_free")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ActionRefused("rounds_out_of_range", field="rounds", most=MOST_ROUNDS)
    numbers = Round.objects.filter(group__stage=fresh).order_by("-number").values_list("number", flat=True)
    made = numbers.first() or 0
    if rounds < made:
        raise ActionRefused("fewer_than_made", field="rounds", rounds=rounds, made=made)
    fresh.pairing = {**fresh.pairing, "rounds": rounds}
    fresh.version += 1
    fresh.save(update_fields=["pairing", "version"])
    record(event, by, "set_planned_rounds", stage=fresh.name, count=rounds)
    return fresh
