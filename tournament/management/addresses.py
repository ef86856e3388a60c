"""Where this computer can be reached: its addresses, a free port, a QR code for the terminal."""

import errno
import ipaddress
import socket
import sys
from io import StringIO
from urllib.parse import urlsplit

import segno

# Nothing is sent: connecting a datagram socket only asks the system which address it would use.
PROBES = ("10.255.255.255", "192.0.2.1")


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


def port_trouble(host: str, port: int) -> str:
    """Return an empty text when `port` can be listened on, `taken`, or the system's own reason."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trying:
        if sys.platform != "win32":  # there the option means the opposite: share the port
            trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trying.bind((host, port))
        except OSError as error:
            return "taken" if error.errno in {errno.EADDRINUSE, errno.EACCES} and port > 1023 else str(error)
    return ""


def is_answering(address: str) -> bool:
    """Say whether somebody takes connections at the host and port of `address`, which carries both."""
    parts = urlsplit(address)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 80), timeout=2):
            return True
    except OSError:
        return False


def qr_lines(address: str) -> list[str]:
    """Draw `address` as a QR code in half blocks, for a terminal of either colour."""
    drawing = StringIO()
    segno.make(address, error="m").terminal(out=drawing, compact=True)
    return drawing.getvalue().rstrip("\n").split("\n")
