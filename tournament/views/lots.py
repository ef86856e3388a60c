"""抽签录入: who drew which lot, by keyboard, with what is left on the wall."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament import wording
from tournament.actions.type_lots import finish_lots, open_lots, set_groups, take_back_lot, type_lot
from tournament.forms.base import new_key
from tournament.forms.draw import GroupsForm, LotForm, StepForm
from tournament.forms.numbers import number_of
from tournament.lists.draw import LotTable
from tournament.models import Event, Stage
from tournament.permissions import actor_of, director_required
from tournament.queries.lots_desk import LotsDesk, lots_desk
from tournament.views.draw import draw_page
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST
from tournament.views.refusals import REFUSALS, status_of
from tournament.views.stages import stage_or_404


@director_required
@require_http_methods(["GET", "POST"])
def lots(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Show the lots; a POST types one: `12⏎ A3⏎`."""
    stage = stage_or_404(event, ordinal)
    if request.method != "POST":
        return lots_page(request, event, stage)
    form = LotForm(request.POST)
    if not form.is_valid():
        return lots_page(request, event, stage, form=form, status=422)
    number = form.cleaned_data["number"]
    try:
        type_lot(
            stage=stage,
            number=number,
            lot=form.cleaned_data["lot"],
            by=actor_of(request),
            submission=form.key,
        )
    except REFUSALS as error:
        form.refuse(error)
        return lots_page(request, event, stage, form=form, status=status_of(error))
    return redirect(f"{reverse('lots', args=[event.slug, ordinal])}?last={number}")


def lots_page(
    request: HttpRequest,
    event: Event,
    stage: Stage,
    *,
    form: LotForm | None = None,
    groups: GroupsForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page, also with what was refused in the entry line or in the whole groups."""
    desk = lots_desk(stage)
    table = LotTable(desk.rows, unit_word=event.unit_term)
    turn_page(request, table)
    facts: dict[str, Any] = {
        "event": event,
        "stage": stage,
        "desk": desk,
        "table": table,
        "form": form or LotForm(),
        "shown": _shown(desk, (form.data.get("number", "") if form else "")),
        "groups": groups or GroupsForm(initial={"based_on": desk.count}),
        "last": _last(request, desk) if form is None else None,
        "problem": problem,
        "tab": "groups",
        "key": new_key(),
    }
    return render(request, "tournament/draw/lots.html", facts, status=status)


def _shown(desk: LotsDesk, typed: str) -> dict[str, Any]:
    """Whom a typed number means: the pair, and the lot it has already."""
    pair = desk.pairs.get(number_of(typed) or 0)
    lot = (
        next((lot.name for one, lot in desk.board.drawn if pair and one == pair.number), "")
        if desk.board
        else ""
    )
    return {"typed": typed, "pair": pair, "lot": lot}


def _last(request: HttpRequest, desk: LotsDesk) -> dict[str, Any] | None:
    """What was typed last, so that it can be taken back at once."""
    shown = _shown(desk, request.GET.get("last", ""))
    return shown if shown["lot"] else None


@director_required
@require_GET
def lots_pair(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """The names behind a typed number, large, before the lot is typed."""
    desk = lots_desk(stage_or_404(event, ordinal))
    return render(
        request, "tournament/draw/lot_pair.html", {"shown": _shown(desk, request.GET.get("number", ""))}
    )


@director_required
@require_GET
def lots_wall(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """What is left in the box, large, for a second screen; it follows the typing by itself."""
    desk = lots_desk(stage_or_404(event, ordinal))
    return render(
        request,
        "tournament/draw/wall.html",
        {"event": event, "stage": desk.stage, "desk": desk, "tab": "groups"},
    )


@director_required
@require_POST
def lots_open(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Lay out the groups for lots drawn by hand."""
    stage = stage_or_404(event, ordinal)
    form = StepForm(request.POST)
    if not form.is_valid():
        return draw_page(request, event, stage, problem=wording.sentence("form_incomplete"), status=422)
    try:
        open_lots(stage=stage, by=actor_of(request), **form.claims)
    except REFUSALS as error:
        return draw_page(request, event, stage, problem=wording.of_error(error), status=status_of(error))
    return redirect("lots", event.slug, ordinal)


@director_required
@require_POST
def lots_back(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take back one pair's lot."""
    stage = stage_or_404(event, ordinal)
    form = StepForm(request.POST)
    if not form.is_valid() or not form.cleaned_data["number"]:
        return lots_page(request, event, stage, problem=wording.sentence("form_incomplete"), status=422)
    number = form.cleaned_data["number"]
    try:
        take_back_lot(stage=stage, number=number, by=actor_of(request), submission=form.key)
    except REFUSALS as error:
        return lots_page(request, event, stage, problem=wording.of_error(error), status=status_of(error))
    messages.success(request, _("已退回 %(number)s 号的签。") % {"number": number})
    return redirect("lots", event.slug, ordinal)


@director_required
@require_POST
def lots_finish(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Keep the typed lots as the stage's draw."""
    stage = stage_or_404(event, ordinal)
    form = StepForm(request.POST)
    if not form.is_valid():
        return lots_page(request, event, stage, problem=wording.sentence("form_incomplete"), status=422)
    try:
        made = finish_lots(stage=stage, by=actor_of(request), submission=form.key)
    except REFUSALS as error:
        return lots_page(request, event, stage, problem=wording.of_error(error), status=status_of(error))
    messages.success(request, _("抽签录入完成（第 %(count)s 次）。") % {"count": made.ordinal})
    return redirect("draw", event.slug, ordinal)


@director_required
@require_POST
def lots_groups(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take whole groups as they were drawn elsewhere."""
    stage = stage_or_404(event, ordinal)
    form = GroupsForm(request.POST)
    if not form.is_valid():
        return lots_page(request, event, stage, groups=form, status=422)
    try:
        made = set_groups(
            stage=stage, groups=form.cleaned_data["groups"], by=actor_of(request), **form.claims
        )
    except REFUSALS as error:
        form.refuse(error)
        return lots_page(request, event, stage, groups=form, status=status_of(error))
    messages.success(request, _("分组已录入（第 %(count)s 次）。") % {"count": made.ordinal})
    return redirect("draw", event.slug, ordinal)
