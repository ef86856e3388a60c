"""Whom to call: tables without a result, everybody to the tables, pairs that are late."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.forms.base import new_key
from tournament.models import Event, Match, RoundState
from tournament.permissions import Right, rights_of, scorer_required
from tournament.queries.call_list import Called, Calls, calls_of
from tournament.queries.round_desk import RoundDesk
from tournament.views.papers import addresses
from tournament.views.round_parts import desk_or_404, round_url, url_of_match
from tournament.views.stages import stage_or_404
from tournament.wording.calls import called_state, late_text, missing_text, over_text, start_text


@scorer_required
@require_safe
def calls(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """The list of missing tables, and what the announcer reads."""
    desk = desk_or_404(stage_or_404(event, ordinal), number, request.GET)
    now = timezone.now()
    found = calls_of(desk, now)
    context = {
        "event": event,
        "tab": "rounds",
        "page": _("催交名单"),
        "stage": desk.stage,
        "desk": desk,
        "now": now,
        "rows": [_line(one, desk, now) for one in found.missing],
        "late": found.look.late,
        "may_rule": Right.RULE in rights_of(request.user, event),
        "new_key": new_key,
        "look": found.look,
        "is_early": all(one.over is None and one.match.round.ends_at for one in found.missing),
        "texts": _texts(desk, found, now),
        "several_sessions": len({one.group.session for one in desk.rounds}) > 1,
        "has_areas": bool(event.areas),
        "round_url": round_url(desk.stage, number, **desk.narrowing),
        "places": addresses(event, "calls", **_asked(desk)),
    }
    return render(request, "tournament/entering/calls.html", context)


def _asked(desk: RoundDesk) -> dict[str, int | str | None]:
    group = desk.group.name if desk.group else None
    return {
        "stage": desk.stage.ordinal,
        "round": desk.number,
        "group": group,
        "session": None if group else desk.session or None,
    }


def _line(one: Called, desk: RoundDesk, now: datetime) -> dict[str, Any]:
    match: Match = one.match
    match.round.group.stage = desk.stage
    return {
        "match": match,
        "area": one.area,
        "state": called_state(one, now),
        "over": over_text(one.over),
        "url": url_of_match(match),
    }


def _texts(desk: RoundDesk, found: Calls, now: datetime) -> list[dict[str, str]]:
    """What can be read out now; the call to the tables while a round has yet to begin, or nobody is in."""
    starts = [one.starts_at for one in desk.rounds if one.starts_at]
    told = [
        ("missing", _("催交成绩"), missing_text(desk.stage, desk.number, found.missing)),
        ("late", _("催请迟到的"), late_text(desk.stage, found.look.late, now)),
    ]
    if desk.state != RoundState.CLOSED and not desk.entered_count and found.tables:
        start = start_text(desk.stage, desk.number, found.tables, found.byes, min(starts, default=None))
        told.append(("start", _("请入座"), start))
    return [{"key": key, "title": title, "text": text} for key, title, text in told if text]
