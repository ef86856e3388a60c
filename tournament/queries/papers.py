"""Facts for papers: who stands in which group, and whether the public may know."""

from __future__ import annotations

from collections import defaultdict

from tournament.models import Group, Publication, Stage, StageEntry


def entries_by_group(stage: Stage) -> list[tuple[Group, list[StageEntry]]]:
    """Every group with its entries in position order; four queries."""
    entries = stage.entries.filter(group__isnull=False, position__isnull=False).order_by("position")
    rows: dict[int, list[StageEntry]] = defaultdict(list)
    for entry in entries.select_related("pair__unit", "pair__event").prefetch_related("pair__players"):
        rows[entry.group_id or 0].append(entry)
    return [(group, rows[group.pk]) for group in stage.groups.order_by("ordinal")]


def current_publication(stage: Stage, kind: str, round_number: int | None = None) -> Publication | None:
    """The publication of this kind that stands now."""
    standing = Publication.objects.filter(stage=stage, kind=kind, is_current=True)
    return standing.filter(round_number=round_number).first()


def is_public(stage: Stage, kind: str, round_number: int | None = None) -> bool:
    """Whether this has been published and not taken down."""
    return current_publication(stage, kind, round_number) is not None
