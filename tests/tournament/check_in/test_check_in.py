"""Check-in: who has come, ticked alone or by unit, taken back, ended and opened again."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.check_in import check_in, close_check_in, reopen_check_in, undo_check_in
from tournament.errors import ActionRefused
from tournament.models import Entry, Event, Pair
from tournament.queries.check_in import absentees, arrivals, check_in_counts

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(pairs=10, slug="qiu")


@pytest.fixture
def desk(event: Event) -> Client:
    return open_desk(event)


def here(event: Event) -> list[int]:
    return list(event.pairs.exclude(checked_in_at=None).values_list("number", flat=True))


def address(name: str, *args: Any) -> str:
    return reverse(name, args=["qiu", *args])


def shown(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def send(desk: Client, step: str, **data: str) -> Any:
    return desk.post(address("check-in-act", step), {"submission": f"key-{step}", **data})


def test_several_at_once_and_once_more_keeps_the_first_time(event: Event) -> None:
    assert check_in(event=event, numbers=[3, 1], by=TEST) == [1, 3]
    first = Pair.objects.get(number=3).checked_in_at

    assert check_in(event=event, numbers=[3, 4], by=TEST) == [4]
    assert here(event) == [1, 3, 4]
    assert Pair.objects.get(number=3).checked_in_at == first
    assert check_in(event=event, numbers=[3], by=TEST) == []
    assert Entry.objects.filter(verb="check_in").count() == 2


def test_undo(event: Event) -> None:
    check_in(event=event, numbers=[3], by=TEST)
    for _again in range(2):
        undo_check_in(event=event, number=3, by=TEST)
    assert here(event) == []
    assert Entry.objects.filter(verb="undo_check_in").count() == 1


@pytest.mark.parametrize(
    ("numbers", "code"),
    [([], "nobody_to_check_in"), ([1, 11], "no_such_pair"), ([1, 5], "pair_is_gone")],
)
def test_what_is_refused_is_refused_whole(event: Event, numbers: list[int], code: str) -> None:
    event.pairs.filter(number=5).update(status="withdrawn")
    with pytest.raises(ActionRefused) as refused:
        check_in(event=event, numbers=numbers, by=TEST)
    assert refused.value.code == code
    assert here(event) == []


def test_after_the_end_nothing_moves_until_it_is_opened_again(event: Event) -> None:
    check_in(event=event, numbers=[1], by=TEST)
    close_check_in(event=event, by=TEST)
    for run in (
        lambda: check_in(event=event, numbers=[2], by=TEST),
        lambda: undo_check_in(event=event, number=1, by=TEST),
        lambda: close_check_in(event=event, by=TEST),
    ):
        with pytest.raises(ActionRefused) as refused:
            run()
        assert refused.value.code == "check_in_is_closed"

    reopen_check_in(event=event, by=TEST)
    with pytest.raises(ActionRefused) as refused:
        reopen_check_in(event=event, by=TEST)
    assert refused.value.code == "check_in_is_open"
    check_in(event=event, numbers=[2], by=TEST)
    assert here(event) == [1, 2]


def test_the_demo_stays_as_it_is() -> None:
    demo = make_event(pairs=2, is_demo=True)
    with pytest.raises(ActionRefused) as refused:
        check_in(event=demo, numbers=[1], by=TEST)
    assert refused.value.code == "demo_is_read_only"


def test_absent_is_who_takes_part_and_has_not_come(event: Event) -> None:
    event.pairs.filter(number=2).update(status="reserve")
    event.pairs.filter(number=3).update(status="withdrawn")
    event.pairs.filter(number=4).update(status="house")
    check_in(event=event, numbers=[1, 2, 4, 5, 6, 7], by=TEST)

    assert [pair.number for pair in absentees(event)] == [8, 9, 10]
    assert check_in_counts(event) == (4, 7)
    units = arrivals(event)
    assert [unit.name for unit in units] == sorted_units(units)
    assert {unit.name: unit.numbers for unit in units}["数学系"] == "10"


def sorted_units(units: list[Any]) -> list[str]:
    """By pinyin: gong, hou, li, shu, ti, wai, wu; the library's only pair has withdrawn."""
    order = ["工会", "后勤处", "历史系", "数学系", "体育部", "外语系", "物理系"]
    assert {unit.name for unit in units} == set(order)
    return order


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        pytest.param("3", [3], id="one"),
        pytest.param("3 7 10", [3, 7, 10], id="several"),
        pytest.param("３、７，10号", [3, 7, 10], id="as people type"),
        pytest.param("7 7", [7], id="twice"),
    ],
)
def test_the_line_of_numbers(desk: Client, event: Event, typed: str, numbers: list[int]) -> None:
    answer = send(desk, "in", numbers=typed)
    assert (answer.status_code, answer["Location"]) == (302, address("check-in"))
    assert here(event) == numbers


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "必填"),
        ("赵一鸣", "请只写序号"),
        ("3-7", "请只写序号"),
        ("99", "没有 99 号"),
        ("<b>3", "请只写序号"),
    ],
)
def test_what_is_not_understood_stays_typed(desk: Client, event: Event, typed: str, told: str) -> None:
    answer = send(desk, "in", numbers=typed)
    assert answer.status_code == 422
    assert told in shown(answer)
    assert here(event) == []
    assert answer.context["form"]["numbers"].value() == typed


