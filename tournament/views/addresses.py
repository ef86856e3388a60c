"""Addresses that are shown to be handed on: they must work on the phones of others."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def address_for_others(request: HttpRequest, path: str) -> str:
    """Return the full address of `path` (which begins with a slash) as others in the hall can open it.

    The organiser's browser opens the site as 127.0.0.1, which means another computer on everybody else's:
    such a request gets the hall's address instead, the one that the start window shows. Where the site
    serves this computer alone there is none, and the address stays as it was asked.
    """
    if settings.HALL_ADDRESS and _means_this_computer(split_domain_port(request.get_host())[0]):
        return f"{settings.HALL_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def _means_this_computer(host: str) -> bool:
    """Whether `host`, without its port, is a name of the computer that asks."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
