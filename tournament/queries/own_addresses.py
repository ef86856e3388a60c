"""Where this computer can be reached, and whether the codes on the tables still lead there."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache

from tournament.models import Event

# Nothing is sent: connecting a datagram socket only asks the system which address it would use.
PROBES = ("10.255.255.255", "192.0.2.1")
KEPT = "own-addresses"
KEPT_FOR = 15  # seconds: asking the system for its name's addresses can take a while


def lan_addresses() -> list[str]:
    """Return this computer's IPv4 addresses that others in the hall can use, the likeliest first."""
    found = [_address_towards(probe) for probe in PROBES] + _addresses_of_own_name()
    usable = [address for address in found if address and _is_reachable(address)]
    return list(dict.fromkeys(usable))


def _address_towards(probe: str) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((probe, 9))
        except OSError:
            return ""
        return str(asking.getsockname()[0])


def _addresses_of_own_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def _is_reachable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_link_local)


def hall_sites() -> list[str]:
    """The site's addresses in the hall, without a slash at the end, the likeliest first.

    None where it was not started to serve a hall: only `manage.py serve` knows that phones can reach it, and
    at which port. Asked anew after 15 seconds, since a laptop's address changes with the router.
    """
    if not settings.HALL_ADDRESS:
        return []
    found: list[str] | None = cache.get(KEPT)
    if found is None:
        found = lan_addresses()
        cache.set(KEPT, found, KEPT_FOR)
    started = urlsplit(settings.HALL_ADDRESS)
    port = f":{started.port}" if started.port else ""
    return [f"{started.scheme}://{address}{port}" for address in found]


def moved_address(event: Event, asked_host: str = "") -> str:
    """Where codes printed with the event's stored address should lead now; "" while they are right.

    `asked_host` is the Host of the request at hand: an address under which we are just being asked is right,
    whatever the system says. Without links nothing was printed and nothing is said.
    """
    if not event.lan_address or not settings.HALL_ADDRESS:
        return ""
    if urlsplit(event.lan_address).netloc == asked_host or not is_number(event.lan_address):
        return ""
    sites = hall_sites()
    if not sites or event.lan_address in sites:
        return ""
    return sites[0] if event.table_links.filter(is_current=True).exists() else ""


def is_number(site: str) -> bool:
    """Whether an address is a number of a network, not a name that somebody keeps right."""
    try:
        ipaddress.ip_address(urlsplit(site).hostname or "")
    except ValueError:
        return False
    return True
