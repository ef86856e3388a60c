"""Next year: a new event from this one, and seeds by the ranks of the one before."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import wording
from tournament.actions.copy_event import copy_event, take_old_seeds
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm, typed
from tournament.forms.copy_event import CopyEventForm
from tournament.models import Event
from tournament.permissions import Right, actor_of, director_required, rights_of
from tournament.queries.old_ranks import old_ranks, source_event


@director_required
@require_http_methods(["GET", "POST"])
def event_copy(request: HttpRequest, event: Event) -> HttpResponse:
    """Make a new event that is laid out as this one."""
    form = CopyEventForm(typed(request), initial={"name": event.name})
    if form.is_valid():
        values = {key: form.cleaned_data[key] for key in ("name", "starts_on", "ends_on", "bring")}
        try:
            made = copy_event(source=event, by=actor_of(request), submission=form.key, **values)
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, _("已新建赛事“%(name)s”。") % {"name": made.name})
            return redirect("desk", made.slug)
    facts = {"event": event, "form": form, "tab": "settings"}
    return render(request, "tournament/settings/copy.html", facts, status=422 if form.errors else 200)


@director_required
@require_http_methods(["GET", "POST"])
def old_seeds(request: HttpRequest, event: Event) -> HttpResponse:
    """Who was in the earlier event and which seed that gives; a POST takes these seeds.

    Only for who directs the earlier event too: its ranks may not be public.
    """
    source = source_event(event)
    if source is None or Right.DIRECT not in rights_of(request.user, source):
        raise Http404
    form = WritingForm(typed(request))
    problem = ""
    if form.is_valid():
        try:
            count = take_old_seeds(event=event, by=actor_of(request), submission=form.key)
        except ActionRefused as error:
            problem = wording.of_error(error)
        else:
            messages.success(request, _("已按上届名次定了 %(count)s 队的种子。") % {"count": count})
            return redirect("entries", event.slug)
    facts = {
        "event": event,
        "form": form,
        "ranks": old_ranks(event, source),
        "problem": problem,
        "tab": "entries",
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournament/settings/old_seeds.html", facts, status=status)
