"""Appeals of an event, numbered in the order in which they were filed."""

from __future__ import annotations

from tournament.models import Appeal, Event


def appeals_of(event: Event) -> list[tuple[int, Appeal]]:
    """All appeals of `event` with their numbers, pair and players; two queries."""
    rows = event.appeals.select_related("pair__unit", "stage").prefetch_related("pair__players")
    return list(enumerate(rows.order_by("pk"), start=1))
