"""The rules as a paper that the units' leaders sign before the first round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournament.exports.file_names import file_name
from tournament.exports.pdf import to_pdf
from tournament.lists.papers.rules import rules_to_sign
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event
from tournament.permissions import director_required
from tournament.views.files import PDF, file_answer


@director_required
@require_GET
def rules_paper(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's rules as a PDF: question, answer, source; then a line for every unit's leader."""
    made = rules_to_sign(Wanted(event, timezone.now()))
    return file_answer(to_pdf(made), PDF, file_name(event.name, made.title, "pdf"))
