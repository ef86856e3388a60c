"""Phones at tables: an event with codes, and browsers that scan them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.run_round import start_round
from tournament.actions.table_links import make_links
from tournament.models import Event, Match, Stage, TableEntry, TableLink

PIN = "135790"
AN_HOUR = timedelta(hours=1)  # as long as a round of these rules


def hall(entry: str = TableEntry.REFEREE, *, started: bool = True, pairs: int = 8, **fields: Any) -> Stage:
    """Eight pairs in two groups, round 1 being played and its time up, a code on each of four tables."""
    stage = make_stage(make_event(pairs=pairs, table_entry=entry, table_pin=PIN), **fields)
    if started:
        start_round(stage=stage, number=1, at=timezone.now() - AN_HOUR, by=TEST)
    make_links(event=stage.event, by=TEST)
    return stage


def link_of(stage: Stage, table: int = 1) -> TableLink:
    return stage.event.table_links.get(table=table, is_current=True)


def match_at(stage: Stage, table: int = 1, number: int = 1) -> Match:
    return Match.objects.get(round__group__stage=stage, round__number=number, table=table)


class Phone:
    """A browser at one table. `send` fills in what the page of the match now there would carry."""

    _sent = 0

    def __init__(self, link: TableLink) -> None:
        self.client, self.link = Client(), link
        self.seen: dict[str, Any] = {}

    @property
    def address(self) -> str:
        return reverse("table-page", args=[self.link.token])

    def look(self, query: str = "") -> str:
        """Open the page, and remember which match and version it was about."""
        answer = self.client.get(self.address + query)
        assert answer.status_code == 200
        match, claim = answer.context.get("match"), answer.context.get("claim")
        self.seen = {"match": match.pk, "based_on": match.version} if match else {}
        self.seen |= {"claim": claim.pk} if claim else {}
        return str(answer.content.decode())

    def send(self, step: str, *, key: str = "", **typed: Any) -> Any:
        """Send one step, as the page that was looked at last would."""
        if not self.seen:
            self.look()
        Phone._sent += 1
        sent = {"submission": key or f"phone-{Phone._sent}", **self.seen, **typed}
        return self.client.post(reverse("table-act", args=[self.link.token, step]), sent)

    def levels(self, ns: str, ew: str, **typed: Any) -> Any:
        """Enter the final levels."""
        return self.send("enter", ns_level=ns, ew_level=ew, **typed)


def referee(link: TableLink, name: str = "王裁判") -> Phone:
    """A phone on which the PIN was entered."""
    phone = Phone(link)
    answer = phone.send("pin", pin=PIN, name=name)
    assert answer.status_code == 302
    phone.look()
    return phone


def pair(link: TableLink, side: str) -> Phone:
    """A phone of the pair that sits on `side` now."""
    phone = Phone(link)
    assert phone.send("seat", side=side).status_code == 302
    phone.look()
    return phone


def event_of(stage: Stage) -> Event:
    return Event.objects.get(pk=stage.event.pk)
