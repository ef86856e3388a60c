"""An event by devzone-26 in which appeals are taken, two rounds played and announced."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.desks import open_as
from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.publish import publish_standings
from tournament.models import Event, Role, Stage


@pytest.fixture
def event() -> Event:
    return make_event(pairs=8, rulebook="devzone-26", slug="sai", name="中秋赛", hears_appeals=True)


@pytest.fixture
def stage(event: Event) -> Stage:
    made = make_stage(event, rounds_played=2)
    for number in (1, 2):
        publish_standings(stage=made, number=number, by=TEST)
    return made


@pytest.fixture
def referee(event: Event) -> Client:
    return open_as(event, Role.CHIEF_REFEREE)
