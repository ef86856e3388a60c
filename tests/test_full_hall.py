"""A full hall on the real server: forty tables in two seconds, while everybody looks and copies are made
(field case F34)."""

from __future__ import annotations

import http.client
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.hall import COMMITTED, ON_SQLITE, shared_database
from tests.served import Served, free_port, serving
from tests.tournament.entering.desk import BACKEND
from tests.tournament.factories import TEST, make_director, make_event, make_stage
from tests.tournament.tables.phones import PIN, link_of, referee
from tournament.actions.run_round import start_round
from tournament.actions.set_screen import set_screen
from tournament.actions.table_links import make_links
from tournament.backups.copyfile import unpack
from tournament.backups.making import make_file
from tournament.models import Match, PublicView, Result, ScreenPage, Stage
from tournament.queries.standings import stage_standings

pytestmark = COMMITTED

TABLES, PAGES, LOOKERS, SECONDS = 40, 100, 10, 2.0
CSRF = "c" * 32
PUBLIC = ("", "stages/1/rounds/1/", "stages/1/standings/", "pairs/{}/")


@pytest.fixture
def stage(tmp_path: Path, django_db_blocker: Any) -> Iterator[Stage]:
    """Forty tables that play round 1 of a live event, a code on each."""
    with django_db_blocker.unblock(), shared_database(tmp_path):
        event = make_event(
            pairs=2 * TABLES, rulebook="devzone-26", slug="sai", public_view=PublicView.LIVE,
            table_entry="referee", table_pin=PIN,
        )  # fmt: skip
        made = make_stage(event, group_size=8)
        start_round(stage=made, number=1, at=timezone.now() - timedelta(hours=1), by=TEST)
        make_links(event=event, by=TEST)
        for number, shows in ((1, [ScreenPage.NUMBERS, ScreenPage.CLOCK]), (2, [ScreenPage.STANDINGS])):
            set_screen(event=event, number=number, shows=shows, seconds=10, by=TEST)
        yield made


@dataclass
class Hall:
    """The server, who is signed in, and what came back: (what, status, seconds)."""

    served: Served
    staff: str
    table: str
    answers: list[tuple[str, int, float]] = field(default_factory=list)

    def ask(self, what: str, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str]:
        """One request on a connection of its own, as from a phone that was asleep."""
        line = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=60)
        began = time.perf_counter()
        line.request(method, path, body or None, headers)
        answer = line.getresponse()
        told = answer.read().decode(errors="replace")
        self.answers.append((what, answer.status, time.perf_counter() - began))
        line.close()
        return answer.status, told


def cookies(client: Client) -> str:
    return "; ".join(f"{name}={one.value}" for name, one in client.cookies.items() if one.value)


@pytest.fixture
def hall(stage: Stage) -> Iterator[Hall]:
    director = Client()
    director.force_login(make_director(stage.event), backend=BACKEND)
    phone = referee(link_of(stage))
    with serving(free_port()) as served:
        csrf = f"; {settings.CSRF_COOKIE_NAME}={CSRF}"
        phone.client.cookies.pop(settings.CSRF_COOKIE_NAME, None)
        director.cookies.pop(settings.CSRF_COOKIE_NAME, None)
        yield Hall(served, cookies(director) + csrf, cookies(phone.client) + csrf)


def phones_of(hall: Hall, stage: Stage, began: float) -> list[Callable[[], None]]:
    """Every table sends its final levels at its own moment of the two seconds, and the same once more,
    as after an answer that was lost."""
    matches = {one.table: one for one in Match.objects.filter(round__number=1, round__group__stage=stage)}

    def phone(table: int) -> Callable[[], None]:
        match, place = matches[table], f"/t/{link_of(stage, table).token}/do/enter/"
        said = {"match": match.pk, "based_on": match.version, "submission": f"table-{table}"}
        body = urlencode(said | {"ns_level": "K", "ew_level": str(table % 9 + 2)})
        headers = {"Cookie": hall.table, "X-CSRFToken": CSRF}
        headers["Content-Type"] = "application/x-www-form-urlencoded"

        def send() -> None:
            time.sleep(max(began + SECONDS * table / TABLES - time.perf_counter(), 0))
            for _attempt in range(2):
                hall.ask("phone", "POST", place, body, **headers)

        return send

    return [phone(table) for table in range(1, TABLES + 1)]


