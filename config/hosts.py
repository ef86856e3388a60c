"""Under which names the site may be reached, and from where a request really came."""

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

from config.refusals import unknown_host

Next = Callable[[HttpRequest], HttpResponse]


class KnownHostsMiddleware:
    """Refuse a request whose Host is neither listed nor, in the hall, a private address.

    The laptop's address changes with every router, so phones may use any private one: a foreign page can
    make a browser send a foreign *name* here (rebinding), never a foreign *number*.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        host = split_domain_port(request.META.get("HTTP_HOST", request.META.get("SERVER_NAME", "")))[0]
        return self.get_response(request) if is_known(host) else unknown_host(request, host)


class UnnamedOriginMiddleware:
    """Read `Origin: null` over plain http as "no origin said", which Django judges by the token alone.

    Some phone browsers inside other apps hide the origin of their own forms. The CSRF token and its
    SameSite cookie are still demanded, as for every browser that sends no Origin at all. Over https
    Django is stricter by design, and so are we: there `null` is answered with what to set.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.META.get("HTTP_ORIGIN") == "null" and not request.is_secure():
            del request.META["HTTP_ORIGIN"]
        return self.get_response(request)


def is_known(host: str) -> bool:
    """Say whether `host` (without port, as sent) is one of ours; an empty or malformed one never is."""
    listed = [pattern for pattern in settings.ALLOWED_HOSTS if pattern != "*"]
    return bool(host) and (validate_host(host, listed) or (settings.LAN_HOSTS and is_private(host)))


def is_private(host: str) -> bool:
    """Say whether `host` is a number that the open internet does not use (RFC 1918, 3927, 4193, 6598)."""
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return not (address.is_global or address.is_unspecified)


def client_address(request: HttpRequest) -> str:
    """Return the address that asked: behind a trusted proxy the last one that the proxy itself wrote down."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.PROXY else ""
    last: str = forwarded.rsplit(",", 1)[-1].strip()
    return last or request.META.get("REMOTE_ADDR", "")
