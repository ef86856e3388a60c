"""The whole event as one workbook."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.exports.file_names import file_name
from tournament.lists.papers.wanted import Wanted
from tournament.lists.workbook import event_workbook
from tournament.models import Event
from tournament.permissions import rights_of, scorer_required
from tournament.views.files import XLSX, file_answer


@scorer_required
@require_GET
def workbook(request: HttpRequest, event: Event) -> HttpResponse:
    """Every list that the visitor may have and that has rows, a sheet each."""
    data = event_workbook(Wanted(event, timezone.now()), rights_of(request.user, event))
    return file_answer(data, XLSX, file_name(event.name, _("全部表格"), "xlsx"), attachment=True)
