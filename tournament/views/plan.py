"""The stages of an event: what is planned, one more, another plan while nothing is drawn."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scoring.errors import ScoringError
from tournament import wording
from tournament.actions.add_stages import move_stage
from tournament.actions.edit_stage import add_stage, edit_stage, remove_stage
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm, new_key, typed
from tournament.forms.ready_plan import MoveForm
from tournament.forms.stage_plan import StagePlanForm
from tournament.models import Event, Stage
from tournament.permissions import actor_of, director_required
from tournament.queries.entries import was_answered
from tournament.queries.plan_outline import field_of, minutes_of, outline
from tournament.queries.stage_plans import can_edit, left_out, planned_stages
from tournament.views.plan_picture import pictures
from tournament.views.posting import require_POST
from tournament.views.stages import stage_or_404
from tournament.wording.plans import left_out_text


@director_required
@require_GET
def event_plan(request: HttpRequest, event: Event) -> HttpResponse:
    """The stages in order, each with what may be done to it."""
    stages = planned_stages(event)
    rows = [one.stage for one in stages]
    facts = {
        "event": event,
        "stages": stages,
        "pictures": pictures(outline(rows, field_of(event), minutes_of(rows))),
        "left_out": left_out_text(left_out(event, rows)),
        "submission": new_key(),
        "tab": "settings",
    }
    return render(request, "tournament/rules/plan.html", facts)


@director_required
@require_http_methods(["GET", "POST"])
def stage_new(request: HttpRequest, event: Event) -> HttpResponse:
    """One more stage after the last."""
    form = StagePlanForm(typed(request), sources=list(event.stages.all()))
    return _stage_page(request, event, None, form)


@director_required
@require_http_methods(["GET", "POST"])
def stage_edit(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Another plan for a stage that is not drawn; one that is sends back to the list, which says why."""
    stage = stage_or_404(event, ordinal)
    if request.method != "POST" and not can_edit(stage):
        messages.info(request, _("%(stage)s已经分组，不能再改赛制。") % {"stage": stage.name})
        return redirect("event-plan", event.slug)
    sources = list(event.stages.filter(ordinal__lt=stage.ordinal))
    return _stage_page(request, event, stage, StagePlanForm(typed(request), sources=sources, stage=stage))


def _stage_page(request: HttpRequest, event: Event, stage: Stage | None, form: StagePlanForm) -> HttpResponse:
    status = 200
    if request.method == "POST":
        status = _save(request, event, stage, form)
        if status == 302:
            messages.success(request, _("赛制已保存。"))
            return redirect("event-plan", event.slug)
    facts = {"event": event, "stage": stage, "form": form, "tab": "settings"}
    return render(request, "tournament/rules/stage.html", facts, status=status)


def _save(request: HttpRequest, event: Event, stage: Stage | None, form: StagePlanForm) -> int:
    """302 when it is saved, else the status of the page that shows the form again."""
    if not form.is_valid():
        return 422
    by = actor_of(request)
    try:
        if stage is None:
            add_stage(event=event, plan=form.plan, by=by, submission=form.key)
        else:
            edit_stage(stage=stage, plan=form.plan, by=by, **form.claims)
    except Conflict as error:
        form.refuse(error)
        stage_now = error.current
        if isinstance(stage_now, Stage):
            form.stand_on(stage_now.version)
        return 409
    except (ActionRefused, ScoringError) as error:
        form.refuse(error)
        return 422
    return 302


@director_required
@require_POST
def stage_move(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Put a stage before or behind its neighbour; the list says why where that cannot be."""
    form = MoveForm(request.POST)
    stage = stage_or_404(event, ordinal)
    if form.is_valid():
        up = form.cleaned_data["where"] == "up"
        try:
            move_stage(stage=stage, up=up, by=actor_of(request), **form.claims)
        except ActionRefused as error:
            messages.error(request, wording.of_error(error))
    return redirect("event-plan", event.slug)


@director_required
@require_POST
def stage_remove(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take a stage away; the list says what became of it, also to a second press, when it is gone already."""
    form = WritingForm(request.POST)
    stage = event.stages.filter(ordinal=ordinal).first()
    if stage is None and not was_answered(request.POST.get("submission", "")):
        raise Http404
    if form.is_valid() and stage is not None:
        try:
            name = remove_stage(stage=stage, by=actor_of(request), **form.claims)
        except ActionRefused as error:
            messages.error(request, wording.of_error(error))
        else:
            messages.success(request, _("已删除%(stage)s。") % {"stage": name})
    return redirect("event-plan", event.slug)
