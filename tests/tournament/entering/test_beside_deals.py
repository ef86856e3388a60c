"""A slip at the desk for a table whose deals were written down: what is signed and what was played agree."""

from __future__ import annotations

import pytest

from tests.tournament.entering.desk import Desk, read
from tests.tournament.running.phones import match_at, send
from tests.tournament.running.table_phone import hall
from tournament.models import Result, Running, TableEntry

pytestmark = pytest.mark.django_db
PASSED = "N3 N3 N3 N3 N3"


@pytest.fixture
def desk() -> Desk:
    return Desk(hall())


def test_levels_that_the_deals_give_are_stored_with_the_deals(desk: Desk) -> None:
    send(match_at(desk.stage), PASSED)
    assert desk.slip(1, "A3", "2").status_code == 200
    assert len(Result.objects.get().deals) == 5


@pytest.mark.parametrize("htmx", [True, False])
def test_other_levels_are_asked_about_and_stored_on_purpose(desk: Desk, htmx: bool) -> None:
    send(match_at(desk.stage), "E3 N2")
    answer = desk.slip(1, "9", "J", htmx=htmx)
    said = read(answer)
    assert answer.status_code == 409
    assert "第 1 桌的逐副记录与此不同，还没有保存您的。" in said
    assert "4 : 5" in said
    assert "周裁判" in said
    assert "9 : J" in said
    assert not Result.objects.exists()

    assert desk.slip(1, "9", "J", overwrite=match_at(desk.stage).version, htmx=htmx).status_code in (200, 302)
    result = Result.objects.get()
    assert (result.ns_level, result.ew_level, result.deals) == (9, 11, [])
    assert Running.objects.get().deals == [["ew", 2], ["ns", 3]]  # to go on from, should it be taken back


def test_an_event_of_paper_is_asked_nothing(desk: Desk) -> None:
    send(match_at(desk.stage), "E3 N2")
    event = desk.stage.event
    event.table_entry = TableEntry.READ_ONLY
    event.save()
    assert desk.slip(1, "9", "J").status_code == 200
