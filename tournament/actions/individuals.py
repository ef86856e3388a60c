"""People who entered alone: the list of them, until lots find them partners."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.actions.pair_values import units_by_key
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, Individual, Unit
from tournament.names.cleaning import clean_unit, name_key, pinyin_key


@dataclass(frozen=True, slots=True)
class PersonValues:
    """A person as it is to be stored; every text is already cleaned by `names.cleaning`."""

    name: str
    unit: str = ""
    phone: str = ""
    category: str = ""


@action
def add_individual(*, event: Event, values: PersonValues, by: Actor, submission: str = "") -> Individual:
    """Enter a person who has no partner yet. Whether it is entered already is judged before."""
    event = locked(event)
    made = Individual(event=event)
    _write(made, values)
    made.save()
    record(event, by, "add_individual")
    return made


@action
def edit_individual(
    *,
    individual: Individual,
    values: PersonValues,
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Individual:
    """Write `values` over a person who waits. Raises `Conflict`; `individual_is_paired` (number)."""
    event = locked(individual.event)
    individual = _waiting(individual, based_on)
    _write(individual, values)
    individual.version += 1
    individual.save()
    record(event, by, "edit_individual")
    return individual


@action
def delete_individual(
    *, individual: Individual, by: Actor, based_on: int | None = None, submission: str = ""
) -> str:
    """Take a person who waits off the list; returns the name. Refused as `edit_individual`."""
    event = locked(individual.event)
    individual = _waiting(individual, based_on)
    individual.delete()
    record(event, by, "delete_individual")
    return individual.name


def _waiting(individual: Individual, based_on: int | None) -> Individual:
    fresh = current(individual, based_on)
    if fresh.pair is not None:
        raise ActionRefused("individual_is_paired", number=fresh.pair.number)
    return fresh


def _write(individual: Individual, values: PersonValues) -> None:
    individual.name, individual.phone, individual.category = values.name, values.phone, values.category
    individual.key, individual.pinyin = name_key(values.name), pinyin_key(values.name)
    individual.unit = _unit(individual.event, values.unit)


def _unit(event: Event, name: str) -> Unit | None:
    return units_by_key(event, [name]).get(clean_unit(name).key) if name else None
