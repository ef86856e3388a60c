"""What every public page shares: 404 for outsiders, parts kept in the cache while nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.models import Event, PublicView
from tournament.permissions import Right, rights_of
from tournament.queries.public import KEPT_FOR, PublicState
from tournament.views.unchanged import PART, SINCE, edition, marked

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Body:
    """The part of a public page that is polled: its title, and the template with its facts."""

    title: str
    template: str
    facts: dict[str, Any]


def public_page(
    view: Callable[Concatenate[HttpRequest, Event, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Give the view its event instead of the slug, when there is anything for the public.

    Who has the page already is answered before by `unchanged`. No session is read but for a whole page of
    somebody who brings one.
    """

    @require_safe
    @wraps(view)
    def shown(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        event = get_object_or_404(Event.objects.exclude(public_view=PublicView.NOTHING), slug=slug)
        state = PublicState(event.pk, event.public_revision, event.public_view)
        answer = view(request, event, *args, **kwargs)
        return marked(answer, request, state) if answer.status_code == 200 else answer

    shown.is_public_page = True  # type: ignore[attr-defined]  # `unchanged` must know its address
    return shown


def answer(request: HttpRequest, event: Event, make: Callable[[], Body | None]) -> HttpResponse:
    """The page around a body, or its part alone for a poll; 404 and a sentence where `make` gives None.

    The body is made once for each address and revision, whoever asks, and kept in the cache.
    """
    key = _key(request, event)
    kept: tuple[str, str] | None = cache.get(key)
    if kept is None:
        body = make()
        if body is None:
            return not_published(request, event)
        kept = (body.title, render_to_string(body.template, {"event": event, **body.facts}))
        cache.set(key, kept, KEPT_FOR)
    title, html = kept
    facts: dict[str, Any] = {"event": event, "title": title, "body": html, "poll": _poll(request, event)}
    if request.GET.get(PART):
        return render(request, "tournament/public/part.html", facts)
    return render(request, "tournament/public/page.html", facts | {"desk_url": _desk_url(request, event)})


def _desk_url(request: HttpRequest, event: Event) -> str:
    """The way back for the event's staff; "" for others. Who has no session is asked nothing."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return ""
    may_direct = Right.DIRECT in rights_of(request.user, event)
    return reverse("desk", args=[event.slug]) if may_direct else ""


def not_published(request: HttpRequest, event: Event) -> HttpResponse:
    """The same for what is not published, what was taken down, and what does not exist."""
    return render(request, "tournament/public/not_published.html", {"event": event}, status=404)


def _key(request: HttpRequest, event: Event) -> str:
    said = "&".join(f"{key}={request.GET[key]}" for key in ("round",) if key in request.GET)
    place = sha256(f"{request.path}?{said}".encode()).hexdigest()[:24]
    return f"public:{edition()}:{event.pk}:{event.public_revision}:{get_language()}:{place}"


def _poll(request: HttpRequest, event: Event) -> str:
    """Where the page asks for news: its own address, the part alone, and what it has already."""
    asked = request.GET.copy()
    asked[PART], asked[SINCE] = "1", str(event.public_revision)
    return f"{request.path}?{asked.urlencode()}"
