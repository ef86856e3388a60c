"""The clock's keys on the round's page and a table's: pressed once, twice, by two people, with odd words."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.clocks.test_steps import at, refusal
from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import TEST, make_event, make_person, make_stage
from tournament.actions.run_round import start_round
from tournament.forms.clocks import start_moment
from tournament.models import Membership, Role, RoundState, Stage
from tournament.queries.rounds import rounds_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Two groups of four, all rounds published, 50 minutes a round (S4)."""
    return make_stage(make_event(pairs=8, rulebook="devzone-26", slug="sai"))


@pytest.fixture
def desk(stage: Stage) -> Desk:
    return Desk(stage)


def step(desk: Desk, name: str, **sent: Any) -> Any:
    desk.sent += 1
    data = {"submission": f"{desk.username}-{name}-{desk.sent}", **sent}
    return desk.client.post(desk.address("round-act", name), data)


def test_the_desk_starts_pauses_resumes_and_gives_minutes(desk: Desk) -> None:
    assert step(desk, "start").status_code == 302
    assert "剩余 50 分钟" in desk.page()
    step(desk, "pause")
    page = desk.page()
    assert "暂停中，剩余 50 分钟" in page
    assert "继续计时" in page
    step(desk, "resume")
    for minutes in ("1", "5", "10"):
        step(desk, "extend", minutes=minutes)
    step(desk, "extend", own="３", do="add")
    step(desk, "extend", own="4", do="take")
    assert "剩余 65 分钟" in desk.page()


def test_a_second_press_is_answered_with_the_page_as_it_stands(desk: Desk) -> None:
    step(desk, "start")
    again = step(desk, "start")
    assert again.status_code == 422
    assert "开赛计时，没有重新开始。" in read(again)
    assert "剩余 50 分钟" in read(again)


def test_a_round_that_starts_while_the_one_before_is_played_is_meant_twice(desk: Desk) -> None:
    step(desk, "start")
    desk.slip(1, "A3", "9")
    desk.number = 2
    assert "第 1 轮还有 3 桌没有成绩，仍要现在开始这一轮" in desk.page()
    refused = step(desk, "start")
    assert refused.status_code == 422
    assert "第 1 轮还有 3 桌没有成绩。确实现在开赛的，请打勾再按。" in read(refused)
    assert {one.state for one in rounds_of(desk.stage, 2)} == {RoundState.PUBLISHED}
    assert step(desk, "start", early="1").status_code == 302
    assert {one.state for one in rounds_of(desk.stage, 2)} == {RoundState.PLAYING}


def test_the_desk_notes_a_slip_by_time_while_minutes_are_left(desk: Desk) -> None:
    step(desk, "start")
    page = desk.page()
    assert "计时还剩" not in page
    look = desk.client.get(desk.address("round-look"), {"table": "1", "ns_level": "9", "ew_level": "6"})
    assert "时间到？计时还剩 50 分钟" in read(look)
    refused = desk.client.post(
        desk.address("match", 1), {"submission": "m", "based_on": "0", "ns_level": "9", "ew_level": "6"}
    )
    assert (refused.status_code, "本桌确实已按时间到结束" in read(refused)) == (422, True)


def test_two_desks_that_both_add_five_minutes_add_them_once(desk: Desk) -> None:
    step(desk, "start")
    seen = desk.client.get(desk.address("round")).context["seen"]
    other = Desk(desk.stage, username="second")
    assert step(desk, "extend", minutes="5", seen=seen).status_code == 302
    told = step(other, "extend", minutes="5", seen=seen)
    assert told.status_code == 409
    assert "李负责刚刚动过计时，这次没有再加减。" in read(told)
    assert "剩余 55 分钟" in read(told)


@pytest.mark.parametrize("typed", ["9点半", "25:00", "明天", "9:75", "<b>"])
def test_a_start_time_that_is_none_is_refused_and_stays_typed(desk: Desk, typed: str) -> None:
    answer = step(desk, "start", at=typed)
    assert answer.status_code == 422
    assert "请填几点几分，例如 9:00。" in read(answer)
    assert answer.context["at"] == typed
    assert {one.state for one in rounds_of(desk.stage, 1)} == {RoundState.PUBLISHED}


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("", 30),
        ("9:00", 0),
        ("9：05", 5),
        ("0910", 10),
        ("９点３０分", 30),
        ("9点", 0),
        ("10.15", 75),
        (" 9 : 40 ", 40),
    ],
)
def test_a_start_is_read_as_the_halls_clock_shows_it(typed: str, minutes: int) -> None:
    assert start_moment(typed, at(30), 50) == at(minutes)


def test_a_start_after_which_the_time_would_be_up_already_is_questioned() -> None:
    error = refusal(start_moment, "8:00", at(0), 50)
    assert (error.code, error.params) == ("start_time_past", {"time": "08:00"})
    assert start_moment("8:00", at(0), None) == at(-60)


def test_a_table_page_gives_that_table_minutes(desk: Desk) -> None:
    step(desk, "start")
    address = desk.address("match-minutes", 1)
    desk.client.post(address, {"submission": "m1", "minutes": "5", "do": "add", "based_on": "0"})
    page = read(desk.client.get(desk.address("match", 1)))
    assert "剩余 55 分钟" in page
    assert "其中这一桌另加时 5 分钟" in page
    assert "加时 5 分钟" in desk.page()
    stale = desk.client.post(address, {"submission": "m2", "minutes": "7", "do": "add", "based_on": "0"})
    assert stale.status_code == 409
    assert "这一桌的加时刚刚被改成 5 分钟" in read(stale)
    assert 'value="7"' in stale.content.decode()


def test_the_rounds_clock_is_the_directors_and_a_tables_minutes_the_chief_referees_too(desk: Desk) -> None:
    start_round(stage=desk.stage, number=1, at=timezone.now(), by=TEST)
    chief = make_person("chief", name="周裁判长")
    Membership.objects.create(person=chief, event=desk.stage.event, role=Role.CHIEF_REFEREE)
    client = Client()
    client.force_login(chief, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(desk.address("round-act", "pause"), {"submission": "c1"}).status_code == 404
    sent = {"submission": "c2", "minutes": "5", "do": "add"}
    assert client.post(desk.address("match-minutes", 1), sent).status_code == 302
    assert desk.match(1).extra_minutes == 5


def test_the_steps_of_a_clock_stand_in_the_journal_in_words(desk: Desk) -> None:
    for name, sent in (("start", {}), ("pause", {}), ("resume", {}), ("extend", {"minutes": "5"})):
        step(desk, name, **sent)
    step(desk, "extend", own="2", do="take")
    step(desk, "unstart")
    journal = read(desk.client.get(f"/e/{desk.stage.event.slug}/desk/journal/"))
    for said in (
        "预赛第 1 轮暂停计时",
        "预赛第 1 轮继续计时",
        "加时 5 分钟",
        "收回 2 分钟",
        "撤回预赛第 1 轮的开赛",
    ):
        assert said in journal
