"""What an event says about itself, and its end."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.actions.delete_event import delete_event
from tournament.actions.edit_event import EDITABLE, edit_event
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import typed
from tournament.forms.event_settings import DeleteEventForm, EventSettingsForm
from tournament.making.jobs import drop_makings
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.events import contents_of
from tournament.queries.progress import event_progress


@director_required
@require_http_methods(["GET", "POST"])
def event_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """Edit name, dates, place, words, what the public sees, address, first tables."""
    progress, status = event_progress(event), 200
    form = EventSettingsForm(typed(request), event=event, progress=progress)
    if request.method == "POST":
        answer = _save(request, event, form)
        if isinstance(answer, HttpResponse):
            return answer
        status = answer
    facts = {"event": event, "form": form, "progress": progress, "tab": "settings"}
    return render(request, "tournament/settings/event.html", facts, status=status)


def _save(request: HttpRequest, event: Event, form: EventSettingsForm) -> HttpResponse | int:
    """Where to go when it is saved, else the status of the page that shows the form again."""
    if not form.is_valid():
        return 422
    values = {key: form.cleaned_data[key] for key in EDITABLE}
    try:
        saved = edit_event(
            event=event, values=values, first_tables=form.first_tables, by=actor_of(request), **form.claims
        )
    except Conflict as error:
        form.refuse(error)
        form.show_current(Event.objects.get(pk=event.pk))
        return 409
    except ActionRefused as error:
        form.refuse(error)
        return 422
    messages.success(request, _("赛事设置已保存。"))
    return redirect("event-settings", saved.slug)


@director_required
@require_http_methods(["GET", "POST"])
def event_delete(request: HttpRequest, event: Event) -> HttpResponse:
    """Delete an event by typing its name, after reading what goes with it."""
    form, pk = DeleteEventForm(typed(request)), event.pk
    if form.is_valid():
        try:
            name = delete_event(
                event=event,
                typed_name=form.cleaned_data["typed_name"],
                by=actor_of(request),
                submission=form.key,
            )
        except ActionRefused as error:
            form.refuse(error)
        else:
            drop_makings(pk)
            messages.success(request, _("已删除赛事“%(name)s”。") % {"name": name})
            return redirect("home")
    facts = {"event": event, "form": form, "contents": contents_of(event), "tab": "settings"}
    return render(request, "tournament/settings/delete.html", facts, status=422 if form.errors else 200)
