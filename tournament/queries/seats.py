"""Where a pair sits, now or in a round, and who sits at a table: what a ruling needs to know its place."""

from __future__ import annotations

from django.db.models import Q

from tournament.models import Event, Match, Pair, Stage
from tournament.queries.table_now import Candidate, Shown, at_hand, candidates, rest_of


def seat_of(event: Event, number: int) -> Match | None:
    """The match that is on for pair `number`; None between rounds. Two queries."""
    mine = Q(ns__number=number) | Q(ew__number=number)
    on = at_hand(candidates(Match.objects.filter(mine, round__group__stage__event=event)))
    return _match(on[1]) if on else None


def match_at(event: Event, table: int) -> Match | None:
    """The match that the table's page shows as being on; None between rounds, and where it stays empty. Four
    queries at most."""
    found = candidates(Match.objects.filter(round__group__stage__event=event, table=table))
    on = at_hand(found)
    if on is None or (on[0] is Shown.NEXT and rest_of(found) is not None):
        return None
    return _match(on[1])


def match_in(stage: Stage, number: int, pair: Pair) -> Match | None:
    """The match of `pair` in round `number`, a bye too; None where it has none. One query."""
    mine = Match.objects.filter(Q(ns=pair) | Q(ew=pair), round__group__stage=stage, round__number=number)
    return mine.select_related("round__group__stage", "ns", "ew").order_by("pk").first()


def _match(one: Candidate) -> Match:
    return Match.objects.select_related("round__group__stage", "ns", "ew").get(pk=one.match)
