"""The real server (`manage.py serve`) for tests that need processes: on the database that the test uses."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parents[1]
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True, slots=True)
class Served:
    """A server that runs: where, and its first process."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        """Its address, without a closing slash."""
        return f"http://127.0.0.1:{self.port}"

    def seconds_of_processor(self) -> float:
        """What it and its workers have used so far, user and system; needs Linux."""
        return sum(_seconds(pid) for pid in family_of(self.process.pid))


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found: int = free.getsockname()[1]
        return found


@contextmanager
def serving(port: int, *more: str) -> Iterator[Served]:
    """Serve the test's database on `port`, with `more` options of `serve`, until the block is left.

    The same port may be used again at once, as by a laptop that is started anew.
    """
    environment = os.environ | {"SECRET_KEY": settings.SECRET_KEY, "DATABASE_URL": _database()}
    command = [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", str(port), *more]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield Served(port, process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(120)


def _database() -> str:
    """The database of this thread's connection, as `DATABASE_URL` writes it."""
    known = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{known['NAME']}"
    who = quote(known["USER"]) + (f":{quote(known['PASSWORD'])}" if known["PASSWORD"] else "")
    host = quote(known["HOST"], safe="")  # a folder, where it listens on a socket of its own
    return f"postgres://{who}@{host}:{known['PORT']}/{known['NAME']}"


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _attempt in range(1200):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            line.request("GET", "/")
            line.getresponse().read()
        except OSError:
            assert process.poll() is None, "the server ended"
            time.sleep(0.1)
        else:
            return
        finally:
            line.close()
    raise AssertionError("the server did not start")


def family_of(pid: int) -> list[int]:
    """A process and all that it started, and they, in this order; needs Linux."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family_of(int(child)))]


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
