"""Where this computer can be reached: its addresses, a free port, a QR code for the terminal."""

import errno
import socket
import sys
from io import StringIO
from urllib.parse import urlsplit

import segno

from tournament.queries.own_addresses import lan_addresses

__all__ = ["is_answering", "lan_addresses", "port_trouble", "qr_lines"]


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