def test_a_unit_is_ticked_whole_and_one_taken_back(desk: Client, event: Event) -> None:
    page = shown(desk.get(address("check-in"), {"q": "历史系"}))
    assert 'value="1 9"' in page
    assert "2 队都到" in page
    assert "数学系" not in page

    answer = send(desk, "in", numbers="1 9", q="历史系")
    assert answer["Location"].endswith("#n1")
    assert "q=" in answer["Location"]
    assert here(event) == [1, 9]
    send(desk, "undo", numbers="9", q="")
    send(desk, "undo", numbers="9", q="")
    assert here(event) == [1]
    send(desk, "in", numbers="9", q="")
    assert here(event) == [1, 9]


def test_end_and_open_by_the_page_pressed_twice(desk: Client, event: Event) -> None:
    for _press in range(2):
        assert send(desk, "close").status_code == 302
    page = shown(desk.get(address("check-in")))
    assert "签到已经结束，10 队未到" in page
    refused = send(desk, "in", numbers="3")
    assert refused.status_code == 422
    assert "签到已经结束。还要签到" in shown(refused)
    assert send(desk, "close", submission="another").status_code == 422
    for _press in range(2):
        assert send(desk, "reopen").status_code == 302
    assert send(desk, "in", numbers="3").status_code == 302
    assert send(desk, "fly").status_code == 404


def test_the_closing_time_is_a_setting_and_reminds(desk: Client, event: Event) -> None:
    page = desk.get(address("event-settings"))
    values = {key: value for key, value in page.context["form"].initial.items() if value is not None}
    values |= {"submission": "s", "check_in_closes_at": "2026-05-01T08:50"}
    assert desk.post(address("event-settings"), values).status_code == 302
    event.refresh_from_db()
    assert event.check_in_closes_at is not None
    assert timezone.localtime(event.check_in_closes_at).strftime("%H:%M") == "08:50"
    assert "05-01 08:50 截止" in shown(desk.get(address("check-in")))


def test_names_are_text(desk: Client, event: Event) -> None:
    pair = event.pairs.get(number=1)
    pair.players.filter(seat=1).update(name="<script>x")
    assert "<script>x" not in desk.get(address("check-in")).content.decode()


@pytest.mark.parametrize("pairs", [10, 45])
def test_the_page_asks_the_database_the_same_number_of_times(
    pairs: int, django_assert_num_queries: Any
) -> None:
    stage = make_stage(make_event(pairs=pairs, slug="qiu"))
    desk = open_desk(stage.event)
    with django_assert_num_queries(16):
        answer = desk.get(address("check-in"))
    assert sum(len(unit.pairs) for unit in answer.context["units"]) == pairs
    first = stage.entries.select_related("group").get(pair__number=1)
    page = " ".join(shown(answer).split())
    assert f'href="{address("door", 1)}">1 号</a>' in page
    assert f"{first.group.name} 组 {first.position} 号签" in page
