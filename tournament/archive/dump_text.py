"""How single values are written in an archive."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

Json = dict[str, Any]


def filled(values: Json) -> Json:
    """The values that say something: None, empty text, lists and objects are left out."""
    return {key: value for key, value in values.items() if value not in (None, "", [], {})}


def moment_text(moment: datetime | None) -> str | None:
    """A moment in the site's own time, with its offset."""
    return None if moment is None else timezone.localtime(moment).isoformat()


def known_moment(moment: datetime, created_at: datetime) -> str | None:
    """A moment unless it is that of loading: then the file did not know it."""
    return None if moment == created_at else moment_text(moment)


def without(values: Json, defaults: Json) -> Json:
    """An object without the keys that only repeat a default."""
    return {key: value for key, value in values.items() if key not in defaults or value != defaults[key]}
