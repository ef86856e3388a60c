"""Record who really played whom in a round: type it, see what follows, confirm with the reason."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.actions.record_played import record_played
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import typed
from tournament.forms.played import PlayedForm
from tournament.models import Event, RoundState, Stage
from tournament.permissions import actor_of, ruling_required
from tournament.queries.entries import was_answered
from tournament.queries.played_otherwise import Reality, matches_of_round, reality
from tournament.views.round_parts import round_url
from tournament.views.stages import stage_or_404


@ruling_required
@require_http_methods(["GET", "POST"])
def played(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """The tables of a round with their opponents to be mended; first the consequences, then the deed."""
    stage = stage_or_404(event, ordinal)
    matches = matches_of_round(stage, number)
    if not matches:
        raise Http404
    form = PlayedForm(typed(request), matches=matches)
    if request.method != "POST" or "back" in request.POST:
        return _page(request, stage, number, form, 200)
    if not form.is_valid():
        return _page(request, stage, number, form, 422)
    try:
        if "confirm" in request.POST or was_answered(form.key):
            return _record(request, stage, number, form)
        return _preview(request, stage, number, form, reality(stage, number, form.seats), 200)
    except Conflict as error:
        fresh = PlayedForm(matches=matches_of_round(stage, number))
        return _page(request, stage, number, fresh, 409, problem=error)
    except ActionRefused as error:
        if error.field == "reason":
            form.refuse(error)
            return _preview(request, stage, number, form, reality(stage, number, form.seats), 422)
        return _page(request, stage, number, form, 422, problem=error)


def _record(request: HttpRequest, stage: Stage, number: int, form: PlayedForm) -> HttpResponse:
    record_played(
        stage=stage,
        number=number,
        seats=form.seats,
        reason=form.cleaned_data["reason"],
        based_on=form.versions,
        by=actor_of(request),
        submission=form.key,
    )
    messages.success(request, _("已按实际对阵记录，这几桌的成绩请重新录入。"))
    return redirect(round_url(stage, number))


def _page(
    request: HttpRequest,
    stage: Stage,
    number: int,
    form: PlayedForm,
    status: int,
    problem: ActionRefused | None = None,
) -> HttpResponse:
    if problem is not None:
        if not form.is_bound:
            form = PlayedForm(
                {name: form[name].value() for name in form.fields if name != "submission"}
                | {"submission": form["submission"].value()},
                matches=form.matches,
            )
            form.is_valid()
        form.refuse(problem)
    facts = {
        "event": stage.event,
        "tab": "rounds",
        "stage": stage,
        "number": number,
        "form": form,
        "is_draft": any(match.round.state == RoundState.DRAFT for match in form.matches),
        "round_url": round_url(stage, number),
    }
    return render(request, "tournament/entering/played.html", facts, status=status)


def _preview(
    request: HttpRequest, stage: Stage, number: int, form: PlayedForm, found: Reality, status: int
) -> HttpResponse:
    facts = {
        "event": stage.event,
        "tab": "rounds",
        "stage": stage,
        "number": number,
        "form": form,
        "found": found,
        "round_url": round_url(stage, number),
    }
    return render(request, "tournament/entering/played_preview.html", facts, status=status)
