"""The staff's browser in tests of the draw, lots and movement pages."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.tournament.factories import make_director, make_person
from tournament.models import Event, Membership, Role, Stage


def open_desk(event: Event, username: str = "director") -> Client:
    client = Client()
    client.force_login(make_director(event, username), backend="django.contrib.auth.backends.ModelBackend")
    return client


def open_as(event: Event, role: Role, username: str = "caipan", name: str = "吴裁判") -> Client:
    """The browser of somebody who has this role in the event."""
    person = make_person(username, name=name)
    Membership.objects.create(person=person, event=event, role=role)
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def url(name: str, stage: Stage) -> str:
    return reverse(name, args=[stage.event.slug, stage.ordinal])


def page(client: Client, stage: Stage, query: str = "") -> str:
    response = client.get(url("draw", stage) + query)
    assert response.status_code == 200
    return str(response.content.decode())


def send(client: Client, name: str, stage: Stage, **data: Any) -> Any:
    return client.post(url(name, stage), {"submission": f"key-{name}-{len(data)}", **data})
