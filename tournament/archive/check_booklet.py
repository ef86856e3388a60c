"""What an archive says for the 秩序册: readable, and a logo that is a picture as the site stores them."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

from scoring.errors import InvalidRules
from tournament.archive.errors import ArchiveRefused
from tournament.imports.logo import is_stored_logo
from tournament.models.booklet import read_booklet
from tournament.models.printing import read_printing

Json = dict[str, Any]


def check_booklet(event: Json) -> None:
    """Read the facts with their own reader; open the picture."""
    try:
        read_booklet(event.get("booklet"), "$.event.booklet")
        read_printing(event.get("printing"), "$.event.printing")
    except InvalidRules as error:
        raise ArchiveRefused.of(error, error.path) from None
    if "logo" in event and not _is_logo(event["logo"]):
        raise ArchiveRefused("archive_logo", "$.event.logo")


def _is_logo(text: str) -> bool:
    try:
        return is_stored_logo(b64decode(text, validate=True))
    except ValueError:
        return False
