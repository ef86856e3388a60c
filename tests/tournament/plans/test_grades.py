"""S1b: every unit by itself, then grade groups by the places there; units of one to four pairs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from pairing.errors import PairingError
from scoring.rules import Side
from tests.tournament.factories import (
    TEST,
    make_director,
    make_event,
    make_pair,
    make_stage,
    passed,
    publish_all,
)
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.make_rounds import make_rounds
from tournament.actions.pair_round import pair_round
from tournament.actions.settle_tie import settle_tie
from tournament.errors import ActionRefused
from tournament.models import DrawKind, Event, Group, Match, Stage
from tournament.queries.draw_desk import draw_desk
from tournament.queries.entrants import entering
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db
UNITS = ["历史系"] * 4 + ["数学系"] * 3 + ["图书馆"] * 2 + ["工会"]
GRADES = {"from": "单位赛", "carry": "none"}


@pytest.fixture
def event() -> Event:
    event = make_event(pairs=0)
    for number, unit in enumerate(UNITS, 1):
        make_pair(event, number, unit=unit)
    return event


def unit_stage(event: Event, **fields: Any) -> Stage:
    plan = {"name": "单位赛", "grouping": {"method": "unit"}, "pairing": {"method": "round_robin", "legs": 1}}
    return make_stage(event, **{"drawn": False, **plan, **fields})


def grade_stage(event: Event, **fields: Any) -> Stage:
    plan = {"name": "等级赛", "entry": GRADES, "grouping": {"method": "previous_rank"}}
    plan |= {"pairing": {"method": "random", "rounds": 1}}
    return make_stage(event, **{"drawn": False, **plan, **fields})


def play_by_number(stage: Stage) -> None:
    """The lower number wins every match."""
    for match in Match.objects.filter(round__group__stage=stage, kind="play").select_related("ns", "ew"):
        assert match.ew is not None
        winner = Side.NS if match.ns.number < match.ew.number else Side.EW
        enter_result(match=match, sheet=passed(winner), by=TEST)


def drawn_unit_stage(event: Event) -> Stage:
    stage = unit_stage(event)
    draw_groups(stage=stage, seed=1, by=TEST)
    make_rounds(stage=stage, by=TEST)
    publish_all(stage)
    return stage


def members(stage: Stage) -> dict[str, list[int]]:
    rows = stage.entries.order_by("group__ordinal", "position").values_list("group__name", "pair__number")
    found: dict[str, list[int]] = {}
    for name, number in rows:
        found.setdefault(name, []).append(number)
    return found


def test_every_unit_plays_by_itself_and_a_unit_of_one_pair_is_first_unplayed(event: Event) -> None:
    stage = drawn_unit_stage(event)

    assert members(stage) == {"历史系": [1, 2, 3, 4], "数学系": [5, 6, 7], "图书馆": [8, 9], "工会": [10]}
    assert {group.name: group.rounds.count() for group in stage.groups.all()} == {
        "历史系": 3,
        "数学系": 3,
        "图书馆": 1,
        "工会": 0,
    }
    alone = stage_standings(stage).groups[-1].rows
    assert [(row.pair, row.rank) for row in alone] == [(10, 1)]


def test_firsts_seconds_and_thirds_of_the_units_form_the_grades(event: Event) -> None:
    play_by_number(drawn_unit_stage(event))
    stage = grade_stage(event)
    draw_groups(stage=stage, seed=3, by=TEST)

    grades = {name: sorted(numbers) for name, numbers in members(stage).items()}
    assert grades == {"A": [1, 5, 8, 10], "B": [2, 6, 9], "C": [3, 7], "D": [4]}
    pair_round(stage=stage, by=TEST, seed=1)
    assert {one.name: one.rounds.count() for one in stage.groups.all()} == {"A": 1, "B": 1, "C": 1, "D": 0}


def test_a_first_who_withdraws_leaves_the_grade_to_the_next(event: Event) -> None:
    play_by_number(drawn_unit_stage(event))
    event.pairs.filter(number=1).update(status="withdrawn")
    grades = entering(grade_stage(event)).grades
    assert {number: grades[number] for number in (2, 3, 4, 5)} == {2: 1, 3: 2, 4: 3, 5: 1}


def tied(event: Event) -> Stage:
    """The three of one unit beat each other in a circle; nothing parts them."""
    first = drawn_unit_stage(event)
    play_by_number(first)
    circle = Match.objects.filter(round__group__name="数学系", kind="play").select_related("ns", "ew")
    for match in circle:
        beaten = {5: 6, 6: 7, 7: 5}
        winner = Side.NS if beaten[match.ns.number] == (match.ew and match.ew.number) else Side.EW
        enter_result(match=match, sheet=passed(winner), by=TEST, based_on=match.version)
    return grade_stage(event)


def test_equal_places_stop_the_grades_until_lots_part_them(event: Event) -> None:
    stage = tied(event)
    with pytest.raises(ActionRefused, match="cut_tied"):
        draw_groups(stage=stage, seed=1, by=TEST)
    group = Group.objects.get(name="数学系")
    settle_tie(stage=group.stage, group=group, kind=DrawKind.CUT, numbers=[7, 5, 6], seed=None, by=TEST)
    grades = entering(stage).grades
    assert [grades[number] for number in (7, 5, 6)] == [1, 2, 3]


def test_equal_places_may_all_go_into_the_better_grade(event: Event) -> None:
    stage = tied(event)
    stage.entry = {**stage.entry, "cut_tie": "all"}
    grades = entering(stage).grades
    assert [grades[number] for number in (5, 6, 7, 1, 2)] == [1, 1, 1, 1, 2]


def test_the_draws_page_asks_to_part_equal_places(event: Event) -> None:
    stage = tied(event)
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("draw", args=[event.slug, stage.ordinal])).content.decode()
    assert "要分出先后才能编入等级组" in page
    assert "只有 3 队能晋级" not in page


@pytest.mark.parametrize(
    ("units", "code"),
    [
        pytest.param(["历史系", "数学系", ""], "units_of_one", id="every unit has one pair"),
        pytest.param(["历史系"], "too_few_pairs", id="one pair in all"),
    ],
)
def test_where_nobody_would_meet_anybody_the_page_says_so(units: list[str], code: str) -> None:
    event = make_event(pairs=0)
    for number, unit in enumerate(units, 1):
        make_pair(event, number, unit=unit)
    stage = unit_stage(event)
    with pytest.raises(PairingError, match=code):
        draw_groups(stage=stage, seed=1, by=TEST)
    misfit = draw_desk(stage).misfit
    assert misfit is not None
    assert misfit.code == code


def test_grades_without_an_earlier_stage_are_refused_in_a_sentence(event: Event) -> None:
    stage = unit_stage(event, grouping={"method": "previous_rank"})
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    url = reverse("draw-run", args=[event.slug, stage.ordinal])
    response = client.post(url, {"submission": "k", "based_on": "0"})
    assert response.status_code == 422
    assert "名单要来自前面的阶段" in response.content.decode()


def test_pairs_without_unit_and_long_names_of_units_make_groups_of_their_own() -> None:
    event = make_event(pairs=0)
    long = "国家电网有限公司某某供电分公司某某县供电所工会委员会离退休职工活动中心掼蛋协会"
    for number, unit in enumerate(["历史系", "历史系", "", long + "一队联队甲", long + "一队联队乙"], 1):
        make_pair(event, number, unit=unit)
    stage = unit_stage(event)
    draw_groups(stage=stage, seed=1, by=TEST)
    names = [group.name for group in stage.groups.all()]
    assert names[:2] == ["历史系", "3 号"]
    assert len(set(names)) == 4
    assert max(map(len, names)) == 40
