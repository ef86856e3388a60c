"""Whatever a file may hold, its pages open: also of formats that cannot be paired here."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from tests.tournament.archive.everything import rich
from tests.tournament.factories import TEST, make_person
from tournament.archive import load, read
from tournament.models import Event

pytestmark = pytest.mark.django_db
DESK = ("draw/", "lots/", "lots/wall/", "movement/", "standings/", "rounds/1/", "rounds/1/grid/", "cross/")


@pytest.fixture
def event() -> Event:
    return load(read(json.dumps(rich())), slug="all", by=TEST)


def test_every_stage_of_every_format_opens_on_the_desk(event: Event, client: Client) -> None:
    client.force_login(make_person(owner=True))
    answers = {
        (stage.name, page): client.get(f"/e/all/desk/stages/{stage.ordinal}/{page}").status_code
        for stage in event.stages.all()
        for page in DESK
    }
    assert set(answers.values()) <= {200, 404}
    undrawn = {name for (name, _page), code in answers.items() if code == 404}
    assert len(undrawn) < event.stages.count()


@pytest.mark.parametrize("page", ["", "entries/", "papers/", "penalties/", "journal/", "plan/", "rules/"])
def test_every_page_of_the_event_opens_on_the_desk(event: Event, client: Client, page: str) -> None:
    client.force_login(make_person(owner=True))
    assert client.get(f"/e/all/desk/{page}").status_code == 200
