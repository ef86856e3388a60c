"""The director's first page of an event, and its journal."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournament.forms.base import new_key
from tournament.lists.events import JournalTable
from tournament.models import Event
from tournament.permissions import director_required
from tournament.queries.events import accounts_in_journal
from tournament.queries.own_addresses import moved_address
from tournament.queries.progress import event_progress
from tournament.queries.running_rounds import running_rounds
from tournament.views.addresses import address_for_others
from tournament.views.paging import turn_page


@director_required
@require_GET
def desk(request: HttpRequest, event: Event) -> HttpResponse:
    """The next step, and how far every stage and round has come."""
    public = address_for_others(request, event.get_absolute_url())
    facts = {"event": event, "progress": event_progress(event), "tab": "next", "address": public}
    facts |= {"running": running_rounds(event), "now": timezone.now()}
    facts |= {"moved": moved_address(event, request.get_host()), "new_key": new_key}
    return render(request, "tournament/desk/home.html", facts)


@director_required
@require_GET
def journal(request: HttpRequest, event: Event) -> HttpResponse:
    """Who did what, newest first."""
    stages = {stage.name: stage for stage in event.stages.all()}
    table = JournalTable(event.journal.all(), accounts=accounts_in_journal(event), stages=stages)
    turn_page(request, table)
    return render(
        request, "tournament/desk/journal.html", {"event": event, "table": table, "tab": "settings"}
    )
