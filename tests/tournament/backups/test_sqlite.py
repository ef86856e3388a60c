"""F74: a copy that is one, and a restore that destroys nothing; on a SQLite file that others write to."""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
import threading
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import connection
from django.utils import timezone

from tests.tournament.backups.sites import left_over, restored, said, say, texts
from tests.tournament.commands.commands import run
from tests.tournament.factories import TEST
from tournament.actions.announce import announce
from tournament.actions.site_backups import make_backup
from tournament.backups import copyfile, gate, making, places, restoring, sqlite
from tournament.backups.copyfile import NOTE, Reason
from tournament.backups.making import copies, path_of
from tournament.errors import ActionRefused
from tournament.models import Entry, Event

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="copies of a SQLite file")


def integrity() -> str:
    with closing(sqlite3.connect(str(places.database_file()))) as file:
        return str(file.execute("PRAGMA integrity_check").fetchone()[0])


def test_f74_back_to_exactly_ten_with_a_safety_copy_of_fifteen(site: Event, tmp_path: Path) -> None:
    say(site, *range(10))
    assert "1 个赛事" in run("backup", tmp_path / "a.zip")  # at once: what was written last is in the -wal
    say(site, *range(10, 15))
    before = Event.objects.get()

    told = run("restore", tmp_path / "a.zip")

    assert said() == texts(*range(10))
    assert integrity() == "ok"
    assert left_over() == []
    now = Event.objects.get()
    assert now.public_revision > before.public_revision  # no browser takes an old page for the new one
    assert now.revision > before.revision
    assert Entry.objects.get(verb="restore_backup").event is None
    safety = next(one for one in copies() if one.reason is Reason.SAFETY)
    assert str(path_of(safety)) in told
    restored(path_of(safety))
    assert said() == texts(*range(15))


def test_a_copy_holds_no_session(site: Event, tmp_path: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_session VALUES ('geheim-key', 'x', '2030-01-01')")

    run("backup", tmp_path / "a.zip")

    copyfile.unpack(tmp_path / "a.zip", tmp_path / "a.sqlite3")
    assert b"geheim-key" not in (tmp_path / "a.sqlite3").read_bytes()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes(data)


def database_file_itself(path: Path) -> None:
    shutil.copy(str(places.database_file()), path)


def other_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("成绩.xlsx", b"x")


def noted(**changes: Any) -> Callable[[Path], None]:
    """The same copy whose note says something else."""

    def change(path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            note, rest = json.loads(archive.read(NOTE)), archive.read("guansai.sqlite3")
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(NOTE, json.dumps(note | changes))
            archive.writestr("guansai.dump", b"x")
            archive.writestr("guansai.sqlite3", rest)

    return change


def no_database_inside(path: Path) -> None:
    """A note that fits a content which is no database."""
    inside = path.with_suffix(".txt")
    inside.write_text("x" * 5000)
    manifest = copyfile.look(path)
    told = {**{name: getattr(manifest, name) for name in manifest.__slots__}, "size": 5000}
    path.unlink()
    copyfile.pack(inside, copyfile.Manifest(**told | {"sha256": copyfile.digest(inside)}), path)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        pytest.param(cut, "backup_damaged", id="cut off"),
        pytest.param(flip, "backup_damaged", id="one byte changed"),
        pytest.param(lambda path: path.write_bytes(b""), "backup_not_one", id="empty"),
        pytest.param(lambda path: path.write_text("序号,姓名"), "backup_not_one", id="a list"),
        pytest.param(other_zip, "backup_not_one", id="another ZIP"),
        pytest.param(database_file_itself, "backup_not_one", id="the database's file"),
        pytest.param(lambda path: path.unlink(), "backup_no_such_place", id="no file"),
        pytest.param(no_database_inside, "backup_damaged", id="no database inside"),
        pytest.param(noted(migrations=["tournament.9999_later"]), "backup_newer", id="a newer version"),
        pytest.param(noted(format=2), "backup_newer", id="a newer format"),
        pytest.param(noted(engine="postgresql"), "backup_other_database", id="from PostgreSQL"),
        pytest.param(noted(made_at="gestern"), "backup_damaged", id="a note that says nothing"),
        pytest.param(noted(size=10), "backup_damaged", id="longer than its note says"),
    ],
)
def test_what_cannot_be_restored_is_refused_and_changes_nothing(
    spoil: Callable[[Path], None], code: str, site: Event, tmp_path: Path
) -> None:
    say(site, 1)
    making.make_file(tmp_path / "a.zip", timezone.now())
    say(site, 2)
    spoil(tmp_path / "a.zip")
    with pytest.raises(ActionRefused) as refused:
        restored(tmp_path / "a.zip")

    assert refused.value.code == code
    assert said() == texts(1, 2)
    assert (left_over(), copies()) == ([], [])


