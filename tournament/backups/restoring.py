"""Putting a copy back: checked first, a safety copy before, all of it or nothing, while others look on."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections

from tournament.backups import gate, making, places, postgres, sqlite
from tournament.backups.copyfile import Manifest, Reason, look, said_of, unpack
from tournament.backups.rotation import CopyName
from tournament.backups.troubles import disk_in_words
from tournament.errors import ActionRefused
from tournament.models import Entry

BEYOND: Final = 1000  # more than is published after a copy: no browser's old page has such a number
MIGRATING_SECONDS: Final = 600


@dataclass(frozen=True, slots=True)
class Who:
    """Who restores, for the journal of the restored site; `username` is looked up in it."""

    name: str
    source: str
    username: str = ""


@dataclass(frozen=True, slots=True)
class Restored:
    """What stands now, and the copy of what stood before (None where there was nothing)."""

    manifest: Manifest
    safety: CopyName | None


def inspect(path: Path) -> Manifest:
    """Check a copy to its last byte and say what is in it; nothing is changed.

    Raises `ActionRefused`: `backup_not_one`, `backup_damaged`, `backup_newer`, `backup_other_database`.
    """
    with disk_in_words(), making.scratch() as staged:
        return _checked(path, staged)


def restore(path: Path, *, by: Who, at: datetime) -> Restored:
    """Let the site become what the copy holds; servers that run go on with the new content.

    What is refused changes nothing. Everybody has to sign in again, and every counter of pages moves beyond
    what any browser has seen. Raises what `inspect` raises, `restore_going_on`, `restore_too_slow`,
    `backup_database_busy`, `backup_database_damaged`, `backup_disk_full`.
    """
    with disk_in_words(), gate.claimed():
        live = places.database_file()
        if live is None:
            return Restored(*postgres.put_back(path, by, at))
        return _restore_file(path, live, by, at)


def _restore_file(path: Path, live: Path, by: Who, at: datetime) -> Restored:
    with making.scratch() as staged:
        manifest = _checked(path, staged)
        if manifest.is_older:
            _bring_up_to_date(staged)
        with gate.closed():
            safety = _safety_copy(live, at)
            _prepare(staged, live, manifest, by, at)
            sqlite.check(staged)
            gate.still_closed()
            sqlite.put_back(staged, live)
    connections["default"].close()
    cache.clear()
    if safety:
        making.to_second_folder(safety, at)
    return Restored(manifest, safety)


def _checked(path: Path, staged: Path) -> Manifest:
    manifest = look(path)
    if manifest.engine != connections["default"].vendor:
        raise ActionRefused("backup_other_database")
    if manifest.is_newer:
        raise ActionRefused("backup_newer")
    unpack(path, staged)
    if manifest.engine == "sqlite":
        _refuse_damaged(staged)
    return manifest


def _refuse_damaged(staged: Path) -> None:
    """A copy whose database is not whole is a damaged copy, whatever SQLite calls it."""
    try:
        sqlite.check(staged)
        is_ours = sqlite.is_ours(staged)
    except ActionRefused as error:
        raise ActionRefused("backup_damaged") from error
    if not is_ours:
        raise ActionRefused("backup_damaged")


def _bring_up_to_date(staged: Path) -> None:
    """Run the program's migrations on the copy, in a process of its own: here they might find live data."""
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{staged.as_posix()}", "PYTHONUTF8": "1"}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate", "--noinput", "-v", "0"]
    try:
        subprocess.run(  # noqa: S603 - our own command
            command, env=environment, check=True, capture_output=True, timeout=MIGRATING_SECONDS
        )
    except (subprocess.SubprocessError, OSError) as error:
        raise ActionRefused("backup_not_up_to_date") from error
    sqlite.settle(staged)


def _safety_copy(live: Path, at: datetime) -> CopyName | None:
    if not sqlite.is_ours(live):
        return None
    sqlite.wait_for_writers(live)
    copy = making.named(Reason.SAFETY, at)
    making.make_file(making.path_of(copy), at, Reason.SAFETY)
    return copy


def _prepare(staged: Path, live: Path, manifest: Manifest, by: Who, at: datetime) -> None:
    """Write the journal's line and move the counters in the new content, before anybody sees it."""
    seen = sqlite.largest_counter(live) if sqlite.is_ours(live) else 0
    with sqlite.writing(staged) as file:
        beyond = max(seen, sqlite.counter_in(file)) + BEYOND
        file.execute("UPDATE tournament_event SET revision = ?, public_revision = ?", (beyond, beyond))
        file.execute("DELETE FROM django_session")
        person = file.execute(
            "SELECT id FROM tournament_person WHERE username = ?", (by.username,)
        ).fetchone()
        line = Entry(
            at=at,
            person_id=person[0] if person else None,
            actor_name=by.name,
            source=by.source,
            verb="restore_backup",
            codes={"made": said_of(manifest)},
        )
        _insert(file, line)


def _insert(file: sqlite3.Connection, line: Entry) -> None:
    """Write a new row with every column that the model has, into a file that Django is not connected to."""
    fields = [field for field in Entry._meta.concrete_fields if not field.primary_key]
    values = [field.get_db_prep_save(field.pre_save(line, add=True), connection) for field in fields]
    names, marks = ", ".join(str(field.column) for field in fields), ", ".join("?" * len(fields))
    statement = f"INSERT INTO {Entry._meta.db_table} ({names}) VALUES ({marks})"  # noqa: S608 - names of ours
    file.execute(statement, values)
