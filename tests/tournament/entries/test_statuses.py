"""Several pairs at once: take part or wait (a copied event's pairs are confirmed so)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.entries.conftest import director_of
from tests.tournament.entries.pages import address, numbers, shown
from tests.tournament.factories import TEST, make_pair, make_stage
from tournament import wording
from tournament.actions.copy_event import copy_event
from tournament.actions.set_statuses import set_statuses
from tournament.errors import ActionRefused
from tournament.models import Event, Pair
from tournament.queries.entries import entries_stamp

pytestmark = pytest.mark.django_db


def statuses(event: Event) -> dict[int, str]:
    return dict(event.pairs.values_list("number", "status"))


def press(client: Client, query: dict[str, str] | None = None, **sent: Any) -> Any:
    """Open the list and press one of its buttons with what the page carries."""
    page = client.get(address("entries"), query or {})
    carried = page.context["form"].initial
    values = {"submission": "s1", "status": "active", **carried, **sent}
    return client.post(page.wsgi_request.get_full_path(), values)


def test_ticked_reserves_are_confirmed_in_one_step(desk: Client, event: Event) -> None:
    Pair.objects.filter(number__lte=5).update(status="reserve")

    answer = press(desk, {"status": "reserve"}, numbers=["2", "4"], ticked="1")

    assert answer.status_code == 302
    assert answer["Location"].endswith("?status=reserve")
    assert [number for number, status in statuses(event).items() if status == "reserve"] == [1, 3, 5]
    assert list(event.pairs.order_by("number").values_list("version", flat=True)[:4]) == [1, 2, 1, 2]
    lines = list(event.journal.all())
    assert [wording.of_entry(one) for one in lines] == ["2、4 号改为参赛"]


def test_all_that_is_listed_means_all_of_a_unit(desk: Client, event: Event) -> None:
    make_pair(event, 9, unit="数学系")

    press(desk, {"unit": "数学系"}, all="1", status="reserve")

    assert [number for number, status in statuses(event).items() if status == "reserve"] == [2, 9]


def test_all_that_is_listed_goes_beyond_the_page(desk: Client, event: Event) -> None:
    for number in range(9, 61):
        make_pair(event, number)

    press(desk, all="1", status="reserve")

    assert set(statuses(event).values()) == {"reserve"}
    assert event.journal.count() == 1


def test_the_same_form_sent_twice_counts_once(desk: Client, event: Event) -> None:
    assert press(desk, numbers=["2"], ticked="1", status="reserve").status_code == 302
    assert press(desk, numbers=["3"], ticked="1", status="reserve").status_code == 302

    assert statuses(event)[2] == "reserve"
    assert statuses(event)[3] == "active"
    assert event.journal.count() == 1


def test_a_list_that_changed_meanwhile_is_shown_again(desk: Client, event: Event) -> None:
    answer = press(desk, numbers=["2"], ticked="1", status="reserve", seen="another")

    assert answer.status_code == 409
    assert "名单刚刚有变动" in shown(answer)
    assert set(statuses(event).values()) == {"active"}
    assert answer.context["form"]["seen"].value() == entries_stamp(event)
    assert answer.context["table"].ticked == {2}


def test_the_limit_of_a_unit_is_asked_about(desk: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(max_per_unit=1)
    make_pair(event, 9, unit="数学系", status="reserve")

    refused = press(desk, numbers=["9"], ticked="1")
    assert refused.status_code == 422
    assert "数学系将有 2 队，超过每单位至多 1 队的规定。" in shown(refused)
    assert statuses(event)[9] == "reserve"

    agreed = refused.context["form"].fields["on_purpose"].widget.attrs["value"]
    assert press(desk, numbers=["9"], ticked="1", on_purpose=agreed).status_code == 302
    assert statuses(event)[9] == "active"


def test_nothing_ticked_is_said(desk: Client, event: Event) -> None:
    answer = press(desk, ticked="1")

    assert answer.status_code == 422
    assert "请先勾选要改的队。" in shown(answer)


def test_who_stands_so_already_changes_nothing(desk: Client, event: Event) -> None:
    assert press(desk, numbers=["2"], ticked="1").status_code == 302

    assert "这些队已经是参赛，没有改动。" in shown(desk.get(address("entries")))
    assert not event.journal.exists()


def test_drawn_pairs_have_no_tick_and_are_refused() -> None:
    stage = make_stage(pairs=8)
    event = stage.event
    make_pair(event, 9, status="reserve")
    client = director_of(event)

    page = client.get(reverse("entries", args=[event.slug]))
    assert page.context["table"].open_ones == {9}
    with pytest.raises(ActionRefused) as refused:
        set_statuses(event=event, numbers=[3, 9], status="reserve", by=TEST)

    assert (refused.value.code, refused.value.params["numbers"]) == ("statuses_are_fixed", [3])
    assert statuses(event)[3] == "active"


@pytest.mark.parametrize("status", ["withdrawn", "disqualified", "house"])
def test_who_left_or_fills_a_seat_is_refused(event: Event, status: str) -> None:
    Pair.objects.filter(number=3).update(status=status)

    with pytest.raises(ActionRefused, match="statuses_are_fixed"):
        set_statuses(event=event, numbers=[2, 3], status="reserve", by=TEST)
    assert statuses(event)[2] == "active"


@pytest.mark.parametrize(
    ("numbers", "status", "code"),
    [
        ([], "active", "no_pairs_chosen"),
        ([99], "active", "no_such_pair"),
        ([2], "house", "status_not_offered"),
    ],
)
def test_what_cannot_be_is_refused(event: Event, numbers: list[int], status: str, code: str) -> None:
    with pytest.raises(ActionRefused, match=code):
        set_statuses(event=event, numbers=numbers, status=status, by=TEST)


def test_a_copied_event_names_its_reserves_as_the_next_step(event: Event) -> None:
    copied = copy_event(source=event, name="明年的掼蛋赛", by=TEST, bring="pairs")
    client = director_of(copied)

    page = client.get(reverse("desk", args=[copied.slug]))

    text = shown(page)
    assert "8 队候补待确认" in text
    assert f"{reverse('entries', args=[copied.slug])}?status=reserve" in text
    assert numbers(client.get(reverse("entries", args=[copied.slug]), {"status": "reserve"})) == list(
        range(1, 9)
    )


def test_before_the_draw_reserves_are_counted_beside_those_who_play(event: Event) -> None:
    stage = make_stage(pairs=4, drawn=False)
    make_pair(stage.event, 5, status="reserve")

    page = director_of(stage.event).get(reverse("desk", args=[stage.event.slug]))

    assert "4 队参赛，另有候补 1 队" in shown(page)
