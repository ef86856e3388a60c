"""The list of pairs: found by what people type, ordered as people read."""

from __future__ import annotations

import re
import unicodedata

from django.db.models import (
    Case,
    Count,
    F,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from pairing.areas import Area
from tournament.models import Event, Match, Pair, PairStatus, Player, Unit
from tournament.names.cleaning import clean_phone, name_key, tidy
from tournament.names.pinyin import title_key

FEWEST_PHONE_FIGURES = 3


def pairs_of(event: Event) -> QuerySet[Pair]:
    """The event's pairs with unit and players, and `first_pinyin` to order them by; two queries."""
    first = Player.objects.filter(pair=OuterRef("pk"), seat=1).values("pinyin")[:1]
    second = Player.objects.filter(pair=OuterRef("pk"), seat=2).values("pinyin")[:1]
    return (
        event.pairs.select_related("unit")
        .prefetch_related(Prefetch("players", queryset=Player.objects.order_by("seat")))
        .annotate(first_pinyin=Subquery(first), second_pinyin=Subquery(second))
    )


def ordered_by_unit(pairs: QuerySet[Pair], event: Event, *, descending: bool) -> QuerySet[Pair]:
    """Order by the unit's name in pinyin, pairs without one last whichever way; one more query."""
    units = sorted(event.units.values_list("pk", "name"), key=lambda unit: title_key(unit[1]))
    places = [When(unit_id=pk, then=Value(place)) for place, (pk, _name) in enumerate(units)]
    if not places:
        return pairs.order_by("number")
    pairs = pairs.annotate(unit_place=Case(*places, default=None, output_field=IntegerField()))
    place = F("unit_place")
    order = place.desc(nulls_last=True) if descending else place.asc(nulls_last=True)
    return pairs.order_by(order, "number")


def searched(pairs: QuerySet[Pair], typed: str) -> QuerySet[Pair]:
    """The pairs that `typed` finds: by number, name, pinyin or its initials, unit, team name, phone figures.

    Width, spaces and dots do not count: １３８ finds 138…, 王　伟 finds 王伟, `zym` and `zhaoyi` find 赵一鸣.
    """
    key = name_key(typed)
    if not key:
        return pairs
    players = Player.objects.filter(Q(key__contains=key) | _by_phone(typed) | _by_pinyin(key))
    found = Q(pk__in=players.values("pair")) | Q(unit__key__contains=key) | Q(name__icontains=tidy(typed))
    return (
        pairs.filter(found | Q(number=int(key))) if re.fullmatch("[0-9]{1,6}", key) else pairs.filter(found)
    )


def _by_phone(typed: str) -> Q:
    whole, _problem = clean_phone(typed)
    figures = whole or re.sub(r"[\s-]", "", unicodedata.normalize("NFKC", typed))
    if not re.fullmatch(f"[0-9]{{{FEWEST_PHONE_FIGURES},}}", figures):
        return Q(pk__in=[])
    return Q(phone__contains=figures)


def _by_pinyin(key: str) -> Q:
    """A stored key reads 0zhao4yi1ming2: each letter typed may stand for the rest of its syllable."""
    if not re.fullmatch("[a-z]{1,30}", key):
        return Q(pk__in=[])
    return Q(pinyin__regex="^0(.*[0-9])?" + "([a-z]*[0-9])?".join(key))


def categories_of(event: Event) -> list[str]:
    """The categories that pairs of the event have."""
    named = event.pairs.exclude(category="").order_by("category").values_list("category", flat=True)
    return list(named.distinct())


def has_lot_pairs(event: Event) -> bool:
    """Whether some pairs were made by lot of people who entered alone; one query."""
    return event.individuals.filter(pair__isnull=False).exists()


def in_area(pairs: QuerySet[Pair], area: Area) -> QuerySet[Pair]:
    """The pairs that play in this room: by the table of their latest round, else by their fixed table."""
    played = Match.objects.filter(Q(ns=OuterRef("pk")) | Q(ew=OuterRef("pk")), table__isnull=False)
    latest = played.order_by("-round__group__stage__ordinal", "-round__number").values("table")[:1]
    at = Coalesce(Subquery(latest), F("fixed_table"))
    here = Q(pk__in=[])
    for first, last in area.ranges:
        here |= Q(plays_at__range=(first, last))
    return pairs.annotate(plays_at=at).filter(here)


def statuses_of(event: Event) -> dict[str, int]:
    """How many pairs have each status; all statuses are there."""
    counted = dict(event.pairs.order_by().values_list("status").annotate(count=Count("pk")))
    return {status.value: counted.get(status.value, 0) for status in PairStatus}


def units_of(event: Event) -> list[Unit]:
    """The units in pinyin order with `pair_count` (all), `active_count` and their `pinyin`; one query."""
    active = Count("pairs", filter=Q(pairs__status=PairStatus.ACTIVE))
    units = list(event.units.annotate(pair_count=Count("pairs"), active_count=active))
    for unit in units:
        unit.pinyin = title_key(unit.name)  # type: ignore[attr-defined]
    return sorted(units, key=lambda unit: unit.pinyin)  # type: ignore[attr-defined]
