"""SQLite: a consistent copy of a file that others write to, what is in it, and putting one back.

Everything here works on files by connections of its own, never by Django's.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

from tournament.backups.copyfile import EventLine
from tournament.errors import ActionRefused

PATIENCE: Final = 20.0  # seconds for others to finish their write
EVENTS: Final = """
    SELECT e.name, e.slug, coalesce(e.starts_on, ''),
        (SELECT count(*) FROM tournament_pair AS p WHERE p.event_id = e.id),
        (SELECT count(*) FROM tournament_result AS r
            JOIN tournament_match AS m ON m.id = r.match_id JOIN tournament_round AS o ON o.id = m.round_id
            JOIN tournament_group AS g ON g.id = o.group_id JOIN tournament_stage AS s ON s.id = g.stage_id
            WHERE s.event_id = e.id AND r.is_current)
    FROM tournament_event AS e ORDER BY e.id
"""


def pinned(path: Path) -> sqlite3.Connection:
    """A connection that sees `path` as it is now, whatever is written later; it holds nobody up (WAL)."""
    found = _connect(path)
    found.execute("BEGIN")
    found.execute("PRAGMA schema_version").fetchone()  # a first read fixes it; this one reads no schema
    return found


def copy_out(source: sqlite3.Connection, into: Path) -> None:
    """Write what `source` sees into a new file that stands alone (no -wal), without anybody's session.

    A key of a session is as good as a password, and a copy is carried about.
    """
    with contextlib.closing(_connect(into, make=True)) as copy:
        copy.execute("PRAGMA synchronous = OFF")  # nothing counts before it is packed and on the disk
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute("PRAGMA secure_delete = ON")
        if "django_session" in _tables(copy):
            copy.execute("DELETE FROM django_session")


def check(path: Path) -> None:
    """Raise `backup_database_damaged` unless SQLite finds the file whole."""
    with contextlib.closing(_connect(path)) as file:
        try:
            said = file.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            raise ActionRefused("backup_database_damaged") from error
    if said != ("ok",):
        raise ActionRefused("backup_database_damaged")


def facts(path: Path) -> dict[str, Any]:
    """What a note says about a database of ours: `migrations`, `events`, `last_action`."""
    with contextlib.closing(_connect(path)) as file:
        done = file.execute("SELECT app || '.' || name FROM django_migrations ORDER BY id").fetchall()
        events = [EventLine(*row) for row in file.execute(EVENTS)]
        last = file.execute("SELECT max(at) FROM tournament_entry").fetchone()[0]
    at = datetime.fromisoformat(last).replace(tzinfo=UTC).isoformat() if last else ""
    return {
        "migrations": tuple(name for (name,) in done),
        "events": tuple(events),
        "last_action": at,
    }


def is_ours(path: Path) -> bool:
    """Whether there is a database of this program in the file at all."""
    if not path.exists() or not path.stat().st_size:
        return False
    with contextlib.closing(_connect(path)) as file:
        return "django_migrations" in _tables(file)


def largest_counter(path: Path) -> int:
    """The largest counter of any event's pages in a file."""
    with contextlib.closing(_connect(path)) as file:
        return counter_in(file)


def counter_in(file: sqlite3.Connection) -> int:
    """The largest counter of any event's pages, 0 without events."""
    found = file.execute("SELECT max(max(revision, public_revision)) FROM tournament_event").fetchone()[0]
    return int(found or 0)


def settle(path: Path) -> None:
    """Make a file that was written by Django stand alone again, without a -wal."""
    with contextlib.closing(_connect(path)) as file:
        file.execute("PRAGMA journal_mode = DELETE")


def wait_for_writers(path: Path) -> None:
    """Return when every write that had begun has ended."""
    with contextlib.closing(_connect(path)) as file:
        file.execute("BEGIN IMMEDIATE")
        file.execute("ROLLBACK")


def put_back(source: Path, live: Path) -> None:
    """Let `live` become what `source` is, in one transaction of SQLite's: all of it or nothing.

    Whoever reads sees the old content until it is done, the new one afterwards; nobody needs to let go of
    the file. Power that goes in the middle leaves the old content, since only the last page commits.
    Replacing the file instead would leave servers with the old one, and its -wal would be laid over the new.
    """
    gives_up_at = time.monotonic() + PATIENCE

    def patient(status: int, _remaining: int, _pages: int) -> None:
        waits = status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if waits and time.monotonic() > gives_up_at:
            raise ActionRefused("backup_database_busy")

    with contextlib.closing(_connect(source)) as new, contextlib.closing(_connect(live, make=True)) as old:
        old.execute("PRAGMA synchronous = FULL")
        new.backup(old, progress=patient, sleep=0.05)
        old.execute("PRAGMA busy_timeout = 0")  # where somebody still reads, a later one does it
        with contextlib.suppress(sqlite3.OperationalError):
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextlib.contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """A transaction on a file that nobody else uses."""
    with contextlib.closing(_connect(path)) as file:
        file.execute("BEGIN IMMEDIATE")
        yield file
        file.execute("COMMIT")


def _connect(path: Path, *, make: bool = False) -> sqlite3.Connection:
    if not path.is_absolute():
        raise ImproperlyConfigured(f"not an absolute path: {path}")
    address = f"{path.as_uri()}?mode={'rwc' if make else 'rw'}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _tables(file: sqlite3.Connection) -> set[str]:
    return {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
