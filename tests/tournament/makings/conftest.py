"""What the tests of makings share."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.tournament.factories import make_director, make_event
from tournament.making.running import run
from tournament.models import Event, Person


@pytest.fixture(autouse=True)
def makings(settings: LazySettings, tmp_path: Path) -> Path:
    """Makings of a test lie in its own folder."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "makings"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are made before the answer: a thread would read through a connection that sees no test's rows."""
    monkeypatch.setattr("tournament.views.makings.start", run)


@pytest.fixture
def event() -> Event:
    return make_event(pairs=4, slug="sai", name="中秋赛")


@pytest.fixture
def person(event: Event) -> Person:
    return make_director(event)


@pytest.fixture
def desk(person: Person) -> Client:
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client
