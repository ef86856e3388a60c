"""What a match against a house pair is worth, on the pages that people read."""

from __future__ import annotations

from decimal import Decimal

import pytest

from scoring.rules import Side
from tests.tournament.desks import open_desk
from tests.tournament.factories import TEST, make_event, make_stage, passed
from tournament.actions.enter_result import enter_result
from tournament.actions.replace_pair import replace_by_house_pair
from tournament.models import Match, Stage
from tournament.queries.rounds import table_rows
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


def with_house(house_results: str) -> tuple[Stage, Match]:
    """Four pairs, the fourth replaced by a house pair (5) that beats its first opponent."""
    rules = {"house_results": house_results, "walkovers": {"bye": "60"}}
    stage = make_stage(make_event(pairs=4, rules=rules))
    replace_by_house_pair(pair=stage.event.pairs.get(number=4), names=("陪一", "陪二"), by=TEST)
    match = next(
        match
        for match in Match.objects.filter(round__number=1).select_related("ns", "ew")
        if 5 in (match.ns.number, match.ew.number if match.ew else 0)
    )
    enter_result(match=match, sheet=passed(Side(match.side_of(stage.event.pairs.get(number=5)))), by=TEST)
    return stage, match


def other_than_house(match: Match) -> int:
    ew = match.ew.number if match.ew else 0
    return match.ns.number if ew == 5 else ew


@pytest.mark.parametrize(
    ("house_results", "points"),
    [pytest.param("count", "0", id="counted: a lost match"), pytest.param("as_bye", "60", id="as a bye")],
)
def test_the_round_and_the_standings_say_the_same(house_results: str, points: str) -> None:
    stage, match = with_house(house_results)
    number = other_than_house(match)
    row = next(one for one in table_rows(stage, 1) if one.match.pk == match.pk)
    in_round = row.ns_points if match.ns.number == number else row.ew_points
    standing = {one.pair: one for one in stage_standings(stage).overall}

    assert (in_round, standing[number].points) == (Decimal(points), Decimal(points))
    assert 5 not in standing


def test_the_page_says_before_what_the_opponents_get() -> None:
    stage = make_stage(make_event(pairs=4, rules={"house_results": "as_bye"}))
    page = open_desk(stage.event).get(f"/e/{stage.event.slug}/desk/entries/4/replace/")

    assert "与陪打队的对局：按轮空记分；自己弃权或被判负的照旧。" in page.content.decode()
