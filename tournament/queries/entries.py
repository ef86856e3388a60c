"""The entry list as it stands: its stamp, and what hangs on a pair."""

from __future__ import annotations

import hashlib

from tournament.models import Event


def entries_stamp(event: Event) -> str:
    """A short digest that changes whenever a pair, a player or a unit of the event does; two queries.

    What was judged beside one state of the list is not carried out on another.
    """
    pairs = event.pairs.order_by("pk").values_list("pk", "number", "version")
    units = event.units.order_by("pk").values_list("pk", "version")
    return hashlib.sha256(repr((list(pairs), list(units))).encode()).hexdigest()[:16]
