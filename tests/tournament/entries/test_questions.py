"""What to ask which leader: by unit, ready to send, gone once it is answered."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.entries.conftest import director_of
from tests.tournament.entries.pages import NEW, address, shown
from tests.tournament.factories import TEST, make_event, make_pair
from tournament.actions.individuals import PersonValues, add_individual
from tournament.imports.questions import open_questions
from tournament.models import Event, Player

pytestmark = pytest.mark.django_db

LIST = """选手1,选手2,单位,手机
林徽,梁成,建筑系,13800000001
沈从,张兆,文学系,138000
周树,,文学系,13800000004
冯小川 陈大山,,外文系,
汪曾,施？,外文系,13800000005
"""


def upload(client: Client, data: str = LIST) -> Any:
    file = SimpleUploadedFile("报名.csv", data.encode())
    page = client.post(address("entries-import"), {"submission": "u1", "file": file}, follow=True)
    values = {"submission": "i1", "fates": page.context["form"].stamp}
    values |= {"on_purpose": str(page.context["form"].fields["on_purpose"].widget.attrs.get("value", ""))}
    return client.post(page.redirect_chain[-1][0], values, follow=True)


def asked(event: Event) -> dict[str, list[str]]:
    return {one.unit: [question.line for question in one.questions] for one in open_questions(event)}


@pytest.fixture
def event() -> Event:
    """An event without any pair."""
    return make_event(pairs=0, slug="qiu", name="中秋掼蛋赛")


def test_an_imports_open_points_by_unit(desk: Client, event: Event) -> None:
    done = upload(desk)
    assert "待领队核实" in shown(done)

    found = asked(event)

    assert list(found) == ["外文系", "文学系"], "in pinyin order, without units that are clear"
    assert found["文学系"] == [
        "2 号 沈从、张兆：手机：电话号码有 6 位数字，手机应为 11 位，固定电话应带区号；没有读取。",
        "周树：选手2：缺少选手。",
    ]
    assert any("一格里有两个姓名" in line for line in found["外文系"])
    assert any("含问号" in line for line in found["外文系"])


PEOPLE = """姓名,组号,单位
林徽,1,建筑系
梁成,1,建筑系
何小慧,2,文学系
沈从,3,文学系
张兆,3,文学系
合计,5,
"""
LEFT_OVER = "何小慧没有搭档：这一组只有一人。"


def test_who_is_left_without_a_partner_is_asked_of_the_own_leader(desk: Client, event: Event) -> None:
    upload(desk, PEOPLE)
    assert asked(event) == {"文学系": [LEFT_OVER]}

    desk.post(address("entry-new"), NEW | {"player1": "何小慧", "player2": "许平", "unit": "文学系"})

    assert not any(LEFT_OVER in lines for lines in asked(event).values())


def test_a_unit_named_above_the_list_is_asked_about_all_its_rows(desk: Client, event: Event) -> None:
    upload(desk, "单位：文学系\n姓名,组号\n林徽,1\n梁成,1\n何小慧,2\n合计,3\n")

    assert asked(event) == {"文学系": [LEFT_OVER]}


def test_the_page_has_a_message_to_copy_and_no_phones(desk: Client, event: Event) -> None:
    upload(desk)

    page = desk.get(address("entry-questions"))

    assert "【中秋掼蛋赛】文学系领队：报名表有 2 处请核实，请回复。" in shown(page)
    assert 'data-copy="#ask-1"' in shown(page)
    assert "1380000" not in shown(page)
    text = desk.get(reverse("paper", args=["qiu", "questions", "txt"])).content.decode()
    assert "周树" in text
    assert "1380000" not in text
    for form in ("pdf", "xlsx"):
        assert desk.get(reverse("paper", args=["qiu", "questions", form])).status_code == 200


def test_what_is_answered_goes(desk: Client, event: Event) -> None:
    upload(desk)
    assert "周树：选手2：缺少选手。" in asked(event)["文学系"]

    desk.post(address("entry-new"), NEW | {"player1": "周树", "player2": "许平", "unit": "文学系"})
    Player.objects.filter(pair__number=2).update(phone="13800000009")

    assert asked(event)["文学系"] == ["4 号 周树、许平：没有手机号，请补一个。"]


def test_entries_as_they_stand_are_asked_about(event: Event) -> None:
    event.max_per_unit = 1
    event.save()
    make_pair(event, 1, unit="甲系", names=("赵一鸣", "钱小满"))
    make_pair(event, 2, unit="甲系", names=("孙百川", "李清和"))
    make_pair(event, 3, unit="甲系", names=("周子衿", "赵一鸣"))
    make_pair(event, 4, unit="", names=("吴", "郑禾"))
    make_pair(event, 5, unit="乙系", names=("王某", "冯某"), status="withdrawn")
    add_individual(event=event, values=PersonValues("林单", unit="丙系"), by=TEST)

    found = asked(event)

    assert found["甲系"] == [
        "1 号 赵一鸣、钱小满：赵一鸣已在序号 3“周子衿、赵一鸣”中；一人不能参加两队，确是重名请确认。",
        "3 号 周子衿、赵一鸣：赵一鸣已在序号 1“赵一鸣、钱小满”中；一人不能参加两队，确是重名请确认。",
        "报了 3 队，每单位至多 1 队，请定下参加的是哪几队。",
    ]
    assert found["丙系"] == ["林单：还没有搭档。"]
    assert found[""] == ["4 号 吴、郑禾：“吴”只有一个字，请核对。", "4 号 吴、郑禾：没有填写单位。"]
    assert list(found)[-1] == "", "without a unit last"
    assert "乙系" not in found


def test_who_comes_too_late_is_asked(desk: Client, event: Event) -> None:
    event.entries_close_at = timezone.now() - timedelta(hours=1)
    event.save()

    upload(desk, "选手1,选手2,单位,手机\n林徽,梁成,建筑系,13800000001\n")

    assert event.pairs.count() == 1
    assert asked(event) == {"建筑系": ["1 号 林徽、梁成：报名截止以后才报来，请确认参加。"]}


def test_nothing_to_ask_says_so(desk: Client, event: Event) -> None:
    assert "没有要核实的" in shown(desk.get(address("entry-questions")))


@pytest.mark.parametrize("pair_count", [4, 12])
def test_the_page_asks_a_fixed_number_of_queries(pair_count: int, django_assert_num_queries: Any) -> None:
    other = make_event(pairs=pair_count, slug="dong", max_per_unit=1)
    other.pairs.update(unit=None)
    client = director_of(other)
    with django_assert_num_queries(14):
        page = client.get(reverse("entry-questions", args=["dong"]))
    assert page.context["count"] == pair_count


@pytest.mark.parametrize(
    ("unit", "is_asked"), [("文学系", True), ("", True), ("数学系", False)], ids=["same", "none", "another"]
)
def test_f60_somebody_who_waits_alone_and_stands_in_a_pair_is_asked_which(
    event: Event, unit: str, is_asked: bool
) -> None:
    make_pair(event, 41, unit="文学系", names=("何小慧", "许平"))
    add_individual(event=event, by=TEST, values=PersonValues(name="何小慧", unit=unit))

    asked_now = [line for one in open_questions(event) for line in one.message.splitlines()]
    told = "何小慧：单独报名等待搭档，又与 41 号（何小慧、许平）中的一人同名。是同一人的，请确认参加哪一处。"
    assert any(told in line for line in asked_now) == is_asked
    assert any("何小慧：还没有搭档。" in line for line in asked_now) != is_asked
