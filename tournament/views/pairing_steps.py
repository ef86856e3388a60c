"""The steps of rounds that are paired one by one, each a POST: pair, undo, redraw, absences, wishes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from pairing.lots import SEED_BITS
from tournament import wording
from tournament.actions.edit_wishes import add_wish, remove_wish
from tournament.actions.pair_round import pair_round
from tournament.actions.set_absences import set_absences
from tournament.actions.set_planned_rounds import set_planned_rounds
from tournament.actions.undo_round import redraw_round, undo_round
from tournament.errors import Conflict
from tournament.forms.base import WritingForm
from tournament.forms.pairing import AbsencesForm, PlannedRoundsForm, RoundStepForm, WishForm
from tournament.models import Event, Group, Stage, WishKind
from tournament.permissions import actor_of, director_required
from tournament.views.draw import draw_page
from tournament.views.posting import require_POST
from tournament.views.refusals import REFUSALS, status_of
from tournament.views.stages import stage_or_404
from tournament.wording.knockout import round_name

F = TypeVar("F", bound=WritingForm)


def _step(
    request: HttpRequest,
    event: Event,
    ordinal: int,
    run: Callable[[Stage, RoundStepForm, list[Group]], str],
) -> HttpResponse:
    """Run one step of a round and go back to the page; a refusal stands above it, and nothing was changed."""
    stage, form = stage_or_404(event, ordinal), RoundStepForm(request.POST)
    if not form.is_valid():
        return draw_page(request, event, stage, problem=wording.sentence("form_incomplete"), status=422)
    try:
        done = run(stage, form, _groups(stage, form))
    except REFUSALS as error:
        return draw_page(request, event, stage, problem=wording.of_error(error), status=status_of(error))
    messages.success(request, done)
    return redirect("draw", event.slug, stage.ordinal)


def _groups(stage: Stage, form: RoundStepForm) -> list[Group]:
    """The group that is meant, if it is one alone."""
    ordinal = form.cleaned_data["group"]
    return list(stage.groups.filter(ordinal=ordinal)) if ordinal else []


@director_required
@require_POST
def pair_run(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Pair the next round. Chance comes from the system; the seed is stored with the draw."""

    def run(stage: Stage, form: RoundStepForm, groups: list[Group]) -> str:
        number = form.cleaned_data["number"]
        pair_round(
            stage=stage,
            seed=secrets.randbits(SEED_BITS),
            by=actor_of(request),
            groups=groups,
            based_on=number,
            submission=form.key,
        )
        return _("已编排%(round)s，请核对后公布。") % {"round": round_name(number, stage)}

    return _step(request, event, ordinal, run)


@director_required
@require_POST
def pair_undo(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take the last round back; its results only where that was ticked."""

    def run(stage: Stage, form: RoundStepForm, groups: list[Group]) -> str:
        undo_round(stage=stage, by=actor_of(request), groups=groups, **_told(form))
        return _("已撤销%(round)s的编排。") % {"round": round_name(form.cleaned_data["number"], stage)}

    return _step(request, event, ordinal, run)


@director_required
@require_POST
def pair_redraw(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Pair the last round again by a new seed."""

    def run(stage: Stage, form: RoundStepForm, groups: list[Group]) -> str:
        seed = secrets.randbits(SEED_BITS)
        redraw_round(stage=stage, seed=seed, by=actor_of(request), groups=groups, **_told(form))
        return _("已重新编排%(round)s，请核对后公布。") % {
            "round": round_name(form.cleaned_data["number"], stage)
        }

    return _step(request, event, ordinal, run)


def _told(form: RoundStepForm) -> dict[str, Any]:
    sent = form.cleaned_data
    return {
        "number": sent["number"],
        "lose": form.agreed,
        "reason": sent["reason"],
        "typed_name": sent["typed_name"],
        "based_on": sent["based_on"],
        "submission": form.key,
    }


def _edit(
    request: HttpRequest, stage: Stage, name: str, form: F, run: Callable[[F], object], done: str
) -> HttpResponse:
    """Save one of the page's small forms; a refused one comes back as it was typed, under `name`."""
    refused: dict[str, Any] = {name: form}
    if form.is_valid():
        try:
            run(form)
        except REFUSALS as error:
            form.refuse(error)
            if isinstance(error, Conflict):
                stage.refresh_from_db()
                form.stand_on(stage.version)
            return draw_page(request, stage.event, stage, status=status_of(error), **refused)
        messages.success(request, done)
        return redirect("draw", stage.event.slug, stage.ordinal)
    return draw_page(request, stage.event, stage, status=422, **refused)


@director_required
@require_POST
def pair_absent(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Who is absent from the next round, and who is given a bye in it."""
    stage = stage_or_404(event, ordinal)

    def run(form: AbsencesForm) -> object:
        return set_absences(
            stage=stage,
            number=form.cleaned_data["number"],
            missed=form.cleaned_data["missed"],
            byes=form.cleaned_data["byes"],
            by=actor_of(request),
            submission=form.key,
        )

    form = AbsencesForm(request.POST, auto_id="absent_%s")
    return _edit(request, stage, "absences", form, run, _("缺席和轮空已登记，编排时照办。"))


@director_required
@require_POST
def pair_wish(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Forbid or force a meeting."""
    stage = stage_or_404(event, ordinal)

    def run(form: WishForm) -> object:
        sent = form.cleaned_data
        return add_wish(
            stage=stage,
            kind=WishKind(sent["kind"]),
            first=sent["first"],
            second=sent["second"],
            round_number=sent["round_number"],
            by=actor_of(request),
            submission=form.key,
        )

    form = WishForm(request.POST, auto_id="wish_%s")
    return _edit(request, stage, "wish", form, run, _("已记下，编排时照办。"))


@director_required
@require_POST
def pair_wish_remove(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take a wish back; `number` is its key."""

    def run(stage: Stage, form: RoundStepForm, _groups: list[Group]) -> str:
        remove_wish(stage=stage, wish=form.cleaned_data["number"], by=actor_of(request), submission=form.key)
        return _("已删去。")

    return _step(request, event, ordinal, run)


@director_required
@require_POST
def pair_planned(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Play more or fewer rounds than planned."""
    stage = stage_or_404(event, ordinal)

    def run(form: PlannedRoundsForm) -> object:
        rounds = form.cleaned_data["rounds"]
        return set_planned_rounds(stage=stage, rounds=rounds, by=actor_of(request), **form.claims)

    form = PlannedRoundsForm(request.POST, auto_id="planned_%s")
    return _edit(request, stage, "planned", form, run, _("轮数已保存。"))
