"""Before the start: a reserve or a house pair takes the place of a pair that has not come."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_pair, make_stage, play_round
from tests.tournament.rounds.swiss import pair_next, play, swiss_stage
from tournament.actions.check_in import check_in
from tournament.actions.draw_groups import draw_groups
from tournament.actions.replace_pair import replace_by_house_pair, replace_by_reserve
from tournament.actions.swap_sides import swap_sides
from tournament.errors import ActionRefused, Conflict
from tournament.models import Entry, Event, Match, Pair, PairStatus, Publication, Stage
from tournament.queries.entries import has_results
from tournament.queries.standings import stage_standings
from tournament.queries.swapping import EntriesClosed, swap_rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Eight pairs take part, 9 is a reserve."""
    event = make_event(pairs=9, slug="qiu")
    event.pairs.filter(number=9).update(status=PairStatus.RESERVE)
    return event


def pair_of(event: Event, number: int) -> Pair:
    return event.pairs.get(number=number)


def tables_of(event: Event, number: int) -> list[int]:
    mine = Q(ns__number=number) | Q(ew__number=number)
    return list(Match.objects.filter(mine, round__group__stage__event=event).values_list("pk", flat=True))


def swap(event: Event, number: int = 3, reserve: int = 9) -> Pair:
    return replace_by_reserve(pair=pair_of(event, number), reserve=pair_of(event, reserve), by=TEST)


@pytest.mark.parametrize("published", [False, True])
def test_the_reserve_gets_place_and_tables(event: Event, published: bool) -> None:
    stage = make_stage(event, published=published)
    place = stage.entries.get(pair__number=3)
    before, others = tables_of(event, 3), tables_of(event, 1)

    swap(event)

    now = stage.entries.get(pair__number=9)
    assert (now.group_id, now.position) == (place.group_id, place.position)
    assert tables_of(event, 9) == before != []
    assert tables_of(event, 3) == []
    assert tables_of(event, 1) == others
    assert pair_of(event, 3).status == PairStatus.WITHDRAWN
    assert pair_of(event, 9).status == PairStatus.ACTIVE
    assert pair_of(event, 9).checked_in_at is not None
    assert Entry.objects.filter(verb="replace_by_reserve", codes__number=3, codes__reserve=9).exists()


def test_what_is_public_names_who_comes(event: Event) -> None:
    make_stage(event)
    swap(event)
    current = Publication.objects.filter(is_current=True)
    assert {one.kind for one in current} == {"groups", "pairings"}
    assert current.count() == 4  # the groups and three rounds
    for one in current:
        said = str(one.rows)
        assert "'number': 9" in said
        assert "'number': 3," not in said


def test_before_the_draw_only_the_list_changes(event: Event) -> None:
    stage = make_stage(event, drawn=False)
    swap(event)
    draw_groups(stage=stage, seed=1, by=TEST)
    assert sorted(stage.entries.values_list("pair__number", flat=True)) == [1, 2, 4, 5, 6, 7, 8, 9]


def test_a_replacement_or_other_sides_are_no_results(event: Event) -> None:
    """The match has a new version, so old pages are refused; nothing is entered, so nothing has begun."""
    stage = make_stage(event)
    swap(event)
    swap_sides(match=Match.objects.get(round__group__stage=stage, round__number=1, table=1), by=TEST)
    assert swap_rule(Event.objects.get(pk=event.pk)).closed is not EntriesClosed.BEGUN
    assert not any(map(has_results, event.pairs.all()))


def test_in_a_first_round_that_is_running() -> None:
    event = make_event(pairs=9, slug="qiu")
    event.pairs.filter(number=9).update(status=PairStatus.RESERVE)
    stage = swiss_stage(event)
    pair_next(stage)
    swap(event)
    play(stage, 1)
    pair_next(stage, 2)
    seated = {
        one
        for row in Match.objects.filter(round__number=2).values_list("ns__number", "ew__number")
        for one in row
    }
    assert seated == {1, 2, 4, 5, 6, 7, 8, 9}


def test_a_house_pair_plays_and_is_not_ranked(event: Event) -> None:
    stage = make_stage(event)
    house = replace_by_house_pair(pair=pair_of(event, 3), names=("白露", "林深"), by=TEST)
    assert (house.number, house.status) == (10, PairStatus.HOUSE)
    assert len(tables_of(event, 10)) == 3
    for number in (1, 2, 3):
        play_round(stage, number)
    ranked = {
        row.pair for part in stage_standings(Stage.objects.get()).groups for row in part.rows if row.rank
    }
    assert ranked == {1, 2, 4, 5, 6, 7, 8}


