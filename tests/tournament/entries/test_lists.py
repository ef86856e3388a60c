"""The list of pairs: searched, filtered, ordered as people read (field F49, F50, F59, F61, F62)."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.entries.conftest import director_of
from tests.tournament.entries.pages import NEW, address, numbers, shown
from tests.tournament.factories import TEST, make_event, make_pair, make_stage
from tests.tournament.imports.files import field_file
from tournament.imports.entering import enter_rows, judge_rows
from tournament.models import Event, Pair, Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        pytest.param("王伟", [11, 12, 14], id="F59: every spelling of a name"),
        pytest.param("王　伟", [11, 12, 14], id="F59: typed with a wide space"),
        pytest.param("ww", [11, 12, 14], id="initials"),
        pytest.param("wangwei", [11, 12, 14], id="pinyin"),
        pytest.param("wangw", [11, 12, 14], id="pinyin begun"),
        pytest.param("zengke", [13], id="F50: the surname's reading"),
        pytest.param("１３８", [12], id="F61: full-width figures"),
        pytest.param("138-0000 1234", [12], id="a phone with dashes"),
        pytest.param("14", [14], id="a number"),
        pytest.param("买买提", [13], id="a part of a name"),
        pytest.param("阿依古丽•买买提", [13], id="F62: another dot"),
        pytest.param("城东(老年)", [14], id="a unit, other brackets"),
        pytest.param("东风", [12], id="the pair's own name"),
        pytest.param("%", [], id="nothing special to the database"),
        pytest.param("[.*", [], id="no pattern"),
    ],
)
def test_search_finds_what_people_mean(desk: Client, event: Event, typed: str, found: list[int]) -> None:
    rows = [
        ("王伟", "李娜", "甲", "", ""),
        ("王伟", "张强", "乙", "13800001234", "东风队"),
        ("曾可", "阿依古丽·买买提", "丙", "", ""),
        ("陈静", "王伟", "城东（老年）大学", "", ""),
    ]
    for index, (first, second, unit, phone, name) in enumerate(rows):
        values = NEW | {"submission": f"n{index}", "player1": first, "player2": second, "unit": unit}
        values |= {"number": str(11 + index), "phone1": phone, "name": name}
        assert desk.post(address("entry-new"), values).status_code == 302

    answer = desk.get(address("entries"), {"q": typed})

    assert numbers(answer) == found


def test_f50_names_in_pinyin_order() -> None:
    event = make_event(pairs=0, slug="yin")
    enter_rows(event=event, judgement=judge_rows(event, field_file("38").rows), by=TEST)
    client = director_of(event)

    answer = client.get(reverse("entries", args=["yin"]), {"sort": "players"})

    names = [row.record.partners[0].name for row in answer.context["table"].page.object_list]
    assert names == ["安卡", "暗黑", "重阳", "戴安", "仇海", "单雄", "沈彩", "解明", "曾可", "Adam"]
    assert "按拼音和声调排列" in shown(answer)


def test_f49_numbers_sort_as_numbers_and_empties_come_last(desk: Client, event: Event) -> None:
    for number in (9, 10, 11, 12):
        make_pair(event, number, unit="")
    Pair.objects.filter(number=2).update(category="女子", name="松涛队")

    assert numbers(desk.get(address("entries"))) == list(range(1, 13))
    assert numbers(desk.get(address("entries"), {"sort": "-number"})) == list(range(12, 0, -1))
    for way in ("unit", "-unit"):
        assert numbers(desk.get(address("entries"), {"sort": way}))[-4:] == [9, 10, 11, 12]
    for column in ("name", "-name", "category", "-category"):
        assert numbers(desk.get(address("entries"), {"sort": column}))[0] == 2


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"status": "reserve"}, [3]),
        ({"unit": "数学系"}, [2]),
        ({"unit": "-"}, [9]),
        ({"category": "女子"}, [4]),
        ({"status": "active", "unit": "数学系"}, [2]),
        ({"come": "in"}, [5, 6]),
        ({"come": "out", "status": "active"}, [1, 2, 4, 7, 8, 9]),
        ({"entered": "lot"}, [6]),
        ({"entered": "together", "come": "in"}, [5]),
    ],
)
def test_filters(desk: Client, event: Event, query: dict[str, str], found: list[int]) -> None:
    make_pair(event, 9, unit="")
    Pair.objects.filter(number=3).update(status="reserve")
    Pair.objects.filter(number=4).update(category="女子")
    Pair.objects.filter(number__in=[5, 6]).update(checked_in_at=timezone.now())
    event.individuals.create(name="林深", pair=Pair.objects.get(number=6))

    assert numbers(desk.get(address("entries"), query)) == found


def test_the_room_is_that_of_the_latest_table_or_of_the_fixed_one() -> None:
    areas = [{"name": "大厅", "tables": [1, 2]}, {"name": "报告厅", "tables": [[3, 4], [11, 12]]}]
    event = make_event(pairs=8, slug="qiu", areas=areas)
    client = director_of(event)
    Pair.objects.filter(number=8).update(fixed_table=12)
    assert numbers(client.get(address("entries"), {"area": "报告厅"})) == [8]

    Pair.objects.filter(number=8).update(fixed_table=None)
    make_stage(event, group_size=4)  # two groups: tables 1, 2 and 3, 4
    hall = numbers(client.get(address("entries"), {"area": "大厅"}))
    other = numbers(client.get(address("entries"), {"area": "报告厅"}))

    assert (len(hall), len(other)) == (4, 4)
    assert sorted(hall + other) == list(range(1, 9))
    groups = event.stages.get().groups.order_by("ordinal")
    assert hall == sorted(groups[0].entries.values_list("pair__number", flat=True))


def test_filters_that_say_nothing_are_not_offered(desk: Client, event: Event) -> None:
    offered = set(desk.get(address("entries")).context["filter"].form.fields)

    assert offered == {"q", "unit", "status", "come"}


@pytest.mark.parametrize("pairs", [10, 45])
def test_the_list_asks_the_database_the_same_number_of_times(
    pairs: int, django_assert_num_queries: Any
) -> None:
    event = make_event(pairs=pairs, slug="qiu")
    client = director_of(event)
    client.get(address("entries"))

    with django_assert_num_queries(21):
        answer = client.get(address("entries"), {"sort": "unit"})
    assert len(numbers(answer)) == pairs


@pytest.mark.parametrize("pairs", [10, 45])
def test_the_units_ask_the_database_the_same_number_of_times(
    pairs: int, django_assert_num_queries: Any
) -> None:
    event = make_event(pairs=0, slug="qiu")
    for number in range(1, pairs + 1):
        make_pair(event, number, unit=f"第 {number} 单位")
    client = director_of(event)

    with django_assert_num_queries(11):
        answer = client.get(address("units"))
    assert len(answer.context["table"].rows) == pairs


def test_fifty_a_page(desk: Client, event: Event) -> None:
    for number in range(9, 61):
        make_pair(event, number)

    assert numbers(desk.get(address("entries"))) == list(range(1, 51))
    assert numbers(desk.get(address("entries"), {"page": 2})) == list(range(51, 61))


def test_phones_are_masked_in_the_list_and_whole_on_the_pairs_own_page(desk: Client, event: Event) -> None:
    Player.objects.filter(pair__number=1, seat=1).update(phone="13812345678")

    page = shown(desk.get(address("entries")))
    assert "13812345678" not in page
    assert "138••••5678" in page
    assert "13812345678" in shown(desk.get(address("entry", 1)))


@pytest.mark.parametrize(
    ("place", "said"),
    [
        pytest.param("entries", "姓名和单位按拼音和声调排列", id="the list of pairs"),
        pytest.param("units", "按拼音和声调排列", id="units"),
        pytest.param("check-in", "按拼音和声调排列", id="check-in"),
    ],
)
def test_f50_pages_say_that_they_go_by_pinyin(desk: Client, event: Event, place: str, said: str) -> None:
    assert said in shown(desk.get(address(place)))


@pytest.mark.parametrize(
    ("what", "asked"),
    [
        pytest.param("check-in", "", id="check-in list"),
        pytest.param("units", "?stage=1&round=1", id="pairings by unit"),
    ],
)
def test_f50_papers_by_unit_say_that_they_go_by_pinyin(
    desk: Client, event: Event, what: str, asked: str
) -> None:
    make_stage(event)

    text = desk.get(reverse("paper", args=["qiu", what, "txt"]) + asked).content.decode()

    assert "单位按拼音和声调排列" in text


def test_f50_a_file_in_the_order_of_names_says_so(desk: Client, event: Event) -> None:
    place = reverse("entries-file", args=["qiu", "csv"])
    sorted_by_name = desk.get(place, {"sort": "players"})
    by_number = desk.get(place)

    assert sorted_by_name.status_code == by_number.status_code == 200
    xlsx = openpyxl.load_workbook(BytesIO(desk.get(place.replace(".csv", ".xlsx"), {"sort": "unit"}).content))
    assert any("按拼音和声调排列" in str(cell) for row in xlsx.active.values for cell in row)  # type: ignore[union-attr]
    plain = openpyxl.load_workbook(BytesIO(desk.get(place.replace(".csv", ".xlsx")).content))
    assert not any("按拼音" in str(cell) for row in plain.active.values for cell in row)  # type: ignore[union-attr]
