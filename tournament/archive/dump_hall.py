"""What hung on the walls, as the archive writes it: announcements, and what the screens were told to show."""

from __future__ import annotations

from tournament.archive.dump_text import Json, filled, moment_text
from tournament.models import Event, Screen


def hall_json(event: Event) -> Json:
    """`announcements` in the order of their numbers, and `screens`. Whether a screen is interrupted just now
    belongs to the hall, not to the record."""
    return {
        "announcements": [
            filled(
                {"text": one.text, "at": moment_text(one.at), "withdrawn_at": moment_text(one.withdrawn_at)}
            )
            for one in event.announcements.order_by("ordinal")
        ],
        "screens": [_screen(one) for one in event.screens.all()],
    }


def _screen(one: Screen) -> Json:
    seconds = None if one.seconds == Screen().seconds else one.seconds
    told = {"name": one.name, "shows": one.shows, "areas": one.areas, "seconds": seconds}
    return {"number": one.ordinal, **filled(told)}
