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
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from tournament.models import Event, Person

KEPT_SECONDS: Final = 24 * 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


@dataclass(frozen=True, slots=True)
class Upload:
    """One kept file: its bytes and name; `report` once it was imported (the bytes are then gone).

    Of a text that was pasted the name is "".
    """

    token: str
    filename: str
    data: bytes
    report: dict[str, Any] | None = None


def keep_upload(data: bytes, filename: str, *, event: Event, person: Person) -> str:
    """Keep a file for `person` and `event`; returns the token that finds it. Files older than a day go."""
    folder = _folder()
    _sweep(folder)
    token = secrets.token_urlsafe(24)
    _write(folder / token, {"event": event.pk, "person": person.pk, "filename": filename[:200]}, data)
    return token


def find_upload(token: str, *, event: Event, person: Person) -> Upload | None:
    """The file of this token, or None when there is none, it is too old, or it is another's."""
    if not _TOKEN.fullmatch(token):
        return None
    path = _folder() / token
    try:
        if time.time() - path.stat().st_mtime > KEPT_SECONDS:
            return None
        head, _line, data = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    about = json.loads(head)
    if (about["event"], about["person"]) != (event.pk, person.pk):
        return None
    return Upload(token, about["filename"], data, about.get("report"))


def finish_upload(upload: Upload, report: dict[str, Any], *, event: Event, person: Person) -> None:
    """Put the report of the import in the place of the file."""
    about = {"event": event.pk, "person": person.pk, "filename": upload.filename, "report": report}
    _write(_folder() / upload.token, about, b"")


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
    head = path.read_bytes().partition(b"\n")[0]
    try:
        return int(json.loads(head)["event"])
    except (ValueError, KeyError, TypeError):
        return None


def _folder() -> Path:
    folder = Path(settings.DATA_DIR) / "uploads"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _write(path: Path, about: dict[str, Any], data: bytes) -> None:
    """Write beside and move into place, so that nobody ever reads half a file."""
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(json.dumps(about, ensure_ascii=True).encode() + b"\n" + data)
    beside.replace(path)


def _sweep(folder: Path) -> None:
    oldest = time.time() - KEPT_SECONDS
    for path in folder.iterdir():
        # Two workers may sweep at once, and Windows keeps files that are open.
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()
