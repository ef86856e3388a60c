"""Typing lots: names before the lot, doubles refused where they were typed, what is left on the wall."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournament.desks import open_desk, url
from tests.tournament.factories import TEST, make_stage
from tournament.actions.type_lots import open_lots, type_lot
from tournament.models import Draw, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Five pairs, groups of 3 and 2, every lot in the box."""
    stage = make_stage(pairs=5, drawn=False, grouping={"method": "manual", "size": 4})
    open_lots(stage=stage, by=TEST)
    return stage


@pytest.fixture
def desk(stage: Stage) -> Client:
    return open_desk(stage.event)


def typed(desk: Client, stage: Stage, number: str, lot: str) -> Any:
    return desk.post(url("lots", stage), {"submission": f"{number}-{lot}", "number": number, "lot": lot})


def test_a_typed_number_shows_the_names_before_the_lot(desk: Client, stage: Stage) -> None:
    pair = stage.event.pairs.get(number=3)
    shown = desk.get(url("lots-pair", stage), {"number": "３ 号"}).content.decode()
    assert all(player.name in shown for player in pair.partners)
    assert "没有这个序号" in desk.get(url("lots-pair", stage), {"number": "33"}).content.decode()
    typed(desk, stage, "3", "A1")
    assert "已抽 A1" in desk.get(url("lots-pair", stage), {"number": "3"}).content.decode()


def test_a_typed_lot_is_shown_with_a_way_back(desk: Client, stage: Stage) -> None:
    answer = desk.post(url("lots", stage), {"submission": "one", "number": "3", "lot": "ａ 2"}, follow=True)
    shown = answer.content.decode()
    assert "3 号抽到 <strong>A2</strong>" in shown
    back = desk.post(url("lots-back", stage), {"submission": "back", "number": 3}, follow=True)
    assert "已退回 3 号的签" in back.content.decode()
    assert not stage.entries.filter(position__isnull=False).exists()


@pytest.mark.parametrize(
    ("number", "lot", "said"),
    [
        pytest.param("2", "A2", "A2 签已被 1 号抽走", id="who has it"),
        pytest.param("1", "B1", "1 号已经抽到 A2 签", id="drew already"),
        pytest.param("2", "C1", "没有 C1 这个签", id="no such lot"),
        pytest.param("9", "B1", "没有 9 号", id="no such pair"),
        pytest.param("甲", "B1", "请输入序号", id="no number"),
        pytest.param("2", "", "这个字段是必填项", id="no lot"),
    ],
)
def test_what_is_wrong_is_said_and_stays_typed(
    desk: Client, stage: Stage, number: str, lot: str, said: str
) -> None:
    type_lot(stage=stage, number=1, lot="A2", by=TEST)
    answer = typed(desk, stage, number, lot)
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert said in shown
    assert f'value="{number}"' in shown
    assert stage.entries.filter(position__isnull=False).count() == 1


def test_a_lot_sent_twice_is_one_lot(desk: Client, stage: Stage) -> None:
    assert [typed(desk, stage, "3", "A1").status_code for _ in range(2)] == [302, 302]


def test_the_wall_shows_what_is_left(desk: Client, stage: Stage) -> None:
    typed(desk, stage, "3", "B2")
    shown = desk.get(url("lots-wall", stage)).content.decode()
    assert "剩 4 签，已抽 1 签" in shown
    assert shown.count('<li class=""') == 4
    assert shown.count("3 号") == 1


def test_the_last_pair_gets_the_last_lot_and_the_draw_is_kept(desk: Client, stage: Stage) -> None:
    for number, lot in (("1", "A2"), ("3", "B1"), ("4", "A1"), ("2", "5")):
        typed(desk, stage, number, lot)
    assert "只剩一队一签：5 号得 A3" in desk.get(url("lots", stage)).content.decode()
    answer = desk.post(url("lots-finish", stage), {"submission": "done"}, follow=True)
    assert "抽签录入完成（第 1 次）" in answer.content.decode()
    assert Draw.objects.get().result == [[4, 1, 5], [3, 2]]


def test_when_every_lot_is_typed_none_is_said_to_be_left(desk: Client, stage: Stage) -> None:
    for number, lot in enumerate(("A1", "A2", "A3", "B1", "B2"), 1):
        assert "<h2>剩下的签</h2>" in desk.get(url("lots", stage)).content.decode()
        typed(desk, stage, str(number), lot)
    page = desk.get(url("lots", stage)).content.decode()
    assert "<h2>签已抽完</h2>" in page
    assert "剩下的签" not in page


def test_finishing_too_early_says_how_many_are_missing(desk: Client, stage: Stage) -> None:
    answer = desk.post(url("lots-finish", stage), {"submission": "done"})
    assert answer.status_code == 422
    assert "还有 5 队没有抽签" in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "result"),
    [
        pytest.param("5 1\n2 4 3", [[5, 1], [2, 4, 3]], id="plain"),
        pytest.param("A：5，1\n\nB组：2、4、3\n", [[5, 1], [2, 4, 3]], id="with names"),
        pytest.param("Ａ ５ １号\nb. 2,4,3", [[5, 1], [2, 4, 3]], id="full width"),
    ],
)
def test_whole_groups_are_pasted(desk: Client, stage: Stage, text: str, result: list[list[int]]) -> None:
    answer = desk.post(url("lots-groups", stage), {"submission": "g", "groups": text, "based_on": 0})
    assert answer.status_code == 302
    assert Draw.objects.get().result == result


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("5 1\n2 x 3", "第 2 行看不懂", id="no number"),
        pytest.param("5 1\n2 3", "漏掉了 4 号", id="one is missing"),
        pytest.param("5 1 9\n2 3 4", "9 号不在应参赛的名单里", id="a stranger"),
        pytest.param("5 1 1\n2 3 4", "1 号写了两次", id="twice"),
        pytest.param("5\n1 2 3 4", "每组至少要有 2 队", id="alone"),
    ],
)
def test_wrong_groups_stay_typed_and_change_nothing(desk: Client, stage: Stage, text: str, said: str) -> None:
    type_lot(stage=stage, number=1, lot="A2", by=TEST)
    answer = desk.post(url("lots-groups", stage), {"submission": "g", "groups": text, "based_on": 0})
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert said in shown
    assert text in shown
    assert stage.entries.filter(position__isnull=False).count() == 1


def test_opening_lots_from_the_draw_page_leads_to_them() -> None:
    stage = make_stage(pairs=4, drawn=False)
    client = open_desk(stage.event)
    assert "还没有开始抽签录入" in client.get(url("lots", stage)).content.decode()
    answer = client.post(url("lots-open", stage), {"submission": "open", "based_on": 0})
    assert answer["Location"] == url("lots", stage)
    assert "还没有抽签的 4 队" in client.get(url("lots", stage)).content.decode()


@pytest.mark.parametrize("pairs", [8, 40])
def test_lots_page_query_count(pairs: int, django_assert_num_queries) -> None:
    stage = make_stage(pairs=pairs, drawn=False)
    open_lots(stage=stage, by=TEST)
    for number in range(1, 6):
        type_lot(stage=stage, number=number, lot=str(number), by=TEST)
    client = open_desk(stage.event)
    with django_assert_num_queries(QUERIES):
        client.get(url("lots", stage))


QUERIES = 19
