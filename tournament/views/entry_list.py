"""The entry list: all pairs, and the status of several at once."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import wording
from tournament.actions.set_statuses import set_statuses
from tournament.errors import ActionRefused
from tournament.forms.base import typed
from tournament.forms.statuses import StatusesForm
from tournament.lists.entries import PairTable
from tournament.lists.entry_filter import PairFilter
from tournament.models import Event, PairStatus
from tournament.permissions import actor_of, director_required
from tournament.queries.entries import entries_stamp, may_change_status, was_answered
from tournament.queries.pair_lists import pairs_of, statuses_of
from tournament.views.paging import turn_page


@director_required
@require_http_methods(["GET", "POST"])
def entries(request: HttpRequest, event: Event) -> HttpResponse:
    """The pairs: searched, filtered, ordered, 50 a page; a POST changes the status of several."""
    found = PairFilter(request.GET, pairs_of(event), event=event)
    open_ones = may_change_status(found.qs)
    form = StatusesForm(typed(request), event=event, seen=entries_stamp(event), shown=open_ones)
    status = 200
    if request.method == "POST":
        if was_answered(request.POST.get("submission", "")):
            return redirect(request.get_full_path())
        status = _change(request, event, form)
        if status == 302:
            return redirect(request.get_full_path())
    return _page(request, event, found, form, status=status, open_ones=open_ones)


def _change(request: HttpRequest, event: Event, form: StatusesForm) -> int:
    """302 when it is done, else the status of the page that shows the form again."""
    if not form.is_valid():
        return 422
    to = form.cleaned_data["status"]
    try:
        changed = set_statuses(
            event=event,
            numbers=form.numbers,
            status=to,
            by=actor_of(request),
            seen=form.cleaned_data["seen"],
            on_purpose=form.asks_limits,
            submission=form.key,
        )
    except ActionRefused as error:
        form.refuse(error)
        form.stand_on_list()
        return 409 if error.code == "entries_changed" else 422
    told = {"count": len(changed), "status": PairStatus(to).label, "numbers": wording.sentence_list(changed)}
    if changed:
        messages.success(request, _("%(count)s 队改为%(status)s：%(numbers)s 号。") % told)
    else:
        messages.info(request, _("这些队已经是%(status)s，没有改动。") % told)
    return 302


def _page(
    request: HttpRequest,
    event: Event,
    found: PairFilter,
    form: StatusesForm,
    *,
    status: int,
    open_ones: list[int],
) -> HttpResponse:
    table = PairTable(found.qs, event=event, own=found.own, open_ones=open_ones, ticked=form.ticked)
    turn_page(request, table)
    counts = statuses_of(event)
    facts = {
        "event": event,
        "filter": found,
        "table": table,
        "counts": counts,
        "total": sum(counts.values()),
        "form": form,
        "open_count": len(open_ones),
        "is_open": form.is_bound or request.GET.get("status") == PairStatus.RESERVE,
        "asked": request.GET.urlencode(),
        "tab": "entries",
    }
    return render(request, "tournament/entries/list.html", facts, status=status)
