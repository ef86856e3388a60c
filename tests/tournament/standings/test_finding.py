"""Find oneself: number, name, pinyin, unit, however they are typed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournament.factories import make_event, make_pair, make_stage
from tournament.models import Event, Player, Stage
from tournament.names.pinyin import pinyin_key, spells

pytestmark = pytest.mark.django_db

HOME = "/e/sai/"


@pytest.mark.parametrize("typed", ["zym", "zhaoyiming", "zhaoym", "zyiming", "yiming", "ming", "zhym"])
def test_letters_that_spell_a_name(typed: str) -> None:
    assert spells(pinyin_key("赵一鸣"), typed)


@pytest.mark.parametrize("typed", ["zm", "mingyi", "zhaoyimingx", "haoyi", "zz", "zhaoyimingzhao"])
def test_letters_that_do_not(typed: str) -> None:
    assert not spells(pinyin_key("赵一鸣"), typed)


def test_a_hostile_name_is_read_in_no_time() -> None:
    assert not spells("0" + "aaaa1" * 50, "a" * 29 + "b")


@pytest.fixture
def stage() -> Stage:
    """Twelve pairs of two units, one of them by name, drawn and published."""
    event = make_event(pairs=0, slug="sai", name="中秋赛")
    for number in range(1, 12):
        make_pair(event, number, unit="历史系" if number < 6 else "数学学院")
    make_pair(event, 12, unit="", names=("赵一霏", "欧阳慕容"), name="飞虎队")
    for player in Player.objects.filter(pair__number=12):
        Player.objects.filter(pk=player.pk).update(pinyin=pinyin_key(player.name), phone="13812345678")
    return make_stage(event, group_size=12)


@pytest.mark.parametrize(
    "typed",
    ["12", "１２", "12号", "第 12 号", " 12 ", "赵一霏", "赵　一霏", "一霏", "zyf", "ＺＹＦ", "Zhao Yifei",
     "ouyang", "oymr", "飞虎", "feihu"],
)  # fmt: skip
def test_one_is_found_and_leads_to_its_page(client: Client, stage: Stage, typed: str) -> None:
    answer = client.get(HOME, {"q": typed})
    assert (answer.status_code, answer.get("Location")) == (302, "/e/sai/pairs/12/")


@pytest.mark.parametrize("typed", ["历史系", "历史", "lsx", "lishi"])
def test_a_unit_lists_all_of_its_own_with_their_seats(client: Client, stage: Stage, typed: str) -> None:
    page = client.get(HOME, {"q": typed}).content.decode()
    assert re.findall(r"/e/sai/pairs/(\d+)/", page) == ["1", "2", "3", "4", "5"]
    assert page.count(" 桌") == 5


@pytest.mark.parametrize("typed", ["13812345678", "1381", "5678", "没有这人", "。", "99", "候补甲"])
def test_nobody_is_said_clearly_and_phones_are_not_searched(client: Client, stage: Stage, typed: str) -> None:
    make_pair(stage.event, 77, names=("候补甲", "候补乙"), status="reserve")
    answer = client.get(HOME, {"q": typed})
    assert answer.status_code == 200
    assert "没有找到" in answer.content.decode()


@pytest.mark.parametrize("pairs", [8, 60])
def test_search_costs_the_same_in_a_larger_hall(
    client: Client, pairs: int, django_assert_num_queries: Any
) -> None:
    make_stage(make_event(pairs=pairs, slug="sai"), group_size=4)
    with django_assert_num_queries(9):
        page = client.get(HOME, {"q": "系"})
    assert page.status_code == 200


def test_renamed_participant_is_found_by_the_new_name(client: Client, stage: Stage) -> None:
    assert client.get(HOME, {"q": "zyf"}).status_code == 302
    Player.objects.filter(pair__number=12, seat=1).update(name="钱更", key="钱更", pinyin=pinyin_key("钱更"))
    Event.objects.update(public_revision=99)
    assert client.get(HOME, {"q": "zyf"}).status_code == 200
    assert client.get(HOME, {"q": "qg"}).status_code == 302
