"""A whole event as one JSON file, both ways (docs/archive.md)."""

from __future__ import annotations

from tournament.actions.archived import Parsed
from tournament.actions.load_event import load_event
from tournament.actions.work import Actor
from tournament.archive.dumping import dump, dumps
from tournament.archive.errors import ArchiveRefused
from tournament.archive.reading import read, slug_for
from tournament.archive.schema import schema
from tournament.models import Event

__all__ = ["ArchiveRefused", "Parsed", "dump", "dumps", "load", "read", "schema"]


def load(parsed: Parsed, *, slug: str = "", by: Actor, submission: str = "") -> Event:
    """Store what `read` has read, under `slug` or the file's own: all of it or nothing.

    Raises `ActionRefused`: `archive_slug_taken` (slug), `archive_needs_slug`, `archive_slug_form` (slug).
    """
    return load_event(parsed=parsed, slug=slug_for(parsed, slug), by=by, submission=submission)
