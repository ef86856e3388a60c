"""The demo event: loaded once, read-only, gone for good when somebody removes it."""

from __future__ import annotations

from tournament.actions.archived import Parsed
from tournament.actions.load_event import load_event
from tournament.actions.publish import publish_groups, publish_pairings, publish_standings
from tournament.actions.work import Actor, action, record
from tournament.models import Entry, Event, RoundState, Stage
from tournament.queries.rounds import round_numbers, rounds_of, state_of
from tournament.queries.slugs import free_slug

DEMO_SLUG = "demo"


@action
def load_demo(*, parsed: Parsed, by: Actor, again: bool = False, submission: str = "") -> Event | None:
    """Load the demo event, or return None where one stands or stood: removed, it does not come back.

    `again` loads it after a removal too. It belongs to nobody, and every action in it refuses.
    Where a real event has its address it takes the next one.
    """
    if demo_stands() or (demo_was_loaded() and not again):
        return None
    event = load_event(parsed=parsed, slug=free_slug(DEMO_SLUG), by=by)
    for stage in event.stages.order_by("ordinal"):
        _publish(stage, by)
    Event.objects.filter(pk=event.pk).update(is_demo=True, slug_frozen=True)
    record(None, by, "load_demo")
    event.refresh_from_db()
    return event


def _publish(stage: Stage, by: Actor) -> None:
    """Publish what an event like this has out: groups, tables, and the standings after each closed round.

    The demo's file has no frozen rows, so that they always have the shape of today.
    """
    if not stage.groups.exists():
        return
    publish_groups(stage=stage, by=by)
    for number in round_numbers(stage):
        state = state_of(rounds_of(stage, number))
        if state != RoundState.DRAFT:
            publish_pairings(stage=stage, number=number, by=by)
        if state == RoundState.CLOSED:
            publish_standings(stage=stage, number=number, by=by)


def demo_stands() -> bool:
    """Whether the site has its demo event now."""
    return Event.objects.filter(is_demo=True).exists()


def demo_was_loaded() -> bool:
    """Whether it was ever loaded; the journal of the site remembers it after a removal."""
    return Entry.objects.filter(event__isnull=True, verb="load_demo").exists()
