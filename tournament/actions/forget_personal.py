"""Delete the personal data that an event no longer needs."""

from __future__ import annotations

from django.db.models import F

from tournament.actions.work import Actor, action, locked, record
from tournament.models import Event, Player


@action
def forget_personal(*, event: Event, by: Actor, submission: str = "") -> dict[str, int]:
    """Delete all phone numbers (of pairs and of who entered alone), notes, who handed in appeals and who sat
    on their jury, and what stands in the event's own columns; names of players, results, rulings,
    publications and the columns' titles stay.

    Returns how many of each were there (`phones`, `notes`, `own`: pairs with anything in an own column; and
    `appeals` where such names were).
    Again is no error: nothing is left to delete.
    """
    locked(event)
    # Forms that are open now still hold what is deleted: they meet a conflict, and do not write it back.
    event.pairs.update(version=F("version") + 1)
    alone = event.individuals.exclude(phone="").update(phone="", version=F("version") + 1)
    phones = alone + Player.objects.filter(pair__event=event).exclude(phone="").update(phone="")
    notes = event.pairs.exclude(note="").update(note="")
    own = event.pairs.exclude(own={}).update(own={})
    gone = {"phones": phones, "notes": notes, "own": own}
    if appeals := event.appeals.exclude(filed_by="", jury=[]).update(
        filed_by="", jury=[], version=F("version") + 1
    ):
        gone["appeals"] = appeals
    verb = "forget_personal_own" if own else "forget_personal"
    record(event, by, "forget_personal_appeals" if appeals else verb, public=False, **gone)
    return gone
