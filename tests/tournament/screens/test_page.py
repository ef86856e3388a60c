"""A screen's address: what it answers, how often it asks the database, and what it never shows."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.announce import announce
from tournament.actions.publish import publish_standings
from tournament.actions.run_round import start_round
from tournament.actions.set_screen import set_screen
from tournament.actions.type_lots import open_lots, type_lot
from tournament.models import Player, PublicView, Screen, ScreenPage

pytestmark = pytest.mark.django_db
P = ScreenPage


def test_f72_a_name_with_a_tag_is_text_on_the_screen(client: Client) -> None:
    hostile = "<script>alert(1)</script>"
    event = make_event(pairs=8, slug="sai", name=f"赛{hostile}", organiser=hostile)
    make_stage(event)
    Player.objects.filter(pair__event=event, seat=1).update(name=hostile)
    announce(event=event, text=hostile, by=TEST)
    set_screen(event=event, number=1, shows=list(ScreenPage), seconds=5, by=TEST)

    html = client.get("/e/sai/screen/1/").content.decode()
    assert "<script>alert" not in html
    assert html.count("&lt;script&gt;alert(1)") >= 8


@pytest.mark.parametrize("pairs", [8, 48])
def test_a_screen_asks_the_database_the_same_number_of_times(
    client: Client, pairs: int, django_assert_num_queries: Any
) -> None:
    stage = make_stage(make_event(pairs=pairs, slug="sai"), rounds_played=1)
    publish_standings(stage=stage, number=1, by=TEST)
    start_round(stage=stage, number=2, at=timezone.now(), by=TEST)
    set_screen(
        event=stage.event, number=1, shows=[P.TABLES, P.STANDINGS, P.ANNOUNCEMENTS], seconds=5, by=TEST
    )

    with django_assert_num_queries(11):
        answer = client.get("/e/sai/screen/1/")
    assert answer.status_code == 200
    with django_assert_num_queries(2):
        client.get("/e/sai/screen/1/?part=1")  # kept: nobody makes it twice


def test_three_clocks_are_heard_and_two_are_seen(client: Client) -> None:
    stage = make_stage(make_event(pairs=12, slug="sai"), pairs=12)
    for group in stage.groups.all():
        start_round(stage=stage, number=1, at=timezone.now(), groups=[group], by=TEST)
    clocks = client.get("/e/sai/screen/1/").context["clocks"]

    assert clocks.count("data-say-start") == 3
    assert clocks.count("<p hidden>") == 1


def test_a_poll_is_answered_with_nothing_until_something_public_changes(client: Client) -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"))
    whole = client.get("/e/sai/screen/1/")
    poll = whole.context["poll"]

    assert client.get(poll).status_code == 204
    again = client.get("/e/sai/screen/1/", headers={"if-none-match": whole["ETag"]})
    assert again.status_code == 304

    announce(event=stage.event, text="午餐 11:45 开始。", by=TEST)
    fresh = client.get(poll)
    assert fresh.status_code == 200
    assert "午餐 11:45 开始。" in fresh.content.decode()
    assert "<html" not in fresh.content.decode()


def test_a_typed_lot_reaches_the_screen_that_follows_the_draw_and_no_other(client: Client) -> None:
    event = make_event(pairs=8, slug="sai")
    stage = make_stage(event, drawn=False, grouping={"method": "manual", "count": 2})
    open_lots(stage=stage, by=TEST)
    set_screen(event=event, number=2, shows=[P.LOTS], seconds=5, by=TEST)
    usual, lots = (client.get(f"/e/sai/screen/{number}/").context["poll"] for number in (1, 2))
    type_lot(stage=stage, number=3, lot="B2", by=TEST)

    assert client.get(usual).status_code == 204
    assert "3 号" in client.get(lots).content.decode()


@pytest.mark.parametrize("number", [0, 2, 99])
def test_only_the_first_screen_is_there_by_itself(client: Client, number: int) -> None:
    make_event(pairs=0, slug="sai")
    assert client.get(f"/e/sai/screen/{number}/").status_code == 404
    assert client.get("/e/sai/screen/1/").status_code == 200
    assert not Screen.objects.exists()


def test_an_event_that_shows_nothing_has_no_screen(client: Client) -> None:
    make_event(pairs=0, slug="sai", public_view=PublicView.NOTHING)
    assert client.get("/e/sai/screen/1/").status_code == 404


def test_without_a_script_the_page_goes_on_by_itself(client: Client) -> None:
    make_stage(make_event(pairs=100, slug="sai"), pairs=100)
    html = client.get("/e/sai/screen/1/?page=2").content.decode()

    assert '<meta http-equiv="refresh" content="12;url=?page=3">' in html
    shown = [part for part in html.split("<section")[1:] if " hidden>" not in part.split("\n")[0]]
    assert len(shown) == 1
    assert "第 2 / 3 页" in shown[0]
    last = client.get("/e/sai/screen/1/?page=3").content.decode()
    assert "12;url=?page=1" in last


def test_a_screen_in_english_has_no_chinese_but_names(client: Client) -> None:
    make_stage(make_event(pairs=8, slug="sai", name="Cup", organiser="Union"))
    html = client.get("/e/sai/screen/1/", headers={"accept-language": "en"}).content.decode()

    assert "Round 1" in html
    assert "对阵" not in html
