"""Change a paired round by hand: the consequences first, then the confirmation."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import wording
from tournament.actions.change_pairing import change_pairing, proposed, state_key
from tournament.errors import ActionRefused
from tournament.forms.pairing import ChangeForm, ConfirmChangeForm
from tournament.models import Event, Stage
from tournament.permissions import actor_of, director_required
from tournament.queries.pairing_changes import Change
from tournament.views.refusals import status_of
from tournament.views.stages import stage_or_404
from tournament.wording.pairing import said_text


@director_required
@require_http_methods(["GET", "POST"])
def pair_change(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Show what a change would do; a POST makes it."""
    stage = stage_or_404(event, ordinal)
    if request.method != "POST":
        asked = ChangeForm(request.GET or None, auto_id="change_%s")
        return _page(request, stage, asked, status=200 if asked.is_valid() or not request.GET else 422)
    form = ConfirmChangeForm(request.POST)
    asked = ChangeForm(request.POST, auto_id="change_%s")
    if not form.is_valid():
        return _page(request, stage, asked, confirm=form, status=422)
    sent = form.cleaned_data
    try:
        change_pairing(
            stage=stage,
            number=sent["number"],
            what=sent["what"],
            first=sent["first"],
            second=sent["second"] or 0,
            seen=sent["seen"],
            reason=sent["reason"],
            by=actor_of(request),
            submission=form.key,
        )
    except ActionRefused as error:
        form.refuse(error)
        return _page(request, stage, asked, confirm=form, status=status_of(error))
    messages.success(request, _("已改好第 %(round)s 轮的对阵。") % {"round": sent["number"]})
    return redirect("draw", event.slug, stage.ordinal)


def _page(
    request: HttpRequest,
    stage: Stage,
    asked: ChangeForm,
    *,
    confirm: ConfirmChangeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    facts: dict[str, Any] = {"event": stage.event, "stage": stage, "asked": asked, "tab": "groups"}
    if asked.is_bound and asked.is_valid():
        change = _proposed(stage, asked)
        if change is None:
            status = 422
        else:
            facts |= {"change": change, "said": [said_text(one.code, one.values) for one in change.notes]}
            if confirm is not None and status == 409:
                confirm = _confirm(stage, asked, errors_of=confirm)
            facts["form"] = confirm or _confirm(stage, asked)
    return render(request, "tournament/draw/pair_change.html", facts, status=status)


def _proposed(stage: Stage, asked: ChangeForm) -> Change | None:
    """The change with its consequences; what refuses it becomes the form's error."""
    sent = asked.cleaned_data
    try:
        return proposed(stage, sent["number"], sent["what"], sent["first"], sent["second"] or 0)
    except ActionRefused as error:
        asked.add_error(error.field if error.field in asked.fields else None, wording.of_error(error))
        return None


def _confirm(
    stage: Stage, asked: ChangeForm, errors_of: ConfirmChangeForm | None = None
) -> ConfirmChangeForm:
    """The confirmation of what stands on the page; after a conflict it is based on what stands now."""
    told = {**asked.cleaned_data, "seen": state_key(stage, asked.cleaned_data["number"])}
    if errors_of is None:
        return ConfirmChangeForm(initial=told)
    sent = errors_of.data.copy()  # type: ignore[attr-defined]  # a form that met a conflict was sent by a page
    sent["seen"] = told["seen"]
    errors_of.data = sent
    return errors_of
