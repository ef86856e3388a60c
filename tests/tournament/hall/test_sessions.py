"""Two sessions on one day, groups that go on, clocks of their own, and results announced apart."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from pairing.lots import Chance
from tests.tournament.factories import (
    TEST,
    make_event,
    make_person,
    make_stage,
    plausible_sheet,
)
from tournament import archive
from tournament.actions.enter_result import enter_result
from tournament.actions.publish import (
    publish_groups,
    publish_pairings,
    publish_standings,
    withdraw_publication,
)
from tournament.actions.round_clock import add_minutes
from tournament.actions.run_round import close_round, start_round
from tournament.actions.set_sessions import set_sessions
from tournament.errors import ActionRefused
from tournament.models import Event, Group, Match, PublicationKind, Round, RoundState, Stage
from tournament.queries.hall import areas_of
from tournament.queries.next_step import next_steps
from tournament.queries.progress import event_progress
from tournament.wording.steps import of_step

pytestmark = pytest.mark.django_db
MORNING, AFTERNOON = "上午", "下午"
ROUND_PAGE = 25
ROUND = "/e/sai/desk/stages/1/rounds/1/"


def day(pairs: int = 16, **fields: Any) -> Stage:
    """A day of two sessions: the groups are public, no round is."""
    stage = make_stage(make_event(pairs=pairs, slug="sai"), rounds=2, published=False, **fields)
    groups = list(stage.groups.order_by("ordinal"))
    half = len(groups) // 2
    named = {one.ordinal: MORNING if at < half else AFTERNOON for at, one in enumerate(groups)}
    stage = set_sessions(stage=stage, sessions=named, by=TEST)
    publish_groups(stage=stage, by=TEST)
    return stage


def of(stage: Stage, session: str) -> list[Group]:
    """The groups of one session."""
    return list(stage.groups.filter(session=session))


def play(stage: Stage, number: int, session: str) -> None:
    """Publish, play and close one round of one session."""
    groups = of(stage, session)
    publish_pairings(stage=stage, number=number, groups=groups, by=TEST)
    start_round(stage=stage, number=number, at=timezone.now(), groups=groups, by=TEST)
    enter_all(stage, number, session)
    close_round(stage=stage, number=number, groups=groups, by=TEST)


def enter_all(stage: Stage, number: int, session: str) -> None:
    """Enter a result at every table of one session."""
    matches = Match.objects.filter(round__group__in=of(stage, session), round__number=number, kind="play")
    for match in matches.order_by("table"):
        enter_result(match=match, sheet=plausible_sheet(Chance(number, f"{match.pk}")), by=TEST)


def states(stage: Stage, number: int) -> dict[str, str]:
    """The states of a round by session; every group of a session has the same."""
    rounds = Round.objects.filter(group__stage=stage, number=number)
    return dict(rounds.values_list("group__session", "state"))


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(make_person("wang", owner=True))
    return client


def test_the_morning_is_played_and_announced_before_the_afternoon_begins(client: Client) -> None:
    stage = day()
    play(stage, 1, MORNING)
    play(stage, 2, MORNING)
    made = publish_standings(stage=stage, number=2, session=MORNING, by=TEST)

    assert states(stage, 1) == {MORNING: RoundState.CLOSED, AFTERNOON: RoundState.DRAFT}
    assert [part["group"] for part in made.rows["groups"]] == ["A", "B"]
    assert made.rows["overall"] == []
    html = client.get("/e/sai/stages/1/standings/").content.decode()
    assert "成绩公告第 1 号" in html
    assert "预赛（上午）第 2 轮后名次" in html
    assert "A 组" in html
    assert "C 组" not in html
    with pytest.raises(ActionRefused) as refused:
        publish_standings(stage=stage, number=1, session=AFTERNOON, by=TEST)
    assert refused.value.code == "tables_missing"


def test_f70_tables_and_results_of_the_other_session_stay_hidden(client: Client) -> None:
    stage = day()
    play(stage, 1, MORNING)
    html = client.get("/e/sai/stages/1/rounds/1/").content.decode()
    afternoon = stage.entries.filter(group__session=AFTERNOON).values_list("pair__number", flat=True)
    morning = stage.entries.filter(group__session=MORNING).values_list("pair__number", flat=True)
    assert all(f"/pairs/{number}/" in html for number in morning)
    assert not any(f"/pairs/{number}/" in html for number in afternoon)

    play(stage, 1, AFTERNOON)
    publish_standings(stage=stage, number=1, session=MORNING, by=TEST)
    page = client.get("/e/sai/stages/1/cross/").content.decode()
    assert "A 组" in page
    assert "C 组" not in page
    assert scored_pairs(client) == set(morning)


def scored_pairs(client: Client) -> set[int]:
    """Who stands at a table of which the public sees the result of round 1."""
    lines = client.get("/e/sai/stages/1/rounds/1/").content.decode().split("<tr>")
    shown = [line for line in lines if re.search(r"<td class=\"n\">[^<]* : [^<]*</td>", line)]
    return {int(number) for line in shown for number in re.findall(r"/pairs/(\d+)/", line)}


def test_both_sessions_stand_together_on_the_public_page(client: Client) -> None:
    stage = day()
    for session in (MORNING, AFTERNOON):
        play(stage, 1, session)
        publish_standings(stage=stage, number=1, session=session, by=TEST)
    html = client.get("/e/sai/stages/1/standings/").content.decode()

    order = [html.index(f">{name} 组") for name in "ABCD"]
    assert order == sorted(order)
    assert "成绩公告第 1 号" in html
    assert "成绩公告第 2 号" in html
    assert "总排名" not in html
    assert len(scored_pairs(client)) == 16

    publish_standings(stage=stage, number=1, by=TEST)
    assert "总排名" in client.get("/e/sai/stages/1/standings/").content.decode()


def test_sessions_after_different_rounds_each_say_their_own(client: Client) -> None:
    stage = day()
    for number in (1, 2):
        play(stage, number, MORNING)
    play(stage, 1, AFTERNOON)
    publish_standings(stage=stage, number=2, session=MORNING, by=TEST)
    publish_standings(stage=stage, number=1, session=AFTERNOON, by=TEST)

    html = client.get("/e/sai/stages/1/standings/").content.decode()
    assert "第\xa02\xa0轮后" in html.split("A 组")[1][:120]
    assert "第\xa01\xa0轮后" in html.split("C 组")[1][:120]


def test_a_second_announcement_of_a_session_needs_its_reason() -> None:
    stage = day()
    play(stage, 1, MORNING)
    publish_standings(stage=stage, number=1, session=MORNING, by=TEST)

    with pytest.raises(ActionRefused) as refused:
        publish_standings(stage=stage, number=1, session=MORNING, by=TEST)
    assert refused.value.code == "correction_needs_reason"
    again = publish_standings(stage=stage, number=1, session=MORNING, reason="第 2 桌更正", by=TEST)
    up = stage.publications.filter(kind=PublicationKind.STANDINGS, is_current=True)
    assert [one.pk for one in up] == [again.pk]


def test_taking_down_the_mornings_tables_leaves_the_afternoons() -> None:
    stage = day()
    made = [
        publish_pairings(stage=stage, number=1, groups=of(stage, session), by=TEST)
        for session in (MORNING, AFTERNOON)
    ]
    withdraw_publication(publication=made[0], by=TEST)

    assert states(stage, 1) == {MORNING: RoundState.DRAFT, AFTERNOON: RoundState.PUBLISHED}


def test_the_next_step_is_named_for_each_session() -> None:
    stage = day()
    play(stage, 1, MORNING)
    publish_standings(stage=stage, number=1, session=MORNING, by=TEST)
    steps = next_steps(event_progress(stage.event))

    assert [(one.code, one.session) for one in steps] == [
        ("publish_round", MORNING),
        ("publish_round", AFTERNOON),
    ]
    assert [of_step(one)[0] for one in steps] == [
        "公布预赛（上午）第 2 轮对阵",
        "公布预赛（下午）第 1 轮对阵",
    ]


def test_standings_of_a_session_are_the_next_step_once_it_is_closed() -> None:
    stage = day()
    play(stage, 1, MORNING)
    first = next_steps(event_progress(stage.event))[0]

    assert (first.code, first.page, first.args, first.session) == (
        "publish_standings",
        "round",
        (1, 1),
        MORNING,
    )


@pytest.mark.parametrize("pair_count", [16, 64])
def test_reading_how_far_sessions_have_come_costs_the_same(
    pair_count: int, django_assert_num_queries: Any
) -> None:
    stage = day(pairs=pair_count)
    play(stage, 1, MORNING)
    with django_assert_num_queries(6):
        progress = event_progress(stage.event)
    assert [part.session for part in progress.stages[0].parts] == [MORNING, AFTERNOON]


def test_a_group_that_is_done_plays_on_while_others_still_play() -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"), rounds=2)
    first, second = stage.groups.order_by("ordinal")
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    for match in Match.objects.filter(round__group=first, round__number=1):
        enter_result(match=match, sheet=plausible_sheet(Chance(1, str(match.pk))), by=TEST)
    close_round(stage=stage, number=1, groups=[first], by=TEST)
    start_round(stage=stage, number=2, at=timezone.now(), groups=[first], by=TEST)

    found = {(one.group_id, one.number): one.state for one in Round.objects.filter(group__stage=stage)}
    assert found == {
        (first.pk, 1): RoundState.CLOSED,
        (first.pk, 2): RoundState.PLAYING,
        (second.pk, 1): RoundState.PLAYING,
        (second.pk, 2): RoundState.PUBLISHED,
    }


def test_minutes_are_added_to_one_session_alone() -> None:
    stage = day()
    at = datetime(2026, 11, 28, 9, 0, tzinfo=timezone.get_current_timezone())
    publish_pairings(stage=stage, number=1, by=TEST)
    start_round(stage=stage, number=1, at=at, by=TEST)
    add_minutes(stage=stage, number=1, minutes=5, groups=of(stage, MORNING), by=TEST)

    rounds = Round.objects.filter(group__stage=stage, number=1)
    ends = dict(rounds.values_list("group__session", "ends_at"))
    assert ends == {
        MORNING: at + timedelta(minutes=65),
        AFTERNOON: at + timedelta(minutes=60),
    }


@pytest.mark.parametrize(
    ("minutes", "started", "code"),
    [
        (0, True, "minutes_to_add"),
        (121, True, "minutes_to_add"),
        (None, True, "minutes_to_add"),
        (5, False, "round_has_no_clock"),
    ],
    ids=["none", "too many", "no number", "no clock"],
)
def test_minutes_that_cannot_be_added(minutes: int | None, started: bool, code: str) -> None:
    stage = make_stage(make_event(pairs=8))
    if started:
        start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    with pytest.raises(ActionRefused) as refused:
        add_minutes(stage=stage, number=1, minutes=minutes, by=TEST)
    assert refused.value.code == code


def test_the_rounds_page_shows_every_session_with_its_clock(desk: Client) -> None:
    stage = day()
    publish_pairings(stage=stage, number=1, groups=of(stage, MORNING), by=TEST)
    start_round(stage=stage, number=1, at=timezone.now(), groups=of(stage, MORNING), by=TEST)

    html = desk.get(ROUND).content.decode()
    assert "剩余 60 分钟" in html
    assert "?session=%E4%B8%8A%E5%8D%88" in html
    narrowed = desk.get(ROUND, {"session": MORNING}).content.decode()
    assert "预赛 第 1 轮 · 上午" in narrowed.replace("\n", "") or "· 上午" in narrowed
    one = desk.get(ROUND, {"session": MORNING, "only": "2"}).content.decode()
    assert "· B 组" in one


def test_a_step_for_one_session_never_reaches_the_others(desk: Client) -> None:
    stage = day()
    publish_pairings(stage=stage, number=1, by=TEST)
    desk.post(f"{ROUND}do/start/", {"submission": "a", "session": MORNING})
    assert states(stage, 1) == {MORNING: RoundState.PLAYING, AFTERNOON: RoundState.PUBLISHED}

    assert desk.post(f"{ROUND}do/start/", {"submission": "b", "session": "晚上"}).status_code == 404
    assert desk.post(f"{ROUND}do/start/", {"submission": "c", "only": "9"}).status_code == 404
    assert states(stage, 1)[AFTERNOON] == RoundState.PUBLISHED


def test_a_session_is_announced_from_its_page_and_minutes_typed_there(desk: Client) -> None:
    stage = day()
    publish_pairings(stage=stage, number=1, groups=of(stage, MORNING), by=TEST)
    desk.post(f"{ROUND}do/start/", {"submission": "a", "session": MORNING})
    refused = desk.post(f"{ROUND}do/extend/", {"submission": "b", "session": MORNING, "own": "很久"})
    assert refused.status_code == 422
    assert "请填要加减的分钟数，1 到 120。" in refused.content.decode()
    assert "很久" in refused.content.decode()

    enter_all(stage, 1, MORNING)
    desk.post(f"{ROUND}do/close/", {"submission": "c", "session": MORNING})
    desk.post(f"{ROUND}do/announce/", {"submission": "d", "session": MORNING})
    up = stage.publications.get(kind=PublicationKind.STANDINGS)
    assert up.session == MORNING
    assert len(up.rows["groups"]) == 2


def test_the_desks_standings_announce_the_session_of_the_shown_group(desk: Client) -> None:
    stage = day()
    play(stage, 1, MORNING)
    page = "/e/sai/desk/stages/1/standings/"
    assert "上午 第 1 轮后的名次" in desk.get(page, {"group": "A", "round": "1"}).content.decode()
    desk.post(
        f"{page}publish/?group=A&round=1",
        {"submission": "p", "number": "1", "reason": "", "session": MORNING},
    )

    assert stage.publications.get(kind=PublicationKind.STANDINGS).session == MORNING
    html = desk.get(page, {"group": "A", "round": "1"}).content.decode()
    assert "成绩公告第 1 号" in html
    afternoon = desk.get(page, {"group": "C", "round": "1"}).content.decode()
    assert "公布名次（还差 4 桌）" in afternoon


def test_sessions_areas_and_announcements_come_back_from_an_archive() -> None:
    stage = day()
    Event.objects.update(areas=[{"name": "大厅", "tables": [[1, 4], [7, 8]]}])
    for session in (MORNING, AFTERNOON):
        play(stage, 1, session)
        publish_standings(stage=stage, number=1, session=session, by=TEST)
    data = archive.dumps(archive.dump(Event.objects.get()))
    again = archive.load(archive.read(data), slug="again", by=TEST)

    assert areas_of(again) == areas_of(Event.objects.get(slug="sai"))
    copied = again.stage(1)
    assert list(copied.groups.values_list("name", "session")) == list(
        stage.groups.values_list("name", "session")
    )
    up = copied.publications.filter(kind=PublicationKind.STANDINGS, is_current=True)
    assert [one.session for one in up] == [MORNING, AFTERNOON]
    assert states(copied, 1) == states(stage, 1)


@pytest.mark.parametrize("pair_count", [16, 64])
def test_the_rounds_page_costs_the_same_with_more_groups(
    desk: Client, pair_count: int, django_assert_num_queries: Any
) -> None:
    stage = day(pairs=pair_count)
    publish_pairings(stage=stage, number=1, by=TEST)
    desk.get(ROUND)
    with django_assert_num_queries(ROUND_PAGE):
        answer = desk.get(ROUND, {"session": MORNING})
    assert len(answer.context["desk"].rounds) == pair_count // 8


def test_pairings_of_further_groups_are_no_correction(client: Client) -> None:
    stage = make_stage(make_event(pairs=8, slug="sai"), published=False)
    publish_groups(stage=stage, by=TEST)
    for group in stage.groups.all():
        publish_pairings(stage=stage, number=1, groups=[group], by=TEST)

    html = client.get("/e/sai/").content.decode()
    assert "对阵公告第 2 号" in html
    assert "（更正）" not in html


def test_the_desks_home_shows_the_rounds_of_every_session(desk: Client) -> None:
    day()
    html = desk.get("/e/sai/desk/").content.decode()

    assert "<h3>上午</h3>" in html
    assert "<h3>下午</h3>" in html
