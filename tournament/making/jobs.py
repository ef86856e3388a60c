"""Makings on disk: one small file says what is made for whom and how far it is, another is what is made.

They lie in the folder `makings` of DATA_DIR, readable by the server alone, for a day at most; what is made
has a name that cannot be guessed. A making is alive while its file of state is touched: its thread does that
every two seconds.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from tournament.models import Event, Person

KEPT_SECONDS: Final = 24 * 3600
BEAT_SECONDS: Final = 2.0
LOST_SECONDS: Final = 20.0  # without a beat: whoever made it is gone
_STATE = re.compile(r"(\d+)-(\d+)-(\d+)\.json")
_TRIES, _PAUSE = 20, 0.02  # Windows refuses to replace a file while another process reads it


class Phase(StrEnum):
    """How a making stands."""

    RUNNING = "running"
    READY = "ready"
    FAILED = "failed"
    LOST = "lost"  # never stored: it says RUNNING, and nobody is at it any more


@dataclass(frozen=True, slots=True)
class Making:
    """One making: `what` of the catalogue for `person` in `event`, the `number`-th of theirs.

    `rights` are those it was asked for with: who fetches it must still hold them. `site` is the address for
    codes to scan, `language` that of the page it was asked on. `percent` and `now` (a title) say how far it
    is. `filename` is what the file is called for its reader; on disk it is called by the `token`.
    """

    event: int
    person: int
    number: int
    token: str
    submission: str
    what: str
    rights: tuple[str, ...]
    language: str
    site: str
    phase: Phase = Phase.RUNNING
    percent: int = 0
    now: str = ""
    filename: str = ""

    @property
    def state_path(self) -> Path:
        """Where its state stands."""
        return folder() / f"{self.event}-{self.person}-{self.number}.json"

    @property
    def part_path(self) -> Path:
        """Where it is being made."""
        return folder() / f"{self.token}.part"

    @property
    def path(self) -> Path:
        """Where it lies when it is whole."""
        return folder() / f"{self.token}.done"


def folder() -> Path:
    """The folder of makings, closed to others; it is there from the first claim on."""
    return Path(settings.DATA_DIR) / "makings"


def claim(
    *,
    event: Event,
    person: Person,
    what: str,
    submission: str,
    rights: Iterable[str] = (),
    language: str = "",
    site: str = "",
) -> tuple[Making, bool]:
    """A making for this person in this event, and whether it is new and must be started.

    The same `submission` gives the same making; while one is alive, it is that one, whatever is asked. Two
    processes that claim at once agree: the numbers of a person's makings only grow, and each is given once.
    """
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    sweep()
    while True:
        last = _last_number(event, person)  # before the list: what is claimed in between takes this number
        mine = makings_of(event, person)
        again = [one for one in mine if one.submission == submission]
        if alive := [one for one in mine if one.phase is Phase.RUNNING]:
            return alive[-1], False
        if again:
            return again[-1], False
        made = Making(
            event=event.pk,
            person=person.pk,
            number=last + 1,
            token=secrets.token_urlsafe(24),
            submission=submission,
            what=what,
            rights=tuple(sorted(rights)),
            language=language,
            site=site,
        )
        if _create(made):
            for one in mine:
                if one.what == what or one.phase is not Phase.READY:
                    _remove(one)
            return made, True


def makings_of(event: Event, person: Person) -> list[Making]:
    """All makings of a person in an event, the newest last; lost ones are told as such."""
    found = [_read(path) for path in folder().glob(f"{event.pk}-{person.pk}-*.json")]
    return sorted((one for one in found if one), key=lambda one: one.number)


def find(token: str, *, event: Event, person: Person) -> Making | None:
    """The making of this token; None where there is none, it is too old, or it is another's."""
    for one in makings_of(event, person):
        if secrets.compare_digest(one.token.encode(), token.encode(errors="replace")):
            return one
    return None


