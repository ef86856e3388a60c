"""The stage behind rows that name it, with all that its name depends on."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from tournament.models import Pair, Stage, StageEntry


def counted_stage() -> Prefetch[str, QuerySet[Stage], str]:
    """The `stage` of many rows in one query, its groups counted: rows of one stage share it."""
    return Prefetch("stage", queryset=Stage.objects.all())


def stage_with_groups() -> Prefetch[str, QuerySet[Stage], str]:
    """The same with the groups themselves (`stage.groups.all()`), in one query more."""
    return Prefetch("stage", queryset=Stage.objects.prefetch_related("groups"))


def places_of(pair: Pair) -> QuerySet[StageEntry]:
    """A pair's place in every stage, by stage, as pages name it. Two queries."""
    places = pair.stage_entries.select_related("group").prefetch_related(counted_stage())
    return places.order_by("stage__ordinal")
