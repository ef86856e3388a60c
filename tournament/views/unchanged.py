"""The answer to whoever has a public page already: nothing new, told before anything else is read.

In a full hall nearly all requests are these, 500 phones that ask every twenty seconds. One small query says
whether anything public has changed, so that what was withdrawn is gone at the next question.
"""

from __future__ import annotations

import re
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
    "locale/**/*.mo",
)
COOKIES: Final = (settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_NAME)
_PUBLIC_PAGE = re.compile(r"/e/([-\w]+)/(?:(?:pairs|awards|unit-ranks|draws|stages)/.*|clock/|logo\.png)?")


def unchanged(request: HttpRequest) -> HttpResponse | None:
    """204 to a poll and 304 to a browser while nothing has changed; None: the page is to be made.

    Asks for public pages of an event only (`public_page`), and never for a write.
    """
    held = request.META.get("HTTP_IF_NONE_MATCH", "")  # `headers` would read them all
    asked_for = _PUBLIC_PAGE.fullmatch(request.path_info)
    if asked_for is None or not (held or request.GET.get(SINCE)) or request.method not in ("GET", "HEAD"):
        return None
    state = public_state(asked_for[1])
    if state is None:
        return None
    if request.GET.get(SINCE) == str(state.revision):
        return HttpResponse(status=204)
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
