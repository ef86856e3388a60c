"""The desk's awards: who gets what, and ties at an edge."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pairing.lots import SEED_BITS
from scoring.prizes import PrizeSet, Scope
from tournament import wording
from tournament.actions.settle_award import reopen_award, settle_award
from tournament.actions.settle_tie import tie_drawn_by_another
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import new_key
from tournament.forms.ties import COMPUTER, EVERYBODY, TieForm
from tournament.lists.awards import GivenTable, WinnersTable
from tournament.models import DrawKind, Event, Group
from tournament.permissions import Right, actor_of, director_required, rights_of, scorer_required
from tournament.queries.awards import AwardsDesk, PrizeList, PrizeResult, awards_desk, decisions_of
from tournament.queries.draw_record import lots_count
from tournament.queries.entries import was_answered
from tournament.views.posting import require_POST
from tournament.wording.awards import (
    SCOPE_NAMES,
    edge_text,
    list_name,
    prize_text,
    rounding,
    settled_text,
)


@scorer_required
@require_http_methods(["GET"])
def awards(request: HttpRequest, event: Event) -> HttpResponse:
    """Who gets which award as things stand, and what is still to be decided."""
    return _page(request, event)


def _page(
    request: HttpRequest, event: Event, refused: TieForm | None = None, status: int = 200
) -> HttpResponse:
    desk = awards_desk(event)
    facts = {
        "event": event,
        "tab": "standings",
        "desk": desk,
        "problem": wording.of_error(desk.problem) if desk.problem else "",
        "sets": [_set_facts(event, desk, at, one, refused) for at, one in enumerate(desk.awards.sets)],
        "given": GivenTable(desk.given, orderable=False) if desk.given else None,
        "given_names": [one.name for one in desk.given],
        "may_direct": Right.DIRECT in rights_of(request.user, event),
        "new_key": new_key,
    }
    return render(request, "tournament/awards/desk.html", facts, status=status)


def _set_facts(
    event: Event, desk: AwardsDesk, at: int, one: PrizeSet, refused: TieForm | None
) -> dict[str, Any]:
    lists = [each for each in desk.lists if each.at == at]
    return {
        "at": at,
        "is_missing": at in dict(desk.missing_stages),
        "stage": one.stage,
        "scope": SCOPE_NAMES[one.scope],
        "lists": [_list_facts(event, each, refused) for each in lists],
    }


def _list_facts(event: Event, one: PrizeList, refused: TieForm | None) -> dict[str, Any]:
    base = reverse("desk-pair", args=[event.slug, one.stage.ordinal, 0]).removesuffix("0/")
    return {
        "name": list_name(one),
        "prizes": [prize_text(result) for result in one.prizes],
        "pair_count": one.pair_count,
        "rounding": rounding(one),
        "table": WinnersTable(one, event=event, url_of=lambda number: f"{base}{number}/", orderable=False),
        "ties": [_tie_facts(one, result, refused) for result in _open(one)],
        "settled": [(result, settled_text(result), _numbers(result.settled)) for result in _settled(one)],
        "group": one.decided_in,
        "ordinal": one.stage.ordinal,
        "is_ask": one.prize_set.edge == "ask",
    }


def _open(one: PrizeList) -> list[PrizeResult]:
    """The awards whose edge is open; one tie across several lines is asked about once."""
    seen: set[frozenset[int]] = set()
    found = []
    for result in one.prizes:
        key = frozenset(place.pair for place in result.edge)
        if key and key not in seen:
            found.append(result)
        seen.add(key)
    return found


def _settled(one: PrizeList) -> list[PrizeResult]:
    return [result for result in one.prizes if result.settled]


def _numbers(numbers: tuple[int, ...]) -> str:
    return ",".join(str(number) for number in numbers)


def _tie_facts(one: PrizeList, result: PrizeResult, refused: TieForm | None) -> dict[str, Any]:
    tied = _numbers(tuple(place.pair for place in result.edge))
    fresh = TieForm(
        auto_id=f"id_{one.at}_{result.edge[0].pair}_%s", initial={"group": one.decided_in, "tied": tied}
    )
    is_mine = refused is not None and refused.data.get("tied") == tied
    return {
        "text": edge_text(result),
        "places": result.edge,
        "form": refused if is_mine else fresh,
        "ordinal": one.stage.ordinal,
    }


@director_required
@require_POST
def award_settle(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Decide about a tie at the edge of an award of a stage."""
    form = TieForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form, 422)
    try:
        found = get_object_or_404(event.stages, ordinal=ordinal)
        seen = lots_count(found, DrawKind.AWARD)
        one = _open_list(event, ordinal, form)
        tied, how = form.cleaned_data["tied"], form.decided_how
        settle_award(
            stage=one.stage,
            group=_group(one),
            numbers=form.order_found or tied,
            seed=secrets.randbits(SEED_BITS) if how == COMPUTER else None,
            everybody=how == EVERYBODY,
            by=actor_of(request),
            based_on=seen,
            submission=form.key,
        )
    except Conflict as error:
        messages.error(request, wording.of_error(error))
        return redirect("awards", event.slug)
    except ActionRefused as error:
        form.refuse(error)
        return _page(request, event, form, 422)
    messages.success(request, _("已记下，获奖名单已排定。"))
    return redirect("awards", event.slug)


def _open_list(event: Event, ordinal: int, form: TieForm) -> PrizeList:
    """The list in which the tie that the page showed is open; `Conflict` when it is not, or not any more."""
    sent = form.cleaned_data
    for one in awards_desk(event).lists:
        if (one.stage.ordinal, one.decided_in) != (ordinal, sent["group"]):
            continue
        ties = [sorted(place.pair for place in result.edge) for result in one.prizes]
        if sorted(sent["tied"]) in ties or was_answered(form.key):
            return one
    raise _settled_meanwhile(event, ordinal, sent["tied"])


def _settled_meanwhile(event: Event, ordinal: int, numbers: list[int]) -> Conflict:
    """Why a tie is open no more: somebody decided about it, or results have changed."""
    stage = get_object_or_404(event.stages, ordinal=ordinal)
    decided = [one for made in decisions_of(stage).values() for one in (*made.orders, *made.shared)]
    if any(set(numbers) <= set(one) for one in decided):
        return tie_drawn_by_another(stage)
    return Conflict("award_no_longer_tied")


def _group(one: PrizeList) -> Group | None:
    return one.stage.groups.get(name=one.group) if one.prize_set.scope is Scope.GROUP else None


@director_required
@require_POST
def award_reopen(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take back a decision about a tie."""
    form = TieForm(request.POST)
    stage = event.stages.filter(ordinal=ordinal).first()
    if stage is None:
        raise Http404
    try:
        if not form.is_valid():
            raise ActionRefused("award_not_settled")
        name = form.cleaned_data["group"]
        group = stage.groups.filter(name=name).first() if name else None
        reopen_award(
            stage=stage,
            group=group,
            numbers=form.cleaned_data["tied"],
            by=actor_of(request),
            submission=form.key,
        )
    except ActionRefused as error:
        messages.error(request, wording.of_error(error))
    else:
        messages.success(request, _("已撤销这次决定，请重新决定。"))
    return redirect("awards", event.slug)
