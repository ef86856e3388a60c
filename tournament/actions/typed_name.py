"""What cannot be taken back asks for the event's name once more."""

from __future__ import annotations

from tournament.errors import ActionRefused
from tournament.models import Event


def refuse_other_name(event: Event, typed_name: str, code: str = "name_does_not_match") -> None:
    """Raise `ActionRefused` (`code`, at `typed_name`) unless it is the event's name, spaces apart."""
    if _folded(typed_name) != _folded(event.name):
        raise ActionRefused(code, field="typed_name")


def _folded(name: str) -> str:
    return "".join(name.split())
