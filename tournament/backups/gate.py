"""While a copy is being restored nothing is written: what was answered must not be lost in between.

Two small files beside the copies, for all processes of the site. A power cut leaves them behind: they count
for a time only.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection

from tournament.backups import places
from tournament.errors import ActionRefused

CLAIM, CLOSED = "restoring", "closed"
CLAIM_SECONDS: Final = 900  # an older copy is brought up to date meanwhile
CLOSED_SECONDS: Final = 60  # a safety copy, and putting the new content back


def refuse_while_closed() -> None:
    """Raise `restore_going_on` inside a write's transaction while the gate is closed.

    Inside, because whoever closes it waits for the transactions that had begun: one that began later is
    refused, one that began earlier is in the safety copy.
    """
    if connection.vendor != "sqlite":
        return
    # As `places.folder()`, without its objects: every write asks.
    path = os.path.join(os.path.dirname(str(connection.settings_dict["NAME"])), "backups", CLOSED)
    if _age(path) < CLOSED_SECONDS:
        raise ActionRefused("restore_going_on")


@contextmanager
def claimed() -> Iterator[None]:
    """One restore at a time; another one meanwhile is refused with `restore_going_on`."""
    path = places.folder() / CLAIM
    if _age(path) >= CLAIM_SECONDS:
        path.unlink(missing_ok=True)
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError as error:
        raise ActionRefused("restore_going_on") from error
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


@contextmanager
def closed() -> Iterator[None]:
    """Let nobody write; open again in any case."""
    path = places.folder() / CLOSED
    path.touch(mode=0o600)
    os.utime(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def still_closed() -> None:
    """Begin the minute anew, or raise `restore_too_slow` where it is over: somebody may have written."""
    path = places.folder() / CLOSED
    if _age(path) >= CLOSED_SECONDS / 2:
        raise ActionRefused("restore_too_slow")
    os.utime(path)


def open_again() -> None:
    """Forget what a power cut left: done when the server starts."""
    for name in (CLAIM, CLOSED):
        (places.folder() / name).unlink(missing_ok=True)


def _age(path: str | os.PathLike[str]) -> float:
    try:
        return abs(time.time() - os.stat(path).st_mtime)
    except OSError:
        return float("inf")
