"""Make the rounds of a stage from its groups: all of them where the method knows them."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from itertools import islice

from pairing.errors import PairingError
from pairing.howell import howell
from pairing.rotation import most_rounds, rotation
from pairing.round_robin import round_robin
from pairing.seating import Movement, seat
from pairing.seating import Round as Seated
from tournament.actions.draw_groups import refuse_after_start, refuse_other_draw
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Group, Match, MatchKind, Pair, Result, Round, RoundState, Stage, StageEntry
from tournament.models.stages import json_of_reasons

FEWEST = 2  # pairs of a group that play
KNOWN_METHODS = ("rotation", "round_robin", "howell")


@action
def make_rounds(*, stage: Stage, by: Actor, based_on: int | None = None, submission: str = "") -> Stage:
    """Seat every round of a rotation, round robin or Howell at its tables; drafts made before are replaced.

    A group of one pair has no rounds: the pair is first in it. `based_on` is the number of the draw that the
    person saw. Raises `Conflict`; `ActionRefused`: `groups_not_drawn`, `rounds_already_made` (once one is
    public or has a result), `pairing_not_known` for methods that pair round by round; `PairingError`
    `too_few_pairs` where no group has two pairs, and whatever the movement refuses.
    """
    locked(stage.event)
    if stage.pairing.get("method") not in KNOWN_METHODS:
        raise ActionRefused("pairing_not_known")
    refuse_other_draw(stage, based_on)
    entries = drawn_entries(stage)
    refuse_standing_rounds(stage)
    Round.objects.filter(group__stage=stage).delete()
    first_tables = tables_by_group(stage, entries)
    if max(map(len, entries.values())) < FEWEST:
        raise PairingError("too_few_pairs", pairs=sum(map(len, entries.values())))
    for group in stage.groups.order_by("ordinal"):
        if len(entries[group.pk]) >= FEWEST:
            make_group(stage, group, entries[group.pk], first_tables[group.pk])
    record(stage.event, by, "make_rounds", stage=stage.name)
    return stage


def drawn_entries(stage: Stage) -> dict[int, list[StageEntry]]:
    """Entries by group in position order; refused while somebody has no place."""
    placed: dict[int, list[StageEntry]] = defaultdict(list)
    entries = stage.entries.select_related("pair__unit").order_by("group__ordinal", "position")
    for entry in entries:
        if entry.group_id is None or entry.position is None:
            raise ActionRefused("groups_not_drawn", stage=stage.name)
        placed[entry.group_id].append(entry)
    if not placed:
        raise ActionRefused("groups_not_drawn", stage=stage.name)
    return placed


def refuse_standing_rounds(stage: Stage) -> None:
    """Only drafts without results may be made again."""
    rounds = Round.objects.filter(group__stage=stage)
    standing = rounds.exclude(state=RoundState.DRAFT).exists()
    if standing or Result.objects.filter(match__round__in=rounds).exists():
        raise ActionRefused("rounds_already_made", stage=stage.name)


def tables_by_group(stage: Stage, entries: dict[int, list[StageEntry]]) -> dict[int, int]:
    """The first hall table of every group; groups of different sessions use the same tables again."""
    following: dict[str, int] = {}
    first: dict[int, int] = {}
    for group in stage.groups.order_by("ordinal"):
        first[group.pk] = following.get(group.session, stage.first_table)
        following[group.session] = first[group.pk] + len(entries[group.pk]) // 2
    return first


def movement_of(stage: Stage, entries: list[StageEntry]) -> Movement:
    """The movement of one group by its stage's method; pairs of one unit meet as early as possible.

    Where the stage ignores units they play no part here either: off means off. Nor do they where the group is
    the unit.
    """
    units = [entry.pair.unit.key if entry.pair.unit else None for entry in entries]
    if stage.same_unit == "ignore" or stage.grouping.get("method") == "unit":
        units = []
    if stage.pairing["method"] == "rotation":
        return rotation(len(entries), int(stage.pairing.get("rounds", 3)), same_unit=units)
    if stage.pairing["method"] == "howell":
        return howell(len(entries), stage.planned_rounds or most_rounds(len(entries)), same_unit=units)
    return round_robin(len(entries), legs=int(stage.pairing.get("legs", 1)), same_unit=units)


def hall_numbers(stage: Stage, group: Group, count: int) -> list[int]:
    """The hall's tables for `count` matches of `group`, whose next round is being made.

    They begin where the group's tables begin; those at which another group of the session has an open round
    are left to it.
    """
    entries = drawn_entries(stage)
    first = tables_by_group(stage, entries)[group.pk]
    rounds = Round.objects.filter(group__stage=stage, group__session=group.session)
    busy = Match.objects.filter(round__in=rounds.exclude(group=group).exclude(state=RoundState.CLOSED))
    taken = set(busy.values_list("table", flat=True))
    return list(islice((table for table in itertools.count(first) if table not in taken), count))


def make_group(stage: Stage, group: Group, entries: list[StageEntry], first_table: int) -> int:
    """Seat every round of one group from `first_table` on; returns how many rounds."""
    pairs = {entry.pair.number: entry.pair for entry in entries}
    movement = movement_of(stage, entries)
    hall = list(range(first_table, first_table + movement.table_count))
    store_rounds(group, seat(movement, list(pairs)), pairs, hall)
    return len(movement.rounds)


def store_rounds(group: Group, seated: Iterable[Seated], pairs: dict[int, Pair], hall: list[int]) -> None:
    """Store seated rounds as drafts; `hall` has the hall's number of the group's table 1, 2 and so on."""
    seated = list(seated)
    rounds = Round.objects.bulk_create(Round(group=group, number=one.number) for one in seated)
    Match.objects.bulk_create(
        match
        for round_, one in zip(rounds, seated, strict=True)
        for match in _matches(round_, one, pairs, hall)
    )


def _matches(round_: Round, seated: Seated, pairs: dict[int, Pair], hall: list[int]) -> list[Match]:
    tables = [
        Match(
            round=round_,
            table=hall[table.table - 1],
            ns=pairs[table.ns],
            ew=pairs[table.ew],
            reasons=json_of_reasons(table.reasons),
        )
        for table in seated.tables
    ]
    return tables + [Match(round=round_, kind=MatchKind.BYE, ns=pairs[bye.who]) for bye in seated.byes]


@action
def undo_draw(*, stage: Stage, by: Actor, based_on: int | None = None, submission: str = "") -> Stage:
    """Take back groups and rounds that are still drafts; the draws stay counted."""
    locked(stage.event)
    refuse_after_start(stage)
    refuse_other_draw(stage, based_on)
    give_up_draft(stage)
    record(stage.event, by, "undo_draw", stage=stage.name)
    return stage


def give_up_draft(stage: Stage) -> None:
    """Empty the stage: no groups, no rounds, nobody placed. Its draws stay in the record."""
    stage.draws.update(is_current=False)
    Round.objects.filter(group__stage=stage).delete()
    stage.entries.all().delete()
    stage.groups.all().delete()
