"""What a page says about copies: the list, the last restore."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils import timezone

from tournament.backups import making
from tournament.backups.copyfile import Manifest, look
from tournament.backups.rotation import CopyName
from tournament.backups.troubles import disk_in_words
from tournament.errors import ActionRefused
from tournament.models import Entry

TOLD_FOR: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A copy in the list; `manifest` is None where its file cannot be read any more."""

    copy: CopyName
    size: int  # bytes
    manifest: Manifest | None

    @property
    def name(self) -> str:
        """The file's name."""
        return self.copy.name


def kept_copies() -> list[KeptCopy]:
    """All copies of the site, the newest first, each with what it says about itself."""
    return [one for copy in making.copies() if (one := _kept(copy))]


def _kept(copy: CopyName) -> KeptCopy | None:
    path = making.path_of(copy)
    try:
        size = path.stat().st_size
    except FileNotFoundError:  # another process has just let it go
        return None
    try:
        with disk_in_words():
            return KeptCopy(copy, size, look(path))
    except ActionRefused:
        return KeptCopy(copy, size, None)


def restored_lately() -> Entry | None:
    """The journal's line of a restore in the last 24 hours: who signs in is told."""
    since = timezone.now() - TOLD_FOR
    return Entry.objects.filter(event=None, verb="restore_backup", at__gt=since).order_by("-at").first()
