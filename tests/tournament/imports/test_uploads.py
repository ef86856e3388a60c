"""Uploaded lists as they are kept: found by their token, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from tests.tournament.factories import make_director, make_event
from tournament.imports.sources import Source
from tournament.imports.uploads import find_upload, finish_upload, keep_upload, reports_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def uploads(settings: LazySettings, tmp_path: Path) -> Path:
    """Uploads of a test lie in its own folder."""
    settings.DATA_DIR = tmp_path
    return tmp_path / "uploads"


@pytest.mark.parametrize("left", [0, 20])
def test_what_the_power_cut_in_two_is_no_upload(left: int, uploads: Path) -> None:
    event = make_event(pairs=0)
    person = make_director(event)
    token = keep_upload([Source("a.csv", b"x" * 100)], event=event, person=person)
    whole = (uploads / token).read_bytes()
    assert find_upload(token, event=event, person=person) is not None

    (uploads / token).write_bytes(whole[:left])

    assert find_upload(token, event=event, person=person) is None
    assert reports_of(event) == []


def test_reports_are_told_without_reading_the_files_of_others(
    uploads: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, other = make_event(pairs=0), make_event(pairs=0)
    person = make_director(event)
    keep_upload([Source("big.csv", b"x" * 10_000_000)], event=other, person=person)
    token = keep_upload([Source("a.csv", b"x")], event=event, person=person)
    upload = find_upload(token, event=event, person=person)
    assert upload is not None
    finish_upload(upload, {"told": 1}, event=event, person=person)

    def whole(_path: Path) -> Any:
        raise AssertionError("a whole file was read")

    monkeypatch.setattr(Path, "read_bytes", whole)

    assert reports_of(event) == [{"told": 1}]
