"""A PostgreSQL of our own: made in a temporary folder, started on a free port, gone afterwards."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

PLACES = ("/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "C:/Program Files/PostgreSQL")
NAMES = {"nt": ("initdb.exe", "pg_ctl.exe")}.get(os.name, ("initdb", "pg_ctl"))
INITDB = ("-U", "guansai", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
# Nothing here outlives the tests, so nothing needs to be safe on the disk.
CARELESS = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def find_binaries() -> Path | None:
    """Return the folder that holds initdb and pg_ctl: the newest installed version, else by PATH; or None."""
    found = [folder for place in PLACES for folder in Path(place).glob("*/bin")]
    folders = sorted(found, key=_version, reverse=True)
    on_path = shutil.which("pg_ctl")
    folders += [Path(on_path).resolve().parent] if on_path else []
    return next((folder for folder in folders if all((folder / name).exists() for name in NAMES)), None)


def _version(folder: Path) -> int:
    digits = "".join(letter for letter in folder.parent.name.split(".")[0] if letter.isdigit())
    return int(digits or 0)


@contextmanager
def temporary_postgres() -> Iterator[str]:
    """Yield the DATABASE_URL of a fresh server; stop it and remove its folder in any case."""
    binaries = find_binaries()
    assert binaries, "ask find_binaries() first"
    folder = Path(tempfile.mkdtemp(prefix="guansai-pg-"))
    try:
        user = _unprivileged_owner(folder)
        _run(
            [
                binaries / NAMES[0],
                "-D",
                folder / "data",
                *INITDB,
            ],
            user,
        )
        port = _free_port()
        server = [binaries / NAMES[1], "-D", folder / "data", "-w", "-t", "60", "-l", folder / "log"]
        _run([*server, "-o", f"-p {port} {_listening(folder)} {CARELESS}", "start"], user)
        try:
            yield f"postgres://guansai@{_host(folder)}:{port}/postgres"
        finally:
            _run([binaries / NAMES[1], "-D", folder / "data", "-m", "immediate", "-w", "stop"], user)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged_owner(folder: Path) -> str | None:
    """PostgreSQL refuses to run as root: give the folder to another user then, and name him."""
    if os.name == "nt" or os.geteuid() != 0:
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    user = next(name for name in ("postgres", "nobody", "daemon") if name in known)
    shutil.chown(folder, user)
    return user


def _run(command: Sequence[object], user: str | None) -> None:
    # The server keeps its outputs open, so they must not be pipes that somebody waits for.
    with tempfile.TemporaryFile("w+") as output:
        words = [str(word) for word in command]
        done = subprocess.run(
            words, user=user, stdout=output, stderr=output, cwd=tempfile.gettempdir(), check=False
        )
        output.seek(0)
        assert done.returncode == 0, output.read()


def _listening(folder: Path) -> str:
    return "-h 127.0.0.1" if os.name == "nt" else f"-h '' -k {folder}"


def _host(folder: Path) -> str:
    return "127.0.0.1" if os.name == "nt" else quote(str(folder), safe="")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
