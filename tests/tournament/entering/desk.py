"""A scorer who sends what the round's page sends, and reads what a person reads."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.tournament.factories import make_director
from tournament.models import Match, Result, Stage

BACKEND = "django.contrib.auth.backends.ModelBackend"


class Desk:
    """A scorer at a round's page."""

    def __init__(self, stage: Stage, number: int = 1, username: str = "director") -> None:
        self.stage, self.number, self.client, self.sent = stage, number, Client(), 0
        self.client.force_login(make_director(stage.event, username), backend=BACKEND)
        self.username = username

    def address(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.stage.event.slug, self.stage.ordinal, self.number, *more])

    def slip(self, table: Any, ns: str, ew: str, *, htmx: bool = True, **more: Any) -> Any:
        """Send the line as the page does; a fresh key unless one is given."""
        self.sent += 1
        data = {"table": table, "ns_level": ns, "ew_level": ew, "submission": f"{self.username}{self.sent}"}
        headers = {"hx-request": "true"} if htmx else {}
        return self.client.post(self.address("round"), data | more, headers=headers)

    def look(self, **typed: Any) -> str:
        return read(self.client.get(self.address("round-look"), {"submission": "ab12", **typed}))

    def page(self, **query: Any) -> str:
        return read(self.client.get(self.address("round"), query))

    def match(self, table: int) -> Match:
        return Match.objects.get(round__group__stage=self.stage, round__number=self.number, table=table)

    def result(self, table: int) -> Result | None:
        return self.match(table).results.filter(is_current=True).first()


def read(response: Any) -> str:
    """The text that a person reads, tags and runs of blanks left out."""
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(text).split())
