"""Enter many pairs at once, all or none."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.actions.edit_own_columns import add_columns
from tournament.actions.pair_values import PairValues, refuse_overstep, refuse_taken_numbers, store_pairs
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, PairStatus
from tournament.names.own_columns import known_title
from tournament.queries.entries import entries_stamp


@action
def import_pairs(
    *,
    event: Event,
    pairs: Sequence[PairValues],
    by: Actor,
    own_columns: Sequence[str] = (),
    seen: str | None = None,
    on_purpose: bool = False,
    submission: str = "",
) -> int:
    """Enter `pairs` and return how many; the journal keeps one line with their number.

    `own_columns` are titles that the event gets as columns of its own, if it has none that reads alike;
    `seen` is the `entries_stamp` beside which the rows were judged: a list that has changed since is refused
    with `entries_changed`, so that nobody is entered twice. `ActionRefused` also: `number_taken`,
    `nothing_to_import`, `too_many_own_columns`; `entries_closed` and `unit_is_full` unless `on_purpose`.
    """
    event = locked(event)
    if seen is not None and entries_stamp(event) != seen:
        raise ActionRefused("entries_changed")
    if not pairs:
        raise ActionRefused("nothing_to_import")
    refuse_taken_numbers(event, [one.number for one in pairs if one.number is not None])
    if not on_purpose:
        refuse_overstep(event, [one.unit for one in pairs if one.status == PairStatus.ACTIVE])
    add_columns(event, [title for title in own_columns if known_title(event.own_columns, title) is None])
    made = store_pairs(event, pairs)
    record(event, by, "import_pairs", count=len(made))
    return len(made)
