"""Uploaded lists between the preview and the import: files of one person and one event, kept for a day.

They lie in the folder `uploads` of DATA_DIR under names that cannot be guessed, readable by the server alone,
because entry lists hold phone numbers. Once imported, only the report stays, without phones.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from tournament.imports.sheets import Remark
from tournament.imports.sources import Source
from tournament.models import Event, Person

KEPT_SECONDS: Final = 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


@dataclass(frozen=True, slots=True)
class Upload:
    """What one person sent at once: files, or a text that was pasted (its name is then "").

    `units` are the units typed for single files, by their place from 0. `report` is there once it was
    imported; the bytes are then gone.
    """

    token: str
    files: tuple[Source, ...]
    units: dict[int, str] = field(default_factory=dict)
    report: dict[str, Any] | None = None

    @property
    def filename(self) -> str:
        """The name of the only file, "" for a pasted text; of several nothing."""
        return self.files[0].name if len(self.files) == 1 else ""

    @property
    def is_pasted(self) -> bool:
        """Whether it is a text that was pasted."""
        return [one.name for one in self.files] == [""]


def sweep_uploads() -> None:
    """Delete what is older than a day; done at every upload and when the server starts."""
    _sweep(_folder())


def keep_upload(files: Sequence[Source], *, event: Event, person: Person) -> str:
    """Keep files for `person` and `event`; returns the token that finds them. Those older than a day go."""
    folder = _folder()
    _sweep(folder)
    token = secrets.token_urlsafe(24)
    _keep(Upload(token, tuple(files)), event, person)
    return token


def find_upload(token: str, *, event: Event, person: Person) -> Upload | None:
    """The files of this token, or None when there are none, they are too old, or another's."""
    if not _TOKEN.fullmatch(token):
        return None
    path = _folder() / token
    try:
        if time.time() - path.stat().st_mtime > KEPT_SECONDS:
            return None
        head, _line, data = path.read_bytes().partition(b"\n")
        about = json.loads(head)
    except (OSError, ValueError):  # ValueError: the power went while it was written
        return None
    if (about["event"], about["person"]) != (event.pk, person.pk):
        return None
    units = {int(place): unit for place, unit in about["units"].items()}
    return Upload(token, tuple(_files(about["files"], data)), units, about.get("report"))


def finish_upload(upload: Upload, report: dict[str, Any], *, event: Event, person: Person) -> None:
    """Put the report of the import in the place of the files."""
    bare = tuple(Source(one.name) for one in upload.files)
    _keep(replace(upload, files=bare, report=report), event, person)


def set_units(upload: Upload, units: dict[int, str], *, event: Event, person: Person) -> None:
    """Keep the units that were typed for lists that name none."""
    _keep(replace(upload, units=units), event, person)


def _keep(upload: Upload, event: Event, person: Person) -> None:
    about: dict[str, Any] = {
        "event": event.pk,
        "person": person.pk,
        "files": [_about_file(one) for one in upload.files],
        "units": upload.units,
    }
    if upload.report is not None:
        about["report"] = upload.report
    _write(_folder() / upload.token, about, b"".join(one.data for one in upload.files))


def _about_file(one: Source) -> dict[str, Any]:
    about: dict[str, Any] = {"name": one.name[:200], "size": len(one.data)}
    if one.problem is not None:
        about["problem"] = [one.problem.code, dict(one.problem.params)]
    return about


def _files(about: list[dict[str, Any]], data: bytes) -> Iterator[Source]:
    begin = 0
    for one in about:
        code, params = one.get("problem", ("", {}))
        problem = Remark(code, params) if code else None
        yield Source(one["name"], data[begin : begin + one["size"]], problem)
        begin += one["size"]


def reports_of(event: Event) -> list[dict[str, Any]]:
    """The reports of the event's imports of the last day, whoever made them, the newest first."""
    found = []
    for path in _folder().iterdir():
        with contextlib.suppress(OSError, ValueError, AttributeError):
            changed = path.stat().st_mtime
            about = json.loads(_head(path))
            report = about.get("report")
            if about.get("event") == event.pk and report and time.time() - changed <= KEPT_SECONDS:
                found.append((changed, report))
    return [report for _changed, report in sorted(found, key=lambda one: one[0], reverse=True)]


def drop_uploads(event: Event) -> int:
    """Delete every kept file of `event`, whoever uploaded it, and return how many there were."""
    count = 0
    for path in _folder().iterdir():
        # Another process may have swept it away meanwhile.
        with contextlib.suppress(OSError):
            if _event_of(path) == event.pk:
                path.unlink()
                count += 1
    return count


def _event_of(path: Path) -> int | None:
    try:
        return int(json.loads(_head(path))["event"])
    except (ValueError, KeyError, TypeError):
        return None


def _head(path: Path) -> bytes:
    """What is said about a kept file, without the megabytes below it."""
    with path.open("rb") as file:
        return file.readline()


def _folder() -> Path:
    folder = Path(settings.DATA_DIR) / "uploads"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _write(path: Path, about: dict[str, Any], data: bytes) -> None:
    """Write beside and move into place when it is on the disk: nobody ever reads half a file, also after the
    power went."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(json.dumps(about, ensure_ascii=True).encode() + b"\n" + data)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _sweep(folder: Path) -> None:
    oldest = time.time() - KEPT_SECONDS
    for path in folder.iterdir():
        # Two workers may sweep at once, and Windows keeps files that are open.
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()
