"""Penalties of an event: the list, a new one, taking one back."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import typed
from tournament.forms.penalties import CancelPenaltyForm, PenaltyForm
from tournament.lists.penalties import PenaltyTable
from tournament.models import Event, Penalty
from tournament.permissions import actor_of, ruling_required
from tournament.queries.penalties import NumberedPenalty, penalties_of, points_in_force
from tournament.queries.progress import event_progress
from tournament.views.paging import turn_page


@ruling_required
@require_http_methods(["GET", "POST"])
def penalties(request: HttpRequest, event: Event) -> HttpResponse:
    """All penalties, and the form for a new one."""
    progress = event_progress(event)
    at_hand = progress.stage_at_hand
    form = PenaltyForm(
        typed(request),
        event=event,
        stages=[one.stage for one in progress.stages],
        at_hand=at_hand.stage if at_hand else None,
    )
    if form.is_valid():
        try:
            made = give_penalty(event=event, by=actor_of(request), **form.ruling)
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, _("已记录对 %(number)s 号的判罚。") % {"number": made.pair.number})
            return redirect("penalties", event.slug)
    listed = penalties_of(event)
    table = PenaltyTable(listed, slug=event.slug)
    turn_page(request, table)
    facts = {
        "event": event, "progress": progress, "tab": "standings", "form": form, "table": table,
        "total": points_in_force(listed), "count": len(listed),
    }  # fmt: skip
    return render(request, "tournament/penalties/list.html", facts, status=422 if form.errors else 200)


@ruling_required
@require_http_methods(["GET", "POST"])
def penalty_cancel(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take one penalty back, with the reason."""
    one = _penalty(event, ordinal)
    form = CancelPenaltyForm(typed(request), initial={"based_on": one.penalty.version})
    status = 422 if request.method == "POST" else 200
    if form.is_valid():
        try:
            cancel_penalty(
                penalty=one.penalty, reason=form.cleaned_data["reason"], by=actor_of(request), **form.claims
            )
        except Conflict as error:
            status = 409
            form.refuse(error)
            form.show_current(Penalty.objects.get(pk=one.penalty.pk))
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, _("判罚已撤销，名单里仍保留这一条。"))
            return redirect("penalties", event.slug)
    facts = {"event": event, "tab": "standings", "form": form, "one": one}
    return render(request, "tournament/penalties/cancel.html", facts, status=status)


def _penalty(event: Event, ordinal: int) -> NumberedPenalty:
    listed = penalties_of(event)
    if not 1 <= ordinal <= len(listed):
        raise Http404
    return listed[ordinal - 1]
