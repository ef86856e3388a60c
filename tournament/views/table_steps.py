"""Every step of a table's page by its name, and what is asked before it is taken."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from tournament.queries.table_now import TableNow
from tournament.views import table_entering as entering
from tournament.views import table_holder as holder
from tournament.views import table_referee as referee
from tournament.views.table_answers import back, out_of_place, refuse
from tournament.views.table_guard import Phone, at_table, phone_of

Step = Callable[[HttpRequest, TableNow, Phone], HttpResponse]
OF_HOLDER: dict[str, Step] = {
    "pin": holder.pin,
    "leave": holder.leave,
    "unseat": holder.unseat,
}
OF_MATCH: dict[str, Step] = {
    "seat": holder.seat,
    "enter": entering.enter,
    "accept": entering.accept,
    "dispute": entering.dispute,
    "withdraw": entering.withdraw,
}
OF_REFEREE: dict[str, Step] = {
    "settle": referee.settle,
    "walkover": referee.walkover,
    "undo": referee.undo,
    "clear": referee.clear,
    "swap": referee.swap,
    "note": referee.note,
}


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, now: TableNow, step: str) -> HttpResponse:
    """One step; what is refused is said on the page, with what was typed."""
    run = (OF_HOLDER | OF_MATCH | OF_REFEREE).get(step)
    if run is None:
        raise Http404
    if request.method != "POST":  # a phone opens the page again at which a form was refused
        return back(now)
    phone = phone_of(request, now)
    if step not in OF_HOLDER and (refused := out_of_place(request, now, phone)) is not None:
        return refused
    if step in OF_REFEREE and not phone.referee:
        return refuse(request, now, phone, "table_needs_pin", status=403)
    return run(request, now, phone)
