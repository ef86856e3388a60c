"""What to ask which unit's leader, ready to send."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournament.imports.questions import open_questions
from tournament.models import Event
from tournament.permissions import director_required
from tournament.views.papers import addresses


@director_required
@require_GET
def questions(request: HttpRequest, event: Event) -> HttpResponse:
    """Every unit with open questions, each with a message to copy."""
    units = open_questions(event)
    facts = {
        "event": event,
        "units": units,
        "count": sum(len(one.questions) for one in units),
        "places": addresses(event, "questions"),
        "tab": "entries",
    }
    return render(request, "tournament/entries/questions.html", facts)
