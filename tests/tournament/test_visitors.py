"""Every address with every visitor: who gets in, who is sent to the login, who learns nothing.

A new address needs one line in `addresses.py`; the walk fails while it is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from scoring.rules import Grade
from tests.tournament.addresses import ADDRESSES, EVERYBODY, SIGNED_IN, SLUG, TOKEN, Address
from tests.tournament.factories import TEST, make_director, make_event, make_person, make_stage
from tournament.actions.announce import announce
from tournament.actions.appeals import file_appeal
from tournament.actions.give_penalty import give_penalty
from tournament.actions.individuals import PersonValues, add_individual
from tournament.actions.publish import publish_standings
from tournament.models import Event, Membership, Person, Role, TableLink
from tournament.permissions import Right

pytestmark = pytest.mark.django_db


def named_addresses(patterns: list[Any] | None = None) -> Iterator[str]:
    """Every name of the site's resolver; one without a name cannot be walked and is an error."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            yield from named_addresses(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            assert pattern.name, f"{pattern.pattern} has no name"
            yield pattern.name


NAMES = sorted(set(named_addresses()))


@pytest.fixture
def event() -> Event:
    """A published event with one round played."""
    given = [{"name": "优秀组织奖", "given_to": ["历史系", 3]}]
    event = make_event(
        pairs=8, slug=SLUG, name="中秋赛", awards=given, unit_ranking={"best": 2}, hears_appeals=True
    )
    stage = make_stage(event, rounds_played=1)
    publish_standings(stage=stage, number=1, by=TEST)
    TableLink.objects.create(event=event, table=1, token=TOKEN, made_at=timezone.now())
    person = PersonValues("林单", phone="13800000001")
    add_individual(event=event, values=person, by=TEST)
    announce(event=event, text="午餐 11:45 开始。", by=TEST)
    give_penalty(event=event, stage=stage, number=1, grade=Grade.WARNING, by=TEST)
    file_appeal(event=event, stage=stage, round_number=1, number=1, by=TEST)
    return event


VISITORS = ["anonymous", "outsider", "director of another event", "scorer", "director", "owner"]


def visitor(kind: str, event: Event) -> Client:
    """A browser in which this kind of person is signed in."""
    client = Client()
    person = _person(kind, event)
    if person is not None:
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def _person(kind: str, event: Event) -> Person | None:
    if kind == "anonymous":
        return None
    if kind == "director":
        return make_director(event)
    if kind == "director of another event":
        return make_director(make_event(pairs=0), username="another")
    person = make_person("visitor", owner=kind == "owner")
    if kind == "scorer":
        Membership.objects.create(person=person, event=event, role=Role.SCORER)
    return person


def may(kind: str, who: str) -> bool:
    """Whether this visitor may open an address for `who`."""
    if who == EVERYBODY or kind == "owner":
        return True
    if who == SIGNED_IN:
        return kind != "anonymous"
    rights = {"director": {right.value for right in Right}, "scorer": {Right.ENTER.value}}
    return who in rights.get(kind, set())


def test_every_address_of_the_site_is_in_the_list() -> None:
    assert set(NAMES) - set(ADDRESSES) == set()
    assert set(ADDRESSES) - set(NAMES) == set()


@pytest.mark.parametrize("kind", VISITORS)
@pytest.mark.parametrize("method", ["get", "post"])
def test_who_gets_in(method: str, kind: str, event: Event) -> None:
    """And nobody writes with a GET, nor by asking for what is not his."""
    client = visitor(kind, event)
    wrong = {}
    for name, address in ADDRESSES.items():
        signed_in = client.session.get("_auth_user_id")
        with CaptureQueriesContext(connection) as asked:
            response = getattr(client, method)(reverse(name, args=address.args) + address.query)
        wrote = written(asked) if method == "get" or not may(kind, address.who) else []
        if (fault := fault_of(response, method, kind, address)) or wrote:
            wrong[name] = (fault, wrote)
        if name == "logout" and method == "post" and signed_in:
            client = visitor_again(signed_in)
    assert wrong == {}


def visitor_again(key: str) -> Client:
    """Sign the same person in after the walk has signed him out."""
    client = Client()
    client.force_login(Person.objects.get(pk=key), backend="django.contrib.auth.backends.ModelBackend")
    return client


def fault_of(response: Any, method: str, kind: str, address: Address) -> str:
    """What is wrong with an answer to this visitor; empty where nothing is."""
    code = response.status_code
    if may(kind, address.who):
        wanted = getattr(address, method)
        good = code == wanted if wanted else code not in {403, 404} and code < 500
        return "" if good else f"{code} instead of {wanted or 'an answer'}"
    if kind == "anonymous":
        location = response.headers.get("Location", "")
        good = code == 302 and location.startswith(reverse("login"))
        return "" if good else f"{code} {location} instead of the login"
    return "" if code == 404 else f"{code} instead of 404"


def written(asked: CaptureQueriesContext) -> list[str]:
    """The statements that changed, or would have changed, what is stored."""
    return [query["sql"] for query in asked if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


def test_events_that_do_not_exist_look_like_those_of_others(client: Client) -> None:
    client.force_login(make_person(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/e/no-such-event/desk/").status_code == 404


def test_the_walk_would_notice_a_write(event: Event) -> None:
    with CaptureQueriesContext(connection) as asked:
        Event.objects.update(venue="体育馆")
    assert len(written(asked)) >= 1
