"""The desk's standings: any round, any group, sorted, published, corrected, taken down; lots; pairs."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from scoring.rules import Grade, Side
from tests.tournament.factories import (
    TEST,
    make_director,
    make_event,
    make_person,
    make_stage,
    passed,
    play_round,
)
from tournament.actions.enter_result import enter_result
from tournament.actions.give_penalty import give_penalty
from tournament.actions.publish import publish_standings
from tournament.exports.paper import Paper, Section
from tournament.exports.xlsx import to_xlsx
from tournament.lists.standings import StandingsTable
from tournament.models import Draw, Event, Match, Membership, Player, Publication, Role, Stage, Unit
from tournament.queries.standing_sheets import live_sheets
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db

PAGE = "/e/sai/desk/stages/1/standings/"
EQUAL = {"tiebreaks": ["lots"]}


@pytest.fixture
def stage() -> Stage:
    event = make_event(pairs=12, slug="sai", name="中秋赛", rulebook="devzone-26")
    return make_stage(event, group_size=12, rounds=3, rounds_played=1)


@pytest.fixture
def desk(stage: Stage) -> Client:
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def order_on(page: str) -> list[int]:
    table = page[page.index("<tbody") : page.index("</tbody>")]
    return [int(number) for number in re.findall(r"pairs/(\d+)/", table)]


def live_order(stage: Stage, upto: int | None = None) -> list[int]:
    return [line.number for line in live_sheets(stage_standings(stage, upto))[0].lines]


def publish(desk: Client, number: int, key: str = "k", **fields: str) -> Any:
    return desk.post(f"{PAGE}publish/", {"number": str(number), "submission": key, "reason": "", **fields})


def test_before_the_draw_the_page_says_what_comes_first() -> None:
    stage = make_stage(make_event(slug="sai"), drawn=False)
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    assert "还没有抽签" in client.get(PAGE).content.decode()


@pytest.mark.parametrize("query", ["?round=9", "?round=x", "?group=Z"])
def test_round_or_group_that_does_not_exist_has_no_page(desk: Client, query: str) -> None:
    assert desk.get(PAGE + query).status_code == 404


def test_standings_as_of_any_round(desk: Client, stage: Stage) -> None:
    play_round(stage, 2)
    first, now = (desk.get(PAGE + query).content.decode() for query in ("?round=1", ""))
    assert order_on(first) == live_order(stage, 1)
    assert order_on(now) == live_order(stage)
    assert "第 2 轮</" in now
    assert "第 2 轮</a></th>" not in first


def test_f49_pairs_without_a_result_come_last_both_ways_and_numbers_sort_as_numbers() -> None:
    stage = make_stage(make_event(pairs=12, slug="sai", rulebook="devzone-26"), group_size=12, rounds=3)
    for match in Match.objects.filter(round__number=1, table__lte=3):
        enter_result(match=match, sheet=passed(Side.NS, loser_level=5 + (match.table or 0)), by=TEST)
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    entered = {row.pair for row in stage_standings(stage).overall if row.by_round}
    for sort in ("points", "-points"):
        assert set(order_on(client.get(f"{PAGE}?sort={sort}").content.decode())[:6]) == entered
    assert order_on(client.get(f"{PAGE}?sort=number").content.decode()) == list(range(1, 13))


def test_f48_desk_and_spreadsheet_show_the_same_order_and_figures(desk: Client, stage: Stage) -> None:
    from io import BytesIO

    from openpyxl import load_workbook

    sheet = live_sheets(stage_standings(stage))[0]
    table = StandingsTable(sheet, event=stage.event)
    rows = [tuple(row) for row in list(table.as_values())[1:]]
    paper = Paper(
        event_name="中秋赛", title="名次", sections=(Section(columns=table.paper_columns, rows=tuple(rows)),)
    )
    cells = list(load_workbook(BytesIO(to_xlsx(paper))).active.iter_rows(values_only=True))
    body = [row for row in cells if isinstance(row[0], int)]
    assert [row[1] for row in body] == order_on(desk.get(PAGE).content.decode()) == live_order(stage)
    assert [row[5] for row in body] == [float(line.points) for line in sheet.lines]


def test_publishing_waits_for_missing_tables_and_says_how_many(desk: Client, stage: Stage) -> None:
    page = desk.get(f"{PAGE}?round=2").content.decode()
    assert "公布名次（还差 6 桌）" in page
    refused = publish(desk, 2)
    assert refused.status_code == 422
    assert "还有 6 桌没有成绩" in refused.content.decode()
    assert not Publication.objects.filter(kind="standings").exists()


def test_publish_correct_and_take_down(desk: Client, stage: Stage) -> None:
    assert "公布第 1 轮后名次" in desk.get(PAGE).content.decode()
    assert publish(desk, 1, key="k1").status_code == 302
    assert publish(desk, 1, key="k1").status_code == 302
    assert Publication.objects.filter(kind="standings").count() == 1
    page = desk.get(PAGE).content.decode()
    assert "公布以后成绩有变动" not in page

    enter_result(
        match=Match.objects.filter(round__number=1).first(), sheet=passed(Side.EW, loser_level=2), by=TEST
    )
    assert "公布以后成绩有变动" in desk.get(PAGE).content.decode()
    silent = publish(desk, 1, key="k2")
    assert silent.status_code == 422
    assert "请写明原因" in silent.content.decode()
    done = desk.post(
        f"{PAGE}publish/", {"number": "1", "submission": "k2", "reason": "第 1 桌抄错"}, follow=True
    ).content.decode()
    assert "成绩公告第 2 号（更正）" in done
    assert Publication.objects.get(is_current=True, kind="standings").reason == "第 1 桌抄错"

    desk.post(f"{PAGE}withdraw/", {"number": "1", "submission": "k3"})
    assert not Publication.objects.filter(is_current=True, kind="standings").exists()
    again = desk.post(f"{PAGE}withdraw/", {"number": "1", "submission": "k4"}, follow=True).content.decode()
    assert "已经撤下" in again


def test_f46_penalty_after_publication_asks_for_a_correction(desk: Client, stage: Stage) -> None:
    publish_standings(stage=stage, number=1, by=TEST)
    give_penalty(event=stage.event, stage=stage, number=1, grade=Grade.WARNING, points=-4, by=TEST)
    page = desk.get(PAGE).content.decode()
    assert "公布以后成绩有变动" in page
    assert "罚分只影响总积分，不影响级差" in page


def test_f44_three_tenths_tie_with_one_of_three_and_are_shown_exactly(desk: Client, stage: Stage) -> None:
    for match in Match.objects.filter(round__number=1):
        enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST)
    first, second = (match.ns.number for match in Match.objects.filter(round__number=1)[:2])
    for number, points in ((first, "-0.1"), (first, "-0.1"), (first, "-0.1"), (second, "-0.3")):
        give_penalty(
            event=stage.event,
            stage=stage,
            number=number,
            grade=Grade.ORAL_WARNING,
            points=Decimal(points),
            by=TEST,
        )
    lines = {line.number: line for line in live_sheets(stage_standings(stage))[0].lines}
    assert lines[first].points == lines[second].points
    assert lines[first].rank == lines[second].rank
    assert lines[first].tied
    assert desk.get(PAGE).content.decode().count("−0.3<") == 2


@pytest.fixture
def equal() -> Stage:
    """Four pairs, two and two equal after one round, lots the only tie-break."""
    stage = make_stage(make_event(pairs=4, slug="sai", rulebook="devzone-26", rules=EQUAL), group_size=4)
    for match in Match.objects.filter(round__number=1):
        enter_result(match=match, sheet=passed(Side.NS, loser_level=9), by=TEST)
    return stage


def client_of(stage: Stage) -> Client:
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_tie_is_said_and_settled_by_the_computers_lots(equal: Stage) -> None:
    desk, sheet = client_of(equal), live_sheets(stage_standings(equal))[0]
    tied = "、".join(str(line.number) for line in sheet.ties[0])
    assert "第 1 名并列：抽签定先后" in desk.get(PAGE).content.decode()
    desk.post(f"{PAGE}lots/", {"group": sheet.group, "tied": tied, "order": "", "submission": "k"})
    drawn = Draw.objects.get(kind="lots")
    assert drawn.seed
    rows = live_sheets(stage_standings(equal))[0].lines
    assert [row.number for row in rows[:2]] == drawn.result
    page = desk.get(PAGE).content.decode()
    assert "第 1 名并列" not in page
    assert "第 3 名并列：抽签定先后" in page
    assert "按抽签" in page


def test_f33_lots_pressed_twice_are_drawn_once(equal: Stage) -> None:
    desk, sheet = client_of(equal), live_sheets(stage_standings(equal))[0]
    sent = {"group": sheet.group, "tied": "、".join(str(line.number) for line in sheet.ties[0])}

    answers = [desk.post(f"{PAGE}lots/", sent | {"submission": "k"}, follow=True) for _ in range(2)]

    assert all("抽签结果已存档" in answer.content.decode() for answer in answers)
    assert Draw.objects.filter(kind="lots").count() == 1


def test_lots_are_not_drawn_over_those_that_settled_the_tie(equal: Stage) -> None:
    desk, sheet = client_of(equal), live_sheets(stage_standings(equal))[0]
    sent = {"group": sheet.group, "tied": "、".join(str(line.number) for line in sheet.ties[0])}
    desk.post(f"{PAGE}lots/", sent | {"submission": "k"})
    drawn = Draw.objects.get(kind="lots").result

    stale = desk.post(f"{PAGE}lots/", sent | {"submission": "another page"}, follow=True)

    assert "已由李负责于" in stale.content.decode()
    assert "抽签，没有再抽" in stale.content.decode()
    assert Draw.objects.get(kind="lots").result == drawn


def test_lots_drawn_by_hand_are_typed_in_any_width(equal: Stage) -> None:
    desk, sheet = client_of(equal), live_sheets(stage_standings(equal))[0]
    first, second = (line.number for line in sheet.ties[0])
    sent = {"group": sheet.group, "tied": f"{first}、{second}", "submission": "k"}
    wrong = desk.post(f"{PAGE}lots/", sent | {"order": f"{second} 9"})
    assert wrong.status_code == 422
    assert "每队一次" in wrong.content.decode()
    assert f"{second} 9" in wrong.content.decode()
    words = desk.post(f"{PAGE}lots/", sent | {"order": "第一"})
    assert "不是序号" in words.content.decode()
    full_width = str(second).translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    desk.post(f"{PAGE}lots/", sent | {"order": f"{full_width}号，{first}"})
    assert [row.number for row in live_sheets(stage_standings(equal))[0].lines[:2]] == [second, first]
    assert Draw.objects.get(kind="lots").seed == ""


def test_scorer_looks_but_does_not_publish(stage: Stage) -> None:
    person = make_person("bian", name="编排")
    Membership.objects.create(person=person, event=stage.event, role=Role.SCORER)
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(PAGE).content.decode()
    assert order_on(page) == live_order(stage)
    assert "standings/publish/" not in page
    assert publish(client, 1).status_code == 404


def test_participants_page_has_penalties_in_full_and_the_cross_table_agrees(
    desk: Client, stage: Stage
) -> None:
    give_penalty(
        event=stage.event, stage=stage, number=1, grade=Grade.WARNING, points=-2, text="反复催牌", by=TEST
    )
    page = desk.get("/e/sai/desk/stages/1/pairs/1/").content.decode()
    assert "反复催牌" in page
    line = live_sheets(stage_standings(stage))[0].line_of(1)
    assert f"第 {line.rank} 名" in re.sub(r"\s+", " ", page)
    cross = desk.get("/e/sai/desk/stages/1/cross/").content.decode()
    played = Match.objects.filter(round__number=1).count()
    assert cross.count('<b class="ns">') == cross.count('<b class="ew">') == played
    assert desk.get("/e/sai/desk/stages/1/pairs/99/").status_code == 404
    assert desk.get("/e/sai/desk/stages/1/cross/?group=Z").status_code == 404


def test_f72_script_in_names_is_text_at_the_desk(desk: Client, stage: Stage) -> None:
    evil = "<script>alert(1)</script>"
    Player.objects.filter(seat=1).update(name=evil)
    Unit.objects.update(name=evil)
    Event.objects.update(name=evil, pair_word="<b>对</b>", unit_word="<i>队</i>")
    for url in (PAGE, "/e/sai/desk/stages/1/pairs/1/", "/e/sai/desk/stages/1/cross/"):
        page = desk.get(url).content.decode()
        assert evil not in page, url
        assert "<b>对</b>" not in page
        assert "<i>队</i>" not in page


@pytest.mark.parametrize("pairs", [8, 64])
def test_standings_page_query_count(pairs: int, django_assert_num_queries: Any) -> None:
    stage = make_stage(make_event(pairs=pairs, slug="sai"), group_size=pairs, rounds=3, rounds_played=1)
    client = client_of(stage)
    with django_assert_num_queries(18):
        page = client.get(PAGE).content.decode()
    assert len(order_on(page)) == min(pairs, 50)


@pytest.mark.parametrize("pairs", [8, 40])
def test_participant_and_cross_table_query_count(pairs: int, django_assert_num_queries: Any) -> None:
    stage = make_stage(make_event(pairs=pairs, slug="sai"), group_size=pairs, rounds=3, rounds_played=1)
    client = client_of(stage)
    with django_assert_num_queries(20):
        client.get("/e/sai/desk/stages/1/pairs/1/")
    with django_assert_num_queries(17):
        client.get("/e/sai/desk/stages/1/cross/")
