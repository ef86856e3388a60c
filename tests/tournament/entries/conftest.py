"""What the entry pages' tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.tournament.factories import make_director, make_event
from tournament.models import Event


@pytest.fixture(autouse=True)
def uploads(settings: LazySettings, tmp_path: Path) -> Path:
    """Uploaded files of a test lie in its own folder."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "uploads"


@pytest.fixture
def event(db: None) -> Event:
    """An event with eight pairs and no stage."""
    return make_event(pairs=8, slug="qiu")


@pytest.fixture
def desk(event: Event) -> Client:
    """The browser of the event's director."""
    return director_of(event)


def director_of(event: Event) -> Client:
    client = Client()
    client.force_login(make_director(event), backend="django.contrib.auth.backends.ModelBackend")
    return client
