"""The door to a table's page: the link behind its code, and whose phone it is that opened it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, Concatenate, ParamSpec

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.actions.work import Actor
from tournament.models import Event, Match
from tournament.permissions import device_of
from tournament.queries.table_now import TableNow, find_link, table_now

P = ParamSpec("P")
HOURS = 18  # from setting up in the morning to the last round at night
LASTS = HOURS * 60 * 60
DEVICE = "guansai_phone"
SALT = "tournament.table"


@dataclass(frozen=True, slots=True)
class Phone:
    """Whose phone this is, as far as it has said: a referee who knew the PIN, one of the match's sides.

    `device` is the digest of the phone's own random mark, "" while it has none. `seat` is "ns" or "ew" of the
    match that is played now: a pair that changes sides stays itself.
    """

    device: str = ""
    referee: str = ""
    seat: str = ""
    kind: str = ""  # phone, tablet …, for the journal

    @property
    def actor(self) -> Actor:
        """The referee as every action wants him."""
        return Actor(name=self.referee, source="table", device=self.kind)


def at_table(
    view: Callable[Concatenate[HttpRequest, TableNow, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """Give the view what is played at the table behind a token.

    An unknown token is 404. One that was renewed answers 410 and says so, with what was typed. Nothing of it
    is kept by browsers or search engines, and other sites never learn the address.
    """

    return _guarded(view)


def asked_at_table(
    view: Callable[Concatenate[HttpRequest, TableNow, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """The same for what every phone asks every few seconds: nobody is named, so no names are read."""
    return _guarded(view, nameless=True)


def _guarded(
    view: Callable[Concatenate[HttpRequest, TableNow, P], HttpResponse], *, nameless: bool = False
) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        link = find_link(token)
        if link is None:
            raise Http404
        if link.is_current:
            answer = view(request, table_now(link, nameless=nameless), *args, **kwargs)
        else:
            answer = renewed(request)
        answer.headers.setdefault("Cache-Control", "no-store")  # what is for ever the same says so itself
        answer["Referrer-Policy"] = "same-origin"
        answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer

    return guarded


def renewed(request: HttpRequest) -> HttpResponse:
    """410: this code lies on the table no longer."""
    return render(request, "tournament/tables/renewed.html", {"typed": typed_of(request)}, status=410)


def typed_of(request: HttpRequest) -> str:
    """The two levels that a form brought, to be shown where they could not be stored: A+ : 9."""
    levels = [request.POST.get(f"{side}_level", "").strip()[:12] for side in ("ns", "ew")]
    return " : ".join(level or "—" for level in levels) if any(levels) else ""


# -- whose phone --


def phone_of(request: HttpRequest, now: TableNow) -> Phone:
    """What this phone has said about itself, read from its own cookies; nothing is asked of the database."""
    mark = request.COOKIES.get(DEVICE, "")
    return Phone(
        device=digest(mark) if mark else "",
        referee=_referee(request, now.event),
        seat=_seat(request, now.match) if now.match else "",
        kind=device_of(request),
    )


def digest(mark: str) -> str:
    """A phone's mark as it is stored: it tells phones apart and leads back to none."""
    return sha256(mark.encode("utf-8", "replace")).hexdigest()


def pin_name(event: Event) -> str:
    """The cookie that says who entered this event's PIN."""
    return f"guansai_referee_{event.pk}"


def _pin_digest(event: Event) -> str:
    return salted_hmac(SALT, f"{event.pk}:{event.table_pin}").hexdigest()[:20]


def _referee(request: HttpRequest, event: Event) -> str:
    """The referee's name while the PIN that was entered is still the event's, "" otherwise."""
    said = _read(request, pin_name(event))
    if not event.table_pin or not constant_time_compare(str(said.get("pin", "")), _pin_digest(event)):
        return ""
    return str(said.get("name", ""))


def remember_referee(answer: HttpResponse, request: HttpRequest, event: Event, name: str) -> None:
    """Let this phone enter as `name` for 18 hours, or until the PIN is changed."""
    _write(answer, request, pin_name(event), {"pin": _pin_digest(event), "name": name})


def forget_referee(answer: HttpResponse, event: Event) -> None:
    """The phone is handed on."""
    answer.delete_cookie(pin_name(event), path=_path())


def seat_name(event: Event) -> str:
    """The cookie that says for which pair a phone enters in the match that is played now."""
    return f"guansai_seat_{event.pk}"


def _seat(request: HttpRequest, match: Match) -> str:
    said = _read(request, seat_name(match.round.group.stage.event))
    if said.get("match") != match.pk:
        return ""
    return {match.ns_id: "ns", match.ew_id: "ew"}.get(said.get("pair"), "")


def remember_seat(answer: HttpResponse, request: HttpRequest, match: Match, side: str) -> None:
    """Remember for which pair this phone enters, and give it a mark of its own if it has none."""
    pair = match.ns_id if side == "ns" else match.ew_id
    event = match.round.group.stage.event
    _write(answer, request, seat_name(event), {"match": match.pk, "pair": pair})
    if not request.COOKIES.get(DEVICE):
        _keep(answer, request, DEVICE, secrets.token_urlsafe(16))


def forget_seat(answer: HttpResponse, event: Event) -> None:
    """The wrong side was pressed, or the phone goes to the other pair. Its mark stays."""
    answer.delete_cookie(seat_name(event), path=_path())


def _read(request: HttpRequest, name: str) -> dict[str, Any]:
    """What a signed cookie says; nothing for one that is missing, forged or too old."""
    try:
        found = signing.loads(request.COOKIES.get(name, ""), salt=f"{SALT}.{name}", max_age=LASTS)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}


def _write(answer: HttpResponse, request: HttpRequest, name: str, said: dict[str, Any]) -> None:
    _keep(answer, request, name, signing.dumps(said, salt=f"{SALT}.{name}"))


def _keep(answer: HttpResponse, request: HttpRequest, name: str, value: str) -> None:
    answer.set_cookie(
        name, value, max_age=LASTS, path=_path(), secure=request.is_secure(), httponly=True, samesite="Lax"
    )


def _path() -> str:
    """Only the pages of tables are told."""
    return reverse("table-page", args=["-" * 22]).removesuffix("-" * 22 + "/")
