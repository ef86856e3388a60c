"""A database that threads share, as they do in the hall: a file for SQLite, the server itself otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connection, connections


@contextmanager
def file_database(folder: Path) -> Iterator[None]:
    """Let this thread and those it starts use a new SQLite file with the site's own settings.

    The tests' usual database lives in the memory of one connection, where nobody ever waits for anybody.
    """
    kept, settings = connections["default"], connections.databases["default"]
    options = {"NAME": str(folder / "hall.sqlite3"), "TEST": {}}
    connections.databases["default"] = {**settings, **options}
    del connections["default"]
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connection.close()
        connections.databases["default"] = settings
        connections["default"] = kept
