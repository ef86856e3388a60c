"""Prize giving: in which order awards are called, who hands them over, what goes with them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.exports.typefaces import missing_glyphs
from tournament.forms.base import typed
from tournament.forms.calling import CallingForm
from tournament.lists.calling import called_awards
from tournament.lists.papers.calling import spoken
from tournament.models import Event
from tournament.permissions import director_required
from tournament.queries.awards import awards_desk
from tournament.views.papers import addresses
from tournament.views.save_printing import save_printing


@director_required
@require_http_methods(["GET", "POST"])
def calling(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter presenters, prizes and order; the papers that follow from them."""
    awards = called_awards(awards_desk(event), event.printing_facts.handings)
    form = CallingForm(typed(request), event=event, awards=awards)
    answer = save_printing(request, event, form, _("颁奖安排已保存。"), "calling")
    if isinstance(answer, HttpResponse):
        return answer
    texts = [spoken(one) for one in awards]
    facts = {
        "event": event,
        "tab": "standings",
        "form": form,
        "places": addresses(event, "calling"),
        "announcer": addresses(event, "announcer"),
        "glyphs": "".join(sorted(missing_glyphs("".join(texts)))),
    }
    return render(request, "tournament/awards/calling.html", facts, status=answer)
