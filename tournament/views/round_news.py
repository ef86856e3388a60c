"""What is new on a round's page: its head, counts and tables, without the line in which somebody types.

The page asks every few seconds with the ETag that it has; nearly always nothing has changed (304).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.models import Event, MatchKind, RoundState
from tournament.permissions import scorer_required
from tournament.queries.round_desk import RoundDesk, rows_of
from tournament.queries.running_rounds import RunningRound, running_rounds
from tournament.views.paging import turn_page
from tournament.views.round_filters import RowFilter, filter_parts, row_filter
from tournament.views.round_parts import desk_or_404, grid_of, head_parts
from tournament.views.stages import stage_or_404
from tournament.views.unchanged import edition

TABLES_A_PAGE: Final = 100  # the largest usual hall, 65 tables, is one page
WAS = "was"  # the state in which the page was made: decides what stands in the place of the entry line


@scorer_required
@require_safe
def news(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """The parts that may have changed; 304 while nothing in the event has."""
    stage = stage_or_404(event, ordinal)
    held = request.headers.get("if-none-match", "").removeprefix("W/")
    if held and held == _etag(request, event, _until(held), timezone.now()):
        return _marked(HttpResponse(status=304), held)
    desk = desk_or_404(stage, number, request.GET)
    head = head_parts(request, desk)
    context = head | list_parts(request, desk, head)
    context["has_moved_on"] = request.GET.get(WAS, "") not in ("", line_state(desk))
    return _marked(render(request, "tournament/entering/news.html", context), desk_etag(request, desk))


def list_parts(request: HttpRequest, desk: RoundDesk, head: dict[str, Any]) -> dict[str, Any]:
    """The list under its filters, as the address asks; the next table that has no result."""
    rows, look = rows_of(desk), head["look"]
    chosen = row_filter(request.GET or request.POST, desk.stage.event)
    table = grid_of([row for row in rows if chosen.holds(row, look)], desk, look)
    turn_page(request, table, TABLES_A_PAGE)
    matches = (row.match for row in rows if row.match.kind == MatchKind.PLAY)
    entered = {one.match for one in desk.seats if one.is_entered}
    missing = next((match for match in matches if match.pk not in entered), None)
    others = [one for one in running_rounds(desk.stage.event) if not _is_shown(one, desk)]
    told = {"grid": table, "next_missing": missing, "running": others}
    return told | filter_parts(desk, look, chosen)


def _is_shown(one: RunningRound, desk: RoundDesk) -> bool:
    """Whether the page is about this round itself."""
    here = {(desk.stage.pk, desk.number, part.group.session) for part in desk.rounds}
    return one.key in here


def poll_parts(request: HttpRequest, desk: RoundDesk, chosen: RowFilter) -> dict[str, Any]:
    """Where the page asks for news, and what it has."""
    stage = desk.stage
    page = {"page": request.GET["page"]} if "page" in request.GET else {}
    query = desk.narrowing | chosen.query | page | {WAS: line_state(desk)}
    address = reverse("round-news", args=[stage.event.slug, stage.ordinal, desk.number])
    return {"news_url": f"{address}?{urlencode(query)}", "news_etag": desk_etag(request, desk)}


def line_state(desk: RoundDesk) -> str:
    """Which of three things stands above the list: not published, the entry line, over."""
    return desk.state.value if desk.state in (RoundState.DRAFT, RoundState.CLOSED) else "open"


def desk_etag(request: HttpRequest, desk: RoundDesk) -> str:
    """Changes with everything that happens in the event, and when a start that was set has come."""
    now = timezone.now()
    ahead = [one.starts_at for one in desk.rounds if one.starts_at and one.starts_at > now]
    until = int(min(ahead).timestamp()) + 1 if ahead else 0
    return _etag(request, desk.stage.event, until, now)


def _etag(request: HttpRequest, event: Event, until: int, now: datetime) -> str:
    """The mark of a page that is good `until` then (0: for ever); another one when that has come."""
    is_past = until and now.timestamp() >= until
    reader = f"{request.user.pk}-{get_language()}-{edition()}"
    return f'"{event.pk}-{event.revision}-{"past" if is_past else until}-{reader}"'


def _until(held: str) -> int:
    """What a mark says of how long it is good."""
    told = held.strip('"').split("-")
    return int(told[2]) if len(told) > 2 and told[2].isdecimal() and len(told[2]) < 15 else 0


def _marked(answer: HttpResponse, etag: str) -> HttpResponse:
    told = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Cookie, Accept-Language"}
    for name, value in told.items():
        answer.headers[name] = value
    return answer
