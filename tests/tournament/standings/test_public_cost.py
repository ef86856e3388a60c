"""What public pages ask of the database: the same for a small hall and a large one."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournament.factories import TEST, make_event, make_stage
from tests.tournament.standings.test_public import CROSS, GROUPS, HOME, STANDINGS, pair_url, round_url
from tournament.actions.publish import publish_standings

pytestmark = pytest.mark.django_db

PAGES = [
    pytest.param(HOME, 5, id="home"),
    pytest.param(GROUPS, 7, id="groups"),
    pytest.param(round_url(1), 10, id="round"),
    pytest.param(STANDINGS, 7, id="standings"),
    pytest.param(CROSS, 9, id="cross table"),
    pytest.param(pair_url(1), 10, id="participant"),
]


@pytest.mark.parametrize("pairs", [8, 40])
@pytest.mark.parametrize(("url", "count"), PAGES)
def test_public_page_query_count(
    client: Client, url: str, count: int, pairs: int, django_assert_num_queries: Any
) -> None:
    event = make_event(pairs=pairs, slug="sai")
    publish_standings(stage=make_stage(event, group_size=8, rounds_played=2), number=2, by=TEST)
    with django_assert_num_queries(count):
        assert client.get(url).status_code == 200
    with django_assert_num_queries(1):
        client.get(url)
