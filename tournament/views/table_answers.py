"""How the steps of a table's page answer: refused in words with what was typed, or back to the page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.records import to_json
from tournament import wording
from tournament.errors import Conflict
from tournament.forms.base import WritingForm, new_key
from tournament.forms.tables import TableSheetForm
from tournament.models import Claim, Match, Result, RoundState, TableEntry
from tournament.queries.results import current_result
from tournament.queries.table_now import TableNow, match_of_event, table_now
from tournament.views.table_claims import record_words
from tournament.views.table_guard import Phone, typed_of
from tournament.views.table_page import draw, match_title
from tournament.wording.knockout import round_name
from tournament.wording.scores import result_words


def match_of(now: TableNow) -> Match:
    assert now.match is not None  # `out_of_place` has let nothing else through
    return now.match


def out_of_place(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse | None:
    """Refuse what cannot be entered here and now, in words, with what was typed; None where it can.

    The page that was sent may be one of the round before, or of a match that was paired anew since.
    """
    if now.event.table_entry == TableEntry.READ_ONLY:
        return refuse(request, now, phone, "table_only_shows", status=403)
    if not now.link.is_on:
        return refuse(request, now, phone, "table_link_off", status=403)
    key = request.POST.get("match", "")
    if key.isascii() and key.isdigit() and len(key) < 19 and (now.match is None or int(key) != now.match.pk):
        return _old_page(request, now, int(key))
    if now.match is None or not now.takes:
        return refuse(request, now, phone, "table_takes_nothing", status=409)
    return None


def _old_page(request: HttpRequest, now: TableNow, key: int) -> HttpResponse:
    then, told = match_of_event(now.event, key), {"now": match_title(now)}
    if then is None:
        said = wording.sentence("table_old_page_gone", told)
    else:
        stage = then.round.group.stage
        told["then"] = _("%(stage)s%(round)s") % {
            "stage": stage.name,
            "round": round_name(then.round.number, stage),
        }
        closed = then.round.state == RoundState.CLOSED and now.match is None
        said = wording.sentence("table_closed_meanwhile" if closed else "table_old_page", told)
    return draw(request, now, status=409, problem=said, typed=typed_of(request))


def refuse(
    request: HttpRequest,
    now: TableNow,
    phone: Phone,
    code: str,
    form: WritingForm | None = None,
    *,
    status: int = 422,
) -> HttpResponse:
    """The page with one sentence, and what was typed."""
    said = wording.sentence(code)
    return draw(request, now, form, status=status, phone=phone, problem=said, typed=typed_of(request))


def conflict(
    request: HttpRequest, now: TableNow, phone: Phone, form: TableSheetForm, error: Conflict
) -> HttpResponse:
    """Somebody else was first: both values, and this phone keeps or overwrites on purpose (a pair: agrees or
    disagrees)."""
    fresh = again(now)
    if isinstance(error.current, Claim):
        mine = {"words": record_words(_said(form)), "is_claim": True}
        return draw(request, fresh, form, status=409, conflict=mine, problem=wording.of_error(error))
    form.refuse(error)
    match = match_of(now)
    match.refresh_from_db(fields=["version"])
    standing = current_result(match)
    both = {
        "standing_words": result_words(standing),
        "standing": standing,
        "name": wording.of_actor(standing) if standing else "",
        "words": typed_of(request).replace("A+", _("过A")),
        "version": match.version,
        "may_overwrite": bool(phone.referee),
        "key": new_key(),
    }
    return draw(request, fresh, form, status=409, conflict=both)


def _said(form: TableSheetForm) -> dict[str, Any]:
    assert form.sheet is not None
    return dict(to_json(form.sheet))


def again(now: TableNow) -> TableNow:
    """What is at the table after all."""
    return table_now(now.link)


def saved(now: TableNow, result: Result) -> HttpResponse:
    """Back to the page, which says what was stored."""
    return back(now, saved=f"{result.match_id}-{result.version}")


def back(now: TableNow, saved: str | bool = "") -> HttpResponse:
    """The table's page anew; a POST that is answered by it cannot be sent twice by the back key."""
    fresh = again(now).match if saved is True else None
    mark = f"{fresh.pk}-{fresh.version}" if fresh else saved
    answer = redirect("table-page", now.link.token)
    if mark:
        answer["Location"] += f"?saved={mark}"
    return answer
