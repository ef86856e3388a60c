"""What of a 秩序册 is entered and what is not, and the event's logo."""

from __future__ import annotations

from tournament.models import Event, EventLogo
from tournament.models.booklet import Booklet

ASKED_FOR = (
    "organisers",
    "committee",
    "jury",
    "referees",
    "leaders",
    "timetable",
    "supplement",
    "logistics",
)


def logo_of(event: Event) -> bytes | None:
    """The logo as a PNG; None without one. One query where there is one."""
    if not event.logo_digest:
        return None
    found = EventLogo.objects.filter(event=event).values_list("image", flat=True).first()
    return None if found is None else bytes(found)


def hosts_of(event: Event, booklet: Booklet) -> tuple[str, ...]:
    """主办: as entered for the booklet, else the event's own."""
    return booklet.hosts or ((event.organiser,) if event.organiser else ())


def missing_facts(event: Event) -> list[str]:
    """The fields that are still empty, of those without which a section of the booklet is left out."""
    booklet = event.booklet_facts
    empty = [] if hosts_of(event, booklet) else ["hosts"]
    empty += [key for key in ASKED_FOR if not getattr(booklet, key)]
    return empty if event.logo_digest else [*empty, "logo"]


def unknown_units(event: Event) -> list[str]:
    """Units that leaders are named for but that the event does not have; one query."""
    named = [one.unit for one in event.booklet_facts.leaders]
    if not named:
        return []
    known = set(event.units.values_list("name", flat=True))
    return [name for name in dict.fromkeys(named) if name not in known]
