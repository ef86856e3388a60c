"""Lots drawn by hand and typed in (抽签录入): who drew which 签号."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pairing.errors import PairingError
from pairing.grouping import group_name, manual
from pairing.lots import Chance
from pairing.lots_board import Lot, LotsBoard
from tournament.actions.draw_groups import (
    entrants_or_refuse,
    keep_draw,
    place,
    refuse_after_start,
    refuse_open_lots,
    refuse_other_draw,
    start_over,
)
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Draw, DrawKind, Stage, StageEntry
from tournament.queries.drawing import KNOWN, group_sizes, lots_board_of

# Beside which field of the entry line a refusal of the board belongs.
FIELD_OF = {"unknown_pair": "number", "pair_drew_already": "number"}


@action
def open_lots(*, stage: Stage, by: Actor, based_on: int | None = None, submission: str = "") -> Stage:
    """Lay out the groups with every place free, ready for lots; an earlier unpublished draw is dropped.

    `based_on` as in `draw_groups`. Raises what that raises; takes every method of grouping but those that say
    by themselves who plays together (`grouping_is_known`).
    """
    locked(stage.event)
    refuse_after_start(stage)
    refuse_other_draw(stage, based_on)
    refuse_open_lots(stage, based_on)
    if stage.grouping.get("method") in KNOWN:
        raise ActionRefused("grouping_is_known")
    coming = entrants_or_refuse(stage)
    parts = group_sizes(stage, len(coming.pairs))
    start_over(stage, coming, len(parts))
    record(stage.event, by, "open_lots", stage=stage.name)
    return stage


@action
def type_lot(*, stage: Stage, number: int, lot: str, by: Actor, submission: str = "") -> StageEntry:
    """Note that pair `number` drew `lot`, typed as `LotsBoard.typed` reads it (A3, ａ 3, running numbers).

    Raises `ActionRefused` `lots_not_open`, `lots_finished`, and the codes of `LotsBoard.typed`, each beside
    its field `number` or `lot`.
    """
    locked(stage.event)
    board = _open_board(stage)
    try:
        _, drawn = board.typed(number, lot).drawn[-1]
    except PairingError as error:
        raise ActionRefused(error.code, field=FIELD_OF.get(error.code, "lot"), **error.params) from error
    return _take(stage, number, drawn, by, "type_lot")


@action
def draw_lot(*, stage: Stage, number: int, seed: int, by: Actor, submission: str = "") -> StageEntry:
    """Let the computer take a lot out of the box for pair `number`, each of those left with the same chance.

    The journal keeps the seed. Raises what `type_lot` raises, and `lots_all_drawn` for an empty box.
    """
    locked(stage.event)
    board = _open_board(stage)
    if not board.left:
        raise ActionRefused("lots_all_drawn", field="number")
    lot = board.left[Chance(seed, f"lot-{stage.ordinal}-{number}").below(len(board.left))]
    try:
        board.typed(number, lot.name)
    except PairingError as error:
        raise ActionRefused(error.code, field="number", **error.params) from error
    return _take(stage, number, lot, by, "draw_lot", seed=str(seed))


def _take(stage: Stage, number: int, lot: Lot, by: Actor, verb: str, **told: Any) -> StageEntry:
    entry = _put(stage, number, lot.group, lot.position)
    told |= {"group": group_name(lot.group), "position": lot.position}
    record(stage.event, by, verb, stage=stage.name, number=number, **told)
    return entry


def _open_board(stage: Stage) -> LotsBoard:
    refuse_after_start(stage)
    if not stage.entries.exists():
        raise ActionRefused("lots_not_open")
    if stage.draws.filter(kind=DrawKind.GROUPS, is_current=True).exists():
        raise ActionRefused("lots_finished")
    return lots_board_of(stage)


def _put(stage: Stage, number: int, group: int, position: int) -> StageEntry:
    entry = stage.entries.get(pair__number=number)
    entry.group, entry.position = stage.groups.get(ordinal=group + 1), position
    entry.save(update_fields=["group", "position"])
    return entry


@action
def take_back_lot(*, stage: Stage, number: int, by: Actor, submission: str = "") -> StageEntry:
    """Free the place that pair `number` drew: it was typed wrongly. Raises `pair_has_no_lot` (pair)."""
    locked(stage.event)
    _open_board(stage)
    entry = stage.entries.filter(pair__number=number, position__isnull=False).first()
    if entry is None:
        raise ActionRefused("pair_has_no_lot", pair=number)
    entry.group = entry.position = None
    entry.save(update_fields=["group", "position"])
    record(stage.event, by, "take_back_lot", stage=stage.name, number=number)
    return entry


@action
def finish_lots(*, stage: Stage, by: Actor, submission: str = "") -> Draw:
    """Store the typed lots as the stage's draw once everybody has one; the last lot goes by itself.

    Raises `lots_missing` (count) while more than one is out, `lots_not_open`, `lots_finished`.
    """
    locked(stage.event)
    board = _open_board(stage)
    if board.waiting and len(board.left) > 1:
        raise ActionRefused("lots_missing", count=len(board.left))
    for number, lot in zip(board.waiting, board.left, strict=False):  # places of a bracket may stay empty
        _put(stage, number, lot.group, lot.position)
    made = keep_draw(stage, DrawKind.GROUPS, [list(group) for group in lots_board_of(stage).groups])
    record(stage.event, by, "finish_lots", stage=stage.name, count=made.ordinal)
    return made


@action
def set_groups(
    *,
    stage: Stage,
    groups: Sequence[Sequence[int]],
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Draw:
    """Write whole groups as drawn elsewhere: pair numbers in position order, group by group.

    `based_on` as in `draw_groups`. Refused with `groups_have_strangers` or `groups_miss_pairs` (numbers)
    unless they hold every entrant exactly once; `PairingError` `no_groups`, `group_size_too_small`,
    `pair_twice` (pair).
    """
    locked(stage.event)
    refuse_after_start(stage)
    refuse_other_draw(stage, based_on)
    coming = entrants_or_refuse(stage)
    grouping = manual(groups, smallest=1 if stage.grouping.get("method") in KNOWN else 2)
    _refuse_others(grouping.groups, {pair.number for pair in coming.pairs})
    start_over(stage, coming, len(grouping.groups))
    place(stage, grouping.groups)
    made = keep_draw(stage, DrawKind.GROUPS, [list(group) for group in grouping.groups])
    record(stage.event, by, "set_groups", stage=stage.name, count=made.ordinal)
    return made


def _refuse_others(groups: Sequence[Sequence[int]], entrants: set[int]) -> None:
    given = {number for group in groups for number in group}
    if strange := sorted(given - entrants):
        raise ActionRefused("groups_have_strangers", field="groups", numbers=strange)
    if missing := sorted(entrants - given):
        raise ActionRefused("groups_miss_pairs", field="groups", numbers=missing)
