"""Files made in the background: asked for, watched, fetched."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.forms.base import new_key
from tournament.forms.makings import MakingForm
from tournament.making.catalogue import MAKINGS
from tournament.making.jobs import Making, Phase, claim, find
from tournament.making.running import start
from tournament.models import Event, Person
from tournament.permissions import rights_of, scorer_required
from tournament.views.addresses import address_for_others
from tournament.views.files import of_ending
from tournament.views.papers_page import papers_page
from tournament.views.posting import require_POST


@scorer_required
@require_POST
def making_new(request: HttpRequest, event: Event) -> HttpResponse:
    """Begin to make a file and lead to the page that says how far it is; while one is being made, to that."""
    rights = rights_of(request.user, event)
    form = MakingForm(request.POST, kinds=[kind.key for kind in MAKINGS.values() if kind.right in rights])
    if not form.is_valid():
        messages.error(request, _("没有开始制作：请在本页重新选择。"))
        return papers_page(request, event, status=422)
    making, is_new = claim(
        event=event,
        person=cast(Person, request.user),
        what=form.cleaned_data["what"],
        submission=form.key,
        rights=[right.value for right in rights],
        language=get_language() or "",
        site=address_for_others(request, "/").rstrip("/"),
    )
    if is_new:
        start(making)
    elif making.submission != form.key:
        messages.info(request, _("上一份还在制作，做完再开始下一份。"))
    return redirect("making", event.slug, making.token)


@scorer_required
@require_GET
def making(request: HttpRequest, event: Event, token: str) -> HttpResponse:
    """How far it is; asked by the page itself every second, only that part of it."""
    found = _found(request, event, token)
    if found is None:
        return _expired(request, event)
    facts = {
        "event": event,
        "making": found,
        "title": MAKINGS[found.what].title,
        "submission": new_key(),
        "size": _size(found),
        "tab": "prints",
    }
    part = "tournament/papers/making_part.html"
    name = part if request.htmx else "tournament/papers/making.html"  # type: ignore[attr-defined]
    return render(request, name, facts)


@scorer_required
@require_GET
def making_file(request: HttpRequest, event: Event, token: str) -> HttpResponseBase:
    """The file, once it is whole; on its way, the page that says so."""
    found = _found(request, event, token)
    if found is None:
        return _expired(request, event)
    if found.phase is not Phase.READY:
        return redirect("making", event.slug, token)
    try:
        file = found.path.open("rb")
    except FileNotFoundError:
        return _expired(request, event)
    answer = FileResponse(
        file,
        as_attachment=True,
        filename=found.filename,
        content_type=of_ending(MAKINGS[found.what].ending),
    )
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _found(request: HttpRequest, event: Event, token: str) -> Making | None:
    """The visitor's own making; 404 where they hold no more what it was asked for with."""
    found = find(token, event=event, person=cast(Person, request.user))
    if found is None or found.what not in MAKINGS:
        return None
    if not set(found.rights) <= {right.value for right in rights_of(request.user, event)}:
        raise Http404
    return found


def _expired(request: HttpRequest, event: Event) -> HttpResponse:
    messages.info(request, _("这份文件已经清除（做好的文件保留一天），请重新制作。"))
    target = redirect("papers", event.slug)
    if request.htmx:  # type: ignore[attr-defined]
        target = HttpResponse(headers={"HX-Redirect": target["Location"]})  # type: ignore[assignment]
    return target


def _size(found: Making) -> int | None:
    """Bytes of the whole file; None while there is none."""
    if found.phase is not Phase.READY:
        return None
    try:
        return found.path.stat().st_size
    except FileNotFoundError:
        return None
