"""The same sum of points wherever it is read: list, pair, standings, files, papers, report, archive."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.test import Client

from scoring.options import Grade
from tests.tournament.entering.desk import read
from tests.tournament.factories import TEST, make_director, make_event, make_stage
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.archive import dump
from tournament.models import Stage
from tournament.queries.penalties import penalties_of, points_in_force
from tournament.queries.standings import stage_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Pair 1 has −2 and −1.5 that count, −7 that was cancelled."""
    stage = make_stage(make_event(pairs=8, slug="sai"), rounds_played=2)
    told = {"event": stage.event, "stage": stage, "number": 1, "grade": Grade.VIOLATION, "by": TEST}
    for points in ("-2", "-1.5"):
        give_penalty(points=Decimal(points), round_number=1, **told)
    lifted = give_penalty(points=Decimal(-7), **told)
    cancel_penalty(penalty=lifted, reason="认错了人", by=TEST)
    return stage


@pytest.mark.parametrize(
    ("address", "said"),
    [
        pytest.param("penalties/", "合计 −3.5", id="the list"),
        pytest.param("stages/1/pairs/1/", "−3.5", id="the pair's page"),
        pytest.param("stages/1/standings/", "−3.5", id="the standings"),
        pytest.param("papers/standings.csv?stage=1", "-3.5", id="the file of the standings"),
        pytest.param("papers/penalties.txt", "−3.5", id="the text of the list"),
    ],
)
def test_the_points_that_count_are_the_same_wherever_they_are_read(
    stage: Stage, address: str, said: str
) -> None:
    client = Client()
    client.force_login(make_director(stage.event), backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(f"/e/sai/desk/{address}")
    assert answer.status_code == 200
    assert said in read(answer)


def test_standings_and_archive_have_them_too(stage: Stage) -> None:
    listed = penalties_of(stage.event)
    assert points_in_force(listed) == Decimal("-3.5")
    [row] = [row for row in stage_standings(stage).overall if row.pair == 1]
    assert row.penalty_points == Decimal("-3.5")
    rows = dump(stage.event)["penalties"]
    assert sum(Decimal(row["points"]) for row in rows if "cancelled" not in row) == Decimal("-3.5")
