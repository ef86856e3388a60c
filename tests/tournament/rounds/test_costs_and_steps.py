"""Rounds paired one by one: queries at two sizes, and what an event needs next."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.rules import Side
from tests.tournament.desks import open_desk, url
from tests.tournament.factories import TEST, make_event, make_pair, make_stage, passed
from tests.tournament.rounds.swiss import pair_next, play, swiss_stage
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_groups, publish_pairings, publish_standings
from tournament.actions.run_round import close_round
from tournament.actions.set_planned_rounds import set_planned_rounds
from tournament.models import Match, Publication, Round, Stage
from tournament.queries.next_step import next_step, next_steps
from tournament.queries.progress import event_progress

pytestmark = pytest.mark.django_db
DRAW_PAGE, PAIRING, PREVIEW = 41, 34, 20


@pytest.mark.parametrize("pairs", [8, 40])
def test_the_draw_page_costs_the_same_for_any_size(pairs: int, django_assert_num_queries: Any) -> None:
    stage = swiss_stage(make_event(pairs=pairs))
    play(stage, pair_next(stage))
    pair_round(stage=stage, seed=1, by=TEST)
    client = open_desk(stage.event)
    client.get(url("draw", stage))
    with django_assert_num_queries(DRAW_PAGE):
        assert client.get(url("draw", stage)).status_code == 200


@pytest.mark.parametrize("pairs", [8, 40])
def test_pairing_costs_the_same_for_any_size(pairs: int, django_assert_num_queries: Any) -> None:
    stage = swiss_stage(make_event(pairs=pairs))
    play(stage, pair_next(stage))
    with django_assert_num_queries(PAIRING):
        pair_round(stage=stage, seed=1, by=TEST)


@pytest.mark.parametrize("pairs", [8, 40])
def test_a_preview_costs_the_same_for_any_size(pairs: int, django_assert_num_queries: Any) -> None:
    stage = swiss_stage(make_event(pairs=pairs))
    pair_next(stage)
    client = open_desk(stage.event)
    asked = {"number": 1, "what": "move", "first": 1, "second": 2}
    client.get(url("pair-change", stage), asked)
    with django_assert_num_queries(PREVIEW):
        assert client.get(url("pair-change", stage), asked).status_code == 200


def at(stage: Stage) -> tuple[str, str, tuple[int, ...], int | None]:
    step = next_step(event_progress(stage.event))
    return step.code, step.page, step.args, step.params.get("round")


def test_the_next_step_walks_from_round_to_round() -> None:
    stage = make_stage(
        pairs=7, drawn=False, grouping={"method": "one"}, pairing={"method": "swiss", "rounds": 2}
    )
    assert at(stage)[0] == "draw_groups"
    draw_groups(stage=stage, seed=1, by=TEST)
    assert at(stage) == ("pair_round", "draw", (1,), 1)
    pair_round(stage=stage, seed=1, by=TEST)
    assert at(stage)[0] == "publish_draw"
    publish_groups(stage=stage, by=TEST)
    publish_pairings(stage=stage, number=1, by=TEST)
    assert at(stage) == ("start_round", "round", (1, 1), 1)
    play(stage, 1, close=False)
    assert at(stage)[0] == "close_round"
    close_round(stage=stage, number=1, by=TEST)
    assert at(stage)[0] == "publish_standings"
    publish_standings(stage=stage, number=1, by=TEST)
    assert at(stage) == ("pair_round", "draw", (1,), 2)
    assert not event_progress(stage.event).stages[0].is_closed
    play(stage, pair_next(stage))
    publish_standings(stage=stage, number=2, by=TEST)
    assert event_progress(stage.event).stages[0].is_closed
    assert at(stage)[0] == "finished"


def test_a_random_draw_is_one_round_unless_more_are_asked_for() -> None:
    stage = swiss_stage(pairs=6, pairing={"method": "random"})
    play(stage, pair_next(stage))
    publish_standings(stage=stage, number=1, by=TEST)
    assert at(stage)[0] == "finished"
    set_planned_rounds(stage=stage, rounds=2, by=TEST)
    assert at(stage) == ("pair_round", "draw", (1,), 2)


def test_fewer_rounds_than_planned_end_the_stage_and_never_cut_off_those_that_stand() -> None:
    stage = swiss_stage(pairs=8, rounds=5)
    for _ in range(2):
        play(stage, pair_next(stage))
    client = open_desk(stage.event)

    def change(rounds: str, key: str) -> Any:
        version = Stage.objects.get(pk=stage.pk).version
        sent = {"submission": key, "rounds": rounds, "based_on": version}
        return client.post(url("pair-planned", stage), sent)

    refused = change("1", "a")
    assert refused.status_code == 422
    assert "已编排 2 轮，不能改为共 1 轮" in refused.content.decode()
    assert change("2", "b").status_code == 302
    assert "共 2 轮，都已编排" in client.get(url("draw", stage)).content.decode()
    over = client.post(url("pair-run", stage), {"submission": "c", "number": 3})
    assert "共 2 轮，都已编排" in over.content.decode()
    assert Round.objects.count() == 2


def test_categories_side_by_side_have_a_next_step_each() -> None:
    event = make_event(pairs=0)
    for number in range(1, 13):
        make_pair(event, number, category="男子" if number < 7 else "女子")
    men, women = (
        swiss_stage(event, name=name, entry={"category": name}, first_table=first)
        for name, first in (("男子", 1), ("女子", 11))
    )
    pair_next(men)
    steps = next_steps(event_progress(event))
    assert [(one.code, one.params["stage"]) for one in steps] == [
        ("start_round", "男子"),
        ("pair_round", "女子"),
    ]
    home = open_desk(event).get(f"/e/{event.slug}/desk/").content.decode()
    assert "男子第 1 轮开赛计时" in home
    assert "女子：编排第 1 轮" in home
    pair_next(women)
    tables = Round.objects.get(group__stage=women).matches.values_list("table", flat=True)
    assert set(tables) == {11, 12, 13}


def test_groups_go_on_by_themselves() -> None:
    stage = swiss_stage(pairs=8, grouping={"method": "draw", "size": 4})
    pair_next(stage)
    first, second = stage.groups.order_by("ordinal")
    for_first = Round.objects.get(group=first)
    tables = {one.table for one in for_first.matches.all()}
    assert tables.isdisjoint(one.table for one in Round.objects.get(group=second).matches.all())
    for match in for_first.matches.all():
        enter_result(match=match, sheet=passed(Side.NS, loser_level=6), by=TEST)
    close_round(stage=stage, number=1, by=TEST, groups=[first])
    client = open_desk(stage.event)
    client.post(url("pair-run", stage), {"submission": "k", "number": 2})
    assert list(Round.objects.filter(number=2).values_list("group__name", flat=True)) == [first.name]
    client.post(url("draw-publish", stage), {"submission": "p", "what": "all", "based_on": 1})
    assert Round.objects.get(group=first, number=2).state == "published"

    for match in Match.objects.filter(round__group=second, round__number=1):
        enter_result(match=match, sheet=passed(Side.EW, loser_level=6), by=TEST)
    assert "各组进度" in client.get(url("draw", stage)).content.decode()
    client.post(url("pair-run", stage), {"submission": "k2", "number": 2, "group": second.ordinal})
    assert Round.objects.get(group=second, number=2).state == "draft"
    assert "部分已公布" in client.get(url("draw", stage)).content.decode()
    public = Publication.objects.get(kind="pairings", round_number=2, is_current=True)
    assert {row["group"] for row in public.rows} == {first.name}
    client.post(url("draw-publish", stage), {"submission": "p2", "what": "all", "based_on": 1})
    public = Publication.objects.get(kind="pairings", round_number=2, is_current=True)
    assert {row["group"] for row in public.rows} == {first.name, second.name}
