"""Who directs an event."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from tournament import wording
from tournament.actions.manage_members import Invitation, add_member, remove_member
from tournament.errors import ActionRefused
from tournament.forms.base import new_key, typed
from tournament.forms.people import MemberForm, RemoveMemberForm
from tournament.lists.events import MemberTable
from tournament.lists.rights import RightTable
from tournament.models import Event, Role
from tournament.permissions import Right, actor_of, director_required, rights_of, scorer_required
from tournament.queries.people import members_of
from tournament.views.addresses import address_for_others
from tournament.views.posting import require_POST


@director_required
@never_cache
@require_http_methods(["GET", "POST"])
def people(request: HttpRequest, event: Event) -> HttpResponse:
    """List the people of an event and add one. A new account's one-time address is shown once, here."""
    form = MemberForm(typed(request))
    added, link = None, ""
    if form.is_valid():
        try:
            added = _add(request, event, form)
        except ActionRefused as error:
            form.refuse(error)
        else:
            if not added.token:
                messages.success(
                    request, _("已添加%(name)s。") % {"name": added.membership.person.get_full_name()}
                )
                return redirect("people", event.slug)
            link = address_for_others(request, reverse("password-link", args=[added.token]))
    table = MemberTable(members_of(event))
    facts = {"event": event, "form": form, "table": table, "added": added, "link": link}
    facts |= {"tab": "settings", "key": new_key()}
    if added:
        facts["form"] = MemberForm()
    return render(request, "tournament/people/list.html", facts, status=422 if form.errors else 200)


def _add(request: HttpRequest, event: Event, form: MemberForm) -> Invitation:
    return add_member(
        event=event,
        username=form.cleaned_data["username"],
        name=form.cleaned_data["name"],
        role=Role.DIRECTOR,
        by=actor_of(request),
        submission=form.key,
    )


@director_required
@require_POST
def person_remove(request: HttpRequest, event: Event) -> HttpResponse:
    """Take somebody's role back."""
    form = RemoveMemberForm(request.POST)
    if not form.is_valid():
        messages.error(request, wording.sentence("no_such_member"))
        return redirect("people", event.slug)
    try:
        remove_member(
            event=event,
            username=form.cleaned_data["username"],
            role=form.cleaned_data["role"],
            by=actor_of(request),
            submission=form.key,
        )
    except ActionRefused as error:
        messages.error(request, wording.of_error(error))
    else:
        messages.success(request, _("已移除。账号还在，只是不再管理这个赛事。"))
    return redirect("people", event.slug)


@scorer_required
@require_GET
def rights(request: HttpRequest, event: Event) -> HttpResponse:
    """Who may do what in an event, for everybody who works in it."""
    may_direct = Right.DIRECT in rights_of(request.user, event)
    facts = {"event": event, "table": RightTable(), "may_direct": may_direct, "tab": "settings"}
    return render(request, "tournament/people/rights.html", facts)
