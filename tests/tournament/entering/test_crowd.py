"""F34: forty tables are saved at once while others read; nothing is lost, nobody sees an error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.rules import Side
from tests.hall import COMMITTED, shared_database
from tests.tournament.entering.desk import BACKEND
from tests.tournament.factories import make_director, make_stage
from tournament.models import Entry, Match, Result, Stage
from tournament.queries.rounds import table_rows
from tournament.queries.standings import stage_standings

pytestmark = COMMITTED
TABLES = 40
READERS = 4


@pytest.fixture
def hall(tmp_path: Path, django_db_blocker: Any) -> Iterator[Stage]:
    """Forty tables of a published round, in a database that threads share."""
    with django_db_blocker.unblock(), shared_database(tmp_path):
        yield make_stage(pairs=2 * TABLES)


def levels(table: int) -> tuple[str, str]:
    """A different slip for every table."""
    low = "23456789JQ"[table % 10]
    return ("A3", low) if table % 2 else (low, "a+2")


def in_thread(work: Callable[..., Any]) -> Callable[..., Any]:
    """Close the thread's connection after its work, as a server's worker would."""

    def done(*args: Any) -> Any:
        with closing(connection):
            return work(*args)

    return done


def test_f34_forty_slips_at_once_are_all_kept_while_others_read(hall: Stage) -> None:
    director = make_director(hall.event)
    address = reverse("round", args=[hall.event.slug, 1, 1])

    def browser() -> Client:
        client = Client(raise_request_exception=False)
        client.force_login(director, backend=BACKEND)
        return client

    @in_thread
    def save(table: int, client: Client) -> tuple[int, str]:
        ns, ew = levels(table)
        slip = {"table": table, "ns_level": ns, "ew_level": ew, "submission": f"slip{table}"}
        answer = client.post(address, slip, headers={"hx-request": "true"})
        return answer.status_code, answer.content.decode()

    @in_thread
    def read(turn: int, client: Client) -> int:
        aside = reverse("round-standings", args=[hall.event.slug, 1, 1])
        workbook = reverse("paper", kwargs={"slug": hall.event.slug, "what": "standings", "form": "xlsx"})
        public = reverse("public-round", args=[hall.event.slug, 1, 1])
        news = reverse("round-news", args=[hall.event.slug, 1, 1])
        return client.get((address, public, workbook, aside, news)[turn % 5]).status_code

    scorers, readers = [browser() for _ in range(TABLES)], [browser() for _ in range(READERS)]
    with ThreadPoolExecutor(TABLES + READERS) as pool:
        looks = [pool.submit(read, turn, readers[turn % READERS]) for turn in range(3 * READERS)]
        saves = [pool.submit(save, table, scorers[table - 1]) for table in range(1, TABLES + 1)]
        answers = [one.result() for one in saves]
        seen = {one.result() for one in looks}

    assert {status for status, _page in answers} == {200}
    assert all(re.search(rf"已登记第 {table} 桌", page) for table, (_s, page) in enumerate(answers, start=1))
    assert seen == {200}
    assert Result.objects.filter(is_current=True).count() == TABLES
    assert Entry.objects.filter(verb="enter_result").count() == TABLES
    assert_standings_are_the_sum(hall)


def assert_standings_are_the_sum(stage: Stage) -> None:
    """Every pair has exactly what its one table gave it."""
    given: dict[int, Decimal | None] = {}
    for row in table_rows(stage, 1):
        match: Match = row.match
        given |= {match.ns.number: row.ns_points, match.ew.number if match.ew else 0: row.ew_points}
        assert row.winner is (Side.NS if (match.table or 0) % 2 else Side.EW)
    assert {row.pair: row.points for row in stage_standings(stage).overall} == given


def test_f25_two_within_the_same_instant_leave_one_result_and_one_question(hall: Stage) -> None:
    director = make_director(hall.event)
    address = reverse("round", args=[hall.event.slug, 1, 1])
    clients = [Client(raise_request_exception=False) for _ in range(8)]
    for client in clients:
        client.force_login(director, backend=BACKEND)

    @in_thread
    def save(turn: int) -> int:
        low = "23456789"[turn]
        slip = {"table": 5, "ns_level": "A3", "ew_level": low, "submission": f"turn{turn}"}
        return clients[turn].post(address, slip, headers={"hx-request": "true"}).status_code

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(save, range(8)))

    assert answers == [200] + [409] * 7
    assert Result.objects.count() == 1
