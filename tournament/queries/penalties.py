"""Penalties of an event, numbered in the order in which they were given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from tournament.models import Event, Penalty


@dataclass(frozen=True, slots=True)
class NumberedPenalty:
    """A penalty and its number in the event: 判罚第 3 号. Penalties are never deleted, so numbers stay."""

    ordinal: int
    penalty: Penalty

    @property
    def counts(self) -> bool:
        """Whether its points are in the total."""
        return not self.penalty.cancelled


def penalties_of(event: Event) -> list[NumberedPenalty]:
    """All penalties of `event`, cancelled ones included, with pair and players; two queries."""
    rows = (
        event.penalties.select_related("pair__unit", "stage").prefetch_related("pair__players").order_by("pk")
    )
    return [NumberedPenalty(ordinal, row) for ordinal, row in enumerate(rows, start=1)]


def points_in_force(listed: Iterable[NumberedPenalty]) -> Decimal:
    """The sum of the points that count."""
    return sum((one.penalty.points for one in listed if one.counts), Decimal(0))
