"""The codes that lie on an event's tables."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.areas import area_of
from tournament.models import Event, TableLink
from tournament.queries.hall import areas_of
from tournament.queries.tables import tables_of


@dataclass(frozen=True, slots=True)
class TableCode:
    """A table of the event with its code; `link` None where none was made, or it is no table any longer."""

    table: int
    area: str
    link: TableLink | None


def table_codes(event: Event) -> list[TableCode]:
    """Every table in order, with its current link if it has one; three queries at most.

    A link of a table that the event has no longer is listed too: its sheet may still lie about.
    """
    links = {link.table: link for link in current_links(event)}
    rooms = areas_of(event)
    tables = sorted({*tables_of(event), *links})
    return [TableCode(table, area_of(rooms, table), links.get(table)) for table in tables]


def current_links(event: Event) -> list[TableLink]:
    """The links that are good now, by table."""
    return list(event.table_links.filter(is_current=True).order_by("table"))


def has_links(event: Event) -> bool:
    """Whether codes were ever made for this event's tables."""
    return event.table_links.exists()
