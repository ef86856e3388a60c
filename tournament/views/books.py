"""秩序册 and 成绩册 as files: made when asked for, from what stands now."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournament.exports.book import BookForm
from tournament.exports.file_names import file_name
from tournament.forms.base import new_key
from tournament.lists.books.catalogue import BOOKS, FORMS, BookKind, make_book
from tournament.lists.papers.catalogue import Moment, Wanted
from tournament.making.catalogue import book_key
from tournament.models import Event
from tournament.permissions import rights_of, scorer_required
from tournament.views.files import PDF, file_answer


def book_or_404(request: HttpRequest, event: Event, what: str) -> BookKind:
    """The book `what`; 404 where there is none, or where the visitor may not make it."""
    kind = BOOKS.get(what)
    if kind is None or kind.right not in rights_of(request.user, event):
        raise Http404
    return kind


@scorer_required
@require_GET
def book(request: HttpRequest, event: Event, what: str, form: str) -> HttpResponse:
    """A whole book as a PDF: `form` is a4, a5, or folded."""
    kind = book_or_404(request, event, what)
    data = make_book(kind, Wanted(event, timezone.now()), BookForm(form))
    title = f"{kind.title}" if form == BookForm.A4 else f"{kind.title} {FORMS[BookForm(form)]}"
    return file_answer(data, PDF, file_name(event.name, title, "pdf"))


def books_of(event: Event, moment: Moment, *, in_background: bool = False) -> list[dict[str, Any]]:
    """The books of a moment with the address of each form; what to send to have it made `in_background`."""
    return [
        {
            "title": kind.title,
            "forms": [
                {
                    "name": name,
                    "url": reverse("book", args=[event.slug, kind.key, form.value]),
                    "making": {"what": book_key(kind.key, form.value), "submission": new_key()}
                    if in_background
                    else None,
                }
                for form, name in FORMS.items()
            ],
        }
        for kind in BOOKS.values()
        if kind.moment is moment
    ]
