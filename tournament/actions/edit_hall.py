"""Write the rooms of the hall, and which stage plays where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairing.areas import Area, twice_in
from tournament.actions.work import Actor, action, current, record
from tournament.errors import ActionRefused
from tournament.models import Event
from tournament.queries.hall import area_json


@action
def edit_hall(
    *,
    event: Event,
    areas: Sequence[Area],
    by: Actor,
    renamed: Mapping[str, str] | None = None,
    stages: Mapping[int, Sequence[str]] | None = None,
    based_on: int | None = None,
    submission: str = "",
) -> Event:
    """Replace the event's areas; `stages` says by ordinal in which of them a stage plays (none: in all).

    `renamed` gives the new names of areas by the old ones, so that stages follow them; an area that is gone
    is gone for the stages too. Tables that rounds have already stay as they are. Raises `Conflict`;
    `ActionRefused` `area_named_twice` (name), `table_in_two_areas` (table, area).
    """
    fresh = current(event, based_on)
    refuse_overlap(areas)
    fresh.areas = [area_json(one) for one in areas]
    fresh.version += 1
    fresh.save(update_fields=["areas", "version"])
    names, follow = [one.name for one in areas], renamed or {}
    for stage in fresh.stages.all():
        wanted = (stages or {}).get(stage.ordinal, stage.areas)
        wanted = {follow.get(name, name) for name in wanted}
        kept = [name for name in names if name in wanted]
        kept = [] if len(kept) == len(names) else kept
        if kept != stage.areas:
            stage.areas, stage.version = kept, stage.version + 1
            stage.save(update_fields=["areas", "version"])
    _let_screens_follow(fresh, names, follow)
    record(fresh, by, "edit_hall", public=True)
    return fresh


def _let_screens_follow(event: Event, names: Sequence[str], renamed: Mapping[str, str]) -> None:
    """A screen of some rooms goes on with them under their new names; one that lost all shows every table."""
    for screen in event.screens.exclude(areas=[]):
        kept = [name for one in screen.areas if (name := renamed.get(one, one)) in names]
        if kept != screen.areas:
            screen.areas, screen.version = kept, screen.version + 1
            screen.save(update_fields=["areas", "version"])


def refuse_overlap(areas: Sequence[Area]) -> None:
    """No two areas of one name, no table in two of them."""
    seen: list[Area] = []
    for area in areas:
        if any(area.name == one.name for one in seen):
            raise ActionRefused("area_named_twice", name=area.name)
        for one in seen:
            if (table := twice_in([*one.ranges, *area.ranges])) is not None:
                raise ActionRefused("table_in_two_areas", table=table, area=one.name)
        seen.append(area)
