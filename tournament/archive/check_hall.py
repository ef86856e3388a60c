"""What an archive says of the hall's walls: moments that exist, screens told apart, rooms that there are."""

from __future__ import annotations

from typing import Any

from tournament.archive.check_people import refuse_doubles
from tournament.archive.errors import ArchiveRefused
from tournament.names.cleaning import tidy

Json = dict[str, Any]


def check_hall(event: Json) -> None:
    """Refuse an announcement without words, a screen named twice, a page twice on one, an unknown room."""
    for index, one in enumerate(event.get("announcements", [])):
        if not tidy(one["text"]):
            raise ArchiveRefused("archive_empty_text", f"$.event.announcements[{index}].text")
    screens = event.get("screens", [])
    refuse_doubles((one["number"] for one in screens), "$.event.screens[{}].number")
    rooms = {area["name"] for area in event.get("areas", [])}
    for index, one in enumerate(screens):
        path = f"$.event.screens[{index}]"
        refuse_doubles(one.get("shows", []), f"{path}.shows[{{}}]")
        refuse_doubles(one.get("areas", []), f"{path}.areas[{{}}]")
        for place, name in enumerate(one.get("areas", [])):
            if name not in rooms:
                raise ArchiveRefused("archive_area_unknown", f"{path}.areas[{place}]", value=name)
