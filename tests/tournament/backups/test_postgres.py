"""PostgreSQL: pg_dump and pg_restore behind the same two commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError
from django.db import connection

from tests.tournament.commands.commands import run
from tests.tournament.factories import make_event
from tournament.backups import copyfile, postgres
from tournament.backups.making import copies
from tournament.models import Entry, Event

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL's own programs"),
]


@pytest.fixture(autouse=True)
def own_folder(settings: LazySettings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def test_there_and_back_with_a_safety_copy(tmp_path: Path) -> None:
    event = make_event(pairs=4, name="中秋赛")
    assert "1 个赛事" in run("backup", tmp_path / "a.zip")
    before = copyfile.look(tmp_path / "a.zip").events
    assert (before[0].name, before[0].pairs) == ("中秋赛", 4)
    event.delete()
    make_event(pairs=0, name="后来的")

    run("restore", tmp_path / "a.zip")

    now = Event.objects.get()
    assert (now.name, now.pairs.count()) == ("中秋赛", 4)
    assert now.public_revision > event.public_revision
    assert Entry.objects.get(verb="restore_backup").codes["made"]
    (safety,) = copies()
    (tmp_path / "a.zip").write_bytes((tmp_path / "a.zip").read_bytes()[:-200])
    with pytest.raises(CommandError, match="已损坏"):
        run("restore", tmp_path / "a.zip")
    run("restore", tmp_path / "backups" / safety.name)
    assert Event.objects.get().name == "后来的"


def test_programs_that_are_missing_or_older_than_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_version_of", lambda _program: 9)
    with pytest.raises(CommandError, match="版旧，请安装新的客户端程序"):
        run("backup", tmp_path / "a.zip")
    monkeypatch.setattr(postgres, "INSTALLED", ())
    monkeypatch.setattr(postgres.shutil, "which", lambda _name: None)
    with pytest.raises(CommandError, match="找不到 pg_dump"):
        run("backup", tmp_path / "a.zip")
    assert not list(tmp_path.rglob("*.zip")) + list(tmp_path.rglob("*.part"))


def test_an_older_copy_needs_an_empty_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("backup", tmp_path / "a.zip")
    known = copyfile.known_migrations()
    monkeypatch.setattr(copyfile, "known_migrations", lambda: known | {"tournament.9999_later"})
    with pytest.raises(CommandError, match="空的数据库"):
        run("restore", tmp_path / "a.zip")
