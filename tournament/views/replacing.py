"""Before the start: who has not come, and what can be done about each, in the order of the rules."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament.actions.replace_pair import replace_by_house_pair, replace_by_reserve
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm
from tournament.forms.replacing import HousePairForm, ReserveForm
from tournament.models import Event, Pair
from tournament.permissions import actor_of, director_required
from tournament.queries.check_in import absentees, check_in_counts
from tournament.queries.leaving import GONE
from tournament.queries.pair_lists import pairs_of
from tournament.queries.replacing import reserves_of, seats_of
from tournament.wording.rules import choice_text


@director_required
@require_GET
def absent(request: HttpRequest, event: Event) -> HttpResponse:
    """The absentees, each with its places; then the ways on: draw again or keep the tables, and print."""
    here, total = check_in_counts(event)
    facts = {
        "event": event,
        "tab": "entries",
        "absent": absentees(event),
        "reserves": reserves_of(event),
        "here": here,
        "total": total,
        "stages": list(event.stages.filter(entries__isnull=False).distinct()),
        "first": event.stages.first(),
        "is_closed": event.check_in_closed_at is not None,
    }
    return render(request, "tournament/check_in/absent.html", facts)


@director_required
@require_GET
def replace(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One absent pair: reserve, house pair, withdrawal, each with what it entails."""
    return _page(request, get_object_or_404(pairs_of(event), number=number))


@director_required
@require_POST
def replace_act(request: HttpRequest, event: Event, number: int, how: str) -> HttpResponse:
    """Let a reserve (`reserve`) or a house pair (`house`) take the pair's place."""
    pair = get_object_or_404(pairs_of(event), number=number)
    if how not in ("reserve", "house"):
        raise Http404
    form = _form(request, pair, how)
    if not form.is_valid():
        return _page(request, pair, form, status=422)
    try:
        other = _run(request, pair, form)
    except ActionRefused as error:
        form.refuse(error)
        if isinstance(error, Conflict) and isinstance(error.current, Pair):
            form.stand_on(error.current.version)
        return _page(request, pair, form, status=409 if isinstance(error, Conflict) else 422)
    told = {"number": number, "other": other.number}
    messages.success(request, _("%(other)s 号已接替 %(number)s 号，%(number)s 号记为退赛。") % told)
    return redirect("absent", event.slug)


def _form(request: HttpRequest, pair: Pair, how: str) -> ReserveForm | HousePairForm:
    if how == "house":
        return HousePairForm(request.POST)
    return ReserveForm(request.POST, reserves=_choosable(pair, request.POST.get("reserve", "")))


def _choosable(pair: Pair, sent: str) -> list[Pair]:
    """The reserves, and a pair that was one when the page was made: the action answers a second press."""
    reserves = reserves_of(pair.event)
    if sent.isdecimal() and len(sent) < 7 and sent not in {str(one.number) for one in reserves}:
        reserves += list(pairs_of(pair.event).filter(number=int(sent)))
    return reserves


def _run(request: HttpRequest, pair: Pair, form: ReserveForm | HousePairForm) -> Pair:
    if isinstance(form, ReserveForm):
        return replace_by_reserve(pair=pair, reserve=form.chosen, by=actor_of(request), **form.claims)
    return replace_by_house_pair(pair=pair, names=form.names, by=actor_of(request), **form.claims)


def _page(
    request: HttpRequest, pair: Pair, form: WritingForm | None = None, *, status: int = 200
) -> HttpResponse:
    pair.refresh_from_db(fields=["status", "version"])
    initial, reserves = {"based_on": pair.version}, reserves_of(pair.event)
    facts: dict[str, Any] = {
        "event": pair.event,
        "tab": "entries",
        "pair": pair,
        "is_gone": pair.status in GONE,
        "seats": seats_of(pair),
        "reserves": reserves,
        "reserve_form": form
        if isinstance(form, ReserveForm)
        else ReserveForm(reserves=reserves, initial=initial),
        "house_text": choice_text("house_results", pair.event.scoring_rules.conduct.house_results),
        "house_form": form if isinstance(form, HousePairForm) else HousePairForm(initial=initial),
    }
    return render(request, "tournament/check_in/replace.html", facts, status=status)
