"""Cards as PDF files: slips, pairs' cards, cards for tables, codes to scan, records of matches."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from tournament.exports.file_names import file_name
from tournament.lists.cards.catalogue import CARDS
from tournament.models import Event
from tournament.permissions import rights_of, scorer_required
from tournament.views.files import PDF, file_answer
from tournament.views.papers import address, wanted


@scorer_required
@require_GET
def cards(request: HttpRequest, event: Event, what: str) -> HttpResponse:
    """One kind of cards as a PDF; 404 where there is none, or where the visitor may not have it."""
    kind = CARDS.get(what)
    if kind is None or kind.right not in rights_of(request.user, event):
        raise Http404
    made = kind.build(wanted(request, event, kind))
    return file_answer(made.to_pdf(), PDF, file_name(event.name, made.title, "pdf"))


def cards_address(event: Event, what: str, **asked: int | str | None) -> str:
    """Where one kind of cards is to be had; `asked`: the stage's ordinal, round, group's name, table."""
    return address(reverse("cards", args=[event.slug, what]), **asked)
