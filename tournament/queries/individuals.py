"""People who entered alone: who waits, who has a partner, what may be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from tournament.models import Draw, DrawKind, Event, Individual, Pair
from tournament.queries.entries import has_results, has_rulings, is_drawn


def waiting_people(event: Event) -> list[Individual]:
    """Those without a partner, in the order of entry. One query."""
    return list(event.individuals.filter(pair__isnull=True).select_related("unit").order_by("pk"))


def waiting_stamp(people: Iterable[Individual]) -> int:
    """A figure that is another one when somebody else waits."""
    return crc32(repr([one.pk for one in people]).encode())


def has_waiting(event: Event) -> bool:
    """Whether anybody waits for a partner; one query."""
    return event.individuals.filter(pair__isnull=True).exists()


def paired_people(event: Event) -> list[Pair]:
    """The pairs that lots made, with their players. Two queries."""
    pairs = event.pairs.filter(individuals__isnull=False).distinct()
    return list(pairs.prefetch_related("players").order_by("number"))


def last_partners(event: Event) -> Draw | None:
    """The last draw of partners that stands."""
    return event.draws.filter(kind=DrawKind.PARTNERS, is_current=True).order_by("pk").last()


def pairs_that_play(draw: Draw) -> list[int]:
    """The numbers of a draw's pairs that something else speaks of by now."""
    made = Pair.objects.filter(event=draw.event_id, number__in=draw.result["pairs"]).order_by("number")
    return [one.number for one in made if is_drawn(one) or has_results(one) or has_rulings(one)]
