"""Events whose slips are checked, and the two people who do it."""

from __future__ import annotations

import pytest

from tests.tournament.factories import make_director, make_event, make_person, make_stage, play_round
from tournament.actions.work import Actor
from tournament.models import Checking, Event, Match, Membership, Person, Role, Stage


def staff(event: Event, username: str, name: str, role: Role = Role.SCORER) -> Person:
    """Somebody of the event's staff."""
    person = make_person(username, name=name)
    Membership.objects.create(person=person, event=event, role=role)
    return person


def actor(person: Person) -> Actor:
    """The person at a page."""
    return Actor(name=person.get_full_name(), source="page", person=person)


def match_at(stage: Stage, table: int, number: int = 1) -> Match:
    return Match.objects.get(round__group__stage=stage, round__number=number, table=table)


def checked_event(checking: Checking, pairs: int = 8, **fields: object) -> Stage:
    """A drawn and published stage of an event that checks its slips."""
    return make_stage(make_event(pairs=pairs, checking=checking), **fields)  # type: ignore[arg-type]


@pytest.fixture
def read_back() -> Stage:
    """唱录复核, round 1 entered."""
    stage = checked_event(Checking.READ_BACK)
    play_round(stage, 1)
    return stage


@pytest.fixture
def twice() -> Stage:
    """两人各录一遍, nothing entered yet."""
    return checked_event(Checking.TWICE)


@pytest.fixture
def first(twice: Stage) -> Actor:
    """Who types the first reading: the director."""
    return actor(make_director(twice.event, "first"))


@pytest.fixture
def second(twice: Stage) -> Actor:
    """Who types the second."""
    return actor(staff(twice.event, "second", "周复核"))
