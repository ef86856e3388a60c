"""The code on a pair's card: staff check the pair in with one press, everybody else sees the pair's page."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions.arrive import arrive
from tournament.forms.base import typed
from tournament.forms.door import DoorForm
from tournament.models import Event
from tournament.permissions import Right, actor_of, rights_of, scorer_required
from tournament.queries.check_in import check_in_counts
from tournament.queries.door import AtTheDoor, at_the_door
from tournament.views.draw_steps import SEED_BITS
from tournament.views.refusals import REFUSALS, status_of
from tournament.wording.standings import place_text


@require_safe
def pair_here(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Where a scanned card leads: the event's staff to the door, all others to the pair's public page.

    It says nothing of what exists: the page that it leads to does.
    """
    event = Event.objects.filter(slug=slug).first() if request.user.is_authenticated else None
    is_staff = event is not None and Right.ENTER in rights_of(request.user, event)
    return redirect("door" if is_staff else "pair", slug, number)


@scorer_required
@require_http_methods(["GET", "POST"])
def door(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One pair, large, and one key; a POST checks it in, with its lot where lots are drawn by hand."""
    found = at_the_door(event, number)
    if found is None:
        raise Http404
    may_draw = Right.DIRECT in rights_of(request.user, event)
    form = DoorForm(typed(request), may_draw=may_draw)
    status = 422
    if form.is_valid():
        try:
            messages.success(request, _let_in(request, found, form))
        except REFUSALS as error:
            form.refuse(error)
            status = status_of(error)
        else:
            return redirect("door", event.slug, number)
    return _page(request, event, found, form, may_draw=may_draw, status=status if form.is_bound else 200)


def _let_in(request: HttpRequest, found: AtTheDoor, form: DoorForm) -> str:
    """Do what was pressed, and say it."""
    how, pair, stage = form.cleaned_data["how"], found.pair, found.lots_of
    with_lot = stage is not None and how != "in"
    arrive(
        event=pair.event,
        number=pair.number,
        by=actor_of(request),
        stage=stage if with_lot else None,
        lot=form.cleaned_data["lot"],
        seed=secrets.randbits(SEED_BITS) if how == "draw" else None,
        submission=form.key,
    )
    told = {"number": pair.number}
    if not with_lot or stage is None:
        return _("已签到：%(number)s 号。") % told
    entry = stage.entries.select_related("group").get(pair=pair)
    place = place_text(stage, entry.group.name if entry.group else "", entry.position)
    return _("已签到：%(number)s 号，抽到 %(place)s。") % {**told, "place": place}


def _page(
    request: HttpRequest, event: Event, found: AtTheDoor, form: DoorForm, *, may_draw: bool, status: int
) -> HttpResponse:
    here, total = check_in_counts(event)
    facts: dict[str, Any] = {
        "event": event,
        "tab": "entries",
        "found": found,
        "pair": found.pair,
        "form": form,
        "lots_of": found.lots_of if may_draw else None,
        "may_draw": may_draw,
        "is_closed": event.check_in_closed_at is not None,
        "here": here,
        "total": total,
    }
    return render(request, "tournament/check_in/door.html", facts, status=status)
