"""A site in a file of its own, as in the hall."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hall import file_database
from tests.tournament.factories import make_event
from tournament.models import Event


@pytest.fixture
def site(tmp_path: Path, django_db_blocker: Any) -> Iterator[Event]:
    """A site of one event in a file of its own."""
    with django_db_blocker.unblock(), file_database(tmp_path):
        yield make_event(pairs=0, slug="sai")
