"""The whole event as one workbook, for its staff or for everybody."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournament.exports.file_names import file_name
from tournament.lists.papers.wanted import Wanted
from tournament.lists.workbook import event_workbook, workbook_title
from tournament.models import Event
from tournament.permissions import rights_of, scorer_required
from tournament.views.files import XLSX, file_answer


@scorer_required
@require_GET
def workbook(request: HttpRequest, event: Event) -> HttpResponse:
    """Every list that the visitor may have and that has rows; with `?for=all` only what may be passed on."""
    for_all = request.GET.get("for") == "all"
    rights = rights_of(request.user, event)
    data = event_workbook(Wanted(event, timezone.now()), rights, for_all=for_all)
    name = file_name(event.name, workbook_title(for_all=for_all), "xlsx")
    return file_answer(data, XLSX, name, attachment=True)
