"""Which tables an event plays at."""

from __future__ import annotations

from tournament.models import Event, Match, PairStatus
from tournament.queries.hall import areas_of


def tables_of(event: Event) -> list[int]:
    """The numbers of all tables, in order: those of the hall as it was described, and those of any round.

    While neither is known, as many from 1 on as the pairs that take part fill. Two queries at most.
    """
    seated = Match.objects.filter(round__group__stage__event=event, table__isnull=False).order_by()
    found = set(seated.values_list("table", flat=True).distinct())
    found |= {table for area in areas_of(event) for table in area.numbers}
    if not found:
        playing = event.pairs.filter(status__in=[PairStatus.ACTIVE, PairStatus.HOUSE])
        found = set(range(1, playing.count() // 2 + 1))
    return sorted(table for table in found if table)
