"""The file of one copy: a ZIP of a note that says what is in it, and the database.

`guansai-backup.json` stands first, so that the first bytes tell a copy of ours, also one that was cut off.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import IO, Any, Final

from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from tournament.backups.places import sync_folder
from tournament.backups.troubles import trouble_of
from tournament.errors import ActionRefused

NOTE: Final = "guansai-backup.json"
DATABASES: Final = {"sqlite": "guansai.sqlite3", "postgresql": "guansai.dump"}
FORMAT: Final = 1
CHUNK: Final = 1 << 20  # bytes
MOST_NOTE: Final = 4 << 20  # bytes; a note of ten thousand events
ROOM: Final = 16 << 20  # bytes left free beside what is written


class Reason(StrEnum):
    """Why a copy was made."""

    MANUAL = "manual"
    HOURLY = "hourly"
    DRAW = "draw"
    PUBLICATION = "publication"
    DELETION = "deletion"
    SAFETY = "safety"  # what stood before a restore
    UPLOADED = "uploaded"


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event in a copy, enough to know it again."""

    name: str
    slug: str
    starts_on: str
    pairs: int
    results: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a copy says about itself. `size` (bytes) and `sha256` are the database's, `migrations` its age."""

    engine: str
    made_at: str
    reason: str
    size: int
    sha256: str
    migrations: tuple[str, ...]
    events: tuple[EventLine, ...]
    last_action: str = ""
    format: int = FORMAT

    @property
    def at(self) -> datetime:
        """When it was made."""
        return datetime.fromisoformat(self.made_at)

    @property
    def last_at(self) -> datetime | None:
        """When the last thing was done that is in it; None where nothing ever was."""
        return datetime.fromisoformat(self.last_action) if self.last_action else None

    @property
    def is_older(self) -> bool:
        """Whether it lacks migrations of this program: it is brought up to date when it is restored."""
        return bool(known_migrations() - set(self.migrations))

    @property
    def is_newer(self) -> bool:
        """Whether it comes from a newer program, which this one cannot read."""
        return bool(set(self.migrations) - known_migrations())


def said_of(manifest: Manifest) -> str:
    """When a copy was made, as the journal keeps it: local time to the minute."""
    return timezone.localtime(manifest.at).strftime("%Y-%m-%d %H:%M")


def known_migrations() -> set[str]:
    """The migrations of this program, `app.name` each."""
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations or ()}


def digest(path: Path) -> str:
    """SHA-256 of a file, as hex digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextlib.contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """A file to write beside `target`, which becomes it once it is on the disk, or goes: never half one."""
    part = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600))
    try:
        yield part
        with part.open("r+b") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
        sync_folder(target.parent)
    finally:
        part.unlink(missing_ok=True)


def pack(database: Path, manifest: Manifest, target: Path) -> None:
    """Write the copy `target` from a database file that stands still, and read it back before it counts."""
    need_room(target.parent, manifest.size)
    with written_whole(target) as part:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr(NOTE, json.dumps(asdict(manifest), ensure_ascii=False))
            archive.write(database, DATABASES[manifest.engine])
        with opened(part) as (archive, found):
            _read_through(archive, found, None)


def copy_whole(source: Path, target: Path) -> None:
    """Write the same file elsewhere, whole or not at all; what was written is compared."""
    need_room(target.parent, source.stat().st_size)
    with written_whole(target) as part:
        shutil.copyfile(source, part)
        if digest(part) != digest(source):
            raise ActionRefused("backup_not_written")


def need_room(where: Path, size: int) -> None:
    """Refuse before writing where the disk cannot hold it."""
    if shutil.disk_usage(where).free < size + ROOM:
        raise ActionRefused("backup_disk_full")


def look(path: Path) -> Manifest:
    """What a copy says about itself, quickly: its content is not read through."""
    with opened(path) as (_archive, manifest):
        return manifest


def unpack(path: Path, into: Path) -> Manifest:
    """Write the database of a copy into a new file, checked against its size and digest.

    Raises `ActionRefused`: `backup_not_one`, `backup_damaged`, `backup_newer`, `backup_disk_full`.
    """
    with opened(path) as (archive, manifest):
        need_room(into.parent, manifest.size)
        with into.open("xb") as file:
            _read_through(archive, manifest, file)
            file.flush()
            os.fsync(file.fileno())
        return manifest


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """A copy and its note; what cannot be read is refused as damaged, or as no copy at all."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive, _manifest(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        code = "backup_damaged" if _begins_as_ours(path) else "backup_not_one"
        raise trouble_of(code) from error


def _manifest(archive: zipfile.ZipFile) -> Manifest:
    names = archive.namelist()
    if NOTE not in names or archive.getinfo(NOTE).file_size > MOST_NOTE:
        raise ActionRefused("backup_not_one")
    try:
        values: dict[str, Any] = json.loads(archive.read(NOTE))
        if int(values["format"]) > FORMAT:
            raise ActionRefused("backup_newer")
        events = tuple(EventLine(**one) for one in values["events"])
        found = Manifest(**{**values, "migrations": tuple(values["migrations"]), "events": events})
        _ = (found.at, found.last_at, found.size + 0)  # each raises where it is no date, no number
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ActionRefused("backup_damaged") from error
    if DATABASES.get(found.engine) not in names:
        raise ActionRefused("backup_damaged")
    return found


def _read_through(archive: zipfile.ZipFile, manifest: Manifest, into: IO[bytes] | None) -> None:
    """Read the database to its end, never more than the note promises, and compare."""
    summed, left = hashlib.sha256(), manifest.size
    with archive.open(DATABASES[manifest.engine]) as content:
        while piece := content.read(CHUNK):
            left -= len(piece)
            if left < 0:
                break
            summed.update(piece)
            if into is not None:
                into.write(piece)
    if left or summed.hexdigest() != manifest.sha256:
        raise ActionRefused("backup_damaged")


def _begins_as_ours(path: Path) -> bool:
    with path.open("rb") as file:
        return NOTE.encode() in file.read(30 + len(NOTE))
