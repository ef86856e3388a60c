"""What the request costs that makes a round of 200 pairs: at most 0.3 s, the page after it included apart."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_benchmark.fixture import BenchmarkFixture

from tests.tournament.desks import open_desk, url
from tests.tournament.factories import TEST, make_event, make_stage
from tests.tournament.rounds.swiss import pair_next, play, swiss_stage
from tournament.actions.undo_round import undo_round
from tournament.models import Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Stage:
    """200 pairs of eight units, four rounds played."""
    stage = swiss_stage(make_event(pairs=200), rounds=7)
    for _ in range(4):
        play(stage, pair_next(stage))
    return stage


def pair_by_button(client: Client, stage: Stage, key: str) -> Any:
    return client.post(url("pair-run", stage), {"submission": key, "number": 5})


def test_the_request_that_makes_a_round(benchmark: BenchmarkFixture, hall: Stage) -> None:
    client, keys = open_desk(hall.event), iter(range(1000))

    def again() -> tuple[tuple[Client, Stage, str], dict[str, Any]]:
        if hall.groups.get().rounds.filter(number=5).exists():
            undo_round(stage=hall, number=5, by=TEST)
        return (client, hall, f"k{next(keys)}"), {}

    answer = benchmark.pedantic(pair_by_button, setup=again, rounds=10)
    assert answer.status_code == 302


def test_the_page_with_the_draft(benchmark: BenchmarkFixture, hall: Stage) -> None:
    client = open_desk(hall.event)
    pair_by_button(client, hall, "once")
    answer = benchmark.pedantic(client.get, args=(url("draw", hall),), rounds=5, warmup_rounds=1)
    assert answer.status_code == 200


HALLS: list[list[dict[str, Any]]] = [[], [{"name": "大厅", "tables": [[1, 60], [71, 130]]}]]


@pytest.mark.parametrize("areas", HALLS, ids=["plain numbers", "areas with a gap"])
def test_the_request_that_makes_all_rounds(benchmark: BenchmarkFixture, areas: list[Any]) -> None:
    """Fifty groups of four, three rounds each, at the tables of the hall."""
    stage = make_stage(make_event(pairs=200, areas=areas), published=False)
    client, keys = open_desk(stage.event), iter(range(1000))

    def again() -> tuple[tuple[str, dict[str, Any]], dict[str, Any]]:
        return (url("draw-rounds", stage), {"submission": f"k{next(keys)}"}), {}

    answer = benchmark.pedantic(client.post, setup=again, rounds=10)
    assert answer.status_code == 302
