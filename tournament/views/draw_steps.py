"""The steps of a draw, each a POST: draw, give up, seat, publish, take down, settle a tie, the plan."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from pairing.lots import SEED_BITS
from tournament import wording
from tournament.actions.draw_groups import draw_groups
from tournament.actions.edit_stage_grouping import edit_stage_grouping
from tournament.actions.make_rounds import make_rounds, undo_draw
from tournament.actions.publish import publish_groups, publish_pairings, withdraw_publication
from tournament.actions.publish_draw import publish_draw
from tournament.actions.set_cut_tie import set_cut_tie
from tournament.actions.settle_tie import settle_tie, tie_drawn_by_another
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm
from tournament.forms.draw import CutTieForm, GroupingForm, StepForm, TieForm
from tournament.models import DrawKind, Event, Stage
from tournament.permissions import actor_of, director_required
from tournament.queries.draw_record import lots_count, lots_in_force
from tournament.queries.entrants import CutTie, entering, source_of
from tournament.queries.entries import was_answered
from tournament.views.draw import draw_page
from tournament.views.posting import require_POST
from tournament.views.refusals import REFUSALS, status_of
from tournament.views.stages import stage_or_404
from tournament.wording.knockout import round_name
from tournament.wording.notices import notice_name

F = TypeVar("F", bound=WritingForm)


def _step(request: HttpRequest, event: Event, stage: Stage, form: F, run: Callable[[F], str]) -> HttpResponse:
    """Run one step and go back to the page; a refusal stands above it, and nothing was changed."""
    if not form.is_valid():
        return draw_page(request, event, stage, problem=wording.sentence("form_incomplete"), status=422)
    try:
        done = run(form)
    except REFUSALS as error:
        return draw_page(request, event, stage, problem=wording.of_error(error), status=status_of(error))
    messages.success(request, done)
    return redirect("draw", event.slug, stage.ordinal)


@director_required
@require_POST
def draw_run(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Draw the groups by computer. Chance comes from the system; the seed is stored with the draw."""
    stage = stage_or_404(event, ordinal)

    def run(form: StepForm) -> str:
        seed = secrets.randbits(SEED_BITS)
        made = draw_groups(stage=stage, seed=seed, by=actor_of(request), **form.claims)
        stage.refresh_from_db()
        said = _("已抽签分组（第 %(count)s 次）。") if stage.has_groups else _("已抽签（第 %(count)s 次）。")
        return said % {"count": made.ordinal}

    return _step(request, event, stage, StepForm(request.POST), run)


