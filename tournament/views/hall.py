"""The hall: its rooms and table numbers, which stage plays where, and tables given anew."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pairing.errors import PairingError
from tournament import wording
from tournament.actions.edit_hall import edit_hall
from tournament.actions.renumber_tables import renumber_tables
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm, new_key, typed
from tournament.forms.hall import HallForm
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.hall_checks import stages_in_hall
from tournament.views.posting import require_POST
from tournament.views.stages import stage_or_404
from tournament.wording.hall import stage_places


@director_required
@require_http_methods(["GET", "POST"])
def event_hall(request: HttpRequest, event: Event) -> HttpResponse:
    """Edit the areas and where stages play."""
    form = HallForm(typed(request), event=event, stages=list(event.stages.all()))
    if request.method != "POST":
        return page(request, event, form)
    if not form.is_valid():
        return page(request, event, form, status=422)
    try:
        edit_hall(
            event=event,
            areas=form.areas,
            renamed=form.renamed,
            stages=form.stages,
            by=actor_of(request),
            **form.claims,
        )
    except Conflict as error:
        form.refuse(error)
        form.stand_on(Event.objects.get(pk=event.pk).version)
        return page(request, event, form, status=409)
    except ActionRefused as error:
        form.refuse(error)
        return page(request, event, form, status=422)
    messages.success(request, _("场地和桌号已保存。"))
    return redirect("event-hall", event.slug)


@director_required
@require_POST
def hall_renumber(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Give the drafts of a stage their tables anew."""
    stage = stage_or_404(event, ordinal)
    form = WritingForm(request.POST)
    problem = _("页面已过期，请刷新后再试。")
    if form.is_valid():
        try:
            renumber_tables(stage=stage, by=actor_of(request), submission=form.key)
        except (ActionRefused, PairingError) as error:
            problem = wording.of_error(error)
        else:
            messages.success(request, _("已按现在的场地重排%(stage)s的桌号。") % {"stage": stage.name})
            return redirect("event-hall", event.slug)
    blank = HallForm(event=event, stages=list(event.stages.all()))
    return page(request, event, blank, problem=problem, status=422)


def page(
    request: HttpRequest, event: Event, form: HallForm, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page, also with what was refused."""
    facts = {
        "event": event,
        "form": form,
        "problem": problem,
        "tab": "settings",
        "places": [(one, stage_places(one)) for one in stages_in_hall(event)],
        "new_key": new_key,
    }
    return render(request, "tournament/settings/hall.html", facts, status=status)
