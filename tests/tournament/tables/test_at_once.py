"""F25, F34: both pairs of every table, and two referees at one, press within the same instant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.hall import COMMITTED, shared_database
from tests.tournament.tables.phones import Phone, hall, link_of, pair, referee
from tournament.models import Claim, Result, Stage, TableEntry

pytestmark = COMMITTED


@pytest.fixture
def stage(tmp_path: Path, django_db_blocker: Any) -> Iterator[Stage]:
    """Four tables at which both pairs enter, in a database that threads share."""
    with django_db_blocker.unblock(), shared_database(tmp_path):
        yield hall(TableEntry.PAIRS)


def together(presses: list[Callable[[], Any]]) -> list[int]:
    """Every press in a thread of its own; the status of each answer."""

    def press(one: Callable[[], Any]) -> int:
        with closing(connection):
            return int(one().status_code)

    with ThreadPoolExecutor(len(presses)) as pool:
        return list(pool.map(press, presses))


def quiet(phone: Phone) -> Phone:
    """A phone to which an error of ours is an answer, not an exception."""
    phone.client.raise_request_exception = False
    return phone


def test_both_pairs_of_every_table_say_the_same_at_once(stage: Stage) -> None:
    phones = [quiet(pair(link_of(stage, table), side)) for table in (1, 2, 3, 4) for side in ("ns", "ew")]

    answers = together([partial(phone.levels, "K", "9") for phone in phones])

    assert answers == [302] * 8
    assert Result.objects.filter(is_current=True).count() == 4
    assert [claim.state for claim in Claim.objects.all()] == ["accepted"] * 4


def test_both_pairs_say_something_else_at_once(stage: Stage) -> None:
    ns, ew = quiet(pair(link_of(stage), "ns")), quiet(pair(link_of(stage), "ew"))

    answers = together([lambda: ns.levels("K", "9"), lambda: ew.levels("J", "9")])

    assert sorted(answers) == [302, 409]
    assert Claim.objects.filter(state="waiting").count() == 1
    assert not Result.objects.exists()


def test_two_referees_at_one_table_leave_one_result_and_one_question(stage: Stage) -> None:
    first, second = (quiet(referee(link_of(stage), name)) for name in ("甲裁判", "乙裁判"))

    answers = together([lambda: first.levels("K", "9"), lambda: second.levels("J", "9")])

    assert sorted(answers) == [302, 409]
    assert Result.objects.count() == 1


def test_a_referee_settles_while_the_pairs_agree(stage: Stage) -> None:
    ns, ew = pair(link_of(stage), "ns"), quiet(pair(link_of(stage), "ew"))
    ns.levels("K", "9")
    ew.look()
    judge = quiet(referee(link_of(stage)))

    answers = together([lambda: ew.send("accept"), lambda: judge.levels("Q", "9")])

    assert sorted(answers) == [302, 409]
    assert Result.objects.filter(is_current=True).count() == 1
    assert Claim.objects.get().state in ("accepted", "settled")
