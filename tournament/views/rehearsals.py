"""演练: a practice event beside the real one, played by the press of a key, and deleted by one more."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament import wording
from tournament.actions.rehearse import end_rehearsal, refuse_real, start_rehearsal
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm, new_key
from tournament.forms.rehearsals import PlayForm, StartRehearsalForm
from tournament.making.jobs import drop_makings
from tournament.making.playing import Done, Rehearsal
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.events import contents_of, rehearsals_of
from tournament.queries.progress import EventProgress, event_progress
from tournament.views.posting import require_POST
from tournament.views.refusals import REFUSALS
from tournament.wording.knockout import round_name

A_WHILE: Final = 1.0  # seconds that one request plays before it says how far it is
SEED: Final = 1


@director_required
@require_GET
def rehearsal(request: HttpRequest, event: Event) -> HttpResponse:
    """Beside a real event: begin a rehearsal, or go to one. In a rehearsal: play on, or delete it."""
    return _page(request, event)


@director_required
@require_POST
def rehearsal_new(request: HttpRequest, event: Event) -> HttpResponse:
    """Copy the event as a practice event and go there."""
    form = StartRehearsalForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form=form, status=422)
    try:
        made = start_rehearsal(
            source=event,
            by=actor_of(request),
            real_names=form.cleaned_data["real_names"],
            submission=form.key,
        )
    except ActionRefused as error:
        form.refuse(error)
        return _page(request, event, form=form, status=422)
    messages.success(request, _("演练已建好。这里可以随意试，正式赛事不会有任何改动。"))
    return redirect("rehearsal", made.slug)


@director_required
@require_POST
def rehearsal_play(request: HttpRequest, event: Event) -> HttpResponse:
    """Play for about a second, then say how far it is; the page presses on by itself until it is done.

    The event itself says what is still to be played, so nothing is lost or doubled when the page is closed,
    the server stops, or two pages play.
    """
    form = PlayForm(request.POST)
    if not form.is_valid():
        return _page(request, event, problem=wording.sentence("form_incomplete"), status=422)
    try:
        refuse_real(event)
        last, is_over = _play_a_while(event, request, form.cleaned_data["way"])
    except REFUSALS as error:
        return _page(request, event, problem=wording.of_error(error), status=422)
    if is_over:
        return _over(request, event, last)
    return _page(request, event, last=last, goes_on=form.cleaned_data["way"])


def _over(request: HttpRequest, event: Event, last: Done | None) -> HttpResponse:
    """Open the page anew with what was done: its tabs and its next step are those of a played event now."""
    messages.success(request, _told(last))
    answer = redirect("rehearsal", event.slug)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(headers={"HX-Redirect": answer["Location"]})
    return answer


def _told(last: Done | None) -> str:
    if last is None:
        return _("都打完了，没有要模拟的对阵。")
    if last.number is None or last.at:
        return _("这一步做完了。")
    names = {"stage": last.stage.name, "round": round_name(last.number, last.stage)}
    return _("%(stage)s%(round)s已结束，这一步做完了。") % names


def _play_a_while(event: Event, request: HttpRequest, way: str) -> tuple[Done | None, bool]:
    """The last step that was done, and whether there is nothing left of what was asked for."""
    until, last = time.monotonic() + A_WHILE, None
    for last in _steps(event, request):
        if way == "round" and last.number is not None and not last.at:
            return last, True
        if time.monotonic() > until:
            return last, False
    return last, True


def _steps(event: Event, request: HttpRequest) -> Iterator[Done]:
    return Rehearsal(event, SEED, by=actor_of(request)).play_all()


@director_required
@require_POST
def rehearsal_end(request: HttpRequest, event: Event) -> HttpResponse:
    """Delete the practice event; the press before asked."""
    form, pk = WritingForm(request.POST), event.pk
    if not form.is_valid():
        return _page(request, event, problem=wording.sentence("form_incomplete"), status=422)
    try:
        name = end_rehearsal(event=event, by=actor_of(request), submission=form.key)
    except ActionRefused as error:
        return _page(request, event, problem=wording.of_error(error), status=422)
    drop_makings(pk)
    messages.success(request, _("已删除“%(name)s”。") % {"name": name})
    return redirect("home")


def _page(
    request: HttpRequest,
    event: Event,
    *,
    form: StartRehearsalForm | None = None,
    problem: str = "",
    last: Done | None = None,
    goes_on: str = "",
    status: int = 200,
) -> HttpResponse:
    progress = event_progress(event)
    facts: dict[str, Any] = {
        "event": event,
        "progress": progress,
        "tab": "settings",
        "form": form or StartRehearsalForm(),
        "rehearsals": rehearsals_of(event),
        "contents": contents_of(event) if event.is_practice else {},
        "played": _played(progress),
        "problem": problem,
        "last": last,
        "goes_on": goes_on,
        "key": new_key(),
    }
    part = "tournament/settings/rehearsal_part.html"
    is_part = request.method == "POST" and request.htmx  # type: ignore[attr-defined]
    return render(request, part if is_part else "tournament/settings/rehearsal.html", facts, status=status)


def _played(progress: EventProgress) -> list[dict[str, Any]]:
    """Every stage with its rounds that stand: how many of their tables have a result."""
    return [
        {
            "stage": one.stage,
            "rounds": one.rounds,
            "done": sum(turn.entered_count for turn in one.rounds),
            "total": sum(turn.table_count for turn in one.rounds),
        }
        for one in progress.stages
    ]