def test_what_is_refused_changes_nothing(event: Event) -> None:
    stage = make_stage(event)
    make_pair(event, 10, status=PairStatus.WITHDRAWN)
    for number in (1, 2, 3):
        play_round(stage, number)
    before = tables_of(event, 3)
    for number, reserve, code in [(3, 9, "nothing_to_hand_over"), (10, 9, "pair_is_gone")]:
        with pytest.raises(ActionRefused) as refused:
            swap(event, number, reserve)
        assert refused.value.code == code
    assert tables_of(event, 3) == before
    assert pair_of(event, 9).status == PairStatus.RESERVE


def test_only_a_reserve_steps_in(event: Event) -> None:
    with pytest.raises(ActionRefused) as refused:
        swap(event, 3, 4)
    assert refused.value.code == "not_a_reserve"


def test_two_people_at_two_pages(event: Event) -> None:
    seen = pair_of(event, 3)
    Pair.objects.filter(pk=seen.pk).update(version=seen.version + 1)
    with pytest.raises(Conflict):
        replace_by_reserve(pair=seen, reserve=pair_of(event, 9), based_on=seen.version, by=TEST)


# -- the pages --


@pytest.fixture
def desk(event: Event) -> Client:
    return open_desk(event)


def address(name: str, *args: Any) -> str:
    return reverse(name, args=["qiu", *args])


def shown(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def test_the_whole_path(desk: Client, event: Event) -> None:
    make_stage(event)
    check_in(event=event, numbers=[1, 2, 4, 5, 6, 7, 8, 9], by=TEST)
    answer = desk.post(address("check-in-act", "close"), {"submission": "close"})
    assert answer["Location"] == address("absent")
    page = shown(desk.get(address("absent")))
    assert address("replace", 3) in page
    assert address("replace", 4) not in page

    page = shown(desk.get(address("replace", 3)))
    assert page.index("候补接替") < page.index("陪打补位") < page.index("办理退赛")
    assert "重新公布" in page
    sent = {"submission": "take", "based_on": str(pair_of(event, 3).version), "reserve": "9"}
    for _press in range(2):
        answer = desk.post(address("replace-act", 3, "reserve"), sent)
        assert (answer.status_code, answer["Location"]) == (302, address("absent"))
    page = shown(desk.get(address("absent")))
    assert "没有未到的队" in page
    assert address("papers") in page
    assert address("draw", 1) in page
    assert Entry.objects.filter(verb="replace_by_reserve").count() == 1
    assert "位置已由 9 号" in shown(desk.get(address("replace", 3)))


def test_a_house_pair_by_the_page_pressed_twice(desk: Client, event: Event) -> None:
    sent = {"submission": "h", "based_on": "1", "player1": "白 露", "player2": "林深"}
    for _press in range(2):
        assert desk.post(address("replace-act", 3, "house"), sent).status_code == 302
    house = event.pairs.get(status=PairStatus.HOUSE)
    assert house.names == "白露 林深"


@pytest.mark.parametrize(
    ("how", "sent", "told"),
    [
        ("reserve", {}, "请选择一队候补"),
        ("reserve", {"reserve": "4"}, "4 号不是候补"),
        ("reserve", {"reserve": "99"}, "已经不是候补"),
        ("house", {"player1": "白露"}, "请填写姓名"),
        ("house", {"player1": "123", "player2": "林深"}, "123"),
    ],
)
def test_bad_input_stays_at_its_place(
    desk: Client, event: Event, how: str, sent: dict[str, str], told: str
) -> None:
    answer = desk.post(address("replace-act", 3, how), {"submission": "k", "based_on": "1", **sent})
    assert answer.status_code == 422
    assert told in shown(answer)
    assert pair_of(event, 3).status == PairStatus.ACTIVE
    assert event.pairs.count() == 9


def test_unknown_ways_and_pairs(desk: Client) -> None:
    assert desk.post(address("replace-act", 3, "fly"), {"submission": "k"}).status_code == 404
    assert desk.get(address("replace", 99)).status_code == 404


@pytest.mark.parametrize("pairs", [10, 44])
def test_the_absentees_ask_the_database_the_same_number_of_times(
    pairs: int, django_assert_num_queries: Any
) -> None:
    event = make_event(pairs=pairs, slug="qiu")
    make_stage(event, group_size=pairs // 2, pairing={"method": "rotation", "rounds": 3})
    client = open_desk(event)
    with django_assert_num_queries(19):
        answer = client.get(address("absent"))
    assert len(answer.context["absent"]) == pairs


@pytest.mark.parametrize("pairs", [10, 44])
def test_one_absentee_asks_the_database_the_same_number_of_times(
    pairs: int, django_assert_num_queries: Any
) -> None:
    event = make_event(pairs=pairs, slug="qiu")
    make_stage(event, group_size=pairs // 2)
    client = open_desk(event)
    with django_assert_num_queries(26):
        assert client.get(address("replace", 3)).status_code == 200