@pytest.mark.parametrize("step", ["_safety_copy", "_prepare"])
def test_a_restore_that_is_broken_off_leaves_everything_as_it_was(
    step: str, site: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(site, 1)
    making.make_file(tmp_path / "a.zip", timezone.now())
    say(site, 2)

    def broken(*_args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(restoring, step, broken)
    with pytest.raises(KeyboardInterrupt):
        restored(tmp_path / "a.zip")

    say(site, 3)  # and the gate is open
    assert said() == texts(1, 2, 3)
    assert left_over() == []


def test_power_that_goes_while_the_new_content_is_written_leaves_the_old(site: Event, tmp_path: Path) -> None:
    """What is on the disk in the middle: the old file, and a -wal whose last page never came."""
    say(site, 1)
    making.make_file(tmp_path / "a.zip", timezone.now())
    copyfile.unpack(tmp_path / "a.zip", tmp_path / "new.sqlite3")
    say(site, 2)
    live = places.database_file()
    assert live is not None
    with closing(sqlite3.connect(live)) as looks:  # keeps the -wal from being taken over
        looks.execute("BEGIN").execute("SELECT count(*) FROM tournament_announcement").fetchone()
        sqlite.put_back(tmp_path / "new.sqlite3", live)
        whole = Path(f"{live}-wal").read_bytes()
        shutil.copy(live, tmp_path / "dark.sqlite3")
    (tmp_path / "dark.sqlite3-wal").write_bytes(whole[: -2 * 4096])

    with closing(sqlite3.connect(tmp_path / "dark.sqlite3")) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = [text for (text,) in file.execute("SELECT text FROM tournament_announcement")]
    assert sorted(found) == texts(1, 2)
    assert said() == texts(1)


def test_a_gate_that_a_power_cut_left_closed_opens_by_itself(
    site: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    with gate.claimed(), gate.closed():
        with pytest.raises(ActionRefused, match="restore_going_on"):
            say(site, 1)
        with pytest.raises(ActionRefused, match="restore_going_on"), gate.claimed():
            pass
        monkeypatch.setattr(gate, "_age", lambda _path: gate.CLAIM_SECONDS + 1.0)
        say(site, 2)
        with pytest.raises(ActionRefused, match="restore_too_slow"):
            gate.still_closed()
    assert said() == texts(2)


def test_f74_what_five_threads_are_told_is_saved_is_in_the_site_or_in_the_safety_copy(
    site: Event, tmp_path: Path
) -> None:
    making.make_file(tmp_path / "a.zip", timezone.now())
    kept: list[str] = []
    refused: set[str] = set()
    over = threading.Event()

    def write(thread: int) -> None:
        number = 0
        with closing(connection):
            while not over.is_set():
                number += 1
                text = f"{thread}-{number}"
                try:
                    announce(event=site, text=text, by=TEST)
                except ActionRefused as error:
                    refused.add(error.code)
                else:
                    kept.append(text)

    with ThreadPoolExecutor(5) as pool:
        threads = [pool.submit(write, number) for number in range(5)]
        try:
            while len(kept) < 10:
                assert not any(one.done() for one in threads)
            safety = restored(tmp_path / "a.zip").safety
            some = len(kept)
            while len(kept) < some + 5:
                assert not any(one.done() for one in threads)
        finally:
            over.set()
        for one in threads:
            one.result()

    now = set(said())
    assert safety is not None
    copyfile.unpack(path_of(safety), tmp_path / "safety.sqlite3")
    with closing(sqlite3.connect(tmp_path / "safety.sqlite3")) as file:
        before = {text for (text,) in file.execute("SELECT text FROM tournament_announcement")}
    assert before & now == set()
    assert set(kept) == before | now
    assert refused <= {"restore_going_on"}
    assert len(now) >= 5
    assert integrity() == "ok"


def test_two_at_once_are_both_whole(site: Event, tmp_path: Path) -> None:
    say(site, 1)
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda _: making.make_file(tmp_path / "a.zip", timezone.now()), range(2)))

    assert made[0].sha256 == made[1].sha256
    assert copyfile.unpack(tmp_path / "a.zip", tmp_path / "a.sqlite3").sha256 == made[0].sha256
    assert left_over() == []


def test_an_older_copy_is_brought_up_to_date(
    site: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", tmp_path / "a.zip")
    asked: list[Path] = []
    monkeypatch.setattr(restoring, "_bring_up_to_date", asked.append)
    known = copyfile.known_migrations()
    monkeypatch.setattr(copyfile, "known_migrations", lambda: known | {"tournament.9999_later"})

    restored(tmp_path / "a.zip")

    assert len(asked) == 1
    assert said() == []


def test_a_full_disk_is_said_and_leaves_no_half_file(
    site: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", tmp_path / "a.zip")
    before = (tmp_path / "a.zip").read_bytes()

    def full(*_args: Any, **_kwargs: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "write", full)
    with pytest.raises(CommandError, match="磁盘空间不够"):
        run("backup", tmp_path / "a.zip")
    with pytest.raises(ActionRefused, match="backup_disk_full"):
        make_backup(by=TEST)

    assert (tmp_path / "a.zip").read_bytes() == before
    assert [path.name for path in tmp_path.glob("*.part")] == []
    assert (left_over(), copies()) == ([], [])
    assert places.troubles()["local"]["code"] == "backup_disk_full"
    monkeypatch.undo()
    make_backup(by=TEST)
    assert places.troubles() == {}


def test_a_file_that_is_no_copy_is_not_overwritten(site: Event, tmp_path: Path) -> None:
    (tmp_path / "名单.xlsx").write_text("wichtig")
    with pytest.raises(CommandError, match="没有覆盖"):
        run("backup", tmp_path / "名单.xlsx")
    assert (tmp_path / "名单.xlsx").read_text() == "wichtig"