def store(making: Making) -> bool:
    """Write how it stands; False where it was thrown away meanwhile and nobody waits for it."""
    if not making.state_path.exists():
        return False
    beside = making.state_path.with_suffix(f".{secrets.token_hex(4)}")
    _write_new(beside, _as_bytes(making))
    try:
        _insist(lambda: beside.replace(making.state_path))
    finally:
        beside.unlink(missing_ok=True)
    return True


def beat(making: Making) -> bool:
    """Say that somebody is still at it; False where it was thrown away."""
    try:
        os.utime(making.state_path)
    except FileNotFoundError:
        return False
    except OSError:
        return True  # Windows: being read at this moment
    return True


def finish(making: Making, filename: str) -> None:
    """Move the whole file into place, then say that it is ready; nothing is left where nobody waits.

    It is on the disk before that is said: power that goes now leaves no empty file that calls itself whole.
    """
    with making.part_path.open("r+b") as file:
        os.fsync(file.fileno())
    _insist(lambda: making.part_path.replace(making.path))
    if not store(replace(making, phase=Phase.READY, percent=100, filename=filename)):
        making.path.unlink(missing_ok=True)


def fail(making: Making) -> None:
    """Throw half a file away and say that it failed."""
    making.part_path.unlink(missing_ok=True)
    store(replace(making, phase=Phase.FAILED))


def sweep() -> None:
    """Delete what is older than a day, and half files of makings that nobody is at any more.

    Done at every claim and when the server starts, so that personal data does not lie about for want of one.
    """
    now = time.time()
    if not folder().is_dir():
        return
    for path in folder().iterdir():
        # Two workers may sweep at once, and Windows keeps files that are open.
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < now - KEPT_SECONDS:
                path.unlink()
    for path in folder().glob("*.json"):
        if (one := _read(path)) and one.phase is Phase.LOST:
            with contextlib.suppress(OSError):
                one.part_path.unlink(missing_ok=True)


def drop_makings(event_id: int) -> int:
    """Delete every making of an event, whoever asked for it, and return how many there were."""
    found = [one for path in folder().glob(f"{event_id}-*.json") if (one := _read(path))]
    for one in found:
        _remove(one)
    return len(found)


def _last_number(event: Event, person: Person) -> int:
    """The highest number given, also to a file that cannot be read."""
    names = (path.name for path in folder().glob(f"{event.pk}-{person.pk}-*.json"))
    return max((int(named[3]) for name in names if (named := _STATE.fullmatch(name))), default=0)


def _remove(making: Making) -> None:
    for path in (making.state_path, making.part_path, making.path):
        # Another process may have removed it, and Windows keeps files that are open.
        with contextlib.suppress(OSError):
            path.unlink()


def _create(making: Making) -> bool:
    try:
        _write_new(making.state_path, _as_bytes(making))
    except FileExistsError:
        time.sleep(_PAUSE)
        return False
    return True


def _read(path: Path) -> Making | None:
    """The making of a state file; None where it is gone, too old, or not one of ours."""
    if not _STATE.fullmatch(path.name):
        return None
    for _try in range(_TRIES):
        try:
            age = time.time() - path.stat().st_mtime
            values: dict[str, Any] = json.loads(path.read_bytes())
            making = Making(**{**values, "rights": tuple(values["rights"]), "phase": Phase(values["phase"])})
        except (FileNotFoundError, TypeError, KeyError):
            return None
        except (OSError, ValueError):
            time.sleep(_PAUSE)  # just being created, or replaced
            continue
        if age > KEPT_SECONDS:
            return None
        is_lost = making.phase is Phase.RUNNING and age > LOST_SECONDS
        return replace(making, phase=Phase.LOST) if is_lost else making
    return None


def _as_bytes(making: Making) -> bytes:
    return json.dumps(asdict(making)).encode()


def _write_new(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def _insist(replace_file: Any) -> None:
    """Try again for a moment where Windows says that the file is open elsewhere."""
    for left in reversed(range(_TRIES)):
        try:
            replace_file()
        except PermissionError:
            if not left:
                raise
            time.sleep(_PAUSE)
        else:
            return
