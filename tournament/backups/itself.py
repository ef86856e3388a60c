"""Copies that the site makes by itself on SQLite: before what cannot be taken back, and every hour.

A copy is of the moment it is asked for (a reader of SQLite sees one state) and is written in a thread of its
own: nobody who draws waits for the disk, and a disk that is full stops no draw.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from tournament.backups import making, places, sqlite
from tournament.backups.copyfile import Reason
from tournament.errors import ActionRefused

logger = logging.getLogger(__name__)
# Which actions are preceded by a copy: those that draw, publish or take back, also as a part of what they do
# (a test walks through who calls whom).
BEFORE: Final[dict[str, Reason]] = {
    "draw_groups": Reason.DRAW,
    "draw_individuals": Reason.DRAW,
    "type_partners": Reason.DRAW,
    "open_lots": Reason.DRAW,
    "finish_lots": Reason.DRAW,
    "set_groups": Reason.DRAW,
    "make_rounds": Reason.DRAW,
    "pair_round": Reason.DRAW,
    "continue_rounds": Reason.DRAW,
    "redraw_round": Reason.DRAW,
    "reveal_draw": Reason.DRAW,
    "settle_tie": Reason.DRAW,
    "settle_award": Reason.DRAW,
    "change_pairing": Reason.DRAW,
    "close_ranks": Reason.DRAW,
    "merge_groups": Reason.DRAW,
    "join_stage": Reason.DRAW,
    "give_back_place": Reason.DRAW,
    "replace_by_reserve": Reason.DRAW,
    "replace_by_house_pair": Reason.DRAW,
    "record_played": Reason.DRAW,
    "publish_groups": Reason.PUBLICATION,
    "publish_pairings": Reason.PUBLICATION,
    "publish_standings": Reason.PUBLICATION,
    "publish_draw": Reason.PUBLICATION,
    "withdraw_publication": Reason.PUBLICATION,
    "announce_appeal": Reason.PUBLICATION,
    "undo_draw": Reason.DELETION,
    "undo_round": Reason.DELETION,
    "undo_partners": Reason.DELETION,
    "delete_event": Reason.DELETION,
}
HOUR: Final = timedelta(hours=1)
FIRST_AFTER, LOOKS_EVERY = 5.0, 30.0  # seconds
_ONE_AT_A_TIME: Final = threading.Lock()


def copy_before(verb: str, given: Mapping[str, Any]) -> threading.Thread | None:
    """Begin a copy of what stands before the action `verb`, unless it needs none.

    None is made inside another action's transaction (that one had its own), on PostgreSQL, for rehearsals,
    in which nothing is real. Returns the thread that writes it.
    """
    reason = BEFORE.get(verb)
    if reason is None or connection.in_atomic_block or _is_practice(given):
        return None
    live = places.database_file()
    if live is None or not live.exists():
        return None
    try:
        source = sqlite.pinned(live)
    except sqlite3.Error as error:
        logger.warning("backup before %s: %s", verb, error)
        return None
    # No daemon: a command that draws ends when its copy is written.
    thread = threading.Thread(target=_write, args=(reason, timezone.now(), source), name="backup")
    thread.start()
    return thread


def copy_hourly() -> None:
    """Copy every hour for as long as the process lives; the first moments belong to whoever starts it."""
    time.sleep(FIRST_AFTER)
    while True:
        if is_due(timezone.now()):
            _write(Reason.HOURLY, timezone.now(), None)
        time.sleep(LOOKS_EVERY)


def is_due(now: datetime) -> bool:
    """Whether the last copy of this kind is an hour old; the clock counts, also while the laptop slept."""
    last = last_hourly()
    return last is None or not timedelta() <= now - last < HOUR


def last_hourly() -> datetime | None:
    """When the last hourly copy was made."""
    return next((one.at for one in making.copies() if one.reason is Reason.HOURLY), None)


def _write(reason: Reason, at: datetime, source: sqlite3.Connection | None) -> None:
    """Nothing that goes wrong here stops play: it is noted for the owner's page, and in the log."""
    try:
        with _ONE_AT_A_TIME:
            making.keep(reason, at, source)
    except ActionRefused as error:
        logger.warning("backup (%s): %s", reason, error.code)
    except Exception:
        logger.exception("backup (%s)", reason)


def _is_practice(given: Mapping[str, Any]) -> bool:
    """Whether what an action is given belongs to a rehearsal."""
    for name in ("event", "stage"):
        found = given.get(name)
        if found is not None:
            return bool((found if name == "event" else found.event).is_practice)
    return False
