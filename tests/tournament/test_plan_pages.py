"""The stages of an event on the desk: one more, another plan, one less, until they are drawn."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.factories import make_director, make_event, make_stage
from tournament.models import Event

pytestmark = pytest.mark.django_db
FINAL = {
    "submission": "k1",
    "name": "决赛",
    "enter": "top_per_group",
    "source": "预赛",
    "top": "２",
    "group_by": "one",
    "group_number": "",
    "method": "rotation",
    "rounds": "3",
}


@pytest.fixture
def event() -> Event:
    event = make_event()
    make_stage(event, drawn=False)
    return event


@pytest.fixture
def client(event: Event) -> Client:
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(name: str, event: Event, *args: int) -> str:
    return reverse(name, args=[event.slug, *args])


def test_f33_a_final_is_added_once(client: Client, event: Event) -> None:
    for _ in range(2):
        assert client.post(address("stage-new", event), FINAL).status_code == 302

    final = event.stages.get(name="决赛")
    assert final.entry == {"from": "预赛", "top_per_group": 2, "carry": "none"}
    assert (final.grouping, final.pairing) == ({"method": "one"}, {"method": "rotation", "rounds": 3})
    assert "预赛每组前 2 名" in client.get(address("event-plan", event)).content.decode()


def test_the_first_stage_of_an_event_takes_everybody(client: Client, event: Event) -> None:
    event.stages.all().delete()
    data = {"submission": "k", "name": "循环赛", "enter": "all", "group_by": "draw", "divide": "size"}
    data |= {"group_number": "5", "method": "double"}
    client.post(address("stage-new", event), data)

    stage = event.stages.get()
    assert (stage.entry, stage.grouping, stage.pairing) == (
        "all",
        {"method": "draw", "size": 5},
        {"method": "round_robin", "legs": 2},
    )


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        pytest.param({"name": ""}, "name", id="no name"),
        pytest.param({"name": "预赛"}, "name", id="a name that is taken"),
        pytest.param({"top": ""}, "top", id="nobody goes on"),
        pytest.param({"source": "半决赛"}, "source", id="from nowhere"),
        pytest.param(
            {"group_by": "draw", "divide": "size", "group_number": "1"}, "group_number", id="groups of one"
        ),
        pytest.param({"group_by": "draw", "group_number": "4"}, "divide", id="groups of what"),
        pytest.param({"rounds": "九"}, "rounds", id="rounds in words"),
        pytest.param({"method": "guess"}, "method", id="what cannot be paired"),
        pytest.param({"method": "swiss", "rounds": ""}, "rounds", id="a Swiss of how many rounds"),
        pytest.param({"enter": "category"}, "category", id="a category without a name"),
        pytest.param({"enter": "ranks", "low": "8", "high": "1"}, "high", id="ranks the wrong way round"),
        pytest.param({"enter": "ranks", "low": "8", "high": "8"}, "high", id="one rank alone"),
        pytest.param({"enter": "ranks", "low": "", "high": "8"}, "low", id="ranks from nowhere"),
        pytest.param({"enter": "all", "group_by": "previous_rank"}, "group_by", id="grades without places"),
        pytest.param(
            {"method": "knockout", "group_by": "draw", "divide": "size", "group_number": "4"},
            "group_by",
            id="a knock-out in groups",
        ),
        pytest.param({"method": "knockout", "carry": "all"}, "carry", id="points into a knock-out"),
        pytest.param({"same_unit": "soft", "soft_rounds": "2"}, "same_unit", id="soft wishes in a rotation"),
        pytest.param(
            {"method": "swiss", "same_unit": "soft", "soft_rounds": ""}, "soft_rounds", id="soft how long"
        ),
        pytest.param({"first_table": "0"}, "first_table", id="table nought"),
    ],
)
def test_a_wrong_plan_is_told_beside_its_field(
    typed: dict[str, Any], field: str, client: Client, event: Event
) -> None:
    response = client.post(address("stage-new", event), {**FINAL, **typed})
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert event.stages.count() == 1


def test_a_plan_is_changed_until_the_stage_is_drawn(client: Client, event: Event) -> None:
    data = {
        "submission": "k",
        "based_on": "1",
        "name": "预赛",
        "enter": "all",
        "group_by": "draw",
        "divide": "count",
        "group_number": "2",
        "method": "rotation",
        "rounds": "2",
    }
    url = address("stage-edit", event, 1)
    assert client.post(url, data).status_code == 302
    assert event.stages.get().grouping == {"method": "draw", "count": 2}
    assert client.post(url, {**data, "submission": "k2"}).status_code == 409


def test_a_drawn_stage_offers_no_change_and_refuses_one() -> None:
    stage = make_stage(pairs=4, published=False)
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    plan = client.get(address("event-plan", stage.event)).content.decode()

    assert "改赛制" not in plan.replace("不能再改赛制", "")
    assert client.post(address("stage-remove", stage.event, 1), {"submission": "k"}).status_code == 302
    assert stage.event.stages.count() == 1


def test_a_stage_is_taken_away_unless_another_is_filled_from_it(client: Client, event: Event) -> None:
    client.post(address("stage-new", event), FINAL)
    client.post(address("stage-remove", event, 1), {"submission": "a"})
    assert event.stages.count() == 2
    client.post(address("stage-remove", event, 2), {"submission": "b", "based_on": "1"})
    assert [stage.name for stage in event.stages.all()] == ["预赛"]


def test_a_stage_of_any_kind_is_edited_and_keeps_what_nobody_changed(client: Client, event: Event) -> None:
    shapes = {
        "pairing": {"method": "swiss", "rounds": 5, "first_round": "halves"},
        "same_unit": {"soft_rounds": 2},
        "grouping": {"method": "one"},
        "first_table": 21,
    }
    event.stages.update(**shapes)
    url = address("stage-edit", event, 1)
    form = client.get(url).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    response = client.post(url, {name: value for name, value in sent.items() if value not in (None, False)})

    assert response.status_code == 302
    stage = event.stages.get()
    assert {key: getattr(stage, key) for key in shapes} == shapes


@pytest.mark.parametrize("more", [0, 3])
def test_the_plan_asks_the_database_the_same_for_any_number_of_stages(
    more: int, client: Client, event: Event, django_assert_num_queries: Any
) -> None:
    for _ in range(more):
        make_stage(event, drawn=False)
    url = address("event-plan", event)
    with django_assert_num_queries(12):
        client.get(url)
