"""签收表: choose its columns and who is listed, then print it or take it as a spreadsheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournament.exports.file_names import file_name
from tournament.exports.paper import Paper
from tournament.forms.receipts import ReceiptForm
from tournament.lists.papers.receipts import receipt
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event
from tournament.permissions import director_required
from tournament.views.files import file_answer
from tournament.views.papers import FILES


@director_required
@require_GET
def receipts(request: HttpRequest, event: Event) -> HttpResponse:
    """The choices; a list that was asked for is shown with its columns and its number of rows."""
    return _page(request, event, ReceiptForm(request.GET if "title" in request.GET else None, event=event))


def _page(request: HttpRequest, event: Event, form: ReceiptForm) -> HttpResponse:
    made = _made(event, form) if form.is_valid() else None
    facts = {
        "event": event,
        "tab": "prints",
        "form": form,
        "made": made,
        "query": request.GET.urlencode(),
        "glyphs": "".join(sorted(made.missing())) if made else "",
    }
    return render(request, "tournament/papers/receipts.html", facts, status=422 if form.errors else 200)


@director_required
@require_GET
def receipt_file(request: HttpRequest, event: Event, form: str) -> HttpResponse:
    """The list as a file: pdf or xlsx; without a choice the usual columns. 422 shows what was wrong."""
    chosen = ReceiptForm(request.GET if "title" in request.GET else None, event=event)
    if not chosen.is_bound:
        chosen = ReceiptForm({**chosen.initial}, event=event)
    if not chosen.is_valid():
        return _page(request, event, chosen)
    made = _made(event, chosen)
    make, content_type = FILES[form]
    return file_answer(
        make(made), content_type, file_name(event.name, made.title, form), attachment=form == "xlsx"
    )


def _made(event: Event, form: ReceiptForm) -> Paper:
    return receipt(Wanted(event, timezone.now()), form.receipt)
