"""Pairs that are entered after the draw come into a stage by the action and by their page (F15)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_pair, make_stage
from tests.tournament.rounds.swiss import couples, pair_next, pair_of, play, sitting_out, swiss_stage, tables
from tournament.actions.draw_groups import draw_groups
from tournament.actions.late_entry import join_stage
from tournament.actions.pair_round import pair_round
from tournament.errors import ActionRefused, Conflict
from tournament.models import PairStatus, PublicationKind, Stage, StageEntry
from tournament.queries.late_entry import late_stage
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


def begun(pairs: int = 8, **fields: Any) -> Stage:
    """A Swiss of which round 1 is played and round 2 public."""
    stage = swiss_stage(pairs=pairs, **fields)
    play(stage, pair_next(stage))
    pair_next(stage)
    return stage


def join_page(client: Client, stage: Stage, number: int = 9, **data: str) -> Any:
    address = reverse("entry-join", args=[stage.event.slug, number])
    return client.post(address, {"submission": "j1", "stage": "1", **data}) if data else client.get(address)


def ranks(stage: Stage, upto: int) -> list[Any]:
    rows = stage_standings(stage, upto).overall
    return [(row.pair, row.rank, row.points) for row in rows if row.pair != 9]


def test_f15_a_pair_added_after_round_one_comes_in_through_its_page_and_plays_round_three() -> None:
    stage = begun()
    make_pair(stage.event, 9)
    before = ({number: couples(stage, number) for number in (1, 2)}, ranks(stage, 1))
    client = open_desk(stage.event)

    shown = join_page(client, stage).content.decode()
    assert "（现有 8 队）：从第 3 轮起参加，第 1、2 轮按未参赛计分" in shown
    assert "A 组" not in shown
    answers = [join_page(client, stage, place="1.3") for _press in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]

    assert StageEntry.objects.filter(pair__number=9).values_list("joined", "position").get() == (3, 9)
    assert ({number: couples(stage, number) for number in (1, 2)}, ranks(stage, 1)) == before
    play(stage, 2)
    pair_next(stage)
    assert (len(tables(stage, 3)), len(sitting_out(stage, 3))) == (4, 1)
    row = next(row for row in stage_standings(stage, 2).overall if row.pair == 9)
    assert (row.missed, row.played) == (2, 0)
    assert "第 3 轮起参加" in client.get(reverse("entry", args=[stage.event.slug, 9])).content.decode()
    public = client.get(reverse("public-groups", args=[stage.event.slug, 1])).content.decode()
    assert pair_of(stage, 9).partners[0].name in public


def test_public_groups_are_announced_again_and_say_why() -> None:
    stage = begun()
    join_stage(pair=make_pair(stage.event, 9), stage=stage, by=TEST)
    up = stage.publications.get(kind=PublicationKind.GROUPS, is_current=True)
    assert (up.number, up.reason) == (2, "9 号加入")
    assert stage.event.journal.first().codes == {"stage": "预赛", "number": 9, "group": "A", "round": 3}


def test_before_the_first_round_a_late_pair_has_missed_nothing() -> None:
    stage = swiss_stage(pairs=7)
    entry = join_stage(pair=make_pair(stage.event, 8), stage=stage, by=TEST)
    assert entry.joined is None
    pair_next(stage)
    assert (len(tables(stage, 1)), sitting_out(stage, 1)) == (4, [])


def test_the_smallest_group_takes_it_unless_another_is_named() -> None:
    stage = swiss_stage(pairs=7, grouping={"method": "draw", "count": 2})
    small = min(stage.groups.all(), key=lambda group: group.entries.count())
    large = stage.groups.exclude(pk=small.pk).get()
    assert join_stage(pair=make_pair(stage.event, 8), stage=stage, by=TEST).group == small
    entry = join_stage(pair=make_pair(stage.event, 9), stage=stage, group=large, by=TEST)
    assert (entry.group, entry.position) == (large, 5)


def test_a_draft_stays_as_it_is_and_the_pair_plays_the_round_after() -> None:
    stage = begun()
    play(stage, 2)
    pair_round(stage=stage, seed=1, by=TEST)
    assert join_stage(pair=make_pair(stage.event, 9), stage=stage, by=TEST).joined == 4


def test_who_was_promised_a_round_that_is_paired_meanwhile_is_told(client: Client) -> None:
    stage = begun()
    make_pair(stage.event, 9)
    play(stage, 2)
    pair_next(stage)
    answer = join_page(open_desk(stage.event), stage, place="1.3")
    assert answer.status_code == 409
    assert "现在只能从第 4 轮起参加" in answer.content.decode()
    assert not StageEntry.objects.filter(pair__number=9).exists()
    with pytest.raises(Conflict):
        join_stage(pair=pair_of(stage, 9), stage=stage, based_on=3, by=TEST)


def made(method: str, **fields: Any) -> Stage:
    return make_stage(pairs=8, pairing={"method": method, "rounds": 3}, **fields)


@pytest.mark.parametrize(
    ("method", "published", "code", "way"),
    [
        pytest.param("rotation", True, "late_rounds_are_made", "接替空出的位置", id="rotation, public"),
        pytest.param("rotation", False, "late_must_redraw", "请重新抽签", id="rotation, a draft"),
        pytest.param("round_robin", True, "late_rounds_are_made", "重新抽签", id="round robin"),
    ],
)
def test_rounds_that_are_made_at_once_take_nobody_and_say_what_can_be_done(
    method: str, published: bool, code: str, way: str
) -> None:
    stage = made(method, published=published)
    with pytest.raises(ActionRefused) as refused:
        join_stage(pair=make_pair(stage.event, 9), stage=stage, by=TEST)
    assert refused.value.code == code
    client = open_desk(stage.event)
    assert way in join_page(client, stage).content.decode()
    assert join_page(client, stage, place="1.4").status_code == 422


def test_a_knock_out_takes_nobody_after_the_draw() -> None:
    event = make_event(pairs=8)
    pairing = {"method": "knockout"}
    stage = make_stage(event, drawn=False, grouping={"method": "one"}, pairing=pairing)
    draw_groups(stage=stage, seed=1, by=TEST)
    with pytest.raises(ActionRefused, match="late_must_redraw"):
        join_stage(pair=make_pair(event, 9), stage=stage, by=TEST)


@pytest.mark.parametrize(
    ("pair", "fields", "code"),
    [
        pytest.param({"status": PairStatus.RESERVE}, {}, "late_not_active", id="a reserve"),
        pytest.param({"status": PairStatus.WITHDRAWN}, {}, "late_not_active", id="one that left"),
        pytest.param({}, {"entry": {"category": "男子"}}, "late_other_category", id="another category"),
        pytest.param({}, {"entry": {"from": "预赛"}}, "late_has_source", id="from an earlier stage"),
        pytest.param({}, {"drawn": False}, "late_not_drawn", id="not drawn"),
        pytest.param({}, {"rounds": 2}, "late_no_round_left", id="all rounds paired"),
    ],
)
def test_who_cannot_come_in_is_told_why(pair: dict[str, Any], fields: dict[str, Any], code: str) -> None:
    if fields.pop("drawn", True):
        stage = begun(rounds=fields.pop("rounds", 5))
    else:
        stage = make_stage(pairs=8, drawn=False, pairing={"method": "swiss", "rounds": 5})
    Stage.objects.filter(pk=stage.pk).update(**fields)
    stage.refresh_from_db()
    late = make_pair(stage.event, 9, **pair)
    found = late_stage(late, stage)
    assert found.stop is not None
    assert (found.stop.code, found.places) == (code, ())
    with pytest.raises(ActionRefused, match=code):
        join_stage(pair=late, stage=stage, by=TEST)


def test_nobody_comes_in_twice() -> None:
    stage = begun()
    with pytest.raises(ActionRefused, match="late_is_in"):
        join_stage(pair=pair_of(stage, 3), stage=stage, by=TEST)
    assert "没有可以加入的阶段" in join_page(open_desk(stage.event), stage, 3).content.decode()


@pytest.mark.parametrize("pairs", [8, 40])
def test_the_page_costs_the_same_for_few_and_many(pairs: int, django_assert_num_queries: Any) -> None:
    stage = begun(pairs)
    make_pair(stage.event, pairs + 1)
    client = open_desk(stage.event)
    with django_assert_num_queries(21):
        assert join_page(client, stage, pairs + 1).status_code == 200


def test_the_entry_page_offers_it_only_where_a_drawn_stage_is_without_the_pair() -> None:
    stage = begun()
    make_pair(stage.event, 9)
    client = open_desk(stage.event)
    pages = {n: client.get(reverse("entry", args=[stage.event.slug, n])).content.decode() for n in (3, 9)}
    assert ("加入阶段…" in pages[3], "加入阶段…" in pages[9]) == (False, True)
