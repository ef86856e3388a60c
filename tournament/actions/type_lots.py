"""Lots drawn by hand and typed in (抽签录入): who drew which 签号."""

from __future__ import annotations

from pairing.grouping import sizes
from tournament.actions.draw_groups import (
    entrants_or_refuse,
    keep_draw,
    place,
    refuse_after_start,
    start_over,
)
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Draw, DrawKind, Group, Pair, Stage, StageEntry


@action
def open_lots(*, stage: Stage, by: Actor, submission: str = "") -> Stage:
    """Lay out the groups with every place free, ready for lots; an earlier unpublished draw is dropped."""
    locked(stage.event)
    refuse_after_start(stage)
    coming = entrants_or_refuse(stage)
    count, size = stage.grouping.get("count"), stage.grouping.get("size")
    parts = sizes(len(coming.pairs), count=count or (None if size else 1), size=size)
    start_over(stage, coming, len(parts))
    record(stage.event, by, "open_lots", stage=stage.name)
    return stage


@action
def type_lot(
    *, stage: Stage, pair: Pair, group: Group, position: int, by: Actor, submission: str = ""
) -> StageEntry:
    """Note that `pair` drew `position` of `group`.

    Refused with `lot_taken` (number of the pair that has it), `lot_unknown` (no such place), `pair_has_lot`.
    """
    locked(stage.event)
    refuse_after_start(stage)
    entry = stage.entries.select_related("pair").filter(pair=pair).first()
    if entry is None:
        raise ActionRefused("pair_not_in_stage", field="pair", number=pair.number)
    if entry.position is not None:
        raise ActionRefused("pair_has_lot", field="pair", number=pair.number)
    holder = stage.entries.select_related("pair").filter(group=group, position=position).first()
    if holder is not None:
        raise ActionRefused("lot_taken", field="lot", number=holder.pair.number)
    if not 1 <= position <= places_of(stage).get(group.ordinal, 0):
        raise ActionRefused("lot_unknown", field="lot")
    entry.group, entry.position = group, position
    entry.save(update_fields=["group", "position"])
    record(
        stage.event, by, "type_lot", stage=stage.name, number=pair.number, group=group.name, position=position
    )
    return entry


@action
def take_back_lot(*, stage: Stage, pair: Pair, by: Actor, submission: str = "") -> StageEntry:
    """Free the place that `pair` drew: it was typed wrongly."""
    locked(stage.event)
    refuse_after_start(stage)
    entry = stage.entries.filter(pair=pair, position__isnull=False).first()
    if entry is None:
        raise ActionRefused("pair_has_no_lot", pair=pair.number)
    entry.group = entry.position = None
    entry.save(update_fields=["group", "position"])
    record(stage.event, by, "take_back_lot", stage=stage.name, number=pair.number)
    return entry


@action
def finish_lots(*, stage: Stage, by: Actor, submission: str = "") -> Draw:
    """Store the typed lots as the stage's draw once everybody has one (`lots_missing`, count)."""
    locked(stage.event)
    refuse_after_start(stage)
    entries = list(stage.entries.select_related("pair", "group"))
    missing = sum(entry.position is None for entry in entries)
    if missing or not entries:
        raise ActionRefused("lots_missing", count=missing)
    made = keep_draw(stage, DrawKind.GROUPS, numbers_by_group(stage))
    record(stage.event, by, "finish_lots", stage=stage.name, count=made.ordinal)
    return made


@action
def set_groups(*, stage: Stage, groups: tuple[tuple[int, ...], ...], by: Actor, submission: str = "") -> Draw:
    """Write whole groups as drawn elsewhere: pair numbers in position order, group by group.

    Refused with `groups_do_not_match` (count) unless they hold every entrant exactly once.
    """
    locked(stage.event)
    refuse_after_start(stage)
    coming = entrants_or_refuse(stage)
    given = sorted(number for group in groups for number in group)
    if given != sorted(pair.number for pair in coming.pairs):
        raise ActionRefused("groups_do_not_match", count=len(coming.pairs))
    start_over(stage, coming, len(groups))
    place(stage, groups)
    made = keep_draw(stage, DrawKind.GROUPS, [list(group) for group in groups])
    record(stage.event, by, "set_groups", stage=stage.name, count=made.ordinal)
    return made


def places_of(stage: Stage) -> dict[int, int]:
    """How many places each group has, by the group's ordinal, for as many pairs as have entered."""
    count, size = stage.grouping.get("count"), stage.grouping.get("size")
    parts = sizes(stage.entries.count(), count=count or (None if size else 1), size=size)
    return dict(enumerate(parts, 1))


def numbers_by_group(stage: Stage) -> list[list[int]]:
    """Pair numbers in position order, group by group."""
    rows: dict[int, list[int]] = {group.ordinal: [] for group in stage.groups.all()}
    placed = stage.entries.filter(group__isnull=False).order_by("group__ordinal", "position")
    for ordinal, number in placed.values_list("group__ordinal", "pair__number"):
        rows[ordinal].append(number)
    return list(rows.values())
