"""One line on a ruling, written in seconds: from the desk's pages and from a phone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from scoring.rules import Grade
from tournament.actions.give_penalty import FLOOR_GRADES, give_penalty
from tournament.errors import ActionRefused
from tournament.forms.base import typed
from tournament.forms.penalties import NoteForm
from tournament.models import Event, Match
from tournament.permissions import Right, actor_of, rights_of, scorer_required
from tournament.queries.seats import match_at, seat_of
from tournament.wording.penalties import given_words


@scorer_required
@require_http_methods(["GET", "POST"])
def penalty_note(request: HttpRequest, event: Event) -> HttpResponse:
    """The line on a page of its own, which is also where one is drawn that was refused."""
    may_decide = Right.RULE in rights_of(request.user, event)
    form = NoteForm(typed(request), grades=note_grades(may_decide=may_decide))
    if form.is_valid():
        try:
            number, match = _whom(event, form)
            made = give_penalty(
                event=event,
                number=number,
                grade=form.cleaned_data["grade"],
                text=form.cleaned_data["text"],
                by=actor_of(request),
                may_decide=may_decide,
                submission=form.key,
                **place_of(match),
            )
        except (ActionRefused, ScoringError) as error:
            form.refuse(error)
        else:
            messages.success(request, given_words(made))
            return redirect(_back(event, form, may_decide=may_decide))
    facts = {"event": event, "tab": "standings", "form": form, "may_rule": may_decide}
    return render(request, "tournament/penalties/note.html", facts, status=422 if form.errors else 200)


def note_grades(*, may_decide: bool) -> tuple[Grade, ...]:
    """The grades that one line may give: what needs nothing more said, and is this person's to give."""
    return tuple(Grade) if may_decide else FLOOR_GRADES


def _whom(event: Event, form: NoteForm) -> tuple[int, Match | None]:
    """The pair's number and the match that it is in; the match of the page where it says one."""
    match = _match_of_page(event, form)
    if form.number is not None:
        sits = match is not None and form.number in (match.ns.number, match.ew.number if match.ew else None)
        return form.number, match if sits else seat_of(event, form.number)
    match = match if match is not None and match.table == form.table else match_at(event, form.table)
    pair = getattr(match, form.side) if match is not None else None
    if pair is None:
        raise ActionRefused("note_nobody_there", field="who", table=form.table)
    return pair.number, match


def _match_of_page(event: Event, form: NoteForm) -> Match | None:
    """The match on whose page the line stood, also of a round that is over."""
    asked = form.cleaned_data["match"]
    if asked is None:
        return None
    rows = Match.objects.filter(round__group__stage__event=event, pk=asked)
    return rows.select_related("round__group__stage", "ns", "ew").first()


def place_of(match: Match | None) -> dict[str, Any]:
    """Where it was, as `give_penalty` wants it."""
    if match is None:
        return {}
    return {"stage": match.round.group.stage, "round_number": match.round.number}


def _back(event: Event, form: NoteForm, *, may_decide: bool) -> str:
    """Where the line stood: a page of this event's staff, never elsewhere."""
    asked = form.cleaned_data["back"]
    if asked.startswith(event.get_desk_url()) and "\\" not in asked:
        return str(asked)
    return reverse("penalties" if may_decide else "penalty-note", args=[event.slug])
