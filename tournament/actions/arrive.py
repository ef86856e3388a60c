"""A pair comes to the door: checked in, and its lot drawn in the same step."""

from __future__ import annotations

from tournament.actions.check_in import check_in
from tournament.actions.type_lots import draw_lot, type_lot
from tournament.actions.work import Actor, action, locked
from tournament.errors import ActionRefused
from tournament.models import Event, Pair, Stage


@action
def arrive(
    *,
    event: Event,
    number: int,
    by: Actor,
    stage: Stage | None = None,
    lot: str = "",
    seed: int | None = None,
    submission: str = "",
) -> Pair:
    """Check pair `number` in, unless it is, and give it its lot of `stage`: as typed, or by `seed`.

    Whole or not at all: a lot that cannot be leaves the pair not checked in. A pair that is in already keeps
    its time. Refused: `no_such_pair`, and what `check_in`, `type_lot` and `draw_lot` refuse.
    """
    pair = locked(event).pairs.filter(number=number).first()
    if pair is None:
        raise ActionRefused("no_such_pair", field="numbers", number=number)
    if pair.checked_in_at is None:
        check_in(event=event, numbers=[number], by=by)
    if stage is not None and seed is not None:
        draw_lot(stage=stage, number=number, seed=seed, by=by)
    elif stage is not None:
        type_lot(stage=stage, number=number, lot=lot, by=by)
    pair.refresh_from_db()
    return pair