def look(hall: Hall, of: int, is_over: Callable[[], bool]) -> None:
    """A tenth of the pages, and perhaps a desk or a screen, one after another until all tables are in."""
    since = dict.fromkeys(range(of, PAGES, LOOKERS), "0")
    while not is_over():
        for page in since:
            path = f"/e/sai/{PUBLIC[page % 4].format(page % 80 + 1)}?part=1&since={since[page]}"
            status, told = hall.ask("public", "GET", path)
            if status == 200 and (newer := re.search(r"since=(\d+)", told)):
                since[page] = newer[1]
        if of < 2:
            hall.ask("desk", "GET", "/e/sai/desk/stages/1/rounds/1/", Cookie=hall.staff)
        elif of < 4:
            hall.ask("screen", "GET", f"/e/sai/screen/{of - 1}/")
        elif of == 4:
            hall.ask("xlsx", "GET", "/e/sai/desk/papers/workbook.xlsx", Cookie=hall.staff)


def copies_until(is_over: Callable[[], bool], folder: Path) -> list[int]:
    """Copies of the site, one after another, until all tables are in; how many results each has."""
    found: list[int] = []
    while not is_over() or not found:
        copy, inside = folder / f"{len(found)}.zip", folder / f"{len(found)}.inside"
        (event,) = make_file(copy, timezone.now()).events
        unpack(copy, inside)
        if ON_SQLITE:
            assert read_copy(inside) == ("ok", event.results, event.results)
        found.append(event.results)
    connection.close()
    return found


def read_copy(inside: Path) -> tuple[str, int, int]:
    """What SQLite says of a copy, how many results it has, and how many lines of the journal say so."""
    results = "SELECT count(*) FROM tournament_result WHERE is_current"
    told = "SELECT count(*) FROM tournament_entry WHERE verb = 'enter_result'"
    with closing(sqlite3.connect(inside)) as file:
        asked = ("PRAGMA integrity_check", results, told)
        whole, stored, noted = (file.execute(one).fetchone()[0] for one in asked)
    return whole, stored, noted


def test_f34_forty_tables_in_two_seconds_while_pages_poll(
    hall: Hall, stage: Stage, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    hall.ask("first", "GET", "/e/sai/")  # the first request of a process imports the site
    with ThreadPoolExecutor(TABLES + LOOKERS + 1) as pool:
        phones = [pool.submit(send) for send in phones_of(hall, stage, time.perf_counter() + 0.5)]
        lookers = [
            pool.submit(look, hall, of, lambda: all(one.done() for one in phones)) for of in range(LOOKERS)
        ]
        copier = pool.submit(copies_until, lambda: all(one.done() for one in phones), tmp_path)
        for one in (*phones, *lookers):
            one.result()
        copied = copier.result()

    statuses = {what: {s for w, s, _ in hall.answers if w == what} for what, _s, _t in hall.answers}
    assert statuses["phone"] == {302}
    assert statuses["public"] <= {200, 204}
    assert {"desk", "screen", "xlsx"} <= set(statuses)
    assert all(statuses[what] == {200} for what in ("desk", "screen", "xlsx"))
    stored = Result.objects.filter(match__round__group__stage=stage)
    tables = stored.order_by("match__table").values_list("match__table", flat=True)
    assert list(tables) == list(range(1, TABLES + 1))
    assert set(stored.values_list("version", "is_current", "source")) == {(1, True, "table")}
    assert copied
    assert copied == sorted(copied)  # each later copy has what an earlier one has
    total = sum((row.points for row in stage_standings(stage).overall), Decimal())
    assert total == 26 * TABLES
    for what in sorted(statuses):
        seconds = sorted(took for w, _s, took in hall.answers if w == what)
        told = (
            f"{len(seconds)} answers, median {seconds[len(seconds) // 2]:.2f} s, slowest {seconds[-1]:.2f} s"
        )
        record_property(what, told)
        print(f"{what}: {told}")
