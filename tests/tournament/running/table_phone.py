"""A phone at a table: it opens the code's page and sends what its script and its forms send."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.records import DealsCodec
from tests.tournament.entering.desk import read
from tests.tournament.factories import make_event, make_stage
from tests.tournament.running.phones import deals, match_at
from tournament.models import Match, Stage, TableLink

PIN = "2468"


def link_of(stage: Stage, table: int = 1) -> TableLink:
    """The link of a table, made when first wanted."""
    told = {"token": f"{stage.event.pk:0>10}t{table:0>11}", "made_at": timezone.now()}
    return TableLink.objects.get_or_create(event=stage.event, table=table, defaults=told)[0]


def hall(entry: str = "referee", rulebook: str = "devzone-26", **more: Any) -> Stage:
    """Four tables whose codes take what `entry` says."""
    event = make_event(pairs=8, rulebook=rulebook, table_entry=entry, table_pin=PIN)
    return make_stage(event, **more)


class TablePhone:
    """One phone with its own cookies; `sent` counts its submissions."""

    def __init__(self, stage: Stage, table: int = 1, name: str = "phone") -> None:
        self.stage, self.table, self.name, self.sent = stage, table, name, 0
        self.token = link_of(stage, table).token
        self.client = Client()

    def as_referee(self, name: str = "周裁判") -> TablePhone:
        """Enter the event's PIN."""
        self.act("pin", pin=PIN, name=name)
        return self

    def as_pair(self, side: str) -> TablePhone:
        """Say which pair it is."""
        self.act("seat", side=side, match=self.match.pk)
        return self

    @property
    def match(self) -> Match:
        return match_at(self.stage, self.table)

    def address(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.token, *more])

    def key(self) -> str:
        self.sent += 1
        return f"{self.name}-{self.sent}"

    def act(self, step: str, **more: Any) -> Any:
        return self.client.post(self.address("table-act", step), {"submission": self.key(), **more})

    def page(self) -> str:
        return read(self.client.get(self.address("table-page")))

    def sheet(self) -> dict[str, Any]:
        """What the page gives its script."""
        html = self.client.get(self.address("table-page")).content.decode()
        return dict(json.loads(unescape(html.split('data-sheet="')[1].split('"')[0])))

    def look(self, since: str = "") -> Any:
        return self.client.get(self.address("table-deals"), {"since": since})

    def send(self, text: str, based_on: int = 0, **more: Any) -> Any:
        """All deals so far, as the script sends them."""
        data = {
            "match": self.match.pk,
            "game": 1,
            "based_on": based_on,
            "deals": json.dumps(DealsCodec().write(tuple(deals(text)))),
            "submission": self.key(),
        }
        return self.client.post(self.address("table-deals"), data | more)

    def tap(self, key: str, based_on: int, **more: Any) -> Any:
        """One key of the page without script."""
        data = {"key": key, "match": self.match.pk, "based_on": based_on, "submission": self.key()}
        return self.client.post(self.address("table-tap"), data | more)

    def ending(self, **answers: Any) -> Any:
        return self.client.get(self.address("table-end"), answers, headers={"HX-Request": "true"})

    def end_as_shown(self) -> Any:
        """Press the button of what `ending` shows, with the fields that stand there."""
        html = self.ending().content.decode()
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
        return self.client.post(self.address("table-end"), fields)

    def end(self, running: int, **more: Any) -> Any:
        match = self.match
        data = {"match": match.pk, "running": running, "based_on": match.version, "submission": self.key()}
        return self.client.post(self.address("table-end"), data | more)
