"""Enter one pair."""

from __future__ import annotations

from tournament.actions.pair_values import PairValues, refuse_overstep, refuse_taken_numbers, store_pairs
from tournament.actions.work import Actor, action, locked, record
from tournament.models import Event, Pair, PairStatus


@action
def add_pair(
    *, event: Event, values: PairValues, by: Actor, on_purpose: bool = False, submission: str = ""
) -> Pair:
    """Enter a pair under its own number or the next free one. A pair added after the draw is in no group.

    Whether its people are entered already is judged before, by `imports.doubles`, and may be confirmed.
    Refused: `number_taken`; `entries_closed` and `unit_is_full` unless `on_purpose`.
    """
    event = locked(event)
    if values.number is not None:
        refuse_taken_numbers(event, [values.number])
    if not on_purpose and values.status == PairStatus.ACTIVE:
        refuse_overstep(event, [values.unit])
    (pair,) = store_pairs(event, [values])
    record(event, by, "add_pair", number=pair.number)
    return pair
