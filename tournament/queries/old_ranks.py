"""The final order of an earlier event, and which pairs of a new one were in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.models import Event, Pair, PairStatus, Stage
from tournament.queries.standings import stage_standings

Key = tuple[str, tuple[str, ...]]  # the unit's folded name and those of both players, in any order


@dataclass(frozen=True, slots=True)
class Seeded:
    """A pair that was in the earlier event: its `place` there, its `seed` among those who are back."""

    pair: Pair
    place: int
    seed: int


@dataclass(frozen=True, slots=True)
class OldRanks:
    """What the earlier event says about the pairs of this one; `unmatched` were not ranked in it."""

    source: Event
    seeded: tuple[Seeded, ...]
    unmatched: tuple[Pair, ...]


def final_order(event: Event) -> list[int]:
    """The numbers of all ranked pairs of `event`, best first: by its last stage, then those who only reached
    the stage before, and so on back. Grades stand one after the other. Nine queries for every stage drawn.
    """
    order: list[int] = []
    for stage in event.stages.filter(groups__isnull=False).distinct().order_by("-ordinal"):
        stage.event = event
        order += [number for number in _order_of(stage) if number not in order]
    return order


def _order_of(stage: Stage) -> list[int]:
    table = stage_standings(stage)
    if stage.grouping.get("method") == "previous_rank":
        return [row.pair for part in table.groups for row in part.rows if row.rank is not None]
    return [row.pair for row in table.overall if row.rank is not None]


def source_event(event: Event) -> Event | None:
    """The event that `event` was made from, while it is still there."""
    return Event.objects.filter(slug=event.made_from).first() if event.made_from else None


def old_ranks(event: Event, source: Event) -> OldRanks:
    """Match the pairs that may play in `event` with those of `source`, by unit and players' folded names."""
    places = {number: place for place, number in enumerate(final_order(source), 1)}
    known = {_key(pair): places[pair.number] for pair in _pairs(source) if pair.number in places}
    here = [(pair, known.get(_key(pair))) for pair in _pairs(event)]
    back = sorted(((place, pair.number, pair) for pair, place in here if place is not None))
    seeded = tuple(Seeded(pair, place, seed) for seed, (place, _number, pair) in enumerate(back, 1))
    return OldRanks(source, seeded, tuple(pair for pair, place in here if place is None))


def _pairs(event: Event) -> QuerySet[Pair]:
    pairs = event.pairs.filter(status__in=[PairStatus.ACTIVE, PairStatus.RESERVE])
    return pairs.select_related("unit").prefetch_related("players").order_by("number")


def _key(pair: Pair) -> Key:
    return (pair.unit.key if pair.unit else "", tuple(sorted(player.key for player in pair.partners)))
