"""What the public pages cost: 200 pairs × 5 rounds cold in 50 ms, an unchanged page 3,000 times a second."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.publish import publish_standings
from tournament.models import PublicView

pytestmark = pytest.mark.django_db

STANDINGS = "/e/sai/stages/1/standings/"
PAGES = {"standings": STANDINGS, "round": "/e/sai/stages/1/rounds/5/", "participant": "/e/sai/pairs/7/"}


def hall(view: str) -> None:
    """200 pairs in four groups, five rounds played and published."""
    event = make_event(pairs=200, slug="sai", rulebook="devzone-26", public_view=view)
    publish_standings(stage=make_stage(event, group_size=50, rounds=5, rounds_played=5), number=5, by=TEST)


@pytest.mark.parametrize("view", [PublicView.PUBLISHED, PublicView.LIVE])
@pytest.mark.parametrize("page", PAGES)
def test_cold_page(benchmark: Any, page: str, view: str) -> None:
    hall(view)
    client = Client()
    client.get(PAGES[page])
    answer = benchmark.pedantic(client.get, (PAGES[page],), setup=cache.clear, rounds=20)
    assert answer.status_code == 200


@pytest.mark.parametrize("kind", ["304", "poll"])
def test_unchanged_page(benchmark: Any, kind: str) -> None:
    hall(PublicView.PUBLISHED)
    client = Client()
    client.get(STANDINGS)
    first = client.get(STANDINGS)
    revision = first["ETag"].strip('"').split("-")[1]
    asked = {"path": f"{STANDINGS}?part=1&since={revision}"} if kind == "poll" else {"path": STANDINGS}
    answer = benchmark(client.get, **asked, headers={"if-none-match": first["ETag"]})
    assert answer.status_code == (204 if kind == "poll" else 304)
