"""The hall's screens as the projector's browser opens them, without signing in."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.forms.numbers import number_of
from tournament.lists.slides import Slide, slides_of
from tournament.models import Event, Screen
from tournament.queries.public import KEPT_FOR, clocks_at_hand, public_event
from tournament.queries.screens import ScreenState, screen_state
from tournament.views.public_page import PART, SINCE, edition
from tournament.wording.screens import hosts_of

MOST_CLOCKS = 2  # seen beside the title; the bell hears all of them, and the page 计时 shows them


@require_safe
def screen(request: HttpRequest, slug: str, ordinal: int) -> HttpResponse:
    """The whole screen, or, polled, its pages alone: 204 while they are the same.

    Asked every second by every screen, so the pages are made once for everybody and kept.
    """
    state = screen_state(slug, ordinal)
    if state is None:
        raise Http404
    if request.GET.get(SINCE) == state.token:
        return HttpResponse(status=204)
    etag = _etag(state)
    answer = get_conditional_response(request, etag=etag) or _whole(request, state)
    answer["ETag"] = etag
    patch_cache_control(answer, no_cache=True)
    patch_vary_headers(answer, ["Accept-Language"])
    return answer


def _etag(state: ScreenState) -> str:
    made_of = f"{state.event_id}|{state.token}|{state.screen.ordinal}|{get_language()}|{edition()}"
    return f'"{sha256(made_of.encode()).hexdigest()[:24]}"'


def _whole(request: HttpRequest, state: ScreenState) -> HttpResponse:
    """The page; without a script it shows `?page=` and goes on to the next one by itself."""
    body = _body(state)
    at = min(max(number_of(request.GET.get("page", "")) or 1, 1), len(body["slides"]))
    facts: dict[str, Any] = {
        **body,
        "at": at,
        "next": at % len(body["slides"]) + 1,
        "poll": f"{request.path}?{PART}=1&{SINCE}={state.token}",
        "screen": state.screen,
    }
    name = "part" if request.GET.get(PART) else "page"
    return render(request, f"tournament/screen/{name}.html", facts)


def _body(state: ScreenState) -> dict[str, Any]:
    """The event's name, the clocks and every page as HTML; from the cache where nothing has changed."""
    key = f"screen:{_etag(state)}"
    found: dict[str, Any] | None = cache.get(key)
    if found is None:
        found = _made(Event.objects.get(pk=state.event_id), state.screen)
        cache.set(key, found, KEPT_FOR)
    return found


def _made(event: Event, screen: Screen) -> dict[str, Any]:
    public = public_event(event)
    slides = slides_of(public, screen)
    hosts = hosts_of(event)
    facts = {"event": event, "host": hosts[0] if hosts else None}
    lines = [line for line in clocks_at_hand(public) if line.clock.starts_at]
    shown = {"lines": lines, "most": MOST_CLOCKS}
    return {
        "name": event.name,
        "slides": [_slide(one, facts) for one in slides],
        "clocks": render_to_string("tournament/screen/clocks.html", shown) if lines else "",
    }


def _slide(one: Slide, facts: dict[str, Any]) -> dict[str, str]:
    template = f"tournament/screen/{one.what.value}.html"
    html = render_to_string(template, {"slide": one, **facts, **one.facts})
    return {"key": one.key, "what": one.what.value, "html": html}
