"""A pair that has not come, or cannot go on: what can be done about it, in the order of the rules."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.actions.replace_pair import give_back_place, replace_by_house_pair, replace_by_reserve
from tournament.actions.withdraw_pair import withdraw_pair
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm
from tournament.forms.replacing import HousePairForm, ReserveForm
from tournament.models import Event, Pair
from tournament.permissions import actor_of, director_required
from tournament.queries.leaving import GONE, leaving
from tournament.queries.pair_lists import pairs_of
from tournament.queries.replacing import reserves_of, seats_of, successor_of
from tournament.views.posting import require_POST
from tournament.views.refusals import status_of
from tournament.wording.rules import choice_text


@director_required
@require_GET
def replace(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One absent pair: reserve, house pair, withdrawal, each with what it entails."""
    return _page(request, get_object_or_404(pairs_of(event), number=number))


@director_required
@require_POST
def replace_act(request: HttpRequest, event: Event, number: int, how: str) -> HttpResponse:
    """Let a reserve (`reserve`) or a house pair (`house`) take the pair's place, or nobody (`leave`); or give
    the place back to a pair that came after all (`back`)."""
    pair = get_object_or_404(pairs_of(event), number=number)
    if how not in ("reserve", "house", "leave", "back"):
        raise Http404
    form = _form(request, pair, how)
    if not form.is_valid():
        return _page(request, pair, form, status=422)
    try:
        told = _run(request, pair, form, how)
    except ActionRefused as error:
        form.refuse(error)
        if isinstance(error, Conflict) and isinstance(error.current, Pair):
            form.stand_on(error.current.version)
        return _page(request, pair, form, status=status_of(error))
    messages.success(request, told)
    return redirect("absent", event.slug)


def _form(request: HttpRequest, pair: Pair, how: str) -> WritingForm:
    if how == "house":
        return HousePairForm(request.POST)
    if how == "reserve":
        return ReserveForm(request.POST, reserves=_choosable(pair, request.POST.get("reserve", "")))
    return WritingForm(request.POST)


def _choosable(pair: Pair, sent: str) -> list[Pair]:
    """The reserves, and a pair that was one when the page was made: the action answers a second press."""
    reserves = reserves_of(pair.event)
    if sent.isdecimal() and len(sent) < 7 and sent not in {str(one.number) for one in reserves}:
        reserves += list(pairs_of(pair.event).filter(number=int(sent)))
    return reserves


def _run(request: HttpRequest, pair: Pair, form: WritingForm, how: str) -> str:
    """Do it; what was done, in words."""
    by, told = actor_of(request), {"number": pair.number}
    if how == "leave":
        withdraw_pair(pair=pair, by=by, **form.claims)
        return _("%(number)s 号已退赛。") % told
    if how == "back":
        give_back_place(pair=pair, by=by, **form.claims)
        return _("%(number)s 号已收回位置，恢复参赛。") % told
    if isinstance(form, ReserveForm):
        other = replace_by_reserve(pair=pair, reserve=form.chosen, by=by, **form.claims)
    else:
        other = replace_by_house_pair(pair=pair, names=cast(HousePairForm, form).names, by=by, **form.claims)
    return _("%(other)s 号已接替 %(number)s 号，%(number)s 号记为退赛。") % {**told, "other": other.number}


def _page(
    request: HttpRequest, pair: Pair, form: WritingForm | None = None, *, status: int = 200
) -> HttpResponse:
    pair.refresh_from_db(fields=["status", "version"])
    initial, reserves = {"based_on": pair.version}, reserves_of(pair.event)
    is_gone = pair.status in GONE
    plain = form if form is not None and not isinstance(form, ReserveForm | HousePairForm) else None
    facts: dict[str, Any] = {
        "event": pair.event,
        "tab": "entries",
        "pair": pair,
        "is_gone": is_gone,
        "successor": successor_of(pair) if is_gone else None,
        "seats": seats_of(pair),
        "stages": [] if is_gone else leaving(pair),
        "rule": pair.event.scoring_rules.conduct.withdrawal,
        "plain_form": plain or WritingForm(initial=initial),
        "reserves": reserves,
        "reserve_form": form
        if isinstance(form, ReserveForm)
        else ReserveForm(reserves=reserves, initial=initial),
        "house_text": choice_text("house_results", pair.event.scoring_rules.conduct.house_results),
        "house_form": form if isinstance(form, HousePairForm) else HousePairForm(initial=initial),
    }
    return render(request, "tournament/check_in/replace.html", facts, status=status)
