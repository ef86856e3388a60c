"""Check-in on the day: the list by unit, and its presses."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament import wording
from tournament.actions.check_in import check_in, close_check_in, reopen_check_in, undo_check_in
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm, new_key
from tournament.forms.check_in import CheckInForm
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.check_in import arrivals, check_in_counts
from tournament.views.posting import require_POST


@director_required
@require_GET
def check_in_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Who has come, by unit; searched with `q`."""
    return _page(request, event, CheckInForm(), request.GET.get("q", ""))


@director_required
@require_POST
def check_in_act(request: HttpRequest, event: Event, step: str) -> HttpResponse:
    """Check in (`in`), take one back (`undo`), end check-in (`close`) or let it go on (`reopen`)."""
    if step not in STEPS:
        raise Http404
    form = (CheckInForm if step in ("in", "undo") else WritingForm)(request.POST)
    if form.is_valid():
        try:
            messages.success(request, STEPS[step](request, event, form))
        except ActionRefused as error:
            form.refuse(error)
        else:
            return redirect(_after(request, event, form, step))
    return _page(request, event, form, request.POST.get("q", ""), status=422)


def _after(request: HttpRequest, event: Event, form: WritingForm, step: str) -> str:
    """Once check-in has ended, what is to be done about absentees; else back to the list."""
    if step == "close":
        return reverse("absent", args=[event.slug])
    return (
        _back_to(request, event, form)
        if isinstance(form, CheckInForm)
        else reverse("check-in", args=[event.slug])
    )


def _back_to(request: HttpRequest, event: Event, form: WritingForm) -> str:
    """The page as it was searched; after a press in the list at that line, else at the line of numbers."""
    address, typed = reverse("check-in", args=[event.slug]), request.POST.get("q")
    address += "?" + urlencode({"q": typed}) if typed else ""
    return f"{address}#n{form.cleaned_data['numbers'][0]}" if typed is not None else address


def _in(request: HttpRequest, event: Event, form: WritingForm) -> str:
    # No key: one page's list sends many presses, and a second one of the same changes nothing anyway.
    new = check_in(event=event, numbers=form.cleaned_data["numbers"], by=actor_of(request))
    told = _("已签到：%(numbers)s 号。") if new else _("%(numbers)s 号已经签到过了。")
    return told % {"numbers": wording.sentence_list(new or form.cleaned_data["numbers"])}


def _undo(request: HttpRequest, event: Event, form: WritingForm) -> str:
    number = undo_check_in(event=event, number=form.cleaned_data["numbers"][0], by=actor_of(request))
    return _("已取消 %(number)s 号的签到。") % {"number": number}


def _close(request: HttpRequest, event: Event, form: WritingForm) -> str:
    close_check_in(event=event, by=actor_of(request), submission=form.key)
    return _("签到已结束。")


def _reopen(request: HttpRequest, event: Event, form: WritingForm) -> str:
    reopen_check_in(event=event, by=actor_of(request), submission=form.key)
    return _("签到已重新开放。")


STEPS = {"in": _in, "undo": _undo, "close": _close, "reopen": _reopen}


def _page(request: HttpRequest, event: Event, form: Any, typed: str, *, status: int = 200) -> HttpResponse:
    event.refresh_from_db()
    here, total = check_in_counts(event)
    closes, is_closed = event.check_in_closes_at, event.check_in_closed_at is not None
    line = isinstance(form, CheckInForm) and not is_closed  # shown with what was typed
    facts = {
        "event": event,
        "tab": "entries",
        "units": arrivals(event, typed),
        "typed": typed,
        "form": form if line else CheckInForm(),
        "problems": () if line else [said for told in form.errors.values() for said in told],
        "key": new_key(),
        "here": here,
        "total": total,
        "absent": total - here,
        "is_closed": is_closed,
        "is_late": closes is not None and closes < timezone.now(),
    }
    return render(request, "tournament/check_in/list.html", facts, status=status)
