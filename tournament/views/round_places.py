"""Where a round's second look stands, and how its rows are named."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from tournament.models import Match
from tournament.queries.round_desk import RoundDesk
from tournament.queries.rounds import TableRow


def check_url(match: Match) -> str:
    """The page of the second look, from one of its tables."""
    group = match.round.group
    address = reverse("round-grid", args=[group.stage.event.slug, group.stage.ordinal, match.round.number])
    return f"{address}?{urlencode({'session': group.session})}" if group.session else address


def key_of(row: TableRow) -> str:
    """The prefix of a row's fields; tables of two sessions may share a number."""
    return f"t{row.match.round.group.ordinal}-{row.match.table}"


def grid_url(desk: RoundDesk, **query: Any) -> str:
    """The page of the second look."""
    address = reverse("round-grid", args=[desk.stage.event.slug, desk.stage.ordinal, desk.number])
    kept = {key: value for key, value in {**desk.narrowing, **query}.items() if value}
    return f"{address}?{urlencode(kept)}" if kept else address
