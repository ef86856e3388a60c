"""A server that is killed in the middle of 200 writes: what was acknowledged is there."""

from __future__ import annotations

import http.client
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.hall import file_database
from tests.served import Served, family_of, free_port, serving
from tests.tournament.entering.desk import BACKEND
from tests.tournament.factories import make_director, make_event
from tournament.models import Announcement, Entry, Event, Submission

pytestmark = pytest.mark.skipif(
    connection.vendor != "sqlite" or not Path("/proc/self/task").exists(),
    reason="a SQLite file, and a system that names the server's processes",
)
WRITES, WRITERS, KILLED_AFTER = 200, 5, 80
CSRF = "c" * 32


@pytest.fixture
def event(tmp_path: Path, django_db_blocker: Any) -> Iterator[Event]:
    with django_db_blocker.unblock(), file_database(tmp_path):
        yield make_event(pairs=0, slug="sai")


def kill(served: Served) -> None:
    """As a battery that is taken out: no process gets a moment for anything."""
    for process in family_of(served.process.pid):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def test_kill_9_in_the_middle_of_200_writes_loses_none_that_was_acknowledged(event: Event) -> None:
    director = Client()
    director.force_login(make_director(event), backend=BACKEND)
    session = director.cookies[settings.SESSION_COOKIE_NAME].value
    cookies = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}"
    headers = {"Cookie": cookies, "X-CSRFToken": CSRF, "Content-Type": "application/x-www-form-urlencoded"}
    place = reverse("announcement-new", args=[event.slug])
    acknowledged: list[str] = []
    enough = threading.Event()

    def write(served: Served, number: int) -> None:
        line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
        body = urlencode({"text": f"第 {number} 条", "submission": f"key-{number}"})
        with suppress(OSError, http.client.HTTPException):  # killed meanwhile: not acknowledged
            line.request("POST", place, body, headers)
            if line.getresponse().status == 302:
                acknowledged.append(f"第 {number} 条")
        line.close()
        if len(acknowledged) >= KILLED_AFTER:
            enough.set()

    with serving(free_port()) as served, ThreadPoolExecutor(WRITERS) as pool:
        writes = [pool.submit(write, served, number) for number in range(WRITES)]
        assert enough.wait(60)
        kill(served)
        for one in writes:
            one.result()

    stored = set(Announcement.objects.values_list("text", flat=True))
    assert KILLED_AFTER <= len(acknowledged) < WRITES
    assert set(acknowledged) - stored == set()
    # The few that were stored and whose answer was lost are whole: the line, and the key of a second press.
    assert Entry.objects.filter(verb="announce").count() == len(stored)
    assert Submission.objects.filter(verb="announce").count() == len(stored)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        assert cursor.fetchone() == ("ok",)
