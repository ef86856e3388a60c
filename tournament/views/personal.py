"""What is held about whom in an event, everything about one person as a file, and its end."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournament import wording
from tournament.errors import ActionRefused
from tournament.exports.file_names import file_name
from tournament.exports.xlsx import to_xlsx
from tournament.forms.people import ForgetForm
from tournament.lists.papers.wanted import Wanted
from tournament.lists.personal import HeldTable, about
from tournament.making.forgetting import forget_event, forgotten_in_words
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.personal import held_counts, held_people, held_person
from tournament.views.files import XLSX, file_answer
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST


@director_required
@never_cache
@require_GET
def personal(request: HttpRequest, event: Event) -> HttpResponse:
    """How much is held, about whom (`?q=`: whose name contains it), and the way to delete it."""
    return _page(request, event, ForgetForm(event=event))


def _page(request: HttpRequest, event: Event, form: ForgetForm, status: int = 200) -> HttpResponse:
    everybody, asked = held_people(event), "".join(request.GET.get("q", "").split())[:50]
    table = HeldTable([one for one in everybody if asked in one.name], event=event)
    turn_page(request, table)
    facts = {"event": event, "table": table, "asked": asked, "form": form, "tab": "settings"}
    facts["counts"] = held_counts(event, len(everybody))
    return render(request, "tournament/people/personal.html", facts, status=status)


@director_required
@require_GET
def personal_file(request: HttpRequest, event: Event, kind: str, key: int) -> HttpResponse:
    """Everything about one person, nothing masked."""
    one = held_person(event, kind, key)
    if one is None:
        raise Http404
    made = about(Wanted(event, timezone.now()), one)
    return file_answer(to_xlsx(made), XLSX, file_name(event.name, one.name, "xlsx"), attachment=True)


@director_required
@require_POST
def personal_forget(request: HttpRequest, event: Event) -> HttpResponse:
    """Delete what is personal, by typing the event's name; results and publications stay."""
    form = ForgetForm(request.POST, event=event)
    if not form.is_valid():
        return _page(request, event, form, status=422)
    try:
        gone = forget_event(event, by=actor_of(request), submission=form.key)
    except ActionRefused as error:
        form.add_error(None, wording.of_error(error))
        return _page(request, event, form, status=422)
    messages.success(request, forgotten_in_words(gone))
    return redirect("personal", event.slug)
