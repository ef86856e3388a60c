"""Who has come: the check-in list by unit, its counts, and the absentees."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from tournament.models import Event, Pair, PairStatus, StageEntry
from tournament.names.pinyin import title_key
from tournament.queries.counted_stage import counted_stage
from tournament.queries.leaving import GONE
from tournament.queries.pair_lists import pairs_of, searched


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The pairs of one unit (`name` "" for pairs that nobody entered), by number."""

    name: str
    pairs: tuple[Pair, ...]

    @property
    def here(self) -> int:
        """How many are checked in."""
        return len(self.pairs) - len(self.missing)

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers that are not in yet."""
        return tuple(pair.number for pair in self.pairs if pair.checked_in_at is None)

    @property
    def numbers(self) -> str:
        """The missing numbers as one types them."""
        return " ".join(map(str, self.missing))


def arrivals(event: Event, typed: str = "") -> list[Arrivals]:
    """The pairs that may check in and that `typed` finds, by unit in pinyin order, without unit last.

    Withdrawn and disqualified pairs are left out. Each has its places (`stage_entries`). Four queries.
    """
    units: dict[str, list[Pair]] = {}
    found = searched(pairs_of(event).exclude(status__in=GONE), typed).order_by("number")
    for pair in found.prefetch_related(_places()):
        units.setdefault(pair.unit.name if pair.unit else "", []).append(pair)
    ordered = sorted(units, key=lambda name: (not name, title_key(name)))
    return [Arrivals(name, tuple(units[name])) for name in ordered]


def absentees(event: Event) -> list[Pair]:
    """The pairs that take part and have not checked in, by number, with their places; four queries."""
    missing = pairs_of(event).filter(status=PairStatus.ACTIVE, checked_in_at=None).order_by("number")
    return list(missing.prefetch_related(_places()))


def _places() -> Prefetch[str, QuerySet[StageEntry], str]:
    """Every pair's place in each stage, as pages name it, in two queries."""
    places = StageEntry.objects.select_related("group").prefetch_related(counted_stage())
    return Prefetch("stage_entries", queryset=places.order_by("stage__ordinal"))


def check_in_counts(event: Event) -> tuple[int, int]:
    """How many of the pairs that take part have come, and how many take part; one query."""
    active = Q(status=PairStatus.ACTIVE)
    here = Count("pk", filter=active & Q(checked_in_at__isnull=False))
    counted = event.pairs.order_by().aggregate(here=here, total=Count("pk", filter=active))
    return counted["here"], counted["total"]