@director_required
@require_POST
def draw_undo(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Give up groups and rounds that are not public."""
    stage = stage_or_404(event, ordinal)

    def run(form: StepForm) -> str:
        undo_draw(stage=stage, by=actor_of(request), **form.claims)
        return _("已取消抽签和对阵。")

    return _step(request, event, stage, StepForm(request.POST), run)


@director_required
@require_POST
def draw_rounds(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Seat all rounds."""
    stage = stage_or_404(event, ordinal)

    def run(form: StepForm) -> str:
        make_rounds(stage=stage, by=actor_of(request), **form.claims)
        return _("已编排各轮对阵，请核对后公布。")

    return _step(request, event, stage, StepForm(request.POST), run)


@director_required
@require_POST
def draw_publish(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Publish all of the draw (`what` all), its groups (`groups`), or one round's pairings (`number`)."""
    stage = stage_or_404(event, ordinal)
    return _step(request, event, stage, StepForm(request.POST), lambda form: _publish(request, stage, form))


def _publish(request: HttpRequest, stage: Stage, form: StepForm) -> str:
    sent, by = form.cleaned_data, actor_of(request)
    claims = form.claims | {"as_drawn": sent["as_drawn"]}
    if sent["what"] == "all":
        publish_draw(stage=stage, by=by, **claims)
        return _("分组和各轮对阵都已公布。") if stage.has_groups else _("抽签结果和各轮对阵都已公布。")
    if sent["number"] is None:
        made = publish_groups(stage=stage, by=by, reason=sent["reason"], **claims)
        return _("已公布（%(notice)s）。") % {"notice": notice_name(made.kind, made.number, stage=stage)}
    made = publish_pairings(stage=stage, number=sent["number"], by=by, reason=sent["reason"], **claims)
    return _("已公布%(round)s对阵（对阵公告第 %(number)s 号）。") % {
        "round": round_name(sent["number"], stage),
        "number": made.number,
    }


@director_required
@require_POST
def draw_withdraw(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take down the publication `number` of the kind `what` (groups or pairings)."""
    stage = stage_or_404(event, ordinal)

    def run(form: StepForm) -> str:
        sent = form.cleaned_data
        up = stage.publications.filter(kind=sent["what"], number=sent["number"]).first()
        if up is None:
            raise ActionRefused("publication_not_current")
        withdraw_publication(publication=up, by=actor_of(request), submission=form.key)
        return _("已撤下，公众看不到了。")

    return _step(request, event, stage, StepForm(request.POST), run)


@director_required
@require_POST
def draw_plan(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Change how the stage is divided; a wrong form comes back as it was typed."""
    stage = stage_or_404(event, ordinal)
    form = GroupingForm(request.POST, stage=stage, has_draft=stage.groups.exists())
    if not form.is_valid():
        return draw_page(request, event, stage, plan=form, status=422)
    try:
        edit_stage_grouping(
            stage=stage,
            plan=form.plan,
            give_up=form.cleaned_data.get("give_up", False),
            by=actor_of(request),
            **form.claims,
        )
    except REFUSALS as error:
        form.refuse(error)
        if isinstance(error, Conflict):
            stage.refresh_from_db()
            form.stand_on(stage.version)
        return draw_page(request, event, stage, plan=form, status=status_of(error))
    messages.success(request, _("分组办法已保存。"))
    return redirect("draw", event.slug, stage.ordinal)


@director_required
@require_POST
def draw_tie(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Settle a tie at the cut: the computer draws lots, or a typed order of lots or a play-off."""
    stage = stage_or_404(event, ordinal)
    form = TieForm(request.POST)
    if not form.is_valid():
        return draw_page(request, event, stage, problem=wording.sentence("form_incomplete"), status=422)
    try:
        typed = form.typed
        _settle(request, stage, form, typed)
    except REFUSALS as error:
        form.refuse(error)
        return draw_page(request, event, stage, tie=form, status=status_of(error))
    messages.success(request, _("名次已定，可以抽签了。") if typed else _("电脑已抽签定名次。"))
    return redirect("draw", event.slug, stage.ordinal)


def _settle(request: HttpRequest, stage: Stage, form: TieForm, typed: list[int] | None) -> None:
    if was_answered(form.key):
        return  # pressed twice: the tie that it settled is open no more
    source = source_of(stage)
    if source is None:
        raise ActionRefused("no_earlier_stage")
    seen = lots_count(source, DrawKind.CUT)
    settle_tie(
        stage=source,
        group=_open_tie(stage, form).group,
        kind=DrawKind.CUT,
        numbers=typed or list(form.tied),
        seed=None if typed else secrets.randbits(SEED_BITS),
        by=actor_of(request),
        based_on=seen,
        submission=form.key,
    )


def _open_tie(stage: Stage, form: TieForm) -> CutTie:
    """The tie that the page showed; refused when the standings have changed since."""
    for tie in entering(stage).ties:
        name = tie.group.name if tie.group else ""
        if (name, sorted(tie.numbers)) == (form.cleaned_data["group"], sorted(form.tied)):
            return tie
    source = source_of(stage)
    if source is not None and any(
        set(form.tied) <= set(order) for order in lots_in_force(source, DrawKind.CUT).values()
    ):
        raise tie_drawn_by_another(source)
    raise Conflict("cut_no_longer_tied")


@director_required
@require_POST
def draw_cut(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Let all equal pairs through, or have lots decide again."""
    stage = stage_or_404(event, ordinal)

    def run(form: CutTieForm) -> str:
        set_cut_tie(stage=stage, cut_tie=form.cleaned_data["cut_tie"], by=actor_of(request), **form.claims)
        return _("已保存。")

    return _step(request, event, stage, CutTieForm(request.POST), run)
