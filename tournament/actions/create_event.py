"""Make a new event: its rules, its stages, and the person who directs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring import rulebooks
from scoring.rules import resolve, to_json
from tournament.actions.stage_plans import StagePlan, new_stage
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused
from tournament.models import Event, Membership, Role
from tournament.queries.slugs import free_slug


@action
def create_event(
    *,
    name: str,
    rulebook: str,
    by: Actor,
    rules: Mapping[str, Any] | None = None,
    stages: Sequence[StagePlan] = (),
    starts_on: date | None = None,
    ends_on: date | None = None,
    venue: str = "",
    organiser: str = "",
    awards: Sequence[Mapping[str, Any]] | None = None,
    submission: str = "",
) -> Event:
    """Make an event by a shipped rule book, `rules` laid over it, and make its maker the director.

    `rules` has the archive's shape and is kept as the event's own decisions, also where they agree with the
    rule book; `awards` has it likewise. Raises `ActionRefused` `no_name`, `dates_reversed`; `InvalidRules`
    for rules that cannot stand; KeyError for an unknown rule book.
    """
    if not name.strip():
        raise ActionRefused("no_name", field="name")
    if starts_on and ends_on and ends_on < starts_on:
        raise ActionRefused("dates_reversed", field="ends_on")
    book, own = rulebooks.load(rulebook), dict(rules or {})
    event = Event(
        name=name.strip(),
        starts_on=starts_on,
        ends_on=ends_on,
        venue=venue,
        organiser=organiser,
        rulebook=book.key,
        rulebook_version=str(book.version),
        rulebook_digest=book.digest,
        rules=own,
        resolved_rules=to_json(resolve(book.values, own)),
        awards=None if awards is None else list(awards),
        created_at=timezone.now(),
    )
    save_under_free_slug(event)
    for plan in stages:
        new_stage(event, plan)
    if by.person is not None:
        Membership.objects.create(person=by.person, event=event, role=Role.DIRECTOR)
    record(event, by, "create_event", rulebook=book.key)
    return event


def save_under_free_slug(event: Event) -> None:
    """Save a new event; where somebody takes its address at the same moment, ask for the next one."""
    for last_try in (False, False, True):
        event.slug = free_slug(event.name)
        try:
            with transaction.atomic():
                event.save(force_insert=True)
        except IntegrityError:
            if last_try:
                raise
        else:
            return
