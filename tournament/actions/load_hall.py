"""Store what an archive says of announcements and screens."""

from __future__ import annotations

from django.utils import timezone

from tournament.actions.announce import as_lines
from tournament.actions.archived import Json, optional_moment
from tournament.models import Announcement, Event, Screen
from tournament.names.cleaning import tidy


def load_hall(event: Event, raw: Json) -> None:
    """The announcements with numbers from 1, and the screens that were set; nothing interrupts any."""
    now = timezone.now()
    Announcement.objects.bulk_create(
        Announcement(
            event=event,
            ordinal=ordinal,
            text="\n".join(as_lines(one["text"])),
            at=optional_moment(one.get("at")) or now,
            withdrawn_at=optional_moment(one.get("withdrawn_at")),
        )
        for ordinal, one in enumerate(raw.get("announcements", []), 1)
    )
    Screen.objects.bulk_create(
        Screen(
            event=event,
            ordinal=one["number"],
            name=tidy(one.get("name")),
            **{key: one[key] for key in ("shows", "areas", "seconds") if key in one},
        )
        for one in raw.get("screens", [])
    )
