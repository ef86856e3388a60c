"""F06: two requests for one round at the same moment make one round."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.hall import COMMITTED, shared_database
from tests.tournament.desks import url
from tests.tournament.entering.desk import BACKEND
from tests.tournament.entering.test_crowd import in_thread
from tests.tournament.factories import make_director
from tests.tournament.rounds.swiss import pair_next, play, sitting_out, swiss_stage, tables
from tournament.models import Round, Stage

pytestmark = COMMITTED


def begun() -> Stage:
    """Seven pairs, round 1 played."""
    stage = swiss_stage(pairs=7)
    play(stage, pair_next(stage))
    return stage


@pytest.fixture
def hall(tmp_path: Path, django_db_blocker: Any) -> Iterator[Stage]:
    """The stage, in a database that threads share."""
    with django_db_blocker.unblock(), shared_database(tmp_path):
        yield begun()


def test_f06_two_requests_at_once_make_one_round(hall: Stage) -> None:
    director = make_director(hall.event)

    def press(key: str) -> int:
        client = Client()
        client.force_login(director, backend=BACKEND)
        return client.post(url("pair-run", hall), {"submission": key, "number": 2}).status_code

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(in_thread(press), ["one", "two"]))
    assert answers == [302, 409]
    assert Round.objects.filter(number=2).count() == 1
    assert len(tables(hall, 2)) == 3
    assert len(sitting_out(hall, 2)) == 1
