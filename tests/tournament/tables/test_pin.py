"""The PIN: who may enter at a table, for how long, and how often one may guess."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import quote

import pytest
from django.urls import reverse
from django.utils.html import escape

from scoring.levels import Deal
from scoring.rules import Side
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST
from tests.tournament.tables.phones import PIN, Phone, event_of, hall, link_of, match_at, referee
from tournament.actions.edit_table_entry import edit_table_entry
from tournament.actions.save_running import save_running
from tournament.models import Entry, Event, Player, Result, Stage, Submission, Unit

pytestmark = pytest.mark.django_db


def results(stage) -> list[Result]:
    return list(Result.objects.filter(match__round__group__stage=stage))


def test_nobody_enters_without_the_pin_and_nothing_typed_is_lost() -> None:
    stage = hall()
    answer = Phone(link_of(stage)).levels("A+", "9")

    assert answer.status_code == 403
    html = answer.content.decode()
    assert "请先输入裁判员口令" in html
    assert "A+ : 9" in html
    assert results(stage) == []


@pytest.mark.parametrize("typed", ["１３５７９０", "135 790", " 135790 "])
def test_f61_the_pin_is_read_in_any_width(typed: str) -> None:
    assert Phone(link_of(hall())).send("pin", pin=typed, name="王裁判").status_code == 302


def test_a_wrong_pin_is_refused_in_words_and_ten_of_them_have_to_wait() -> None:
    stage = hall()
    phone = Phone(link_of(stage))
    for _time in range(10):
        answer = phone.send("pin", pin="000000", name="某人")
        assert answer.status_code == 422
        assert "口令不对" in answer.content.decode()

    late = phone.send("pin", pin=PIN, name="某人")

    assert late.status_code == 429
    assert "10 分钟后再试" in late.content.decode()
    other = phone.client.post(
        reverse("table-act", args=[link_of(stage).token, "pin"]),
        {"submission": "k", "pin": PIN, "name": "王裁判"},
        REMOTE_ADDR="192.168.1.77",
    )
    assert other.status_code == 302  # another phone of the hall is not locked out


def test_a_changed_pin_ends_what_the_old_one_opened() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    event = event_of(stage)
    edit_table_entry(
        event=event, table_entry="referee", table_pin="2468", lan_address="", public_address="", by=TEST
    )

    assert phone.levels("A+", "9", passed_gain="3").status_code == 403
    assert results(stage) == []


def test_the_pin_of_one_event_opens_no_other() -> None:
    phone, other = referee(link_of(hall())), hall()
    there = Phone(link_of(other))
    there.client = phone.client

    assert there.levels("A+", "9", passed_gain="3").status_code == 403


def test_a_forged_cookie_is_nobody() -> None:
    stage = hall()
    phone = Phone(link_of(stage))
    phone.client.cookies[f"guansai_referee_{stage.event.pk}"] = "eyJuYW1lIjoiUyJ9:1vXXXX:forged"

    assert phone.levels("A+", "9", passed_gain="3").status_code == 403


def test_a_referee_hands_the_phone_on() -> None:
    phone = referee(link_of(hall()))
    phone.send("leave")
    assert "裁判员入口" in phone.look()


@pytest.mark.parametrize("name", ["", " \u200b ", "王" * 21])
def test_the_name_is_needed_and_short(name: str) -> None:
    answer = Phone(link_of(hall())).send("pin", pin=PIN, name=name)
    assert answer.status_code == 422
    assert "姓名" in answer.content.decode()


@pytest.mark.parametrize("evil", ["<script>x</script>", "</script><script>x//", '"><svg onload=x>'])
def test_f72_a_name_with_markup_is_text_at_the_table_and_at_the_desk(evil: str) -> None:
    stage = hall()
    Player.objects.update(name=evil)
    Unit.objects.update(name=evil)
    Event.objects.update(name=evil)
    Stage.objects.update(name=evil)
    save_running(match=match_at(stage, 2), deals=[Deal(Side.NS, 2)], by=TEST, note=evil)
    first, second = referee(link_of(stage), evil), referee(link_of(stage, 2), evil)
    first.levels("A+", "9", passed_gain="3")
    desk, home = open_desk(event_of(stage)), f"/e/{stage.event.slug}/"
    addresses = [f"{home}desk/{page}" for page in ("", "journal/", "stages/1/rounds/1/", "screens/")]
    addresses += [f"{home}desk/stages/1/rounds/1/{page}" for page in ("calls/", "tables/1/", "grid/")]
    told = [desk.get(address).content.decode() for address in [*addresses, home, f"{home}?q={quote(evil)}"]]
    for page in [*told, first.look(), second.look()]:
        assert evil not in page
        assert escape(evil) in page
    sheet = re.search(r'data-sheet="([^"]*)"', second.look())
    assert sheet is not None
    assert json.loads(unescape(sheet[1]))["note"] == evil  # what the script reads is whole


def test_the_token_and_the_pin_stand_in_no_journal() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    phone.levels("A+", "9", passed_gain="3")
    edit_table_entry(
        event=event_of(stage),
        table_entry="pairs",
        table_pin="97531",
        lan_address="",
        public_address="",
        by=TEST,
    )
    written = repr(list(Entry.objects.values())) + repr(list(Submission.objects.values()))

    assert all(link.token not in written for link in stage.event.table_links.all())
    assert PIN not in written
    assert "97531" not in written
