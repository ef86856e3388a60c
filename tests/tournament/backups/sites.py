"""What tests of copies do with a site: say something, look what is said, restore."""

from __future__ import annotations

from pathlib import Path

from django.utils import timezone

from tests.tournament.factories import TEST
from tournament.actions.announce import announce
from tournament.backups import gate, places, restoring
from tournament.backups.restoring import Who, restore
from tournament.models import Announcement, Event

WHO = Who("王编排", "page", "wang")


def say(event: Event, *numbers: int) -> None:
    for number in numbers:
        announce(event=event, text=f"第 {number} 条", by=TEST)


def said() -> list[str]:
    return sorted(Announcement.objects.values_list("text", flat=True))


def texts(*numbers: int) -> list[str]:
    return sorted(f"第 {number} 条" for number in numbers)


def restored(path: Path) -> restoring.Restored:
    return restore(path, by=WHO, at=timezone.now())


def left_over() -> list[str]:
    """What a refused or broken-off act has left in the folder of copies."""
    found = [path.name for path in places.folder().iterdir()]
    return [name for name in found if ".part" in name or name in (gate.CLAIM, gate.CLOSED)]
