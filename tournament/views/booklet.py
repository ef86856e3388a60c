"""The facts of the 秩序册: the page to enter them, and the logo for staff and for everybody."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament.actions.edit_booklet import edit_booklet
from tournament.errors import ActionRefused, Conflict
from tournament.exports.typefaces import missing_glyphs
from tournament.forms.base import typed
from tournament.forms.booklet import BookletForm
from tournament.lists.papers.catalogue import Moment
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.booklet import logo_of, missing_facts, unknown_units
from tournament.views.books import books_of
from tournament.views.public_page import not_published, public_page
from tournament.wording.booklet import FACTS

PNG = "image/png"


@director_required
@require_http_methods(["GET", "POST"])
def booklet(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter what the 秩序册 says beside the plan; what is missing is named."""
    files = request.FILES if request.method == "POST" else None
    form = BookletForm(typed(request), files, event=event)
    status = 200
    if request.method == "POST":
        answer = _save(request, event, form)
        if isinstance(answer, HttpResponse):
            return answer
        status = answer
    facts = {
        "event": event,
        "form": form,
        "missing": [FACTS[key] for key in missing_facts(event)],
        "unknown_units": unknown_units(event),
        "glyphs": "".join(sorted(missing_glyphs("".join(event.booklet_facts.texts())))),
        "books": books_of(event, Moment.BEFORE),
        "tab": "settings",
    }
    return render(request, "tournament/settings/booklet.html", facts, status=status)


def _save(request: HttpRequest, event: Event, form: BookletForm) -> HttpResponse | int:
    """Where to go when it is saved, else the status of the page that shows the form again."""
    if not form.is_valid():
        return 422
    try:
        edit_booklet(
            event=event,
            booklet=form.booklet,
            logo=form.image,
            drop_logo=form.drops_logo,
            by=actor_of(request),
            **form.claims,
        )
    except Conflict as error:
        form.refuse(error)
        form.show_current(Event.objects.get(pk=event.pk))
        return 409
    except ActionRefused as error:
        form.refuse(error)
        return 422
    messages.success(request, _("秩序册资料已保存。"))
    return redirect("booklet", event.slug)


@director_required
@require_GET
def booklet_logo(request: HttpRequest, event: Event) -> HttpResponse:
    """The logo, also while nothing of the event is public."""
    image = logo_of(event)
    if image is None:
        raise Http404
    return HttpResponse(image, content_type=PNG, headers={"Cache-Control": "private, no-cache"})


@public_page
def public_logo(request: HttpRequest, event: Event) -> HttpResponse:
    """The logo of an event that the public sees."""
    image = logo_of(event)
    return not_published(request, event) if image is None else HttpResponse(image, content_type=PNG)
