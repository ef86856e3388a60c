"""Clocks on public pages and in the hall: only of published rounds, one line for whoever plays together."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import TEST, make_event, make_stage, play_round
from tournament import archive
from tournament.actions.note_lateness import note_arrival, note_lateness
from tournament.actions.publish import publish_groups, publish_pairings
from tournament.actions.round_clock import add_minutes, give_table_minutes, pause_round, resume_round
from tournament.actions.run_round import close_round, start_round
from tournament.actions.set_sessions import set_sessions
from tournament.models import Event, Group, Match, PublicView, Stage
from tournament.queries.clocks import event_clocks
from tournament.queries.public import clocks_at_hand, public_event
from tournament.wording.clocks import line_parts, said_marks

pytestmark = pytest.mark.django_db

CLOCK = "/e/sai/clock/"


@pytest.fixture
def stage() -> Stage:
    return make_stage(make_event(pairs=8, rulebook="devzone-26", slug="sai"))


def start(stage: Stage, number: int = 1, minutes_ago: int = 0, groups: Any = ()) -> None:
    at = timezone.now() - timedelta(minutes=minutes_ago)
    start_round(stage=stage, number=number, at=at, groups=groups, by=TEST)


def groups_of(stage: Stage) -> list[Group]:
    return list(stage.groups.order_by("ordinal"))


def test_groups_that_play_together_are_one_line(stage: Stage, client: Client) -> None:
    start(stage, minutes_ago=27)
    page = client.get(CLOCK)
    assert [len(line.rounds) for line in page.context["lines"]] == [2]
    assert "预赛 第 1 轮 剩余 23 分钟" in read(page)


def test_groups_that_play_apart_have_a_line_each_with_their_names(stage: Stage, client: Client) -> None:
    first, second = groups_of(stage)
    start(stage, minutes_ago=27, groups=[first])
    start(stage, minutes_ago=5, groups=[second])
    page = read(client.get(CLOCK))
    assert "预赛 第 1 轮 A 组 剩余 23 分钟" in page
    assert "预赛 第 1 轮 B 组 剩余 45 分钟" in page


def test_a_session_that_plays_together_goes_by_its_name() -> None:
    stage = make_stage(make_event(pairs=16, slug="sai"), published=False)
    set_sessions(stage=stage, sessions={1: "上午", 2: "上午", 3: "下午", 4: "下午"}, by=TEST)
    publish_groups(stage=stage, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    morning = [one for one in groups_of(stage) if one.session == "上午"]
    start(stage, groups=morning)
    start(stage, minutes_ago=9)
    lines = event_clocks(stage.event)
    assert [line_parts(line, lines) for line in lines] == ["上午", "下午"]


def test_a_group_that_has_gone_on_is_shown_in_its_newest_round(stage: Stage) -> None:
    first, _second = groups_of(stage)
    start(stage)
    play_round(stage, 1)
    start(stage, number=2, groups=[first])
    lines = event_clocks(stage.event)
    found = [(line.number, [one.group.name for one in line.rounds]) for line in lines]
    assert found == [(2, ["A"]), (1, ["B"])]


def test_between_rounds_the_next_one_stands_there(stage: Stage, client: Client) -> None:
    start(stage)
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    assert "预赛 第 2 轮 尚未开始" in read(client.get(CLOCK))


def test_an_event_without_rounds_says_what_will_stand_here(client: Client) -> None:
    make_stage(make_event(pairs=8, slug="sai"), drawn=False)
    page = client.get(CLOCK)
    assert page.status_code == 200
    assert "现在没有正在进行的轮次" in read(page)


def test_f70_a_round_that_is_not_published_has_no_clock_for_the_public(client: Client) -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"), published=False)
    publish_groups(stage=stage, by=TEST)
    assert "第 1 轮" not in read(client.get(CLOCK))
    publish_pairings(stage=stage, number=1, by=TEST)
    assert "第 1 轮" in read(client.get(CLOCK))
    assert "第 2 轮" not in read(client.get(CLOCK))


def test_f70_an_event_that_shows_nothing_has_no_clock(stage: Stage, client: Client) -> None:
    Event.objects.update(public_view=PublicView.NOTHING)
    assert client.get(CLOCK).status_code == 404


def test_f70_a_round_played_from_an_archive_without_its_announcement_stays_unseen(stage: Stage) -> None:
    start(stage)
    stage.publications.all().delete()
    assert len(event_clocks(stage.event)) == 1
    assert clocks_at_hand(public_event(stage.event)) == []


def test_a_pause_reaches_the_hall_with_the_next_question(stage: Stage, client: Client) -> None:
    start(stage, minutes_ago=20)
    page = client.get(CLOCK)
    poll = page.context["poll"]
    assert client.get(poll).status_code == 204
    pause_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    assert "暂停中，剩余 30 分钟" in read(client.get(poll))


def test_the_public_round_says_the_hours_which_are_right_also_from_a_cache(
    stage: Stage, client: Client
) -> None:
    start(stage, minutes_ago=10)
    match = Match.objects.filter(round__number=1).order_by("table")[0]
    give_table_minutes(match=match, minutes=5, by=TEST)
    page = client.get("/e/sai/stages/1/rounds/1/")
    began = timezone.localtime(timezone.now() - timedelta(minutes=10))
    hours = [(began + timedelta(minutes=more)).strftime("%H:%M") for more in (0, 50)]
    assert f"{hours[0]} 开始，{hours[1]} 时间到" in read(page)
    assert f"第 {match.table} 桌加 5 分钟" in read(page)
    assert re.search(r'data-ends="\d{13}"', page.content.decode())


def test_the_events_home_shows_what_is_being_played(stage: Stage, client: Client) -> None:
    assert "大字计时" not in read(client.get("/e/sai/"))
    start(stage)
    page = read(client.get("/e/sai/"))
    assert "预赛 第 1 轮" in page
    assert "大字计时" in page


def test_time_brings_the_rules_word_on_the_deal_in_progress(stage: Stage) -> None:
    start(stage)
    lines = event_clocks(stage.event)
    said = said_marks(lines[0], lines)
    assert said["start"] == "预赛 第 1 轮，现在开始，限时 50 分钟。"
    assert said["ten"] == "预赛 第 1 轮，还有十分钟。"
    assert said["time"] == "预赛 第 1 轮，时间到。正在打的一副：打完这一副，计入成绩。"


def test_a_round_without_limit_counts_up_and_calls_out_its_start_alone(client: Client) -> None:
    stage = make_stage(make_event(pairs=8, rulebook="school-grades-final", slug="sai"))
    start(stage, minutes_ago=12)
    assert "已进行 12 分钟" in read(client.get(CLOCK))
    lines = event_clocks(stage.event)
    assert said_marks(lines[0], lines)["start"] == "预赛 第 1 轮，现在开始。"


@pytest.mark.parametrize("pairs", [8, 64])
def test_the_halls_clock_costs_the_same_in_any_hall(
    client: Client, pairs: int, django_assert_num_queries: Any
) -> None:
    stage = make_stage(make_event(pairs=pairs, rulebook="devzone-26", slug="sai"))
    for ago, group in enumerate(groups_of(stage)):
        start(stage, minutes_ago=ago, groups=[group])
    client.get(CLOCK)
    with django_assert_num_queries(5):
        assert len(client.get(CLOCK).context["lines"]) == pairs // 4
    poll = client.get(CLOCK).context["poll"]
    with django_assert_num_queries(1):
        client.get(poll)


def test_the_servers_time_costs_no_query_and_is_never_kept(
    client: Client, django_assert_num_queries: Any
) -> None:
    before = timezone.now().timestamp() * 1000
    with django_assert_num_queries(0):
        answer = client.get("/now/")
    assert before - 1 <= int(answer.content) <= timezone.now().timestamp() * 1000 + 1
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


def test_f72_a_stage_name_with_a_tag_is_text_in_what_is_called_out(client: Client) -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"), name='"><script>alert(1)</script>')
    start(stage)
    html = client.get(CLOCK).content.decode()
    assert "<script>alert" not in html
    assert 'data-say-start="&quot;&gt;&lt;script&gt;' in html


def test_a_running_clock_comes_back_from_an_archive_as_it_stood(stage: Stage) -> None:
    start(stage, minutes_ago=20)
    first, second = groups_of(stage)
    pause_round(stage=stage, number=1, at=timezone.now(), groups=[first], by=TEST)
    add_minutes(stage=stage, number=1, minutes=5, groups=[second], by=TEST)
    pause_round(stage=stage, number=1, at=timezone.now(), groups=[second], by=TEST)
    resume_round(stage=stage, number=1, at=timezone.now() + timedelta(seconds=90), groups=[second], by=TEST)
    match, other = Match.objects.filter(round__number=1).order_by("table")[:2]
    give_table_minutes(match=match, minutes=3, by=TEST)
    note_lateness(match=match, pair=match.ns, is_excused=True, by=TEST)
    note_lateness(match=other, pair=other.ew, by=TEST)
    note_arrival(match=other, pair=other.ew, at=timezone.now(), by=TEST)
    data = archive.dumps(archive.dump(Event.objects.get()))
    again = archive.load(archive.read(data), slug="again", by=TEST)

    assert archive.dumps(archive.dump(again)) == data.replace(b'"slug": "sai"', b'"slug": "again"')
    lines = event_clocks(again)
    assert [line.clock.paused_at is None for line in lines] == [False, True]
    assert [line.clock.paused_seconds for line in lines] == [0, 90]
    assert lines[0].extra == ((1, 3),)
    desk = Desk(again.stage(1))
    assert "请过假" in desk.page()
    assert "迟到 20 分钟，已到齐" in desk.page()
