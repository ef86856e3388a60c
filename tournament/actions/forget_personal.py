"""Delete the personal data that an event no longer needs."""

from __future__ import annotations

from django.db.models import F

from tournament.actions.work import Actor, action, locked, record
from tournament.models import Event, Player


@action
def forget_personal(*, event: Event, by: Actor, submission: str = "") -> dict[str, int]:
    """Delete all phone numbers and notes of the event's pairs; names, results and publications stay.

    Returns how many of each were there (`phones`, `notes`). Again is no error: nothing is left to delete.
    """
    locked(event)
    # Forms that are open now still hold what is deleted: they meet a conflict, and do not write it back.
    event.pairs.update(version=F("version") + 1)
    phones = Player.objects.filter(pair__event=event).exclude(phone="").update(phone="")
    notes = event.pairs.exclude(note="").update(note="")
    record(event, by, "forget_personal", phones=phones, notes=notes)
    return {"phones": phones, "notes": notes}
