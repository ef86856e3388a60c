"""Bring the points that pairs carried into later stages up to what the earlier stage says now."""

from __future__ import annotations

from tournament.models import Stage, StageEntry
from tournament.queries.entrants import carried_points, open_matches, source_of
from tournament.queries.standings import stage_standings


def carry_again(source: Stage) -> list[str]:
    """Count anew what the pairs of later stages brought along from `source`, and from those stages on.

    Called when corrected standings of `source` are announced, under the event's lock. Returns the names of
    the stages in which a total is another now; none while a table of `source` is open, for what is carried
    are final points. Rule: RULES section 4 (what is carried over).
    """
    if open_matches(source).exists():
        return []
    later = Stage.objects.filter(event_id=source.event_id, ordinal__gt=source.ordinal).order_by("ordinal")
    changed = []
    for stage in later.select_related("event"):
        if _is_carried_from(stage, source) and _count_anew(stage, source):
            changed += [stage.name, *carry_again(stage)]
    return changed


def _is_carried_from(stage: Stage, source: Stage) -> bool:
    carries = isinstance(stage.entry, dict) and stage.entry.get("carry", "none") != "none"
    return carries and source_of(stage) == source


def _count_anew(stage: Stage, source: Stage) -> bool:
    """Store what each pair brings now; whether anything was another."""
    points = {row.pair: row.points for row in stage_standings(source, nameless=True).overall}
    changed = []
    for entry in stage.entries.select_related("pair").filter(pair__number__in=points):
        brought = carried_points(points[entry.pair.number], stage.entry["carry"])
        if entry.carried != brought:
            entry.carried = brought
            changed.append(entry)
    StageEntry.objects.bulk_update(changed, ["carried"], batch_size=500)
    return bool(changed)
