"""What the disk and the database say, as codes that have a sentence."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tournament.errors import ActionRefused

logger = logging.getLogger(__name__)
FULL: Final = {errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC}


def trouble_of(code: str) -> ActionRefused:
    """The refusal of this code; the codes that come here have their sentence in `wording/backups.py`."""
    return ActionRefused(code)


@contextmanager
def disk_in_words() -> Iterator[None]:
    """Turn what a disk or SQLite refuses into one of our refusals, and keep the reason for the log."""
    try:
        yield
    except OSError as error:
        logger.info("backup: %s", error)
        raise trouble_of(_code_of_disk(error)) from error
    except sqlite3.Error as error:
        logger.info("backup: %s", error)
        raise trouble_of(_code_of_sqlite(error)) from error


def _code_of_disk(error: OSError) -> str:
    if error.errno in FULL:
        return "backup_disk_full"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "backup_no_such_place"
    return "backup_not_written"


def _code_of_sqlite(error: sqlite3.Error) -> str:
    said = str(error)
    if "full" in said:
        return "backup_disk_full"
    if "locked" in said or "busy" in said:
        return "backup_database_busy"
    return "backup_database_damaged" if isinstance(error, sqlite3.DatabaseError) else "backup_not_written"
