"""Sessions of a stage: which groups play at the same time, by hand or divided evenly."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pairing.errors import PairingError
from pairing.hall import split_sessions
from tournament import wording
from tournament.actions.set_sessions import refuse_seen_rounds, set_sessions
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import typed
from tournament.forms.sessions import SessionsForm, SplitForm
from tournament.models import Event, Stage
from tournament.permissions import actor_of, director_required
from tournament.queries.hall import free_hall, group_needs, sessions_meet
from tournament.queries.hall_checks import fewest_sessions, shortages
from tournament.views.posting import require_POST
from tournament.views.refusals import status_of
from tournament.views.stages import stage_or_404
from tournament.wording.hall import session_names, shortage_text


@director_required
@require_http_methods(["GET", "POST"])
def sessions(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Show every group with its session; a POST writes them."""
    stage = stage_or_404(event, ordinal)
    form = SessionsForm(typed(request), stage=stage, groups=list(stage.groups.order_by("ordinal")))
    if request.method != "POST":
        return page(request, stage, form)
    if not form.is_valid():
        return page(request, stage, form, status=422)
    try:
        set_sessions(stage=stage, sessions=form.sessions, by=actor_of(request), **form.claims)
    except Conflict as error:
        form.refuse(error)
        form.stand_on(Stage.objects.get(pk=stage.pk).version)
        return page(request, stage, form, status=409)
    except (ActionRefused, PairingError) as error:
        form.refuse(error)
        return page(request, stage, form, status=422)
    messages.success(request, _("场次已保存。"))
    return redirect("sessions", event.slug, ordinal)


@director_required
@require_POST
def sessions_split(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Divide the groups into so many sessions, in their order and as evenly as their tables allow."""
    stage = stage_or_404(event, ordinal)
    needs, split = group_needs(stage), SplitForm(request.POST)
    form = SessionsForm(stage=stage, groups=[one.group for one in needs])
    if not split.is_valid():
        return page(request, stage, form, split=split, status=422)
    try:
        of = split_sessions([one.count for one in needs], _at_least_two(split.cleaned_data["count"]))
        names = session_names(max(of) + 1)
        named = {one.group.ordinal: names[at] for one, at in zip(needs, of, strict=True)}
        set_sessions(stage=stage, sessions=named, by=actor_of(request), **split.claims)
    except (ActionRefused, PairingError, Conflict) as error:
        split.refuse(error)
        return page(request, stage, form, split=split, status=status_of(error))
    messages.success(request, _("已分成 %(count)s 个场次。") % {"count": max(of) + 1})
    return redirect("sessions", event.slug, ordinal)


def _at_least_two(count: int) -> int:
    if count < 2:
        raise PairingError("sessions_too_few")
    return count


def page(
    request: HttpRequest,
    stage: Stage,
    form: SessionsForm,
    *,
    split: SplitForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page, also with what was refused."""
    needs, hall = group_needs(stage), free_hall(stage)
    has_areas = bool(stage.event.areas)
    fewest = fewest_sessions(needs, len(hall.tables())) if has_areas else None
    facts: dict[str, Any] = {
        "event": stage.event,
        "stage": stage,
        "tab": "groups",
        "form": form,
        "split": split or SplitForm(initial={"count": max(fewest or 2, 2), "based_on": stage.version}),
        "stop": _stop(stage),
        "rows": [(*row, need.count) for row, need in zip(form.rows, needs, strict=True)],
        "names": session_names(2),
        "parts": [
            {
                "name": session,
                "needed": sum(one.count for one in needs if sessions_meet(session, one.group.session)),
                "have": len(hall.tables(session)) if has_areas else None,
            }
            for session in dict.fromkeys(one.group.session for one in needs)
        ],
        "short": [shortage_text(one) for one in shortages(stage)],
    }
    return render(request, "tournament/draw/sessions.html", facts, status=status)


def _stop(stage: Stage) -> str:
    """Why sessions cannot be changed now; "" where they can."""
    try:
        refuse_seen_rounds(stage)
    except ActionRefused as error:
        return wording.of_error(error)
    return ""
