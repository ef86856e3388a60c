"""Change what an event says about itself: name, dates, place, words, what the public sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.actions.rehearse import marked
from tournament.actions.work import Actor, action, changes_of, current, record
from tournament.errors import ActionRefused
from tournament.models import Event, Match, Stage

EDITABLE = (
    "name",
    "slug",
    "starts_on",
    "ends_on",
    "venue",
    "organiser",
    "unit_word",
    "pair_word",
    "public_view",
    "max_per_unit",
    "entries_close_at",
    "check_in_closes_at",
    "checking",
    "uses_ladder",
    "hears_appeals",
)


@action
def edit_event(
    *,
    event: Event,
    values: Mapping[str, Any],
    first_tables: Mapping[int, int] | None = None,
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Event:
    """Write `values` (keys of EDITABLE) and the first table number of stages by their ordinal.

    Raises `Conflict`, and `ActionRefused`: `slug_frozen` (after the first publication), `slug_taken`,
    `tables_are_made` (stage) where a stage's rounds already stand. The name of a practice event keeps its
    mark.
    """
    fresh = current(event, based_on)
    if fresh.is_practice and "name" in values:
        values = {**values, "name": marked(str(values["name"]))}
    changed = [key for key in EDITABLE if key in values and values[key] != getattr(fresh, key)]
    _judge_slug(fresh, str(values.get("slug", fresh.slug)))
    moved = _move_tables(fresh, first_tables or {})
    named = [f"event.{key}" for key in changed] + ["event.first_table"] * bool(moved)
    if not named:
        return fresh
    before = {key: getattr(fresh, key) for key in changed}
    changes = changes_of("event", before, {key: values[key] for key in changed})
    for key in changed:
        setattr(fresh, key, values[key])
    fresh.version += 1
    fresh.save(update_fields=[*changed, "version"])
    record(fresh, by, "edit_event", public=True, fields=named, stages=moved, changes=changes)
    return fresh


def _judge_slug(event: Event, slug: str) -> None:
    if slug == event.slug:
        return
    if event.slug_frozen:
        raise ActionRefused("slug_frozen", field="slug")
    if Event.objects.filter(slug=slug).exists():
        raise ActionRefused("slug_taken", field="slug")


def _move_tables(event: Event, first_tables: Mapping[int, int]) -> list[int]:
    moved = []
    for stage in event.stages.filter(ordinal__in=first_tables):
        first = first_tables[stage.ordinal]
        if first != stage.first_table:
            _move(stage, first)
            moved.append(stage.ordinal)
    return moved


def _move(stage: Stage, first: int) -> None:
    if Match.objects.filter(round__group__stage=stage).exists():
        raise ActionRefused("tables_are_made", field=f"first_table_{stage.ordinal}", stage=stage.name)
    stage.first_table = first
    stage.version += 1
    stage.save(update_fields=["first_table", "version"])
