"""The journal of an event: read, searched, and taken along as a file; never written here."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.exports.file_names import file_name
from tournament.exports.paper import Column, Paper, Section
from tournament.lists.journal import JournalFilter, JournalTable
from tournament.models import Event
from tournament.permissions import director_required
from tournament.queries.events import accounts_in_journal
from tournament.views.files import file_answer
from tournament.views.paging import turn_page
from tournament.views.papers import FILES


def _found(request: HttpRequest, event: Event) -> tuple[JournalFilter, JournalTable]:
    found = JournalFilter(request.GET, event.journal.all(), event=event)
    stages = {stage.name: stage for stage in event.stages.all()}
    return found, JournalTable(found.qs, accounts=accounts_in_journal(event), stages=stages)


@director_required
@require_GET
def journal(request: HttpRequest, event: Event) -> HttpResponse:
    """Who did what, newest first, narrowed as the address asks."""
    found, table = _found(request, event)
    turn_page(request, table)
    facts = {
        "event": event, "table": table, "filter": found, "tab": "settings", "query": request.GET.urlencode(),
    }  # fmt: skip
    return render(request, "tournament/desk/journal.html", facts)


@director_required
@require_GET
def journal_file(request: HttpRequest, event: Event, form: str) -> HttpResponse:
    """The same lines, all of them, as a file."""
    _filter, table = _found(request, event)
    heads, *rows = table.as_values()
    section = Section(tuple(Column(str(head)) for head in heads), tuple(tuple(row) for row in rows))
    made = Paper(event.name, _("操作记录"), sections=(section,), printed_at=timezone.now())
    make, content_type = FILES[form]
    name = file_name(event.name, _("操作记录"), form)
    return file_answer(make(made), content_type, name, attachment=True)
