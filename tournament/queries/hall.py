"""The hall: which tables there are, which are free for a stage, and which group plays where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pairing.areas import LAST_TABLE, Area, Range
from pairing.errors import PairingError
from pairing.hall import assign
from pairing.seating import Note
from tournament.models import Event, Group, Match, RoundState, Stage


def areas_of(event: Event) -> tuple[Area, ...]:
    """The event's areas in the order in which they were named.

    They are stored as `{"name", "tables"}`, where `tables` is `[first, last]` or a list of such runs.
    """
    return tuple(Area(one["name"], ranges_of(one.get("tables", []))) for one in event.areas)


def ranges_of(tables: Sequence[Any]) -> tuple[Range, ...]:
    """The runs of an area as it is stored: one run by itself, or a list of them."""
    runs = tables if tables and isinstance(tables[0], list) else [tables] * bool(tables)
    return tuple((first, last) for first, last in runs)


def area_json(area: Area) -> dict[str, Any]:
    """An area as it is stored: one run stands by itself, several in a list."""
    runs = [list(one) for one in area.ranges]
    return {"name": area.name, "tables": runs[0] if len(runs) == 1 else runs}


def at_once(one: Stage, other: Stage, stages: Iterable[Stage]) -> bool:
    """Whether two stages of an event may be played at the same time: neither is filled from the other."""
    sources = {stage.name: stage.source_name for stage in stages}
    return other.name not in _before(one.name, sources) and one.name not in _before(other.name, sources)


def _before(name: str, sources: Mapping[str, str | None]) -> set[str]:
    """The names of all stages from which this one is filled, directly or not, and itself."""
    seen: set[str] = set()
    while name not in seen:
        seen.add(name)
        name = sources.get(name) or name
    return seen


def sessions_meet(one: str, other: str) -> bool:
    """Whether groups of these sessions may play at the same time; a group without one may at any time."""
    return not one or not other or one == other


@dataclass(frozen=True, slots=True)
class FreeHall:
    """What a stage finds in the hall: `own` are the tables of its areas from its first table on, `whole` all
    there are, `taken` those of other stages' open rounds by session."""

    own: tuple[int, ...]
    whole: frozenset[int]
    taken: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def busy(self, session: str) -> frozenset[int]:
        """Tables at which another stage may be playing while this session does."""
        return frozenset().union(
            *(tables for other, tables in self.taken.items() if sessions_meet(session, other))
        )

    def tables(self, session: str = "") -> list[int]:
        """The stage's tables that are free for a session, in order."""
        busy = self.busy(session)
        return [table for table in self.own if table not in busy]


def free_hall(stage: Stage) -> FreeHall:
    """Read what is free for `stage`; two queries."""
    areas = areas_of(stage.event)
    if areas:
        whole = {table for area in areas for table in area.numbers}
        named = [area for area in areas if area.name in stage.areas] or areas
        own = sorted(table for area in named for table in area.numbers if table >= stage.first_table)
    else:
        whole = set(range(1, LAST_TABLE + 1))
        own = list(range(stage.first_table, LAST_TABLE + 1))
    return FreeHall(tuple(own), frozenset(whole), _taken_elsewhere(stage))


def _taken_elsewhere(stage: Stage) -> dict[str, frozenset[int]]:
    """Tables of open rounds of the stages that may run beside this one, by session."""
    stages = list(stage.event.stages.all())
    beside = [one.pk for one in stages if one.pk != stage.pk and at_once(stage, one, stages)]
    if not beside:
        return {}
    rows = Match.objects.filter(round__group__stage__in=beside, table__isnull=False)
    rows = rows.exclude(round__state=RoundState.CLOSED).order_by()
    taken: dict[str, set[int]] = {}
    for session, table in rows.values_list("round__group__session", "table").distinct():
        taken.setdefault(session, set()).add(table or 0)
    return {session: frozenset(tables) for session, tables in taken.items()}


def hall_tables(stage: Stage, *, group_session: str = "") -> list[int]:
    """The hall's numbers that are free for a stage, in order: its areas with their gaps, from its first table
    on, without those of other stages that may play at the same time.

    An event without areas has all numbers up to `LAST_TABLE`. Two queries.
    """
    return free_hall(stage).tables(group_session)


