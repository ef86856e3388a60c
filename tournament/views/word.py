"""Word documents: 秩序册, 成绩公告, the report to the leader."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournament.exports.file_names import file_name
from tournament.exports.word import to_docx
from tournament.forms.numbers import number_of
from tournament.lists.documents.catalogue import DOCUMENTS
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event
from tournament.permissions import rights_of, scorer_required
from tournament.views.files import DOCX, file_answer
from tournament.views.papers import address
from tournament.views.stages import stage_or_404


@scorer_required
@require_GET
def word(request: HttpRequest, event: Event, what: str) -> HttpResponse:
    """One document as .docx; 404 where there is none yet, or where the visitor may not have it."""
    kind = DOCUMENTS.get(what)
    if kind is None or kind.right not in rights_of(request.user, event):
        raise Http404
    stage = None
    if kind.has_stage:
        number = number_of(request.GET.get("stage", "") or "1")
        if number is None:
            raise Http404
        stage = stage_or_404(event, number)
    made = kind.build(Wanted(event, timezone.now(), stage))
    if made is None:
        raise Http404
    title = f"{stage.name}{made.full_title}" if stage else made.full_title
    return file_answer(to_docx(made), DOCX, file_name(event.name, title, "docx"), attachment=True)


def word_address(event: Event, what: str, **asked: int | None) -> str:
    """Where a document is to be had; `asked`: the stage's ordinal."""
    return address(reverse("word", args=[event.slug, what]), **asked)
