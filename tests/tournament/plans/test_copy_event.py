"""Next year's event from this year's: what comes along, what does not, and seeds by the old ranks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.factories import (
    TEST,
    invented_name,
    make_director,
    make_event,
    make_pair,
    make_stage,
)
from tournament.actions.copy_event import copy_event, take_old_seeds
from tournament.actions.draw_groups import draw_groups
from tournament.actions.work import Actor
from tournament.errors import ActionRefused
from tournament.models import Event, Pair, Role
from tournament.queries.old_ranks import final_order, old_ranks

pytestmark = pytest.mark.django_db


@pytest.fixture
def old() -> Event:
    event = make_event(
        pairs=8,
        rules={"minutes": 45},
        venue="二楼报纸阅览室",
        unit_word="部门",
        max_per_unit=3,
        awards=[{"counts": [1, 2]}, {"name": "优秀组织奖", "given_to": ["历史系"]}],
        areas=[{"name": "二楼", "tables": [1, 12]}],
    )
    event.pairs.filter(number=1).update(category="女子")
    make_stage(event, rounds_played=3)
    make_stage(event, drawn=False, entry={"from": "预赛", "top_per_group": 2}, name="决赛", first_table=5)
    return event


def client_of(event: Event) -> Client:
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_rules_plan_and_settings_come_along_and_nobodys_results(old: Event) -> None:
    new = copy_event(source=old, name="图书馆掼蛋赛（第二届）", by=TEST)

    assert (new.rules, new.resolved_rules, new.rulebook_digest) == (
        old.rules,
        old.resolved_rules,
        old.rulebook_digest,
    )
    assert (new.venue, new.unit_word, new.max_per_unit, new.areas) == (
        "二楼报纸阅览室",
        "部门",
        3,
        old.areas,
    )
    assert [(one.name, one.entry, one.first_table) for one in new.stages.all()] == [
        ("预赛", "all", 1),
        ("决赛", {"from": "预赛", "top_per_group": 2}, 5),
    ]
    assert new.made_from == old.slug
    assert new.slug != old.slug
    assert not any(stage.groups.exists() or stage.entries.exists() for stage in new.stages.all())
    assert not new.publications.exists()


def test_prizes_come_along_but_not_who_was_given_one(old: Event) -> None:
    assert copy_event(source=old, name="第二届", by=TEST).awards == [{"counts": [1, 2]}]


@pytest.mark.parametrize(("bring", "units", "pairs"), [("nobody", 0, 0), ("units", 8, 0), ("pairs", 8, 8)])
def test_who_comes_along_is_chosen(bring: Any, units: int, pairs: int, old: Event) -> None:
    new = copy_event(source=old, name="第二届", bring=bring, by=TEST)
    assert (new.units.count(), new.pairs.count()) == (units, pairs)


def test_pairs_come_as_reserves_to_be_confirmed_seeded_by_their_ranks_without_phones(old: Event) -> None:
    old.pairs.get(number=3).players.update(phone="13800138000")
    old.pairs.filter(number=4).update(status="withdrawn")
    new = copy_event(source=old, name="第二届", bring="pairs", by=TEST)

    assert set(new.pairs.values_list("status", "note")) == {("reserve", "上届参赛，待确认")}
    assert set(new.pairs.values_list("players__phone", flat=True)) == {""}
    assert new.pairs.get(number=1).category == "女子"
    assert not new.pairs.filter(number=4).exists()
    by_seed = list(new.pairs.order_by("seed").values_list("number", "seed"))
    expected = [number for number in final_order(old) if number != 4]
    assert by_seed == [(number, seed) for seed, number in enumerate(expected, 1)]
    assert all(pair.unit is not None and pair.unit.event_id == new.pk for pair in new.pairs.all())


def test_the_final_order_begins_with_the_last_stage(old: Event) -> None:
    heats = final_order(old)
    assert sorted(heats) == list(range(1, 9))
    final = old.stages.get(name="决赛")
    draw_groups(stage=final, seed=1, by=TEST)
    through = set(final.entries.values_list("pair__number", flat=True))
    order = final_order(old)
    assert set(order[:4]) == through
    assert [number for number in heats if number not in through] == order[4:]


def test_its_maker_directs_the_new_event(old: Event) -> None:
    person = make_director(old)
    new = copy_event(source=old, name="第二届", by=Actor(name="李负责", source="page", person=person))
    assert new.memberships.get(person=person).role == Role.DIRECTOR


def test_f33_two_presses_make_one_event(old: Event) -> None:
    client = client_of(old)
    sent = {"submission": "k", "name": "第二届", "bring": "pairs"}
    answers = [client.post(reverse("event-copy", args=[old.slug]), sent) for _ in range(2)]
    assert Event.objects.count() == 2
    assert answers[0]["Location"] == answers[1]["Location"]


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        pytest.param({"name": " "}, "name", id="no name"),
        pytest.param({"starts_on": "2027-05-02", "ends_on": "2027-05-01"}, "ends_on", id="ends first"),
        pytest.param({"bring": "money"}, "bring", id="what cannot be brought"),
    ],
)
def test_a_wrong_answer_makes_nothing(typed: dict[str, str], field: str, old: Event) -> None:
    sent = {"submission": "k", "name": "第二届", "bring": "units", **typed}
    response = client_of(old).post(reverse("event-copy", args=[old.slug]), sent)
    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert Event.objects.count() == 1


def new_list(old: Event) -> Event:
    """Pair 5 is back under another number, pair 6 in another unit, pair 2 with the players changed over."""
    new = copy_event(source=old, name="第二届", bring="units", by=TEST)

    def people(number: int) -> tuple[str, str]:
        return invented_name(2 * number - 2), invented_name(2 * number - 1)

    back = old.pairs.select_related("unit").get(number=5)
    make_pair(new, 1, unit=back.unit.name if back.unit else "", names=people(5))
    make_pair(new, 2, unit="工会", names=people(6))
    make_pair(new, 3, unit="数学系", names=people(2)[::-1])
    make_pair(new, 4, unit="数学系", names=("程小楼", "段小开"))
    Pair.objects.filter(event=new, number=4).update(seed=1)
    return new


def test_seeds_follow_unit_and_both_names_whatever_their_order(old: Event) -> None:
    new = new_list(old)
    found = old_ranks(new, old)
    order = final_order(old)
    back = sorted([(order.index(5) + 1, 1), (order.index(2) + 1, 3)])
    assert [(one.place, one.pair.number, one.seed) for one in found.seeded] == [
        (place, number, seed) for seed, (place, number) in enumerate(back, 1)
    ]
    assert [pair.number for pair in found.unmatched] == [2, 4]

    assert take_old_seeds(event=new, by=TEST) == 2
    assert new.pairs.get(number=4).seed is None
    assert sorted(new.pairs.filter(seed__isnull=False).values_list("number", flat=True)) == [1, 3]


def test_the_page_names_those_who_were_not_there(old: Event) -> None:
    client, new = client_of(old), new_list(old)
    url = reverse("old-seeds", args=[new.slug])
    assert client.get(url).status_code == 404  # directs the old one only
    person = old.memberships.get().person
    new.memberships.create(person=person, role=Role.DIRECTOR)
    page = client.get(url).content.decode()
    assert "上届没有名次的 2 队" in page
    assert "程小楼" in page
    assert client.post(url, {"submission": "k"}).status_code == 302
    assert new.pairs.filter(seed__isnull=False).count() == 2


def test_who_directs_only_the_new_event_does_not_see_the_old_ranks(old: Event) -> None:
    new = new_list(old)
    assert client_of(new).get(reverse("old-seeds", args=[new.slug])).status_code == 404


def test_an_event_without_a_forerunner_has_no_seeds_to_take() -> None:
    with pytest.raises(ActionRefused, match="no_earlier_event"):
        take_old_seeds(event=make_event(), by=TEST)


def test_where_nobody_is_back_the_page_says_so(old: Event) -> None:
    new = copy_event(source=old, name="第二届", by=TEST)
    with pytest.raises(ActionRefused, match="nobody_is_back"):
        take_old_seeds(event=new, by=TEST)
