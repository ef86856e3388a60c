"""What a pair that has not come leaves behind: its places, its open tables, and who may take them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.models import Event, Match, Pair, PairStatus, Publication, StageEntry
from tournament.queries.pair_lists import pairs_of


@dataclass(frozen=True, slots=True)
class Seat:
    """One place in a stage: its `entry`, how many tables go with it, and whether people have read of it."""

    entry: StageEntry
    tables: int
    is_public: bool


def seats_of(pair: Pair) -> list[Seat]:
    """The places that somebody who takes the pair's part gets, by stage."""
    entries = list(pair.stage_entries.select_related("stage", "group").order_by("stage__ordinal"))
    public = set(
        Publication.objects.filter(stage__in=[one.stage_id for one in entries], is_current=True).values_list(
            "stage_id", flat=True
        )
    )
    drawn = list(matches_of(pair).values_list("round__group__stage", flat=True))
    return [Seat(one, drawn.count(one.stage_id), one.stage_id in public) for one in entries]


def matches_of(pair: Pair) -> QuerySet[Match]:
    """Every table, bye and missed round of a pair."""
    return Match.objects.filter(Q(ns=pair) | Q(ew=pair))


def reserves_of(event: Event) -> list[Pair]:
    """The reserves by number, those that have come first; two queries."""
    reserves = pairs_of(event).filter(status=PairStatus.RESERVE).order_by("number")
    return sorted(reserves, key=lambda pair: pair.checked_in_at is None)
