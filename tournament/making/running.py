"""A making on its way: a thread that makes the file in small steps and says how far it is."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from django.db import connections
from django.utils import timezone, translation

from tournament.exports.file_names import file_name
from tournament.lists.papers.wanted import Wanted
from tournament.making.catalogue import MAKINGS
from tournament.making.jobs import BEAT_SECONDS, Making, beat, fail, finish, store
from tournament.models import Event
from tournament.permissions import Right

logger = logging.getLogger(__name__)
TOLD_SECONDS: Final = 0.4  # between two notes of how far it is
# A large file takes a core and much memory: what is asked for meanwhile waits its turn, at 0 %.
_ONE_AT_A_TIME: Final = threading.Lock()


class Stopped(Exception):
    """Nobody waits for this file any more: its making was thrown away."""


def start(making: Making) -> None:
    """Make it in a thread of its own, which dies with the server; its page then says that it was lost."""
    threading.Thread(target=_in_thread, args=(making,), name="making", daemon=True).start()


def _in_thread(making: Making) -> None:
    try:
        run(making)
    finally:
        connections.close_all()


def run(making: Making) -> None:
    """Make the file; what goes wrong is written into the log and into the making, and half a file goes.

    It reads the database like a page does, in steps that each end, so that nobody who writes waits for it.
    """
    heart = _Heart(making)
    heart.start()
    try:
        with _ONE_AT_A_TIME, translation.override(making.language):
            _make(making, _Teller(making))
    except Stopped:
        making.part_path.unlink(missing_ok=True)
    except Exception:
        logger.exception("making %s failed", making.what)
        fail(making)
    finally:
        heart.stop()


def _make(making: Making, teller: _Teller) -> None:
    kind, event = MAKINGS[making.what], Event.objects.get(pk=making.event)
    want = Wanted(event, timezone.now(), site=making.site)
    rights = frozenset(Right(right) for right in making.rights)
    _new_file(making.part_path)
    kind.make(want, rights, making.part_path, teller.tell)
    finish(making, file_name(event.name, str(kind.title), kind.ending))


def _new_file(path: Path) -> None:
    """Closed to others from the first byte on."""
    path.touch(mode=0o600, exist_ok=False)


class _Teller:
    """Writes down how far it is, not more often than people look."""

    def __init__(self, making: Making) -> None:
        self.making, self.told_at = making, 0.0

    def tell(self, percent: int, now: str = "") -> None:
        """`percent` is done, and `now` is being made ("" leaves the title as it was)."""
        if now:
            self.making = replace(self.making, now=now)
        if time.monotonic() - self.told_at < TOLD_SECONDS:
            return
        self.told_at = time.monotonic()
        if not store(replace(self.making, percent=min(percent, 99))):
            raise Stopped


class _Heart:
    """Beats while a file is made, also while one step of it takes long."""

    def __init__(self, making: Making) -> None:
        self.making, self.stopped = making, threading.Event()
        self.thread = threading.Thread(target=self._beat, name="making-heart", daemon=True)

    def start(self) -> None:
        """Begin to beat."""
        self.thread.start()

    def stop(self) -> None:
        """Stop, once the beat under way is done."""
        self.stopped.set()
        self.thread.join()

    def _beat(self) -> None:
        while not self.stopped.wait(BEAT_SECONDS) and beat(self.making):
            pass
