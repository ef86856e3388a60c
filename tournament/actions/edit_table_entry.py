"""Say what the codes on the tables take, with which PIN, and where they lead."""

from __future__ import annotations

import secrets

from tournament.actions.table_links import add_links
from tournament.actions.work import Actor, action, changes_of, current, record
from tournament.errors import ActionRefused
from tournament.models import Event, TableEntry
from tournament.queries.tables import tables_of

PIN_FIGURES = 6
FIELDS = ("table_entry", "table_pin", "lan_address", "public_address")


@action
def edit_table_entry(
    *,
    event: Event,
    table_entry: str,
    table_pin: str,
    lan_address: str,
    public_address: str,
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Event:
    """Write how the tables' codes are used. An empty `table_pin` gets one made where referees need it.

    A changed PIN ends what phones were let in with the old one. With entering switched on every table gets
    its code. The journal keeps that the PIN changed, never the PIN. Raises `Conflict`; `pin_not_figures`.
    """
    fresh = current(event, based_on)
    wanted = {
        "table_entry": table_entry,
        "table_pin": _pin(table_pin, table_entry),
        "lan_address": lan_address,
        "public_address": public_address,
    }
    changed = [key for key in FIELDS if getattr(fresh, key) != wanted[key]]
    wants_links = table_entry != TableEntry.READ_ONLY and bool(tables_of(fresh))
    made = add_links(fresh) if wants_links else 0
    shown = [key for key in changed if key != "table_pin"]
    before = {key: getattr(fresh, key) for key in shown}
    changes = changes_of("event", before, {key: wanted[key] for key in shown})
    for key in changed:
        setattr(fresh, key, wanted[key])
    if changed:
        fresh.version += 1
        fresh.save(update_fields=[*changed, "version"])
        record(fresh, by, "edit_event", fields=[f"event.{key}" for key in changed], changes=changes)
    elif made:
        record(fresh, by, "make_links", count=made)
    return fresh


@action
def move_tables_address(*, event: Event, address: str, by: Actor, submission: str = "") -> Event:
    """Store where the laptop is reached now; the sheets that were printed before lead nowhere."""
    fresh = current(event, None)
    if fresh.lan_address == address:
        return fresh
    fresh.lan_address = address
    fresh.version += 1
    fresh.save(update_fields=["lan_address", "version"])
    record(fresh, by, "edit_event", fields=["event.lan_address"])
    return fresh


def _pin(text: str, table_entry: str) -> str:
    """The PIN as typed; a new one where none is typed and one is needed."""
    if text and not (text.isascii() and text.isdigit() and 4 <= len(text) <= 12):
        raise ActionRefused("pin_not_figures", field="table_pin")
    if text or table_entry == TableEntry.READ_ONLY:
        return text
    return new_pin()


def new_pin() -> str:
    """Six figures that nobody can guess."""
    return "".join(secrets.choice("0123456789") for _figure in range(PIN_FIGURES))
