"""Who holds the phone at a table: a referee who knows the PIN, or one of the two pairs."""

from __future__ import annotations

from axes.helpers import get_client_ip_address
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from tournament import wording
from tournament.forms.tables import PinForm
from tournament.models import Event, TableEntry
from tournament.queries.table_now import TableNow
from tournament.views.table_answers import back, refuse
from tournament.views.table_guard import (
    Phone,
    forget_referee,
    forget_seat,
    remember_referee,
    remember_seat,
)
from tournament.views.table_page import draw

PIN_TRIES = 10
PIN_MINUTES = 10


def pin(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """Let a referee in who knows the PIN; too many wrong ones from one address have to wait."""
    form, event = PinForm(request.POST), now.event
    if not form.is_valid():
        return draw(request, now, form, status=422)
    if not event.table_pin or event.table_entry == TableEntry.READ_ONLY:
        code = "pin_not_set" if not event.table_pin else "table_only_shows"
        form.add_error("pin", wording.sentence(code))
        return draw(request, now, form, status=422)
    if not _may_try(request, event):
        form.add_error("pin", wording.sentence("pin_too_often", {"minutes": PIN_MINUTES}))
        return draw(request, now, form, status=429)
    if not constant_time_compare(form.cleaned_data["pin"].encode(), event.table_pin.encode()):
        form.add_error("pin", wording.sentence("pin_wrong"))
        return draw(request, now, form, status=422)
    _forgive(request, event)
    answer = back(now)
    remember_referee(answer, request, event, form.cleaned_data["name"])
    return answer


def _tries_key(request: HttpRequest, event: Event) -> str:
    return f"table-pin:{event.pk}:{get_client_ip_address(request)}"


def _may_try(request: HttpRequest, event: Event) -> bool:
    """Count a try before it is judged, so that many at once are not more than their number."""
    key = _tries_key(request, event)
    cache.add(key, 0, PIN_MINUTES * 60)
    try:
        return cache.incr(key) <= PIN_TRIES
    except ValueError:  # its ten minutes were over between the two lines
        return True


def _forgive(request: HttpRequest, event: Event) -> None:
    """Whoever knows the PIN does not use up the tries of his address."""
    cache.delete(_tries_key(request, event))


def leave(_request: HttpRequest, now: TableNow, _phone: Phone) -> HttpResponse:
    """The referee's phone is handed on."""
    answer = back(now)
    forget_referee(answer, now.event)
    return answer


def seat(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """Remember for which pair this phone enters."""
    side = request.POST.get("side", "")
    if side not in ("ns", "ew") or not now.by_pairs or now.match is None:
        return refuse(request, now, phone, "table_needs_side")
    answer = back(now)
    remember_seat(answer, request, now.match, side)
    return answer


def unseat(_request: HttpRequest, now: TableNow, _phone: Phone) -> HttpResponse:
    """The wrong side was pressed: ask again."""
    answer = back(now)
    forget_seat(answer, now.event)
    return answer
