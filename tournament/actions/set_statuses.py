"""Say of several pairs at once whether they take part or wait as reserves."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F, QuerySet

from tournament.actions.pair_values import refuse_overstep
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Pair, PairStatus
from tournament.queries.entries import entries_stamp, may_change_status, units_joining

CHOICES = (PairStatus.ACTIVE, PairStatus.RESERVE)


@action
def set_statuses(
    *,
    event: Event,
    numbers: Sequence[int],
    status: str,
    by: Actor,
    seen: str | None = None,
    on_purpose: bool = False,
    submission: str = "",
) -> list[int]:
    """Make the pairs with these numbers take part (`active`) or wait (`reserve`); the numbers that changed.

    `seen` is the `entries_stamp` beside which they were chosen. A pair that has the status keeps it; where
    that is so of all, nothing is written. Refused whole: `entries_changed`; `no_pairs_chosen`;
    `status_not_offered`; `no_such_pair` (number); `statuses_are_fixed` (numbers) for pairs that are drawn,
    have left, or are house pairs; `entries_closed` and `unit_is_full` unless `on_purpose`.

    Rule: RULES section 4, entries (at most k pairs a unit take part, reserves do not count).
    """
    event = locked(event)
    if seen is not None and entries_stamp(event) != seen:
        raise ActionRefused("entries_changed")
    if status not in CHOICES:
        raise ActionRefused("status_not_offered", field="status")
    chosen = _chosen(event, numbers)
    joining = units_joining(event, numbers) if status == PairStatus.ACTIVE else []
    if joining and not on_purpose:
        refuse_overstep(event, joining)
    changed = chosen.exclude(status=status).order_by("number")
    told = list(changed.values_list("number", flat=True))
    event.pairs.filter(number__in=told).update(status=status, version=F("version") + 1)
    if told:
        record(event, by, "set_statuses", numbers=told, status=f"status.{status}")
    return told


def _chosen(event: Event, numbers: Sequence[int]) -> QuerySet[Pair]:
    if not numbers:
        raise ActionRefused("no_pairs_chosen")
    chosen = event.pairs.filter(number__in=numbers)
    known = set(chosen.values_list("number", flat=True))
    if missing := set(numbers) - known:
        raise ActionRefused("no_such_pair", number=min(missing))
    fixed = known - set(may_change_status(chosen))
    if fixed:
        raise ActionRefused("statuses_are_fixed", numbers=sorted(fixed))
    return chosen
