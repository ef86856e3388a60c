"""The events of the site: whose they are, and what the public may know of."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournament.models import Event, Match, Pair, PairStatus, Person, Publication, PublicView, Result, Unit


def events_of(person: Person, *, practice: bool = False) -> QuerySet[Event]:
    """Events that `person` works in, newest first; an owner works in all. The demo event is nobody's.

    `practice` asks for the rehearsals among them; they stand apart.
    """
    events = Event.objects.filter(is_demo=False, is_practice=practice)
    if not person.is_owner:
        events = events.filter(memberships__person=person).distinct()
    return _with_counts(events)


def rehearsals_of(event: Event) -> list[Event]:
    """The practice events that were made from `event`, the newest first."""
    return list(Event.objects.filter(is_practice=True, made_from=event.slug).order_by("-pk"))


def public_events(person: Person | None) -> QuerySet[Event]:
    """Events that anybody may know of: something of them is public. Rehearsals are not listed.

    Left out for `person`: events of his own, and the demo, which the front page shows him by itself.
    """
    published = Publication.objects.filter(event=OuterRef("pk"), is_current=True)
    events = (
        Event.objects.exclude(public_view=PublicView.NOTHING)
        .filter(is_practice=False)
        .filter(Q(public_view=PublicView.LIVE) | Q(is_demo=True) | Exists(published))
    )
    if person is not None:
        events = events.exclude(is_demo=True).exclude(pk__in=events_of(person).values("pk"))
    return _with_counts(events)


def _with_counts(events: QuerySet[Event]) -> QuerySet[Event]:
    playing = Q(pairs__status__in=[PairStatus.ACTIVE, PairStatus.HOUSE])
    return events.annotate(pair_count=Count("pairs", filter=playing, distinct=True)).order_by(
        "-created_at", "-pk"
    )


def contents_of(event: Event) -> dict[str, int]:
    """What goes when `event` is deleted: how many of each. Five queries."""
    return {
        "pairs": Pair.objects.filter(event=event).count(),
        "units": Unit.objects.filter(event=event).count(),
        "matches": Match.objects.filter(round__group__stage__event=event).count(),
        "results": Result.objects.filter(match__round__group__stage__event=event, is_current=True).count(),
        "publications": event.publications.count(),
    }


def accounts_in_journal(event: Event) -> dict[int, str]:
    """Names of the accounts that the journal of `event` speaks of, by key."""
    keys = event.journal.filter(codes__has_key="account").values_list("codes__account", flat=True)
    return {person.pk: person.get_full_name() for person in Person.objects.filter(pk__in=list(keys))}
