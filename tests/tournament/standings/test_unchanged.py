"""Who has the page already is told so at once, and what was taken down is gone at the next question."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.factories import TEST, make_event, make_stage
from tests.tournament.test_visitors import ADDRESSES
from tournament.actions.publish import withdraw_publication
from tournament.models import Event, Publication, PublicationKind, Stage
from tournament.urls import public

pytestmark = pytest.mark.django_db

STANDINGS = "/e/sai/stages/1/standings/"


@pytest.fixture
def stage() -> Stage:
    """Eight pairs, three rounds drawn and published."""
    return make_stage(make_event(pairs=8, slug="sai", public_view="live"))


def test_every_public_page_is_known_to_the_answer_that_nothing_is_new(
    client: Client, stage: Stage, django_assert_num_queries: Any
) -> None:
    """Each asked again with the counter it was made at, whatever it shows: one query, no body."""
    pages = [one for one in public.urlpatterns if getattr(one.callback, "is_public_page", False)]
    names = [str(one.name) for one in pages]
    assert len(names) > 10
    for name in names:
        address = reverse(name, args=["sai", *ADDRESSES[name].args[1:]])
        asked = f"{address}?part=1&since={Event.objects.get().public_revision}"
        with django_assert_num_queries(1):
            assert client.get(asked).status_code == 204, name


def test_foreign_name_is_refused_also_where_nothing_is_new(client: Client, stage: Stage) -> None:
    client.get(STANDINGS)
    etag = client.get(STANDINGS)["ETag"]
    foreign = {"if-none-match": etag, "host": "foreign.example"}
    assert client.get(STANDINGS, headers=foreign).status_code == 400


def test_f70_a_withdrawn_draw_is_gone_at_the_next_question(client: Client, stage: Stage) -> None:
    """The phone has the page and asks as it does every few seconds, with what it holds."""
    address = "/e/sai/stages/1/rounds/2/"
    client.get(address)
    held = client.get(address)
    asked = {"if-none-match": held["ETag"]}
    assert client.get(address, headers=asked).status_code == 304
    up = Publication.objects.filter(kind=PublicationKind.PAIRINGS, round_number=2, is_current=True)
    withdraw_publication(publication=up.get(), by=TEST)
    assert client.get(address, headers=asked).status_code == 404
