"""What the tests of makings share."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings

from tournament.making.running import run


@pytest.fixture(autouse=True)
def makings(settings: LazySettings, tmp_path: Path) -> Path:
    """Makings of a test lie in its own folder."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "makings"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are made before the answer: a thread would read through a connection that sees no test's rows."""
    monkeypatch.setattr("tournament.views.makings.start", run)
