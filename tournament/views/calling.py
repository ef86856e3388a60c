"""Prize giving: in which order awards are called, who hands them over, what goes with them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.actions.set_printing import set_printing
from tournament.errors import Conflict
from tournament.exports.typefaces import missing_glyphs
from tournament.forms.base import typed
from tournament.forms.calling import CallingForm
from tournament.lists.calling import called_awards
from tournament.lists.papers.calling import spoken
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.awards import awards_desk
from tournament.views.papers import addresses


@director_required
@require_http_methods(["GET", "POST"])
def calling(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter presenters, prizes and order; the papers that follow from them."""
    awards = called_awards(awards_desk(event), event.printing_facts.handings)
    form = CallingForm(typed(request), event=event, awards=awards)
    status = 422 if request.method == "POST" else 200
    if form.is_valid():
        try:
            set_printing(event=event, printing=form.printing, by=actor_of(request), **form.claims)
        except Conflict as error:
            event.refresh_from_db()
            form.refuse(error)
            form.stand_on(event.version)
            status = 409
        else:
            messages.success(request, _("颁奖安排已保存。"))
            return redirect("calling", event.slug)
    texts = [spoken(one) for one in awards]
    facts = {
        "event": event,
        "tab": "standings",
        "form": form,
        "places": addresses(event, "calling"),
        "announcer": addresses(event, "announcer"),
        "glyphs": "".join(sorted(missing_glyphs("".join(texts)))),
    }
    return render(request, "tournament/awards/calling.html", facts, status=status)
