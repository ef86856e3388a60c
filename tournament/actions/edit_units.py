"""Units: rename one, merge two that are the same, delete one without pairs."""

from __future__ import annotations

from django.db.models import F

from tournament.actions.work import Actor, action, changes_of, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Pair, Unit
from tournament.names.cleaning import clean_unit


@action
def rename_unit(
    *, unit: Unit, name: str, by: Actor, based_on: int | None = None, submission: str = ""
) -> Unit:
    """Give a unit another name, cleaned; public at once, for names are shown as they are now.

    Refused: `unit_name_needed`, `unit_name_too_long`; `unit_name_taken` by another one: merge them instead.
    """
    event = locked(unit.event)
    unit = current(unit, based_on)
    cleaned = clean_unit(name)
    if not cleaned.text:
        raise ActionRefused("unit_name_needed", field="name")
    if cleaned.problem:
        raise ActionRefused("unit_name_too_long", field="name")
    other = event.units.filter(key=cleaned.key).exclude(pk=unit.pk).first()
    if other is not None:
        raise ActionRefused("unit_name_taken", field="name", unit=other.name)
    if cleaned.text == unit.name:
        return unit
    before = {"name": unit.name}
    unit.name, unit.key, unit.version = cleaned.text, cleaned.key, unit.version + 1
    unit.save(update_fields=["name", "key", "version"])
    record(
        event,
        by,
        "rename_unit",
        public=True,
        unit=unit.name,
        changes=changes_of("unit", before, {"name": unit.name}),
    )
    return unit


@action
def merge_units(
    *, unit: Unit, into: Unit, by: Actor, based_on: int | None = None, submission: str = ""
) -> Unit:
    """Move every pair of `unit` to `into` and delete `unit`. Draws already made stay as they fell.

    Refused: `unit_into_itself`. `based_on` is the version of `unit`.
    """
    event = locked(unit.event)
    unit, into = current(unit, based_on), current(into, None)
    if unit.pk == into.pk:
        raise ActionRefused("unit_into_itself", field="into")
    moved = Pair.objects.filter(unit=unit).update(unit=into, version=F("version") + 1)
    gone = unit.name
    unit.delete()
    record(event, by, "merge_units", public=True, unit=gone, into=into.name, count=moved)
    return into


@action
def delete_unit(*, unit: Unit, by: Actor, based_on: int | None = None, submission: str = "") -> str:
    """Delete a unit without pairs and return its name. Refused: `unit_has_pairs` (count)."""
    event = locked(unit.event)
    unit = current(unit, based_on)
    if count := unit.pairs.count():
        raise ActionRefused("unit_has_pairs", count=count)
    name = unit.name
    unit.delete()
    record(event, by, "delete_unit", unit=name)
    return name
