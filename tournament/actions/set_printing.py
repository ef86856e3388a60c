"""Write what an event prints for its prize giving: presenters, prizes, certificates."""

from __future__ import annotations

from tournament.actions.work import Actor, action, current, record
from tournament.models import Event
from tournament.models.printing import Printing, write_printing


@action
def set_printing(
    *, event: Event, printing: Printing, by: Actor, based_on: int | None = None, submission: str = ""
) -> Event:
    """Replace all of it. Raises `Conflict`. Nothing changed: nothing is written."""
    fresh = current(event, based_on)
    written = write_printing(printing)
    if written == fresh.printing:
        return fresh
    fresh.printing = written
    fresh.version += 1
    fresh.save(update_fields=["printing", "version"])
    record(fresh, by, "set_printing")
    return fresh
