"""The answer to whoever has a public page already: nothing new, told before anything else is read.

In a full hall nearly all requests are these, 500 phones that ask every twenty seconds. One small query says
whether anything public has changed. For half a second each process remembers what it said, and answers
visitors who are not signed in from that: what was withdrawn is gone within a second, whoever is asked.
"""

from __future__ import annotations

import re
import time
from functools import cache as cache_once
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language_from_request

from tournament.queries.public import PublicState, public_state

PART: Final = "part"  # ?part=1: only what a page polls for
SINCE: Final = "since"  # ?part=1&since=12: nothing (204) while the public counter is still 12
SOURCES: Final = (
    "templates/**/*.html",
    "static/**/*.css",
    "static/**/*.js",
    "tournament/**/*.py",
    "scoring/**/*.py",
    "scoring/**/*.toml",
    "pairing/**/*.py",
    "config/**/*.py",
    "locale/**/*.mo",
)
REMEMBERED_FOR: Final = 0.5  # seconds
COOKIES: Final = (settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_NAME)
_PUBLIC_PAGE = re.compile(r"/e/([-\w]+)/(?:(?:pairs|awards|unit-ranks|draws|stages)/.*|clock/|logo\.png)?")


# By slug: what the database said last, and when it was asked. Of public events only, so it stays small.
_last_read: dict[str, tuple[PublicState, float]] = {}


def unchanged(request: HttpRequest) -> HttpResponse | None:
    """204 to a poll and 304 to a browser while nothing has changed; None: the page is to be made.

    Asks for public pages of an event only (`public_page`), and never for a write. One query.
    """
    slug = _asked_of(request)
    state = _read(slug) if slug else None
    return _nothing_new(request, state) if state else None


def unchanged_lately(request: HttpRequest) -> HttpResponse | None:
    """The same without a query, from what was read less than `REMEMBERED_FOR` ago; None: ask the others.

    Who is signed in is never answered from memory: he sees at once what he has done.
    """
    state = read_lately(request.path_info) if _asked_of(request) else None
    if state is None or settings.SESSION_COOKIE_NAME in request.META.get("HTTP_COOKIE", ""):
        return None
    return _nothing_new(request, state)


def read_lately(path: str) -> PublicState | None:
    """What the database said less than `REMEMBERED_FOR` ago of the event below whose address `path` lies."""
    state, at = _last_read.get(path[3:].partition("/")[0], (None, 0.0))  # behind /e/
    return state if time.monotonic() - at < REMEMBERED_FOR else None


def _asked_of(request: HttpRequest) -> str:
    """The slug of the event about whose page the request asks for news; "" for any other request."""
    asks = "HTTP_IF_NONE_MATCH" in request.META or SINCE in request.META.get("QUERY_STRING", "")
    asked_for = _PUBLIC_PAGE.fullmatch(request.path_info) if asks else None
    return asked_for[1] if asked_for and request.method in ("GET", "HEAD") else ""


def _read(slug: str) -> PublicState | None:
    began = time.monotonic()  # before the question: the answer may be as old as that
    state = public_state(slug)
    if state is None:
        _last_read.pop(slug, None)
    else:
        _last_read[slug] = (state, began)
    return state


def _nothing_new(request: HttpRequest, state: PublicState) -> HttpResponse | None:
    if request.GET.get(SINCE) == str(state.revision):
        return HttpResponse(status=204)
    held = request.META.get("HTTP_IF_NONE_MATCH", "")  # `headers` would read them all
    if not held:
        return None
    etag = etag_of(request, state)
    # A proxy that compresses makes it weak: it is the same page all the same.
    is_held = etag in (one.strip().removeprefix("W/") for one in held.split(","))
    return HttpResponse(status=304, headers=_to_ask_again(etag)) if is_held else None


def marked(answer: HttpResponse, request: HttpRequest, state: PublicState) -> HttpResponse:
    """The answer with what browsers need to ask again cheaply; what the page itself says of it stays."""
    for name, value in _to_ask_again(etag_of(request, state)).items():
        answer.headers.setdefault(name, value)
    return answer


def _to_ask_again(etag: str) -> dict[str, str]:
    return {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"}


def etag_of(request: HttpRequest, state: PublicState) -> str:
    """Changes with what is public, the program, the language, and the cookies of the language switch and of
    who is signed in."""
    cookies = "|".join(request.COOKIES.get(name, "") for name in COOKIES)
    language = get_language_from_request(request)
    seen_by = sha256(f"{language}|{cookies}|{edition()}".encode()).hexdigest()[:12]
    return f'"{state.event_id}-{state.revision}-{seen_by}"'


@cache_once
def edition() -> str:
    """A digest of what makes the pages: after an update of the program nobody keeps those of the old one.

    Read once by each process; the same on every machine that runs the same program.
    """
    found = sha256()
    for pattern in SOURCES:
        for path in sorted(settings.BASE_DIR.glob(pattern)):
            found.update(path.read_bytes())
    return found.hexdigest()[:12]
