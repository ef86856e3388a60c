"""What papers of 200 pairs cost through their views: queries, values and drawing together."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_benchmark.fixture import BenchmarkFixture

from tests.tournament.factories import make_event, make_person, make_stage
from tournament.models import Stage

pytestmark = pytest.mark.django_db
STARTS = {"pdf": b"%PDF", "xlsx": b"PK", "png": b"\x89PNG", "txt": "图".encode()}


@pytest.fixture
def stage() -> Stage:
    """200 pairs in groups of four, three rounds played."""
    return make_stage(make_event(pairs=200, slug="da-sai"), rounds_played=3)


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(make_person(owner=True), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_100_blank_scoresheets(benchmark: BenchmarkFixture, desk: Client, stage: Stage) -> None:
    place = reverse("scoresheets", args=[stage.event.slug])
    answer = benchmark(lambda: desk.get(place, {"stage": 1, "round": 1}))
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    "what", ["scoresheets-filled", "reports", "movement-cards", "pair-cards", "seat-cards", "draw-slips"]
)
def test_cards_of_200_pairs(benchmark: BenchmarkFixture, desk: Client, stage: Stage, what: str) -> None:
    place = reverse("cards", args=[stage.event.slug, what])
    answer = benchmark(lambda: desk.get(place, {"stage": 1, "round": 1}))
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize("what", ["emergency-kit", "pair-codes", "table-cards"])
def test_cards_of_an_event(benchmark: BenchmarkFixture, desk: Client, stage: Stage, what: str) -> None:
    answer = benchmark(lambda: desk.get(reverse("cards", args=[stage.event.slug, what])))
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize("form", ["pdf", "xlsx", "png", "txt"])
@pytest.mark.parametrize("what", ["overall", "tables", "movement"])
def test_200_pairs(benchmark: BenchmarkFixture, desk: Client, stage: Stage, what: str, form: str) -> None:
    place = reverse("paper", args=[stage.event.slug, what, form])

    def fresh() -> bytes:
        cache.clear()
        return bytes(desk.get(place, {"stage": 1, "round": 1}).content)

    assert benchmark(fresh).startswith(STARTS[form])


def test_the_page_of_papers(benchmark: BenchmarkFixture, desk: Client, stage: Stage) -> None:
    answer = benchmark(lambda: desk.get(reverse("papers", args=[stage.event.slug])))
    assert answer.status_code == 200
