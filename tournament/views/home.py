"""The front page: one's own events, those that anybody may see, the demo."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.actions.delete_event import remove_demo as remove
from tournament.backups.places import troubles
from tournament.forms.base import WritingForm, new_key
from tournament.lists.events import MyEventTable, PublicEventTable
from tournament.models import Event, Person
from tournament.permissions import actor_of, owner_required
from tournament.queries.events import events_of, public_events
from tournament.queries.people import has_owner
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Every visitor's first page."""
    person = request.user if isinstance(request.user, Person) else None
    mine = MyEventTable(events_of(person), prefix="mine-") if person else None
    practice = MyEventTable(events_of(person, practice=True), prefix="practice-") if person else None
    others = PublicEventTable(public_events(person), prefix="all-")
    for table in (mine, practice, others):
        if table is not None:
            turn_page(request, table)
    facts = {
        "mine": mine,
        "practice": practice,
        "others": others,
        "demo": Event.objects.filter(is_demo=True).first(),
        "is_owner": bool(person and person.is_owner),
        "backup_trouble": bool(person and person.is_owner and troubles()),
        "needs_owner": person is None and not has_owner(),
        "key": new_key(),
    }
    return render(request, "tournament/home.html", facts)


@owner_required
@require_POST
def remove_demo(request: HttpRequest) -> HttpResponse:
    """Take the demo event away; a second press finds nothing and says the same."""
    form = WritingForm(request.POST)
    remove(by=actor_of(request), submission=form.key if form.is_valid() else "")
    messages.success(request, _("演示赛事已删除。"))
    return redirect("home")
