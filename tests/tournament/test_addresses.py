"""Addresses to be handed on: what the laptop shows as 127.0.0.1 must open on a phone."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import RequestFactory

from tests.tournament.factories import make_event, make_person
from tournament.views.addresses import address_for_others

HALL = "http://192.168.8.109:8400"


@pytest.mark.parametrize(
    ("host", "hall", "shown"),
    [
        pytest.param("127.0.0.1:8400", HALL, HALL, id="on the laptop itself"),
        pytest.param("localhost:8400", HALL, HALL, id="by its own name"),
        pytest.param("[::1]:8400", HALL, HALL, id="IPv6"),
        pytest.param("192.168.8.7:8400", HALL, "http://192.168.8.7:8400", id="from the hall: as it came"),
        pytest.param("guansai.local", HALL, "http://guansai.local", id="by a name"),
        pytest.param("127.0.0.1:8400", "", "http://127.0.0.1:8400", id="serving this computer alone"),
    ],
)
def test_address_for_others(host: str, hall: str, shown: str, settings: LazySettings) -> None:
    settings.HALL_ADDRESS = hall
    request = RequestFactory().get("/", headers={"host": host})

    assert address_for_others(request, "/e/sai/") == f"{shown}/e/sai/"


@pytest.mark.django_db
def test_the_desk_shows_an_address_that_phones_can_open(client, settings: LazySettings) -> None:
    settings.HALL_ADDRESS = HALL
    event = make_event(pairs=2)
    client.force_login(make_person("owner", owner=True), backend="django.contrib.auth.backends.ModelBackend")

    page = client.get(f"/e/{event.slug}/desk/", headers={"host": "127.0.0.1:8400"}).content.decode()

    assert f'value="{HALL}/e/{event.slug}/"' in page
