"""Units ranked by their best pairs, by points or by place scores."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.rules import Side
from tests.tournament.factories import TEST, make_director, make_event, make_pair, make_stage, passed
from tests.tournament.standings.test_awards import matches, text_of
from tournament.actions.enter_result import enter_result
from tournament.actions.publish import publish_standings
from tournament.models import Event, Stage
from tournament.queries.standing_sheets import live_overall
from tournament.queries.standings import stage_standings
from tournament.queries.unit_ranks import live_unit_sheet, unit_ranking_of

pytestmark = pytest.mark.django_db

UNITS = "/e/sai/desk/unit-ranks/"


def by_units(desk: Client, event: Event, **sent: str) -> Any:
    event.refresh_from_db()
    return desk.post(
        f"{UNITS}edit/", {"submission": "u", "based_on": str(event.version), "stage": "", **sent}
    )


def unit_event() -> tuple[Stage, Client]:
    """Six pairs of three units: 甲 with three, 乙 with two, 丙 with one; places by number of the pair."""
    event = make_event(pairs=0, slug="sai", rulebook="devzone-26", rules={"tiebreaks": []})
    for number, unit in enumerate(["甲", "乙", "甲", "丙", "乙", "甲"], 1):
        make_pair(event, number, unit=unit)
    stage = make_stage(event, group_size=6, rounds=1)
    for place, match in enumerate(matches(stage)):
        enter_result(match=match, sheet=passed(Side.NS, loser_level=4 + 3 * place), by=TEST)
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    return stage, client


def test_units_by_the_points_of_their_best_pairs() -> None:
    stage, client = unit_event()
    assert by_units(client, stage.event, best="２").status_code == 302
    stage.event.refresh_from_db()
    assert stage.event.unit_ranking == {"best": 2}
    ranking, _ = unit_ranking_of(stage.event)
    assert ranking is not None
    sheet = live_unit_sheet(stage, ranking)
    points = {line.number: line.points for line in live_overall(stage_standings(stage)).lines}
    for line, members in ((one, {"甲": [1, 3, 6], "乙": [2, 5], "丙": [4]}[one.unit]) for one in sheet.lines):
        assert line.score == sum(sorted((points[number] for number in members), reverse=True)[:2])
    assert [len(line.counted) for line in sheet.lines] == [min(2, len(line.pairs)) for line in sheet.lines]
    page = text_of(client, UNITS)
    assert "每个单位只取得分最高的2队，不足的有几队算几队。" in page


def test_units_by_place_scores_with_shared_ranks() -> None:
    stage, client = unit_event()
    assert by_units(client, stage.event, place_scores="9 7、6，５", scope="overall").status_code == 302
    stage.event.refresh_from_db()
    assert stage.event.unit_ranking == {"place_scores": ["9", "7", "6", "5"]}
    page = text_of(client, UNITS)
    assert "第1名起依次9、7、6、5分" in page
    assert "每个单位的参赛队全部计入" in page


@pytest.mark.parametrize(
    ("sent", "said"),
    [({"best": "0"}, "超出范围"), ({"best": "两"}, "请填整数"), ({"place_scores": "9 a"}, "不是数字")],
)
def test_a_unit_ranking_that_cannot_be(sent: dict[str, str], said: str) -> None:
    stage, client = unit_event()
    answer = by_units(client, stage.event, **sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_units_go_public_with_standings_and_off_again(client: Client) -> None:
    stage, desk = unit_event()
    by_units(desk, stage.event, best="1")
    assert client.get("/e/sai/unit-ranks/").status_code == 404
    publish_standings(stage=stage, number=1, by=TEST)
    page = text_of(client, "/e/sai/unit-ranks/")
    assert "单位排名" in page
    assert "第1轮后" in page
    by_units(desk, stage.event, off="1", submission="off")
    assert client.get("/e/sai/unit-ranks/").status_code == 404
