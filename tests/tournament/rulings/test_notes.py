"""One line on a ruling, in seconds: from the desk, from the match's page, from a referee's phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import make_event, make_person, make_stage
from tests.tournament.tables.phones import hall, link_of, referee
from tests.tournament.tables.phones import match_at as at_table
from tournament.models import Membership, Penalty, Role, Stage

pytestmark = pytest.mark.django_db
NOTE = "/e/sai/desk/penalties/note/"


@pytest.fixture
def stage() -> Stage:
    return make_stage(make_event(pairs=8, slug="sai", rulebook="devzone-26", uses_ladder=True))


def staff(stage: Stage, role: str) -> Client:
    person, client = make_person(role, name="吴裁判"), Client()
    Membership.objects.create(person=person, event=stage.event, role=role)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def line(who: str, **more: str) -> dict[str, str]:
    return {"submission": "n1", "who": who, "grade": "oral_warning", **more}


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("{number}", id="the pair's number"),
        pytest.param("{number} 号", id="with its word"),
        pytest.param("１南", id="table and side, full width"),
        pytest.param("第1桌南北", id="said in full"),
        pytest.param("1ns", id="in Latin letters"),
    ],
)
def test_who_it_is_is_read_as_people_say_it_and_the_place_is_known(stage: Stage, typed: str) -> None:
    match = at_table(stage)
    answer = staff(stage, Role.SCORER).post(NOTE, line(typed.format(number=match.ns.number)))
    assert answer.status_code == 302
    made = Penalty.objects.get()
    assert (made.pair_id, made.stage, made.round_number, made.table) == (match.ns_id, stage, 1, 1)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param("甲队", "看不懂", id="a name"),
        pytest.param("99", "没有 99 号", id="nobody"),
        pytest.param("77东", "第 77 桌现在没有比赛", id="no such table"),
        pytest.param("", "必填", id="nothing"),
    ],
)
def test_what_cannot_be_is_said_and_the_line_kept(stage: Stage, typed: str, sentence: str) -> None:
    answer = staff(stage, Role.CHIEF_REFEREE).post(NOTE, line(typed, text="反复催牌"))
    assert answer.status_code == 422
    assert sentence in read(answer)
    assert "反复催牌" in answer.content.decode()
    assert not Penalty.objects.exists()


@pytest.mark.parametrize(
    ("role", "grade", "status"),
    [
        pytest.param(Role.SCORER, "violation", 302, id="three-fouls 十 2.1: ordinary matters"),
        pytest.param(Role.SCORER, "demotion", 422, id="three-fouls 十 2.2: what decides a deal"),
        pytest.param(Role.SCORER, "match_loss", 422, id="devzone-26 十一 2.2: what decides a match"),
        pytest.param(Role.CHIEF_REFEREE, "suspension", 302, id="the chief referee's"),
    ],
)
def test_who_may_give_which_grade(stage: Stage, role: str, grade: str, status: int) -> None:
    assert staff(stage, role).post(NOTE, line("1", grade=grade)).status_code == status


def test_f33_a_double_click_is_one_line(stage: Stage) -> None:
    client = staff(stage, Role.SCORER)
    for _again in range(2):
        assert client.post(NOTE, line("1")).status_code == 302
    assert Penalty.objects.count() == 1


def test_the_line_stands_on_the_rounds_page_and_the_matchs_page_and_leads_back_there(stage: Stage) -> None:
    desk = Desk(stage)
    match = desk.match(1)
    address = desk.address("match", 1)
    for page in (desk.page(), read(desk.client.get(address))):
        assert "记一条判罚" in page
    sent = line(str(match.ew.number), match=str(match.pk), back=address, grade="warning")
    assert desk.client.post(NOTE, sent)["Location"] == address
    page = read(desk.client.get(address))
    assert f"{match.ew.number} 号 警告" in page
    assert "警告 1 次，满 2 次记违例" in page
    away = line("1", back="//evil.example/", submission="n2")
    assert desk.client.post(NOTE, away)["Location"] == "/e/sai/desk/penalties/"


def test_a_referee_with_the_pin_notes_it_on_his_phone_under_his_name() -> None:
    stage = hall()
    phone = referee(link_of(stage), "李裁判")
    assert phone.send("note", side="ew", grade="warning", text="看牌").status_code == 302
    made = Penalty.objects.get()
    assert (made.pair_id, made.referee, made.round_number) == (at_table(stage).ew_id, "李裁判", 1)
    page = " ".join(re.sub(r"<[^>]+>", " ", phone.look()).split())
    assert f"{made.pair.number} 号 警告 看牌" in page
    assert phone.send("note", side="", grade="warning").status_code == 422
    assert phone.send("note", side="ns", grade="suspension").status_code == 422
    assert Penalty.objects.count() == 1


def test_nobody_notes_anything_at_a_table_without_the_pin() -> None:
    from tests.tournament.tables.phones import Phone

    answer = Phone(link_of(hall())).send("note", side="ew", grade="warning")
    assert answer.status_code == 403
    assert not Penalty.objects.exists()


def test_an_article_of_the_rule_book_fills_the_form(stage: Stage) -> None:
    page = staff(stage, Role.CHIEF_REFEREE).get("/e/sai/desk/penalties/?article=11").content.decode()
    assert 'value="十二 第2条"' in page
    assert 'value="停止一轮出牌"' in page
    for wrong in ("99", "x", "-1", "9" * 30):
        assert staff_get(stage, wrong) == 200


def staff_get(stage: Stage, article: str) -> int:
    client: Any = Client()
    client.force_login(
        stage.event.memberships.first().person, backend="django.contrib.auth.backends.ModelBackend"
    )
    return int(client.get(f"/e/sai/desk/penalties/?article={article}").status_code)
