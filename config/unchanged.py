"""The first middleware: in a full hall most requests ask whether anything is new, and nothing is."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from config.hosts import is_known
from tournament.views.unchanged import unchanged

Next = Callable[[HttpRequest], HttpResponse]


class UnchangedMiddleware:
    """Answer 304 and 204 before anything else is done: five times as many a second.

    Such an answer has no body, so it needs no session, no language and no policy; the browser keeps the
    headers of the page that it has. A foreign Host is passed on, to be refused with its sentence.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return (unchanged(request) if _is_ours(request) else None) or self.get_response(request)


def _is_ours(request: HttpRequest) -> bool:
    host = split_domain_port(request.META.get("HTTP_HOST", request.META.get("SERVER_NAME", "")))[0]
    return is_known(host)
