"""Making a copy: of the moment it is asked for, whole and checked, or not at all."""

from __future__ import annotations

import contextlib
import logging
import secrets
import sqlite3
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from django.utils import timezone

from tournament.backups import places, postgres, rotation, sqlite
from tournament.backups.copyfile import Manifest, Reason, copy_whole, digest, look, pack
from tournament.backups.rotation import CopyName, named
from tournament.backups.troubles import disk_in_words
from tournament.errors import ActionRefused

logger = logging.getLogger(__name__)
LEFT_OVER: Final = 3600  # seconds: whoever wrote a part so old is gone


def copies() -> list[CopyName]:
    """All copies in the site's folder, the newest first."""
    return _copies_in(places.folder())


def path_of(copy: CopyName) -> Path:
    """Where a copy lies."""
    return places.folder() / copy.name


def make_file(target: Path, at: datetime, reason: Reason = Reason.MANUAL) -> Manifest:
    """Write the site as it is now into `target`, on SQLite or PostgreSQL; an older copy there is replaced.

    Raises `ActionRefused`: `backup_would_overwrite` for a file that is no copy, `backup_disk_full`, and what
    else the disk or the database refuses.
    """
    with disk_in_words():
        if target.exists():
            _refuse_other_file(target)
        live = places.database_file()
        if live is None:
            return postgres.write_copy(target, at, reason)
        return write(sqlite.pinned(live), target, at, reason)


def write(source: sqlite3.Connection, target: Path, at: datetime, reason: Reason) -> Manifest:
    """Write what the pinned connection sees into `target`, and close the connection."""
    with scratch() as loose:
        with contextlib.closing(source):
            sqlite.copy_out(source, loose)
        sqlite.check(loose)
        manifest = Manifest(
            engine="sqlite",
            made_at=at.isoformat(),
            reason=reason,
            size=loose.stat().st_size,
            sha256=digest(loose),
            **sqlite.facts(loose),
        )
        pack(loose, manifest, target)
    return manifest


def keep(reason: Reason, at: datetime | None = None, source: sqlite3.Connection | None = None) -> CopyName:
    """Make a copy in the site's folder, put it into the second folder too, and let old ones go.

    What goes wrong is noted for the owner's page; with the second folder nothing else happens, with the first
    it is raised as `ActionRefused`.
    """
    at = at or timezone.now()
    copy = named(reason, at)
    try:
        with disk_in_words():
            if source is None:
                make_file(path_of(copy), at, reason)
            else:
                write(source, path_of(copy), at, reason)
    except ActionRefused as error:
        places.note(places.LOCAL, error.code, at)
        raise
    places.note(places.LOCAL, None)
    rotate(places.folder(), at)
    to_second_folder(copy, at)
    return copy


def to_second_folder(copy: CopyName, at: datetime) -> None:
    """Put a copy where the owner wants it a second time (a USB stick); its absence stops nothing."""
    second = places.second_folder()
    if second is None:
        return
    try:
        with disk_in_words():
            if not second.is_dir():
                raise FileNotFoundError(second)
            rotate(second, at)  # before: a stick that is full of our own copies is none
            copy_whole(path_of(copy), second / copy.name)
    except ActionRefused as error:
        places.note(places.SECOND, error.code, at)
    else:
        places.note(places.SECOND, None)


def rotate(where: Path, now: datetime) -> None:
    """Delete what is not kept any more, and parts of files whose writer is gone."""
    for copy in rotation.which_go(_copies_in(where), now):
        with contextlib.suppress(OSError):
            (where / copy.name).unlink()
    for part in where.glob("*.part"):
        with contextlib.suppress(OSError):
            if part.stat().st_mtime < time.time() - LEFT_OVER:
                part.unlink()


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A file to work on beside the copies, gone afterwards whatever happens."""
    path = places.folder() / f"{secrets.token_hex(8)}.sqlite3.part"
    try:
        yield path
    finally:
        for name in (path.name, f"{path.name}-journal", f"{path.name}-wal", f"{path.name}-shm"):
            (path.parent / name).unlink(missing_ok=True)


def _copies_in(where: Path) -> list[CopyName]:
    found = (rotation.read_name(path.name) for path in where.iterdir())
    return sorted((one for one in found if one), reverse=True)


def _refuse_other_file(target: Path) -> None:
    try:
        look(target)
    except ActionRefused as error:
        raise ActionRefused("backup_would_overwrite") from error
