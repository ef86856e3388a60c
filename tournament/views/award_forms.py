"""Awards as the director sets them: one set or one typed award, added, changed, taken out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.prizes import Awards
from tournament import wording
from tournament.actions.set_awards import set_awards
from tournament.errors import ActionRefused, Conflict
from tournament.forms.awards import GivenAwardForm, PrizeSetForm
from tournament.forms.base import WritingForm, typed
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.awards import awards_of
from tournament.views.posting import require_POST

SETS, GIVEN = "sets", "given"


@director_required
@require_http_methods(["GET", "POST"])
def award_new(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Add a set of awards by rank, or an award that no rank gives."""
    return _edit(request, event, kind, None)


@director_required
@require_http_methods(["GET", "POST"])
def award_edit(request: HttpRequest, event: Event, kind: str, at: int) -> HttpResponse:
    """Change one of them; `at` counts from 1."""
    return _edit(request, event, kind, at - 1)


def _edit(request: HttpRequest, event: Event, kind: str, at: int | None) -> HttpResponse:
    standing, _problem = awards_of(event)
    form = _form(request, event, kind, at, standing)
    status = 422 if request.method == "POST" else 200
    if form.is_valid():
        try:
            made = _with(standing, kind, at, form)
            set_awards(event=event, awards=made, by=actor_of(request), **form.claims)
        except Conflict as error:
            event.refresh_from_db()
            form.refuse(error)
            form.stand_on(event.version)
            status = 409
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, _("奖项已保存。"))
            return redirect("awards", event.slug)
    facts = {"event": event, "tab": "standings", "form": form, "kind": kind, "is_new": at is None}
    return render(request, "tournament/awards/edit.html", facts, status=status)


def _form(request: HttpRequest, event: Event, kind: str, at: int | None, standing: Awards) -> Any:
    """The form of one item; 404 for an item that is not there."""
    listed: Any = {SETS: standing.sets, GIVEN: standing.given}.get(kind)
    if listed is None or (at is not None and not 0 <= at < len(listed)):
        raise Http404
    make: Any = PrizeSetForm if kind == SETS else GivenAwardForm
    return make(typed(request), event=event, standing=None if at is None else listed[at])


def _with(standing: Awards, kind: str, at: int | None, form: Any) -> Awards:
    """The awards with what the form says in its place, or behind the others."""
    item = form.prize_set if kind == SETS else form.given
    listed = list(standing.sets if kind == SETS else standing.given)
    if at is None:
        listed.append(item)
    else:
        listed[at] = item
    return _replaced(standing, kind, listed)


def _replaced(standing: Awards, kind: str, listed: list[Any]) -> Awards:
    return replace(standing, **{SETS: tuple(listed)} if kind == SETS else {GIVEN: tuple(listed)})


@director_required
@require_POST
def award_remove(request: HttpRequest, event: Event, kind: str, at: int) -> HttpResponse:
    """Take one of them out; `at` counts from 1."""
    standing, _problem = awards_of(event)
    form = WritingForm(request.POST)
    listed = list(standing.sets if kind == SETS else standing.given)
    try:
        if not form.is_valid() or kind not in (SETS, GIVEN) or not 0 < at <= len(listed):
            raise ActionRefused("award_gone")
        del listed[at - 1]
        made = _replaced(standing, kind, listed)
        set_awards(event=event, awards=made, by=actor_of(request), **form.claims)
    except ActionRefused as error:
        messages.error(request, wording.of_error(error))
    else:
        messages.success(request, _("已删除这一项。"))
    return redirect("awards", event.slug)
