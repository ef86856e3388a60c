"""Tables whose result the desk still waits for, room by room, and since when their time is up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from pairing.areas import Area, area_of
from tournament.models import Match, MatchKind, RoundState
from tournament.queries.clocks import table_clock
from tournament.queries.hall import areas_of
from tournament.queries.lateness import LatePair, late_pairs
from tournament.queries.round_desk import RoundDesk, rows_of
from tournament.queries.rounds import TableRow
from tournament.queries.table_phases import RoundLook, TablePhase, has_begun, round_look

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Called:
    """A table without a result: where it stands, how far it is, and the whole minutes since its time ran out
    (None: it still has time, or its round has no limit). `awaited` are those who are missing there."""

    match: Match
    area: str
    phase: TablePhase
    over: int | None = None
    awaited: tuple[LatePair, ...] = ()

    @property
    def is_called(self) -> bool:
        """Whether a slip is what is missing: nobody is awaited there, and no referee has to decide."""
        return self.phase not in (TablePhase.LATE, TablePhase.DISPUTED)


@dataclass(frozen=True, slots=True)
class Calls:
    """What is to be called out in one round: tables without a result, and the look they were seen in.

    `tables` are all real ones, for the call to the tables; all are in the order of rooms and tables. What is
    not published yet is nobody's to hear.
    """

    missing: tuple[Called, ...]
    tables: tuple[TableRow, ...]
    byes: tuple[TableRow, ...]
    look: RoundLook


def calls_of(desk: RoundDesk, now: datetime) -> Calls:
    """Read them: three queries, two more once anybody is late, and two where tables have codes.

    Only groups that can be playing are waited for: a session that has not begun has nothing to bring.
    """
    late = late_pairs(desk.stage, desk.rounds)
    look = round_look(desk, late, now, deals=False)
    areas = areas_of(desk.stage.event)
    begun = {one.pk for one in desk.rounds if has_begun(one, desk, now)}
    rows = [row for row in rows_of(desk) if row.match.round.state != RoundState.DRAFT]
    tables = by_room((row for row in rows if row.match.kind == MatchKind.PLAY), areas)
    missing = tuple(
        Called(
            row.match,
            area_of(areas, row.match.table),
            look.phases[row.match.pk],
            _over(row.match, now),
            look.awaited.get(row.match.pk, ()),
        )
        for row in tables
        if row.is_missing and row.match.round_id in begun
    )
    byes = tuple(row for row in rows if row.match.kind != MatchKind.PLAY)
    return Calls(missing, tuple(tables), byes, look)


def by_room(rows: Iterable[TableRow], areas: tuple[Area, ...]) -> list[TableRow]:
    """Rooms in the order in which they were named, tables in none of them last; sessions keep together."""
    order = {area.name: at for at, area in enumerate(areas)}
    found = list(rows)
    sessions = list(dict.fromkeys(row.match.round.group.session for row in found))

    def place(row: TableRow) -> tuple[int, int, int]:
        room = order.get(area_of(areas, row.match.table), len(order))
        return sessions.index(row.match.round.group.session), room, row.match.table or 0

    return sorted(found, key=place)


def _over(match: Match, now: datetime) -> int | None:
    left = table_clock(match).remaining(now)
    return None if left is None or left > timedelta(0) else -left // MINUTE
