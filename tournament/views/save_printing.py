"""What the pages of prize giving share: a form that holds the event's `printing` is stored."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournament.actions.set_printing import set_printing
from tournament.errors import ActionRefused, Conflict
from tournament.models import Event
from tournament.permissions import actor_of


def save_printing(request: HttpRequest, event: Event, form: Any, done: str, place: str) -> HttpResponse | int:
    """Where to go when it is saved, else the status of the page that shows the form again."""
    if request.method != "POST":
        return 200
    if not form.is_valid():
        return 422
    try:
        set_printing(event=event, printing=form.printing, by=actor_of(request), **form.claims)
    except Conflict as error:
        event.refresh_from_db()
        form.refuse(error)
        form.stand_on(event.version)
        return 409
    except ActionRefused as error:
        form.refuse(error)
        return 422
    messages.success(request, done)
    return redirect(place, event.slug)
