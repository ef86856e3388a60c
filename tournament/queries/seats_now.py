"""Where a pair sits now, and who sits at a table: what one line on a ruling needs to know its place."""

from __future__ import annotations

from django.db.models import Case, Q, QuerySet, Value, When

from tournament.models import Event, Match, MatchKind, RoundState


def seats_now(event: Event) -> QuerySet[Match]:
    """The tables of the rounds that people see and that are not over; those being played first, then the
    newest."""
    is_on = [RoundState.PUBLISHED, RoundState.PLAYING]
    rows = Match.objects.filter(round__group__stage__event=event, round__state__in=is_on, kind=MatchKind.PLAY)
    playing = Case(When(round__state=RoundState.PLAYING, then=Value(0)), default=Value(1))
    return rows.select_related("round__group__stage", "ns", "ew").order_by(
        playing, "-round__group__stage__ordinal", "round__number", "pk"
    )


def seat_of(event: Event, number: int) -> Match | None:
    """The table at which pair `number` sits now; None between rounds. One query."""
    return seats_now(event).filter(Q(ns__number=number) | Q(ew__number=number)).first()


def match_at(event: Event, table: int) -> Match | None:
    """What is played at a table now. One query."""
    return seats_now(event).filter(table=table).first()
