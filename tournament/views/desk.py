"""The director's first page of an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournament.forms.base import new_key
from tournament.models import Event
from tournament.permissions import director_required
from tournament.queries.appeals import cases_of, windows_of
from tournament.queries.own_addresses import moved_address
from tournament.queries.progress import event_progress
from tournament.queries.running_rounds import running_rounds
from tournament.views.addresses import address_for_others


@director_required
@require_GET
def desk(request: HttpRequest, event: Event) -> HttpResponse:
    """The next step, and how far every stage and round has come."""
    public = address_for_others(request, event.get_absolute_url())
    facts = {"event": event, "progress": event_progress(event), "tab": "next", "address": public}
    facts |= {"running": running_rounds(event), "now": (now := timezone.now())}
    if event.hears_appeals:
        waiting = [one for one in cases_of(event) if one.is_open or one.wants_result]
        facts |= {"appeals": waiting, "windows": windows_of(event, now)}
    facts |= {"moved": moved_address(event, request.get_host()), "new_key": new_key}
    return render(request, "tournament/desk/home.html", facts)
