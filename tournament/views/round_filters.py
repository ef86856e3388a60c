"""Which tables of a round are shown: by their state and their room, both kept in the address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.http import urlencode
from django.utils.translation import gettext as _

from pairing.areas import Area
from tournament.models import Checking, Event
from tournament.queries.hall import areas_of
from tournament.queries.round_desk import RoundDesk, Seat
from tournament.queries.rounds import TableRow
from tournament.queries.table_phases import RoundLook, TablePhase
from tournament.wording.phases import phase_name

ALL, MISSING, ENTERED, UNCHECKED = "all", "missing", "entered", "unchecked"
SHOWN = (ALL, MISSING, "ready", "playing", "waiting", "disputed", "late", ENTERED, UNCHECKED)
OF_MISSING = ("ready", "playing")  # said only where they differ from all that is missing


@dataclass(frozen=True, slots=True)
class RowFilter:
    """What an address asks for: one of SHOWN, and a room (None: all)."""

    shown: str = ALL
    area: Area | None = None

    @property
    def query(self) -> dict[str, str]:
        """What an address or a form says to show the same tables again."""
        said = {"show": "" if self.shown == ALL else self.shown, "area": self.area.name if self.area else ""}
        return {key: value for key, value in said.items() if value}

    def holds(self, row: TableRow, look: RoundLook) -> bool:
        """Whether a table or bye is asked for; byes are in no room and no state."""
        if self.area is not None and (row.match.table is None or not self.area.holds(row.match.table)):
            return False
        if self.shown == UNCHECKED:
            return row.is_unchecked and row.match.round.group.stage.event.checking != Checking.NONE
        phase = look.phases.get(row.match.pk)
        return self.shown == ALL or (phase is not None and fits(phase, self.shown))

    def seats(self, desk: RoundDesk) -> list[Seat]:
        """The tables of the room."""
        return [one for one in desk.seats if self.area is None or self.area.holds(one.table)]


def fits(phase: TablePhase, shown: str) -> bool:
    """Whether a table in this state is among those that `shown` names."""
    if shown == MISSING:
        return phase is not TablePhase.ENTERED
    return shown in (ALL, phase.value)


def row_filter(asked: Mapping[str, Any], event: Event) -> RowFilter:
    """The filter of an address or a form; unknown words show everything."""
    shown, room = str(asked.get("show", "")), str(asked.get("area", ""))
    area = next((one for one in areas_of(event) if one.name == room), None)
    return RowFilter(shown if shown in SHOWN else ALL, area)


def filter_parts(desk: RoundDesk, look: RoundLook, chosen: RowFilter) -> dict[str, Any]:
    """The links above the list: each state with its count, and the rooms where there are several."""
    rooms = areas_of(desk.stage.event)
    return {
        "filters": list(_states(desk, look, chosen)),
        "rooms": list(_rooms(desk, rooms, chosen)) if len(rooms) > 1 else [],
        "filter": chosen,
    }


def _states(desk: RoundDesk, look: RoundLook, chosen: RowFilter) -> Iterator[dict[str, Any]]:
    phases = [look.phases[one.match] for one in chosen.seats(desk)]
    counts = {shown: sum(fits(phase, shown) for phase in phases) for shown in SHOWN}
    counts[UNCHECKED] = sum(one.is_unchecked for one in chosen.seats(desk))
    for shown in SHOWN:
        is_chosen, count = shown == chosen.shown, counts[shown]
        says_nothing = not count or (shown in OF_MISSING and count == counts[MISSING])
        if shown == ALL or is_chosen or not says_nothing:
            name = _("全部") if shown == ALL else phase_name(shown)
            address = _address(desk, RowFilter(shown, chosen.area))
            yield {"key": shown, "name": name, "count": count, "url": address, "is_chosen": is_chosen}


def _rooms(desk: RoundDesk, rooms: tuple[Area, ...], chosen: RowFilter) -> Iterator[dict[str, Any]]:
    """One link a room; the chosen one leads back to all of them."""
    for room in rooms:
        is_chosen = chosen.area is not None and chosen.area.name == room.name
        address = _address(desk, RowFilter(chosen.shown, None if is_chosen else room))
        yield {"name": room.name, "url": address, "is_chosen": is_chosen}


def _address(desk: RoundDesk, wanted: RowFilter) -> str:
    query = desk.narrowing | wanted.query
    return f"?{urlencode(query)}" if query else "?"
