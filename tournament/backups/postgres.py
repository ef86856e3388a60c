"""PostgreSQL: pg_dump and pg_restore do it, in the same file as a copy of SQLite's."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Max

from tournament.backups import places
from tournament.backups.copyfile import EventLine, Manifest, Reason, digest, look, pack, said_of, unpack
from tournament.backups.rotation import CopyName, named
from tournament.errors import ActionRefused
from tournament.models import Entry, Event, Person, Result

if TYPE_CHECKING:
    from tournament.backups.restoring import Who

INSTALLED: Final = (
    "/usr/lib/postgresql",
    "/opt/homebrew/opt",
    "/usr/local/opt",
    "C:/Program Files/PostgreSQL",
)
ENDING: Final = ".exe" if os.name == "nt" else ""
BEYOND: Final = 1000  # as with SQLite


def write_copy(target: Path, at: datetime, reason: Reason) -> Manifest:
    """Dump the database as it is at one moment; sessions stay out."""
    dump = places.folder() / f"{secrets.token_hex(8)}.dump.part"
    try:
        facts = _facts()
        _run(
            "pg_dump",
            "-Fc",
            "--no-owner",
            "--no-privileges",
            "--exclude-table-data=django_session",
            f"--file={dump}",
        )
        manifest = Manifest(
            engine="postgresql",
            made_at=at.isoformat(),
            reason=reason,
            size=dump.stat().st_size,
            sha256=digest(dump),
            **facts,
        )
        _run("pg_restore", "--list", str(dump))
        pack(dump, manifest, target)
    finally:
        dump.unlink(missing_ok=True)
    return manifest


def put_back(path: Path, by: Who, at: datetime) -> tuple[Manifest, CopyName | None]:
    """Restore a dump in one transaction, with a dump of what stood before.

    An older copy needs an empty database: tables that it does not know would stand in the way.
    """
    manifest = look(path)
    if manifest.engine != "postgresql":
        raise ActionRefused("backup_other_database")
    if manifest.is_newer:
        raise ActionRefused("backup_newer")
    is_empty = "django_migrations" not in connection.introspection.table_names()
    if manifest.is_older and not is_empty:
        raise ActionRefused("backup_older_needs_empty")
    dump = places.folder() / f"{secrets.token_hex(8)}.dump.part"
    try:
        unpack(path, dump)
        _run("pg_restore", "--list", str(dump), trouble="backup_damaged")
        safety = None if is_empty else _safety(at)
        seen = 0 if is_empty else _largest_counter()
        connection.close()  # it would hold what pg_restore needs
        clean = [] if is_empty else ["--clean", "--if-exists"]
        _run(
            "pg_restore",
            "--single-transaction",
            "--no-owner",
            "--no-privileges",
            "--exit-on-error",
            *clean,
            f"--dbname={connection.settings_dict['NAME']}",
            str(dump),
        )
    finally:
        dump.unlink(missing_ok=True)
    if manifest.is_older:
        call_command("migrate", interactive=False, verbosity=0)
    _afterwards(manifest, seen, by, at)
    cache.clear()
    return manifest, safety


def binary(name: str) -> str:
    """The newest installed pg_dump or pg_restore.

    Raises `backup_no_pg_tools`, or `backup_old_pg_tools` where it is older than the server, which it could
    not read.
    """
    places_known = [folder / (name + ENDING) for place in INSTALLED for folder in Path(place).glob("*/bin")]
    on_path = shutil.which(name)
    found = [str(path) for path in places_known if path.exists()] + ([on_path] if on_path else [])
    if not found:
        raise ActionRefused("backup_no_pg_tools", tool=name)
    best = max(found, key=_version_of)
    connection.ensure_connection()
    server = int(getattr(connection, "pg_version", 0)) // 10000
    if _version_of(best) < server:
        raise ActionRefused("backup_old_pg_tools", tool=name, has=_version_of(best), server=server)
    return best


def _version_of(program: str) -> int:
    try:
        said = subprocess.run(  # noqa: S603 - a program of PostgreSQL's
            [program, "--version"], capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return 0
    found = re.search(r"(\d+)(?:\.\d+)*\s*(?:\(|$)", said.strip())
    return int(found[1]) if found else 0


def _run(name: str, *words: str, trouble: str = "backup_pg_failed") -> None:
    environment = os.environ | _connection_words()
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL's, words of ours
        [binary(name), *words], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or [""])[0]
        raise (
            ActionRefused("backup_pg_failed", reason=reason)
            if trouble == "backup_pg_failed"
            else _plain(trouble)
        )


def _plain(code: str) -> ActionRefused:
    return ActionRefused(code)


def _connection_words() -> dict[str, str]:
    """How the tools find the database; the password goes by the environment, which others cannot list."""
    known: dict[str, Any] = connection.settings_dict
    words = {
        "PGDATABASE": "NAME",
        "PGUSER": "USER",
        "PGPASSWORD": "PASSWORD",
        "PGHOST": "HOST",
        "PGPORT": "PORT",
    }
    found = {name: str(known[key]) for name, key in words.items() if known.get(key)}
    mode = (known.get("OPTIONS") or {}).get("sslmode")
    return found | ({"PGSSLMODE": str(mode)} if mode else {})


def _facts() -> dict[str, Any]:
    applied = MigrationRecorder(connection).applied_migrations()
    results = dict(
        Result.objects.filter(is_current=True)
        .values_list("match__round__group__stage__event")
        .annotate(Count("pk"))
        .order_by()
    )
    events = Event.objects.annotate(pair_count=Count("pairs")).order_by("pk")
    lines = tuple(
        EventLine(one.name, one.slug, str(one.starts_on or ""), one.pair_count, results.get(one.pk, 0))
        for one in events
    )
    last = Entry.objects.aggregate(last=Max("at"))["last"]
    return {
        "migrations": tuple(f"{app}.{name}" for app, name in applied),
        "events": lines,
        "last_action": last.isoformat() if last else "",
    }


def _safety(at: datetime) -> CopyName:
    copy = named(Reason.SAFETY, at)
    write_copy(places.folder() / copy.name, at, Reason.SAFETY)
    return copy


def _largest_counter() -> int:
    found = Event.objects.aggregate(a=Max("revision"), b=Max("public_revision"))
    return max(found["a"] or 0, found["b"] or 0)


def _afterwards(manifest: Manifest, seen: int, by: Who, at: datetime) -> None:
    """The journal's line, and counters beyond what any browser has seen."""
    with transaction.atomic():
        beyond = max(seen, _largest_counter()) + BEYOND
        Event.objects.update(revision=beyond, public_revision=beyond)
        Entry.objects.create(
            at=at,
            person=Person.objects.filter(username=by.username).first(),
            actor_name=by.name,
            source=by.source,
            verb="restore_backup",
            codes={"made": said_of(manifest)},
        )
