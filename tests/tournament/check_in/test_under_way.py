"""A reserve comes in while a stage is played; a pair that came after all gets its place back."""

from __future__ import annotations

import html

import pytest
from django.db.models import Q
from django.urls import reverse

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_stage, play_round
from tests.tournament.rounds.swiss import couples, pair_next, play, swiss_stage
from tournament.actions.replace_pair import give_back_place, replace_by_house_pair, replace_by_reserve
from tournament.actions.run_round import close_round
from tournament.errors import ActionRefused
from tournament.models import Event, Match, Pair, PairStatus, Publication, Stage
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Eight pairs take part, 9 is a reserve."""
    event = make_event(pairs=9, slug="qiu")
    event.pairs.filter(number=9).update(status=PairStatus.RESERVE)
    return event


def pair_of(event: Event, number: int) -> Pair:
    return event.pairs.get(number=number)


def rounds_of(event: Event, number: int) -> list[int]:
    mine = Q(ns__number=number) | Q(ew__number=number)
    return sorted(Match.objects.filter(mine).values_list("round__number", flat=True))


def swap(event: Event, number: int = 3, reserve: int = 9) -> Pair:
    return replace_by_reserve(pair=pair_of(event, number), reserve=pair_of(event, reserve), by=TEST)


def rows(stage: Stage) -> dict[int, object]:
    return {row.pair: row for row in stage_standings(stage).overall}


def test_a_reserve_takes_the_tables_that_are_still_open(event: Event) -> None:
    stage = make_stage(event)
    play_round(stage, 1)
    close_round(stage=stage, number=1, by=TEST)
    before = {row.pair: row.points for row in stage_standings(stage, 1).overall}
    swap(event)

    assert (rounds_of(event, 3), rounds_of(event, 9)) == ([1], [2, 3])
    left, joined = stage.entries.get(pair__number=3), stage.entries.get(pair__number=9)
    assert (left.left, joined.joined, joined.group_id) == (2, 2, left.group_id)
    after = {row.pair: row for row in stage_standings(stage, 1).overall}
    assert (after[9].missed, after[9].played, after[9].points) == (1, 0, 0)
    assert {pair: row.points for pair, row in after.items() if pair != 9} == before
    for number in (2, 3):
        play_round(stage, number)
        close_round(stage=stage, number=number, by=TEST)
    done = {row.pair: row for row in stage_standings(stage).overall}
    assert (done[9].played, done[9].missed, done[3].played, done[3].withdrawn) == (2, 1, 1, True)


def test_the_seat_at_a_running_table_changes_on_what_people_read(event: Event) -> None:
    stage = make_stage(event)
    play_round(stage, 1)
    swap(event)
    up = Publication.objects.filter(stage=stage, kind="pairings", is_current=True)
    for one in up:
        assert ("'number': 9" in str(one.rows)) == (one.round_number != 1)
        assert ("'number': 3," in str(one.rows)) == (one.round_number == 1)


def test_in_a_swiss_the_draft_is_dissolved_and_the_next_round_takes_the_reserve(event: Event) -> None:
    stage = swiss_stage(event)
    play(stage, pair_next(stage))
    swap(event)
    pair_next(stage)

    seated = {number for couple in couples(stage, 2) for number in couple}
    assert seated == {1, 2, 4, 5, 6, 7, 8, 9}


def test_a_reserve_takes_the_open_table_of_a_swiss_round(event: Event) -> None:
    stage = swiss_stage(event)
    play(stage, pair_next(stage))
    pair_next(stage)
    before = couples(stage, 2)
    swap(event)

    assert couples(stage, 2) == [frozenset(9 if one == 3 else one for one in couple) for couple in before]
    play(stage, 2)
    pair_next(stage)
    assert 3 not in {number for couple in couples(stage, 3) for number in couple}


@pytest.mark.parametrize("published", [False, True])
def test_a_pair_that_came_after_all_gets_everything_back(event: Event, published: bool) -> None:
    stage = make_stage(event, published=published)
    before = [(one.pk, one.ns_id, one.ew_id) for one in Match.objects.order_by("pk")]
    place = stage.entries.get(pair__number=3)
    swap(event)
    give_back_place(pair=pair_of(event, 3), by=TEST)

    assert [(one.pk, one.ns_id, one.ew_id) for one in Match.objects.order_by("pk")] == before
    assert stage.entries.get(pair__number=3) == place
    assert (pair_of(event, 3).status, pair_of(event, 9).status) == (PairStatus.ACTIVE, PairStatus.RESERVE)
    with pytest.raises(ActionRefused, match="nobody_took_place"):
        give_back_place(pair=pair_of(event, 3), by=TEST)


def test_a_house_pair_that_was_not_needed_withdraws(event: Event) -> None:
    make_stage(event)
    house = replace_by_house_pair(pair=pair_of(event, 3), names=("白露", "林深"), by=TEST)
    give_back_place(pair=pair_of(event, 3), by=TEST)

    assert pair_of(event, house.number).status == PairStatus.WITHDRAWN
    assert len(rounds_of(event, 3)) == 3


def test_once_the_other_one_has_played_the_place_is_its_own(event: Event) -> None:
    stage = make_stage(event)
    swap(event)
    play_round(stage, 1)

    with pytest.raises(ActionRefused, match="place_cannot_return"):
        give_back_place(pair=pair_of(event, 3), by=TEST)
    assert pair_of(event, 3).status == PairStatus.WITHDRAWN


def test_the_page_offers_the_way_back_and_says_what_a_pair_under_way_hands_over(event: Event) -> None:
    stage = make_stage(event)
    desk = open_desk(event)
    swap(event)
    address = reverse("replace", args=["qiu", 3])
    page = html.unescape(desk.get(address).content.decode())
    assert "位置已由 9 号" in page
    sent = {"submission": "b", "based_on": str(pair_of(event, 3).version)}
    for _press in range(2):
        assert desk.post(reverse("replace-act", args=["qiu", 3, "back"]), sent).status_code == 302
    assert pair_of(event, 3).status == PairStatus.ACTIVE

    play_round(stage, 1)
    page = html.unescape(desk.get(address).content.decode())
    assert "接替的队从第 2 轮起打，以前各轮算缺席" in page


def test_nobody_comes_and_the_pair_is_withdrawn_at_once(event: Event) -> None:
    make_stage(event)
    desk = open_desk(event)
    page = html.unescape(desk.get(reverse("replace", args=["qiu", 3])).content.decode())
    assert "未赛的 3 场记为弃权" in page
    sent = {"submission": "l", "based_on": str(pair_of(event, 3).version)}
    answers = [desk.post(reverse("replace-act", args=["qiu", 3, "leave"]), sent) for _press in range(2)]

    assert [answer["Location"] for answer in answers] == [reverse("absent", args=["qiu"])] * 2
    assert pair_of(event, 3).status == PairStatus.WITHDRAWN
