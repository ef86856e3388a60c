"""Take a pair off the entry list."""

from __future__ import annotations

from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Pair
from tournament.queries.entries import has_results, has_rulings, is_drawn


@action
def delete_pair(*, pair: Pair, by: Actor, based_on: int | None = None, submission: str = "") -> int:
    """Delete a pair that nothing else speaks of, and return its number; its unit stays.

    Refused: `pair_has_results`, `pair_has_rulings`, `pair_is_drawn`; each says that it can withdraw instead.
    """
    event = locked(pair.event)
    pair = current(pair, based_on)
    if has_results(pair):
        raise ActionRefused("pair_has_results")
    if has_rulings(pair):
        raise ActionRefused("pair_has_rulings")
    if is_drawn(pair):
        raise ActionRefused("pair_is_drawn")
    number = pair.number
    pair.delete()
    record(event, by, "delete_pair", number=number)
    return number
