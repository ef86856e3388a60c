"""A pair's card scanned at the door: staff check in and draw the lot, players see their page."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.factories import TEST, make_director, make_event, make_person, make_stage
from tournament.actions.check_in import check_in, close_check_in
from tournament.actions.type_lots import open_lots, type_lot
from tournament.lists.cards.catalogue import CARDS
from tournament.lists.papers.wanted import Wanted
from tournament.models import Entry, Event, Membership, Role, Stage
from tournament.queries.check_in import absentees

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
CARD = "/e/sai/pairs/3/here/"
DOOR = "/e/sai/desk/entries/check-in/3/"


@pytest.fixture
def event() -> Event:
    return make_event(pairs=8, slug="sai", name="中秋赛")


@pytest.fixture
def lots(event: Event) -> Stage:
    """Two groups of four, lots drawn by hand, none drawn yet."""
    stage = Stage.objects.create(
        event=event, ordinal=1, name="预赛", grouping={"method": "manual", "size": 4},
        pairing={"method": "rotation"}, resolved_rules=event.resolved_rules,
    )  # fmt: skip
    return open_lots(stage=stage, by=TEST)


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(make_director(event), backend=BACKEND)
    return client


def scorer(event: Event) -> Client:
    """A helper at the door: may enter, may not draw."""
    person, client = make_person("helper"), Client()
    Membership.objects.create(person=person, event=event, role=Role.SCORER)
    client.force_login(person, backend=BACKEND)
    return client


def press(client: Client, how: str, lot: str = "", key: str = "") -> Any:
    return client.post(DOOR, {"how": how, "lot": lot, "submission": key or uuid4().hex})


def place_of(stage: Stage, number: int) -> str:
    entry = stage.entries.select_related("group").get(pair__number=number)
    return f"{entry.group.name if entry.group else ''}{entry.position or ''}"


def test_the_card_leads_staff_to_the_door_and_players_to_their_page(event: Event, director: Client) -> None:
    assert director.get(CARD)["Location"] == DOOR
    assert scorer(event).get(CARD)["Location"] == DOOR
    assert Client().get(CARD)["Location"] == "/e/sai/pairs/3/"
    outsider = Client()
    outsider.force_login(make_director(make_event(pairs=0), username="other"), backend=BACKEND)
    assert outsider.get(CARD)["Location"] == "/e/sai/pairs/3/"


def test_a_card_of_nobody_tells_nothing(event: Event, director: Client) -> None:
    assert Client().get("/e/no-such/pairs/3/here/").status_code == 302
    assert director.get("/e/sai/desk/entries/check-in/99/").status_code == 404


def test_one_press_checks_in_and_the_absent_page_knows(event: Event, director: Client) -> None:
    assert "未签到" in director.get(DOOR).content.decode()
    page = press(director, "in")
    assert page["Location"] == DOOR
    assert event.pairs.get(number=3).checked_in_at is not None
    assert 3 not in [pair.number for pair in absentees(event)]


def test_scanned_again_it_says_since_when_and_keeps_the_time(event: Event, director: Client) -> None:
    check_in(event=event, numbers=[3], by=TEST)
    at = event.pairs.get(number=3).checked_in_at
    assert at is not None
    page = director.get(DOOR).content.decode()
    assert f"已于 {timezone.localtime(at):%H:%M} 签到" in page
    assert 'value="in"' not in page
    press(director, "in")
    assert event.pairs.get(number=3).checked_in_at == at


def test_pressed_twice_it_counts_once(event: Event, director: Client, lots: Stage) -> None:
    assert [press(director, "lot", "B2", key="k").status_code for _ in range(2)] == [302, 302]
    assert Entry.objects.filter(verb="type_lot").count() == 1
    assert place_of(lots, 3) == "B2"


def test_checked_in_with_the_lot_in_one_step(event: Event, director: Client, lots: Stage) -> None:
    assert "还剩 8 张签" in director.get(DOOR).content.decode()
    press(director, "lot", " ｂ 2 ")
    assert event.pairs.get(number=3).checked_in_at is not None
    assert place_of(lots, 3) == "B2"
    assert "B 组 2 号签" in director.get(DOOR).content.decode()


def test_a_lot_that_cannot_be_leaves_nothing_done(event: Event, director: Client, lots: Stage) -> None:
    type_lot(stage=lots, number=7, lot="B2", by=TEST)
    for wrong in ("B2", "Z9", "", "<script>"):
        answer = press(director, "lot", wrong)
        assert answer.status_code == 422, wrong
        assert "<script>" not in answer.content.decode().split("<main")[1]
    assert event.pairs.get(number=3).checked_in_at is None
    assert place_of(lots, 3) == ""


def test_the_computer_draws_for_who_asks_and_keeps_the_seed(
    event: Event, director: Client, lots: Stage
) -> None:
    for number in (1, 2, 4, 5, 6, 7, 8):
        type_lot(stage=lots, number=number, lot=str(number), by=TEST)
    press(director, "draw")
    assert place_of(lots, 3) == "A3"  # the only one that was left
    assert int(Entry.objects.get(verb="draw_lot").codes["seed"]) >= 0
    assert "电脑代 3 号抽到 3 号签" in director.get("/e/sai/desk/journal/").content.decode()


def test_a_helper_checks_in_but_draws_no_lot(event: Event, lots: Stage) -> None:
    helper = scorer(event)
    assert 'name="lot"' not in helper.get(DOOR).content.decode()
    for how, said in (("draw", "只能签到"), ("lot", "只能签到"), ("", "页面已过期"), ("x", "页面已过期")):
        refused = press(helper, how, "A1")
        assert (refused.status_code, said in refused.content.decode()) == (422, True)
    assert place_of(lots, 3) == ""
    assert event.pairs.get(number=3).checked_in_at is None
    press(helper, "in")
    assert event.pairs.get(number=3).checked_in_at is not None


def test_after_the_end_of_check_in_it_says_so(event: Event, director: Client) -> None:
    close_check_in(event=event, by=TEST)
    assert "签到已经结束" in director.get(DOOR).content.decode()
    assert press(director, "in").status_code == 422
    assert event.pairs.get(number=3).checked_in_at is None


def test_who_has_withdrawn_is_not_let_in(event: Event, director: Client) -> None:
    event.pairs.filter(number=3).update(status="withdrawn")
    assert "已不参赛" in director.get(DOOR).content.decode()
    assert press(director, "in").status_code == 422


def test_cards_carry_the_address_of_the_door(event: Event) -> None:
    made = CARDS["check-in-codes"].build(Wanted(event, timezone.now(), site="http://192.168.1.9:8000"))
    assert "http://192.168.1.9:8000/e/sai/pairs/3/here/" in set(made.texts())  # type: ignore[attr-defined]


@pytest.mark.parametrize("drawn", [False, True])
def test_door_costs_the_same_in_a_larger_hall(
    client: Client, drawn: bool, django_assert_num_queries: Any
) -> None:
    event = make_event(pairs=60 if drawn else 8, slug="sai")
    make_stage(event, rounds_played=1)
    client.force_login(make_director(event), backend=BACKEND)
    client.get(DOOR)
    with django_assert_num_queries(16):
        client.get(DOOR)
