"""Pages that are old, codes that are off or renewed, forms of nobody of good will."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.tournament.factories import TEST, make_event, make_pair, make_stage, play_round, publish_all
from tests.tournament.tables.phones import PIN, Phone, hall, link_of, match_at, referee
from tournament.actions.change_pairing import change_pairing
from tournament.actions.renumber_tables import renumber_tables
from tournament.actions.replace_pair import replace_by_reserve
from tournament.actions.run_round import close_round, start_round
from tournament.actions.table_links import make_links, renew_links, switch_links
from tournament.models import Claim, Entry, Result, Running, TableEntry

pytestmark = pytest.mark.django_db


def results(stage) -> list[Result]:
    return list(Result.objects.filter(match__round__group__stage=stage))


def test_an_old_page_of_the_round_before_is_refused_with_both_rounds() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    start_round(stage=stage, number=2, at=timezone.now(), by=TEST)
    before = Result.objects.count()

    answer = phone.levels("A+", "J", passed_gain="3")

    html = answer.content.decode()
    assert answer.status_code == 409
    assert "您填的是预赛第 1 轮的成绩" in html
    assert "现在是预赛" in html
    assert "第 2 轮" in html
    assert "A+ : J" in html
    assert Result.objects.count() == before


def test_an_old_page_after_the_last_round_is_refused() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    play_round(stage, 1)
    for number in (1, 2, 3):
        play_round(stage, number)
        close_round(stage=stage, number=number, by=TEST)
    before = Result.objects.count()

    answer = phone.levels("A+", "J", passed_gain="3")

    assert answer.status_code == 409
    assert "没有保存" in answer.content.decode()
    assert Result.objects.count() == before


def test_a_table_that_was_seated_anew_refuses_the_old_card() -> None:
    stage = hall(started=False)
    phone = referee(link_of(stage))
    change_pairing(stage=stage, number=1, what="turn", first=1, reason="换边", by=TEST)

    answer = phone.levels("A+", "9", passed_gain="3")

    assert answer.status_code == 409
    assert "重新编排" in answer.content.decode()
    assert results(stage) == []


def test_tables_given_anew_take_the_code_of_their_new_number() -> None:
    stage = make_stage(make_event(pairs=8, table_entry=TableEntry.REFEREE, table_pin=PIN), published=False)
    stage.event.areas = [{"name": "大厅", "tables": [11, 14]}]
    stage.event.save(update_fields=["areas"])
    renumber_tables(stage=stage, by=TEST)
    publish_all(stage)
    make_links(event=stage.event, by=TEST)
    phone = referee(link_of(stage, 11))

    assert phone.levels("K", "9").status_code == 302
    (result,) = results(stage)
    assert result.match.table == 11


def test_a_code_that_is_switched_off_while_the_page_is_open_keeps_what_was_typed() -> None:
    stage = hall()
    phone = referee(link_of(stage))
    switch_links(event=stage.event, on=False, tables=[1], by=TEST)

    answer = phone.levels("A+", "9", passed_gain="3")

    html = answer.content.decode()
    assert answer.status_code == 403
    assert "二维码已停用" in html
    assert "A+ : 9" in html
    assert results(stage) == []


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_renewed_code_says_so_with_410(method: str) -> None:
    stage = hall()
    phone = referee(link_of(stage))
    renew_links(event=stage.event, tables=[1], by=TEST)

    answer = phone.levels("A+", "9") if method == "post" else phone.client.get(phone.address)

    assert answer.status_code == 410
    html = answer.content.decode()
    assert "这张二维码已换新" in html
    assert ("A+ : 9" in html) == (method == "post")
    assert results(stage) == []
    assert referee(link_of(stage)).levels("K", "9").status_code == 302


@pytest.mark.parametrize("token", ["x" * 22, "short", "x" * 400, "%00" * 22, "../../../../etc/passwd"])
def test_a_token_that_was_never_given_is_not_found(token: str, client) -> None:
    hall()
    assert client.get(f"/t/{token}/").status_code == 404
    assert client.post(f"/t/{token}/do/enter/", {"ns_level": "9"}).status_code == 404


@pytest.mark.parametrize("value", ["-1", "²", "9" * 30, "\x00", "<b>", "1e3"])
def test_hostile_keys_in_a_form_are_refused_in_words(value: str) -> None:
    stage = hall(TableEntry.PAIRS)
    phone = referee(link_of(stage))
    for step in ("enter", "settle", "undo", "swap", "walkover", "accept", "dispute", "withdraw", "seat"):
        sent = {"match": value, "claim": value, "based_on": value, "overwrite": value, "side": value}
        answer = phone.send(step, **sent, ns_level=value, ew_level=value, kind=value)
        assert answer.status_code in (302, 403, 409, 422), step
    assert results(stage) == []
    assert not Claim.objects.exists()


def test_a_read_only_event_takes_nothing() -> None:
    stage = hall(TableEntry.READ_ONLY)
    answer = Phone(link_of(stage)).levels("A+", "9")
    assert answer.status_code == 403
    assert "不在桌上填成绩" in answer.content.decode()
    assert Phone(link_of(stage)).send("pin", pin=PIN, name="王裁判").status_code == 422


def test_a_step_that_is_opened_by_hand_leads_back_to_the_table() -> None:
    phone = Phone(link_of(hall()))
    answer = phone.client.get(phone.address + "do/enter/")
    assert (answer.status_code, answer["Location"]) == (302, phone.address)


def test_a_page_that_names_the_pair_that_was_replaced_is_told_before_it_stores() -> None:
    stage = hall()
    phone, match = referee(link_of(stage)), match_at(stage)
    Running.objects.create(match=match, deals=[["ns", 2]], version=1, at=timezone.now())
    reserve = make_pair(stage.event, 99, status="reserve")
    replace_by_reserve(pair=match.ns, reserve=reserve, by=TEST)

    answer = phone.levels("K", "9")
    assert answer.status_code == 409
    assert "99 号" in answer.content.decode()
    assert not Result.objects.exists()
    assert (Running.objects.get().deals, Running.objects.get().version) == ([], 2)
    phone.look()
    assert phone.levels("K", "9").status_code == 302
    assert Entry.objects.filter(verb="enter_result").count() == 1
