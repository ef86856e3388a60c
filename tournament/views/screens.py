"""大屏和公告: what the hall's screens show, and what everybody is told."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament import wording
from tournament.actions.announce import announce, interrupt_screens, withdraw_announcement
from tournament.actions.set_screen import add_screen, remove_screen, set_screen
from tournament.errors import ActionRefused, Conflict
from tournament.exports import qr
from tournament.forms.base import WritingForm, new_key
from tournament.forms.screens import AnnouncementForm, ScreenForm
from tournament.models import Announcement, Event, Screen
from tournament.permissions import actor_of, director_required
from tournament.queries.screens import screens_of
from tournament.views.addresses import address_for_others
from tournament.views.posting import require_POST
from tournament.views.refusals import status_of
from tournament.wording.screens import announcement_name, screen_name


@director_required
@require_GET
def screens(request: HttpRequest, event: Event) -> HttpResponse:
    """All announcements and screens."""
    return _page(request, event)


def _page(
    request: HttpRequest,
    event: Event,
    *,
    form: AnnouncementForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page, also with what was refused."""
    facts: dict[str, Any] = {
        "event": event,
        "form": form or AnnouncementForm(),
        "problem": problem,
        "announcements": list(event.announcements.all()),
        "screens": [_shown(request, event, one) for one in screens_of(event)],
        "tab": "settings",
        "key": new_key(),
    }
    return render(request, "tournament/screens/list.html", facts, status=status)


def _shown(request: HttpRequest, event: Event, one: Screen) -> dict[str, Any]:
    """A screen with its address, as others in the hall can open it, and the address's code."""
    name = screen_name(one.ordinal, one.name)
    address = address_for_others(request, reverse("screen", args=[event.slug, one.ordinal]))
    pages = _("、").join(str(page.label) for page in one.pages)
    return {
        "screen": one,
        "name": name,
        "address": address,
        "pages": pages,
        "code": qr.svg(address, title=name),
    }


@director_required
@require_POST
def announcement_new(request: HttpRequest, event: Event) -> HttpResponse:
    """Put up an announcement."""
    form = AnnouncementForm(request.POST)
    if not form.is_valid():
        return _page(request, event, form=form, status=422)
    try:
        made = announce(
            event=event,
            text=form.cleaned_data["text"],
            interrupts=form.cleaned_data["interrupts"],
            by=actor_of(request),
            submission=form.key,
        )
    except ActionRefused as error:
        form.refuse(error)
        return _page(request, event, form=form, status=422)
    messages.success(request, _("%(name)s已发布。") % {"name": announcement_name(made.ordinal)})
    return redirect("screens", event.slug)


STEPS = ("withdraw", "interrupt", "resume")


@director_required
@require_POST
def announcement_act(request: HttpRequest, event: Event, number: int, step: str) -> HttpResponse:
    """`withdraw` takes an announcement down, `interrupt` shows it alone on screens, `resume` ends that."""
    one = event.announcements.filter(ordinal=number).first() if step in STEPS else None
    if one is None:
        raise Http404
    form = WritingForm(request.POST)
    if not form.is_valid():
        return _page(request, event, problem=wording.sentence("form_incomplete"), status=422)
    try:
        messages.success(request, _act(one, step, {"by": actor_of(request), **form.claims}))
    except ActionRefused as error:
        return _page(request, event, problem=wording.of_error(error), status=status_of(error))
    return redirect("screens", event.slug)


def _act(one: Announcement, step: str, claims: dict[str, Any]) -> str:
    told = {"name": announcement_name(one.ordinal)}
    if step == "withdraw":
        withdraw_announcement(announcement=one, **claims)
        return _("%(name)s已撤下。") % told
    interrupt_screens(announcement=one, interrupts=step == "interrupt", **claims)
    return (_("大屏正在插播%(name)s。") if step == "interrupt" else _("%(name)s已停止插播。")) % told


@director_required
@require_http_methods(["GET", "POST"])
def screen_edit(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Choose what one screen shows; a press on 上移 or 下移 without a script only moves the list."""
    screen = next((one for one in screens_of(event) if one.ordinal == number), None)
    if screen is None:
        raise Http404
    if request.method != "POST" or "move" in request.POST:
        kept = request.POST if request.method == "POST" else None
        return _edit(request, event, screen, ScreenForm(screen=screen, event=event, kept=kept))
    form = ScreenForm(request.POST, screen=screen, event=event)
    if not form.is_valid():
        return _edit(request, event, screen, form, status=422)
    try:
        set_screen(event=event, number=number, by=actor_of(request), **form.chosen)
    except Conflict as error:
        form.refuse(error)
        form.stand_on(Screen.objects.get(event=event, ordinal=number).version)
        return _edit(request, event, screen, form, status=409)
    except ActionRefused as error:
        form.refuse(error)
        return _edit(request, event, screen, form, status=422)
    messages.success(request, _("已设定：%(name)s。") % {"name": screen_name(number, form.chosen["name"])})
    return redirect("screens", event.slug)


def _edit(
    request: HttpRequest, event: Event, screen: Screen, form: ScreenForm, *, status: int = 200
) -> HttpResponse:
    facts = {
        "event": event,
        "form": form,
        "name": screen_name(screen.ordinal, screen.name),
        "number": screen.ordinal,
        "tab": "settings",
        "moved": request.POST.get("move", "").partition(":")[2],
    }
    return render(request, "tournament/screens/edit.html", facts, status=status)


@director_required
@require_POST
def screen_new(request: HttpRequest, event: Event) -> HttpResponse:
    """One more screen with the usual pages; its own page comes next."""
    form = WritingForm(request.POST)
    if not form.is_valid():
        return _page(request, event, problem=wording.sentence("form_incomplete"), status=422)
    try:
        made = add_screen(event=event, by=actor_of(request), submission=form.key)
    except ActionRefused as error:
        return _page(request, event, problem=wording.of_error(error), status=422)
    return redirect("screen-edit", event.slug, made.ordinal)


@director_required
@require_POST
def screen_remove(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Take a screen away."""
    form = WritingForm(request.POST)
    if not form.is_valid():
        return _page(request, event, problem=wording.sentence("form_incomplete"), status=422)
    try:
        remove_screen(event=event, number=number, by=actor_of(request), submission=form.key)
    except ActionRefused as error:
        return _page(request, event, problem=wording.of_error(error), status=422)
    messages.success(request, _("大屏 %(number)s 已去掉。") % {"number": number})
    return redirect("screens", event.slug)
