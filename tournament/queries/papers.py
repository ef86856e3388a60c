"""Facts for papers: who stands in which group."""

from __future__ import annotations

from collections import defaultdict

from tournament.models import Group, Stage, StageEntry


def entries_by_group(stage: Stage, only: Group | None = None) -> list[tuple[Group, list[StageEntry]]]:
    """Every group (or `only` one) with its entries in position order; three queries, two for one group."""
    entries = stage.entries.filter(group__isnull=False, position__isnull=False).order_by("position")
    if only is not None:
        entries = entries.filter(group=only)
    rows: dict[int, list[StageEntry]] = defaultdict(list)
    entries = entries.select_related("group", "pair__unit", "pair__event")
    for entry in entries.prefetch_related("pair__players"):
        rows[entry.group_id or 0].append(entry)
    groups = [only] if only is not None else stage.groups.order_by("ordinal")
    return [(group, rows[group.pk]) for group in groups]
