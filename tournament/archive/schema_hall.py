"""Announcements and screens in the archive's JSON Schema."""

from __future__ import annotations

from tournament.archive.schema_words import MOMENT, Schema, choice, keyed, listing, text
from tournament.models import ScreenPage
from tournament.models.hall import (
    ANNOUNCEMENT_LIMIT,
    LEAST_SECONDS,
    MOST_SCREENS,
    MOST_SECONDS,
    SCREEN_NAME_LIMIT,
)


def announcements() -> Schema:
    """In the order of their numbers."""
    properties: dict[str, Schema] = {
        "text": text(ANNOUNCEMENT_LIMIT, shortest=1),
        "at": MOMENT,
        "withdrawn_at": MOMENT,
    }
    return listing(keyed(properties, "text"))


def screens() -> Schema:
    """What each screen shows; one that is not named shows what is usual."""
    properties: dict[str, Schema] = {
        "number": {"type": "integer", "minimum": 1, "maximum": MOST_SCREENS},
        "name": text(SCREEN_NAME_LIMIT),
        "shows": listing(choice(*ScreenPage.values)),
        "areas": listing(text(80, shortest=1)),
        "seconds": {"type": "integer", "minimum": LEAST_SECONDS, "maximum": MOST_SECONDS},
    }
    return listing(keyed(properties, "number"), maxItems=MOST_SCREENS)
