"""The clock of the hall, for everybody, and what time it is for every page that shows one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from tournament.models import Event
from tournament.queries.public import clocks_at_hand, public_event
from tournament.views.public_page import PART, SINCE, public_page


@require_safe
def server_now(_request: HttpRequest) -> HttpResponse:
    """The server's time in milliseconds. Pages come out of caches and phones' clocks are wrong, so that every
    page with a clock asks once; no query, no session."""
    answer = HttpResponse(round(timezone.now().timestamp() * 1000), content_type="text/plain")
    add_never_cache_headers(answer)
    return answer


@public_page
def public_clock(request: HttpRequest, event: Event) -> HttpResponse:
    """What is being played and how long it has still to go, in figures that a hall can read.

    Only rounds whose tables are published. A paused or prolonged clock is there within seconds: the page asks
    every five, and is answered with nothing while nothing has changed.
    """
    facts = {
        "event": event,
        "lines": clocks_at_hand(public_event(event)),
        "now": timezone.now(),
        "poll": f"{reverse('public-clock', args=[event.slug])}?{PART}=1&{SINCE}={event.public_revision}",
    }
    part = "clock_part" if request.GET.get(PART) else "clock"
    answer = render(request, f"tournament/public/{part}.html", facts)
    answer["Cache-Control"] = "no-store"  # what it says without a script is true for a minute
    return answer
