"""What public pages ask of the database: the same for a small hall and a large one."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournament.factories import TEST, make_event, make_stage
from tests.tournament.standings.test_public import CROSS, GROUPS, HOME, STANDINGS, pair_url, round_url
from tournament.actions.publish import publish_standings
from tournament.models import PublicView

pytestmark = pytest.mark.django_db

PAGES = [  # published, and live, which ranks anew; none asks more than ten times
    pytest.param(HOME, 5, 5, id="home"),
    pytest.param(GROUPS, 6, 6, id="groups"),
    pytest.param(round_url(1), 8, 7, id="round"),
    pytest.param(STANDINGS, 6, 9, id="standings"),
    pytest.param(CROSS, 7, 10, id="cross table"),
    pytest.param(pair_url(1), 7, 10, id="participant"),
    pytest.param("/e/sai/draws/", 8, 8, id="draws"),
    pytest.param("/e/sai/clock/", 5, 5, id="clock"),
    pytest.param("/e/sai/rules/", 2, 2, id="rules"),
]


@pytest.mark.parametrize("pairs", [8, 40])
@pytest.mark.parametrize(("url", "published", "live"), PAGES)
@pytest.mark.parametrize("view", [PublicView.PUBLISHED, PublicView.LIVE])
def test_public_page_query_count(
    client: Client,
    url: str,
    published: int,
    live: int,
    view: PublicView,
    pairs: int,
    django_assert_num_queries: Any,
) -> None:
    event = make_event(pairs=pairs, slug="sai", public_view=view)
    publish_standings(stage=make_stage(event, group_size=8, rounds_played=2), number=2, by=TEST)
    with django_assert_num_queries(live if view is PublicView.LIVE else published):
        assert client.get(url).status_code == 200


@pytest.mark.parametrize("url", [one.values[0] for one in PAGES if one.id not in ("rules", "clock")])
def test_a_page_that_is_kept_asks_once(client: Client, url: str, django_assert_num_queries: Any) -> None:
    publish_standings(stage=make_stage(make_event(pairs=8, slug="sai"), rounds_played=2), number=2, by=TEST)
    client.get(url)
    with django_assert_num_queries(1):
        client.get(url)
