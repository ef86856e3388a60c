"""Whether a stage and the hall fit: too few tables, tables that two stages share, tables that are nowhere."""

from __future__ import annotations

from collections import defaultdict
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
    """A session for which the hall is too small: tables needed and free, how many groups share them, and how
    many tables the largest of these needs."""

    session: str
    needed: int
    have: int
    group_count: int
    largest: int

    @property
    def sessions_help(self) -> bool:
        """Whether the groups can play one after the other: a group's own round is played at one time."""
        return self.group_count > 1 and self.largest <= self.have


def shortages(stage: Stage) -> list[Shortage]:
    """The sessions of a drawn stage that need more tables than are free; none without areas. Four queries."""
    if not stage.event.areas:
        return []
    needs, hall = group_needs(stage), free_hall(stage)
    found = []
    for session in dict.fromkeys(one.group.session for one in needs):
        needed, have = shortage(needs, hall, session)
        sharing = [one.count for one in needs if sessions_meet(session, one.group.session)]
        if needed > have:
            found.append(Shortage(session, needed, have, len(sharing), max(sharing)))
    return found


def expected_shortages(stage: Stage, sizes: Sequence[int]) -> list[Shortage]:
    """The same before the draw, for groups of these sizes; two queries, none without areas or groups."""
    if not stage.event.areas or not sizes:
        return []
    needed, have = sum(size // 2 for size in sizes), len(hall_tables(stage))
    return [Shortage("", needed, have, len(sizes), max(sizes) // 2)] if needed > have else []


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


Shared = tuple[tuple[Stage, tuple[int, ...]], ...]
"""Other stages, each with the tables at which both may be playing at the same time."""
Used = dict[int, set[tuple[str, str, int]]]  # by stage: session, state of the round, table


def shared_tables(stage: Stage, stages: Sequence[Stage]) -> Shared:
    """Tables of this stage's open rounds at which another of the event's `stages` may be playing too.

    None where tables were given by the program; a change by hand or an archive may bring it about. One query,
    none where no stage runs beside this one.
    """
    beside = _beside(stage, stages)
    return _shared(stage, beside, _used([stage, *beside])) if beside else ()


def _beside(stage: Stage, stages: Sequence[Stage]) -> list[Stage]:
    """The other stages that may be played at the same time."""
    return [one for one in stages if one.pk != stage.pk and at_once(stage, one, stages)]


def _used(stages: Sequence[Stage]) -> Used:
    """The tables of the stages' open rounds."""
    rows = Match.objects.filter(round__group__stage__in=stages, table__isnull=False).order_by()
    rows = rows.exclude(round__state=RoundState.CLOSED)
    used: Used = defaultdict(set)
    keys = ("round__group__stage_id", "round__group__session", "round__state", "table")
    for of, session, state, table in rows.values_list(*keys).distinct():
        used[of].add((session, state, table or 0))
    return used


def _shared(stage: Stage, beside: Sequence[Stage], used: Used) -> Shared:
    mine = {(session, table) for session, _state, table in used[stage.pk]}
    found = []
    for other in beside:
        both = {
            table
            for theirs, _state, table in used[other.pk]
            if any(table == own and sessions_meet(session, theirs) for session, own in mine)
        }
        if both:
            found.append((other, tuple(sorted(both))))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class StageInHall:
    """One stage in the hall: the tables of its open rounds, those in no area, those it shares with others,
    and whether it has drafts."""

    stage: Stage
    tables: tuple[int, ...]
    outside: tuple[int, ...]
    shared: Shared
    has_drafts: bool


def stages_in_hall(event: Event) -> list[StageInHall]:
    """Where every stage plays; two queries."""
    areas, stages = areas_of(event), list(event.stages.all())
    used = _used(stages)
    found = []
    for stage in stages:
        stage.event = event
        tables = sorted({table for _session, _state, table in used[stage.pk]})
        outside = [table for table in tables if areas and not area_of(areas, table)]
        drafts = any(state == RoundState.DRAFT for _session, state, _table in used[stage.pk])
        shared = _shared(stage, _beside(stage, stages), used)
        found.append(StageInHall(stage, tuple(tables), tuple(outside), shared, drafts))
    return found
