"""News of a round's page: nothing while nothing happens, and never the line in which somebody types."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import TEST, make_stage, play_round
from tests.tournament.running.phones import send
from tests.tournament.tables.phones import hall, match_at
from tournament.actions.run_round import start_round
from tournament.models import Event, TableEntry

pytestmark = pytest.mark.django_db


def ask(desk: Desk, held: str = "", **query: Any) -> Any:
    """Ask for news as the page does: with the mark of what it has."""
    headers = {"hx-request": "true"} | ({"if-none-match": held} if held else {})
    return desk.client.get(desk.address("round-news"), query, headers=headers)


def mark_of(desk: Desk) -> str:
    """The mark that the page itself carries."""
    found = re.search(r'data-news="([^"]+)"', desk.client.get(desk.address("round")).content.decode())
    assert found is not None
    return found[1].replace("&quot;", '"')


def test_a_page_is_told_only_when_something_has_happened(desk: Desk) -> None:
    held = mark_of(desk)
    assert ask(desk, held).status_code == 304
    other = Desk(desk.stage, username="second")
    other.slip(3, "A3", "9")

    answer = ask(desk, held)

    assert answer.status_code == 200
    assert "已录 1" in read(answer)
    html = answer.content.decode()
    assert "entry-table" not in html  # the line is nobody's but the scorer's
    for part in ("round-head", "round-filters", "round-grid"):
        assert re.search(rf'id="{part}"[^>]* hx-swap-oob="true"|id="{part}" hx-swap-oob="true"', html)
    assert ask(desk, answer["ETag"]).status_code == 304
    assert ask(desk, f"W/{answer['ETag']}").status_code == 304


def test_a_start_that_was_set_is_news_when_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = make_stage()
    now = timezone.now()
    start_round(stage=stage, number=1, at=now + timedelta(minutes=10), by=TEST)
    desk = Desk(stage)
    held = mark_of(desk)
    assert ask(desk, held).status_code == 304
    assert "未开始" in read(ask(desk))
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=11))
    answer = ask(desk, held)
    assert answer.status_code == 200
    assert "比赛中" in read(answer)
    assert ask(desk, answer["ETag"]).status_code == 304


def test_deals_on_a_phone_are_news_for_the_desk_alone() -> None:
    stage = hall(TableEntry.REFEREE)
    desk = Desk(stage)
    held, public = mark_of(desk), Event.objects.get().public_revision
    send(match_at(stage), "N3")
    assert "比赛中 · 第 2 副" in read(ask(desk, held))
    assert Event.objects.get().public_revision == public


def test_news_keep_what_the_page_shows() -> None:
    desk = Desk(make_stage(pairs=8))
    desk.slip(1, "A3", "9")
    html = ask(desk, show="missing", only="1").content.decode()
    assert re.findall(r'id="row-(\d+-\w+)"', html) == ["1-2"]
    assert 'aria-current="true">未录 1' in html


@pytest.mark.parametrize(
    ("was", "said"), [("open", "这一轮刚刚结束了"), ("closed", None), ("", None), ("<b>", "这一轮刚刚结束了")]
)
def test_a_line_that_belongs_to_another_state_says_so(desk: Desk, was: str, said: str | None) -> None:
    play_round(desk.stage, 1)
    desk.client.post(desk.address("round-act", "close"), {"submission": "c"})
    answer = ask(desk, was=was)
    assert ("刷新页面" in read(answer)) == (said is not None)
    assert said is None or said in read(answer)


@pytest.mark.parametrize(
    "held", ['"', '""', '"1-1"', '"1-1-999999999999999999999-a"', '"1-1-①-x"', "W/", "*"]
)
def test_odd_marks_get_the_whole(desk: Desk, held: str) -> None:
    answer = desk.client.get(desk.address("round-news"), HTTP_IF_NONE_MATCH=held)
    assert answer.status_code == 200


def test_marks_are_one_persons_and_news_nobodys_else(desk: Desk) -> None:
    held = mark_of(desk)
    assert ask(Desk(desk.stage, username="second"), held).status_code == 200
    assert Client().get(desk.address("round-news"), HTTP_IF_NONE_MATCH=held).status_code == 302
    assert desk.client.get(desk.address("round-news")).headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("pairs", [8, 32])
def test_nothing_new_costs_five_queries_in_any_hall(pairs: int, django_assert_num_queries: Any) -> None:
    desk = Desk(make_stage(pairs=pairs))
    held = mark_of(desk)
    with django_assert_num_queries(5):
        assert ask(desk, held).status_code == 304
    with django_assert_num_queries(16):
        assert ask(desk).status_code == 200
