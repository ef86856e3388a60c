"""A database that threads share, as they do in the hall: a file for SQLite, the server itself otherwise."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, connections

ROOT = Path(__file__).resolve().parents[1]
ON_SQLITE = connection.vendor == "sqlite"
# Threads and other processes see only what is committed. The mark asks for that: a fixture that another one
# asks for while a test is set up comes too late, and the test works on whatever database there is.
COMMITTED = pytest.mark.database if ON_SQLITE else pytest.mark.django_db(transaction=True)


@contextmanager
def shared_database(folder: Path) -> Iterator[None]:
    """Let this thread, those it starts and other processes use one database, in a test marked `COMMITTED`."""
    with file_database(folder) if ON_SQLITE else nullcontext():
        yield


@contextmanager
def file_database(folder: Path) -> Iterator[None]:
    """Let this thread and those it starts use a new SQLite file with the site's own settings.

    The tests' usual database is rolled back by the one connection that writes to it.
    """
    path = folder / "hall.sqlite3"
    shutil.copy(migrated(), path)
    with _using(path):
        yield


@cache
def migrated() -> Path:
    """A SQLite file with all tables and nothing else, to be copied: the migrations take seconds.

    It is kept beside pytest's own notes until a migration or a package changes.
    """
    kept = ROOT / ".pytest_cache" / f"migrated-{_edition()}.sqlite3"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            path = Path(folder) / "new.sqlite3"
            with _using(path):
                call_command("migrate", verbosity=0)
                with connection.cursor() as cursor:  # a file in two parts cannot be copied as one
                    cursor.execute("PRAGMA journal_mode = DELETE")
            os.replace(path, kept)
    return kept


def _edition() -> str:
    """Changes with every migration, ours or of a package."""
    files = [*sorted((ROOT / "tournament/migrations").glob("*.py")), *sorted(ROOT.glob("*.txt"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


@contextmanager
def _using(path: Path) -> Iterator[None]:
    """Let the default connection lead to another SQLite file."""
    kept, settings = connections["default"], connections.databases["default"]
    connections.databases["default"] = {**settings, "NAME": str(path), "TEST": {}}
    del connections["default"]
    try:
        yield
    finally:
        connection.close()
        connections.databases["default"] = settings
        connections["default"] = kept
