"""Make, renew and switch the codes that lie on the tables."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.db.models import F
from django.utils import timezone

from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Event, TableLink
from tournament.queries.table_links import current_links, table_codes

TOKEN_BYTES = 16  # 22 characters of an address: nobody guesses one, and a code stays small enough to scan


@action
def make_links(*, event: Event, by: Actor, submission: str = "") -> int:
    """Give every table that has none yet a code of its own; returns how many were made.

    Codes that lie on tables already stay good. Raises `no_tables_yet`.
    """
    fresh = locked(event)
    made = add_links(fresh)
    if made:
        record(fresh, by, "make_links", count=made)
    return made


def add_links(event: Event) -> int:
    """The same inside another action that holds the event's row."""
    codes = table_codes(event)
    if not codes:
        raise ActionRefused("no_tables_yet")
    return _new(event, [code.table for code in codes if code.link is None])


@action
def renew_links(*, event: Event, by: Actor, tables: Sequence[int] = (), submission: str = "") -> int:
    """Replace the codes of `tables` (none named: of all) by new ones; the old sheets lead nowhere then.

    Returns how many. A renewed one is switched on. Raises `no_such_link` where no such table has a code.
    """
    fresh = locked(event)
    chosen = _chosen(fresh, tables)
    TableLink.objects.filter(pk__in=[link.pk for link in chosen]).update(
        is_current=False, version=F("version") + 1
    )
    _new(fresh, [link.table for link in chosen])
    record(fresh, by, "renew_some_links" if tables else "renew_links", **_which(chosen))
    return len(chosen)


@action
def switch_links(
    *, event: Event, on: bool, by: Actor, tables: Sequence[int] = (), submission: str = ""
) -> int:
    """Switch the codes of `tables` (none named: of all) on or off; off, they show the table and take nothing.

    Returns how many changed. Raises `no_such_link`.
    """
    fresh = locked(event)
    chosen = [link for link in _chosen(fresh, tables) if link.is_on != on]
    if not chosen:
        return 0
    TableLink.objects.filter(pk__in=[link.pk for link in chosen]).update(is_on=on, version=F("version") + 1)
    verb = f"switch_{'some_' if tables else ''}links_{'on' if on else 'off'}"
    record(fresh, by, verb, **_which(chosen))
    return len(chosen)


def _chosen(event: Event, tables: Sequence[int]) -> list[TableLink]:
    found = [link for link in current_links(event) if not tables or link.table in tables]
    if not found:
        raise ActionRefused("no_such_link")
    return found


def _which(links: Sequence[TableLink]) -> dict[str, Any]:
    """The tables for the journal, never a token."""
    return {"tables": [link.table for link in links], "count": len(links)}


def _new(event: Event, tables: Sequence[int]) -> int:
    now = timezone.now()
    TableLink.objects.bulk_create(
        TableLink(event=event, table=table, token=secrets.token_urlsafe(TOKEN_BYTES), made_at=now)
        for table in tables
    )
    return len(tables)
