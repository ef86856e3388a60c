"""Who may do what in an event. Default closed: outsiders get 404, so that nothing tells what exists."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament.actions.work import Actor
from tournament.models import Event, Membership, Person, Role

P = ParamSpec("P")
MOST_SHOWN = 3000  # characters of one field that are shown again


class Right(StrEnum):
    """What a page or an action needs."""

    DIRECT = "direct"  # set up, draw, publish, change rules and people
    RULE = "rule"  # penalties, corrections after closing
    ENTER = "enter"  # results


RIGHTS_OF_ROLE: dict[str, frozenset[Right]] = {
    Role.DIRECTOR: frozenset(Right),
    Role.CHIEF_REFEREE: frozenset({Right.RULE, Right.ENTER}),
    Role.SCORER: frozenset({Right.ENTER}),
    Role.REFEREE: frozenset(),
}


def rights_of(person: Any, event: Event) -> frozenset[Right]:
    """The rights of a logged-in or anonymous visitor in `event`. Owners have all; the demo event lets anyone
    logged in look at its desk (its actions refuse by themselves)."""
    if not isinstance(person, Person) or not person.is_active:
        return frozenset()
    if person.is_owner or event.is_demo:
        return frozenset(Right)
    roles = Membership.objects.filter(person=person, event=event).values_list("role", flat=True)
    return frozenset().union(*(RIGHTS_OF_ROLE[role] for role in roles))


def actor_of(request: HttpRequest) -> Actor:
    """The person behind a request, as every action wants it."""
    person = request.user
    if isinstance(person, Person):
        return Actor(name=person.get_full_name(), source="page", person=person, device=device_of(request))
    return Actor(name=_("访客"), source="page", device=device_of(request))


def device_of(request: HttpRequest) -> str:
    """The kind of device that a request says it comes from, for the journal; "" where it says nothing."""
    agent = request.headers.get("User-Agent", "")
    if "MicroMessenger" in agent:
        return "wechat"
    if "iPad" in agent or "Tablet" in agent or ("Android" in agent and "Mobile" not in agent):
        return "tablet"
    if "Mobile" in agent or "iPhone" in agent:
        return "phone"
    return "computer" if agent.startswith("Mozilla/") else ""


def staff_of_event(
    right: Right,
) -> Callable[
    [Callable[Concatenate[HttpRequest, Event, P], HttpResponseBase]],
    Callable[Concatenate[HttpRequest, str, P], HttpResponseBase],
]:
    """Give the view its event instead of the slug, for visitors who hold `right` there.

    Anonymous visitors are sent to the login whether or not the event exists; others without the right
    get 404. Whoever sends a form hears that nothing was stored, and gets back what was typed: the role may
    have been taken away while the form was open. Where there is no such event the answer is the same.
    """

    def decorate(
        view: Callable[Concatenate[HttpRequest, Event, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, str, P], HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            event = Event.objects.filter(slug=slug).first()
            if event is None or right not in rights_of(request.user, event):
                return _nothing_here(request)
            return view(request, event, *args, **kwargs)

        return guarded

    return decorate


NOT_TYPED = ("csrfmiddlewaretoken", "submission", "based_on", "back", "match", "which")


def _nothing_here(request: HttpRequest) -> HttpResponse:
    """404, with what a form brought."""
    if request.method != "POST":
        raise Http404
    sent = [
        (name, value)
        for name in request.POST
        for value in request.POST.getlist(name)
        if value.strip() and name not in NOT_TYPED and "password" not in name and len(value) <= MOST_SHOWN
    ]
    return render(request, "lost_right.html", {"typed": [value for _name, value in sent[:30]]}, status=404)


director_required = staff_of_event(Right.DIRECT)
ruling_required = staff_of_event(Right.RULE)
scorer_required = staff_of_event(Right.ENTER)


def owner_required(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """For pages of the whole site: its owner only, 404 for others, the login for visitors."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not (isinstance(request.user, Person) and request.user.is_owner):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded
