"""The hall's screens and announcements: what is chosen for them, and what is up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pairing.areas import Area
from tournament.models import Event, PublicView, Screen
from tournament.queries.hall import areas_of


@dataclass(frozen=True, slots=True)
class ScreenState:
    """The little that tells whether a screen is still the same.

    `token` is another one whenever something that the public sees has changed; for a screen that follows a
    draw whenever anything has, since a typed lot is not public elsewhere.
    """

    event_id: int
    screen: Screen
    token: str


def screen_state(slug: str, ordinal: int) -> ScreenState | None:
    """What a screen asks every second: two small queries. None where there is nothing for the public."""
    found = Event.objects.filter(slug=slug).values("pk", "public_view", "public_revision", "revision").first()
    if found is None or found["public_view"] == PublicView.NOTHING:
        return None
    screen = _stored_or_usual(list(Screen.objects.filter(event=found["pk"], ordinal=ordinal)), ordinal)
    if screen is None:
        return None
    moved = (found["public_revision"], found["revision"] if screen.shows_lots else "p")
    return ScreenState(found["pk"], screen, f"{moved[0]}-{moved[1]}-{screen.version}")


def _stored_or_usual(stored: list[Screen], ordinal: int) -> Screen | None:
    if stored:
        return stored[0]
    return Screen(ordinal=1, version=0) if ordinal == 1 else None


def screens_of(event: Event) -> list[Screen]:
    """All screens of the desk's page, the first one also when nobody has set it yet; one query."""
    stored = list(event.screens.all())
    if not any(one.ordinal == 1 for one in stored):
        stored.insert(0, Screen(event=event, ordinal=1, version=0))
    return stored


def rooms_of(screen: Screen, event: Event) -> tuple[Area, ...]:
    """The rooms whose tables a screen shows; none: the whole hall. A room that is gone is left out."""
    return tuple(one for one in areas_of(event) if one.name in screen.areas)


def is_in(rooms: Iterable[Area], table: int | None) -> bool:
    """Whether a table is shown: in one of the rooms, or there are none; a bye has no table and always is."""
    named = list(rooms)
    return not named or table is None or any(one.holds(table) for one in named)
