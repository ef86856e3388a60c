"""Asking for a making, as the page and its action do."""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any

from django.test import Client
from django.urls import reverse

from tournament.making.jobs import Making, claim
from tournament.models import Event, Person
from tournament.permissions import Right


def ask(desk: Client, what: str = "workbook", submission: str = "key") -> Any:
    place = reverse("making-new", args=["sai"])
    return desk.post(place, {"what": what, "submission": submission}, follow=True)


def claimed(
    event: Event,
    person: Person,
    submission: str = "key",
    what: str = "workbook",
    rights: Collection[Right] = (),
) -> Making:
    asked = {"event": event, "person": person, "what": what, "submission": submission, "rights": rights}
    return claim(**asked, language="zh-hans")[0]


def files(makings: Path) -> list[str]:
    return sorted(path.suffix for path in makings.iterdir())


def made_older(making: Making, seconds: float) -> None:
    at = time.time() - seconds
    for path in (making.state_path, making.part_path, making.path):
        if path.exists():
            os.utime(path, (at, at))