@dataclass(frozen=True, slots=True)
class GroupNeed:
    """How many tables a group fills, and the fixed tables of its pairs by pair number."""

    group: Group
    count: int
    fixed: Mapping[int, int]


def group_needs(stage: Stage) -> list[GroupNeed]:
    """What every group needs of the hall, in the groups' order; two queries."""
    rows = stage.entries.filter(group__isnull=False).order_by("position", "pair__number")
    sizes: dict[int, int] = {}
    fixed: dict[int, dict[int, int]] = {}
    for group, number, table in rows.values_list("group_id", "pair__number", "pair__fixed_table"):
        sizes[group or 0] = sizes.get(group or 0, 0) + 1
        if table:
            fixed.setdefault(group or 0, {})[number] = table
    groups = stage.groups.order_by("ordinal")
    return [GroupNeed(one, sizes.get(one.pk, 0) // 2, fixed.get(one.pk, {})) for one in groups]


def blocks(needs: Sequence[GroupNeed], hall: FreeHall, *, strict: bool = True) -> dict[int, list[int]]:
    """The tables of every group by its key: they are its own through all rounds, so that groups may go on by
    themselves, and groups of different sessions use the same ones.

    A group first gets the fixed tables of its pairs, wherever in the hall they are free, the earlier group
    before the later; then the next free numbers. Raises `PairingError` `not_enough_tables` (needed, have:
    both of the session in which they do not suffice) unless `strict` is False: then a block may be short.
    """
    given: dict[str, set[int]] = {}
    found: dict[int, list[int]] = {}
    for need in needs:
        session = need.group.session
        out = hall.busy(session) | _given(given, session)
        kept = {table for table in need.fixed.values() if table in hall.whole and table not in out}
        found[need.group.pk] = sorted(kept)
        given.setdefault(session, set()).update(kept)
    for need in needs:
        session, block = need.group.session, found[need.group.pk]
        out = hall.busy(session) | _given(given, session)
        free = (table for table in hall.own if table not in out)
        block += [table for _place, table in zip(range(need.count - len(block)), free, strict=False)]
        given.setdefault(session, set()).update(block)
        if strict and len(block) < need.count:
            needed, have = shortage(needs, hall, session)
            raise PairingError("not_enough_tables", needed=needed, have=have)
        block.sort()
    return found


def _given(given: Mapping[str, set[int]], session: str) -> set[int]:
    """Tables that other groups have which may play while this session does."""
    return set().union(*(tables for other, tables in given.items() if sessions_meet(session, other)))


def shortage(needs: Sequence[GroupNeed], hall: FreeHall, session: str) -> tuple[int, int]:
    """How many tables the groups need that may play while `session` does, and how many are free for them."""
    needed = sum(one.count for one in needs if sessions_meet(session, one.group.session))
    return needed, len(hall.tables(session))


def seats_in_hall(
    stage: Stage, group: Group, couples: Sequence[tuple[int, int]]
) -> tuple[tuple[int, ...], tuple[Note, ...]]:
    """The hall's tables for the matches of a group's next round, in their order, the leaders first.

    They come from the group's own block; tables at which another group of the session has an open round are
    left to it, and what is missing then is taken from what no group uses. Fixed tables are kept. Returns
    what `pairing.hall.assign` does and raises as it does. Five queries.
    """
    needs, hall = group_needs(stage), free_hall(stage)
    fixed = next(one.fixed for one in needs if one.group.pk == group.pk)
    all_blocks = blocks(needs, hall, strict=False)
    busy = _busy_beside(stage, group)
    own = [table for table in all_blocks[group.pk] if table not in busy]
    reserved = {
        table
        for one in needs
        if sessions_meet(group.session, one.group.session)
        for table in all_blocks[one.group.pk]
    }
    spare = [table for table in hall.tables(group.session) if table not in busy | reserved]
    missing = max(len(couples) - len(own), 0)
    return assign(couples, sorted(own + spare[:missing]), fixed)


def _busy_beside(stage: Stage, group: Group) -> set[int]:
    """Tables at which another group of the stage, of a session that may run now, has an open round."""
    rows = Match.objects.filter(round__group__stage=stage, table__isnull=False).order_by()
    rows = rows.exclude(round__group=group).exclude(round__state=RoundState.CLOSED)
    found = rows.values_list("round__group__session", "table").distinct()
    return {table or 0 for session, table in found if sessions_meet(group.session, session)}
