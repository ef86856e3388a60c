"""移位表: seats by positions and by pairs, who stays, and the cross-check."""

from __future__ import annotations

import pytest

from tests.tournament.desks import open_desk, url
from tests.tournament.factories import make_stage
from tournament.models import Match, Round

pytestmark = pytest.mark.django_db


def test_the_movement_shows_seats_who_stays_and_that_it_fits() -> None:
    stage = make_stage(pairs=8)
    shown = open_desk(stage.event).get(url("movement", stage) + "?group=B").content.decode()
    assert "B 组：按签号" in shown
    assert "2 队留在原桌" in shown
    assert "不对" not in shown


def test_the_cross_check_names_who_breaks_it() -> None:
    stage = make_stage(pairs=4, published=False)
    Match.objects.filter(round__number=2).delete()
    second = Round.objects.get(number=2)
    for match in Match.objects.filter(round__number=1):
        Match.objects.create(round=second, table=match.table, ns=match.ns, ew=match.ew)
    shown = open_desk(stage.event).get(url("movement", stage)).content.decode()
    assert "多次相遇的参赛队：1、2、3、4 号" in shown
    assert "桌号不重复" in shown


def test_no_movement_before_the_rounds() -> None:
    stage = make_stage(pairs=4, drawn=False)
    assert "还没有编排对阵" in open_desk(stage.event).get(url("movement", stage)).content.decode()


@pytest.mark.parametrize("pairs", [8, 40])
def test_movement_page_query_count(pairs: int, django_assert_num_queries) -> None:
    stage = make_stage(pairs=pairs)
    client = open_desk(stage.event)
    with django_assert_num_queries(QUERIES):
        client.get(url("movement", stage))


QUERIES = 15
