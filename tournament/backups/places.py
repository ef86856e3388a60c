"""Where copies lie, where a second one goes, and what went wrong last; all of it outside the database.

A restored database must not bring another computer's folders along, so both notes are small files beside the
copies.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection

SETTINGS: Final = "settings.json"
STATE: Final = "state.json"
LOCAL, SECOND = "local", "second"  # of which trouble is noted


def database_file() -> Path | None:
    """The site's SQLite file; None on PostgreSQL, or where the database is no file."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or name.startswith(("file:", ":memory:")):
        return None
    return Path(os.path.abspath(name))


def folder() -> Path:
    """The folder of copies, beside the database and closed to others; made when it is first asked for."""
    beside = database_file()
    found = (beside.parent if beside else Path(settings.DATA_DIR)) / "backups"
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def second_folder() -> Path | None:
    """Where every copy goes a second time: the environment's word, else what the page was told."""
    named = settings.BACKUP_TO or _read(SETTINGS).get("second", "")
    return Path(named) if named else None


def name_second_folder(path: str) -> None:
    """Keep the second folder ("" for none) and forget the trouble with the one before."""
    _write(SETTINGS, {"second": path})
    note(SECOND, None)


def troubles() -> dict[str, dict[str, str]]:
    """What went wrong when the last copy was written: a place → `code` and `at`. Empty when all is well."""
    return {place: told for place, told in _read(STATE).items() if isinstance(told, dict)}


def note(place: str, code: str | None, at: datetime | None = None) -> None:
    """Remember that writing to `place` failed with `code`, or (None) that it went well."""
    known = _read(STATE)
    told = {"code": code, "at": at.isoformat() if at else ""} if code else None
    if known.get(place) != told:
        with contextlib.suppress(OSError):  # a full disk: the trouble cannot be written down either
            _write(STATE, {**known, place: told})


def sync_folder(path: Path) -> None:
    """Let a new name in `path` survive a power cut; Windows cannot open folders, and does it by itself."""
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _read(name: str) -> dict[str, Any]:
    try:
        found = json.loads((folder() / name).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(name: str, values: dict[str, Any]) -> None:
    path = folder() / name
    beside = path.with_name(f"{name}.{secrets.token_hex(4)}.part")
    try:
        beside.write_text(json.dumps(values, ensure_ascii=True), "utf-8")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
