"""Whether a stage and the hall fit: too few tables, tables that two stages share, tables that are nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.areas import area_of
from pairing.hall import split_sessions
from tournament.models import Event, Match, RoundState, Stage
from tournament.queries.hall import (
    GroupNeed,
    areas_of,
    at_once,
    free_hall,
    group_needs,
    hall_tables,
    sessions_meet,
    shortage,
)


@dataclass(frozen=True, slots=True)
class Shortage:
    """A session for which the hall is too small: tables needed and free, and how many groups share them."""

    session: str
    needed: int
    have: int
    group_count: int


def shortages(stage: Stage) -> list[Shortage]:
    """The sessions of a drawn stage that need more tables than are free; none without areas. Four queries."""
    if not stage.event.areas:
        return []
    needs, hall = group_needs(stage), free_hall(stage)
    found = []
    for session in dict.fromkeys(one.group.session for one in needs):
        needed, have = shortage(needs, hall, session)
        sharing = sum(sessions_meet(session, one.group.session) for one in needs)
        if needed > have:
            found.append(Shortage(session, needed, have, sharing))
    return found


def expected_shortage(stage: Stage, sizes: Sequence[int]) -> Shortage | None:
    """The same before the draw, for groups of these sizes; two queries, none without areas."""
    if not stage.event.areas:
        return None
    needed, have = sum(size // 2 for size in sizes), len(hall_tables(stage))
    return Shortage("", needed, have, len(sizes)) if needed > have else None


def fewest_sessions(needs: Sequence[GroupNeed], have: int) -> int | None:
    """Into how many sessions the groups must be divided for a hall of `have` tables; None where one group
    alone is too large."""
    counts = [one.count for one in needs if one.count]
    if not counts or max(counts) > have:
        return None
    for sessions in range(1, len(counts) + 1):
        of = split_sessions(counts, sessions)
        if all(sum(c for c, s in zip(counts, of, strict=True) if s == at) <= have for at in set(of)):
            return sessions
    return len(counts)


def shared_tables(stage: Stage, stages: Sequence[Stage] | None = None) -> list[tuple[Stage, tuple[int, ...]]]:
    """Tables of this stage's open rounds at which another stage may be playing at the same time, by stage.

    None where tables were given by the program; a change by hand or an archive may bring it about. `stages`
    are all of the event's, where they have been read. One query, none where no stage runs beside this one.
    """
    if stages is None:
        stages = list(stage.event.stages.all())
    beside = [one for one in stages if one.pk != stage.pk and at_once(stage, one, stages)]
    if not beside:
        return []
    rows = Match.objects.filter(round__group__stage__in=[stage, *beside], table__isnull=False)
    rows = rows.exclude(round__state=RoundState.CLOSED).order_by()
    used: dict[int, set[tuple[str, int]]] = {}
    for of, session, table in rows.values_list(
        "round__group__stage_id", "round__group__session", "table"
    ).distinct():
        used.setdefault(of, set()).add((session, table or 0))
    found = []
    for other in beside:
        both = {
            table
            for session, table in used.get(stage.pk, set())
            for theirs, same in used.get(other.pk, set())
            if table == same and sessions_meet(session, theirs)
        }
        if both:
            found.append((other, tuple(sorted(both))))
    return found


@dataclass(frozen=True, slots=True)
class StageInHall:
    """One stage in the hall: the tables of its open rounds, those in no area, and whether all are drafts."""

    stage: Stage
    tables: tuple[int, ...]
    outside: tuple[int, ...]
    has_drafts: bool


def stages_in_hall(event: Event) -> list[StageInHall]:
    """Where every stage plays; two queries."""
    areas = areas_of(event)
    rows = Match.objects.filter(round__group__stage__event=event, table__isnull=False).order_by()
    rows = rows.exclude(round__state=RoundState.CLOSED)
    used: dict[int, set[tuple[str, int]]] = {}
    for of, state, table in rows.values_list("round__group__stage_id", "round__state", "table").distinct():
        used.setdefault(of, set()).add((state, table or 0))
    found = []
    for stage in event.stages.all():
        stage.event = event
        tables = sorted({table for _state, table in used.get(stage.pk, set())})
        outside = [table for table in tables if areas and not area_of(areas, table)]
        drafts = any(state == RoundState.DRAFT for state, _table in used.get(stage.pk, set()))
        found.append(StageInHall(stage, tuple(tables), tuple(outside), drafts))
    return found
