"""Make the rounds of a stage from its groups: all of them where the method knows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from pairing.errors import PairingError
from pairing.hall import assign
from pairing.seating import Movement, Note, seat
from pairing.seating import Round as Seated
from tournament.actions.draw_groups import refuse_after_start, refuse_other_draw
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Group, Match, MatchKind, Pair, Result, Round, RoundState, Stage, StageEntry
from tournament.models.stages import json_of_reasons
from tournament.queries.hall import blocks, free_hall, group_needs
from tournament.queries.regrouping import KNOWN_METHODS, movement_of

FEWEST = 2  # pairs of a group that play


@action
def make_rounds(*, stage: Stage, by: Actor, based_on: int | None = None, submission: str = "") -> Stage:
    """Seat every round of a rotation, round robin or Howell at its tables; drafts made before are replaced.

    A group of one pair has no rounds: the pair is first in it. `based_on` is the number of the draw that the
    person saw. Raises `Conflict`; `ActionRefused`: `groups_not_drawn`, `rounds_already_made` (once one is
    public or has a result), `pairing_not_known` for methods that pair round by round; `PairingError`
    `too_few_pairs` where no group has two pairs, `not_enough_tables`, and whatever the movement refuses.
    """
    locked(stage.event)
    if stage.pairing.get("method") not in KNOWN_METHODS:
        raise ActionRefused("pairing_not_known")
    refuse_other_draw(stage, based_on)
    entries = drawn_entries(stage)
    refuse_standing_rounds(stage)
    Round.objects.filter(group__stage=stage).delete()
    tables = blocks(group_needs(stage), free_hall(stage))
    if max(map(len, entries.values())) < FEWEST:
        raise PairingError("too_few_pairs", pairs=sum(map(len, entries.values())))
    for group in stage.groups.order_by("ordinal"):
        if len(entries[group.pk]) >= FEWEST:
            make_group(stage, group, entries[group.pk], tables[group.pk])
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


def movement_of_group(stage: Stage, entries: list[StageEntry]) -> Movement:
    """The movement of one group by its stage's method; pairs of one unit meet as early as possible.

    Where the stage ignores units they play no part here either: off means off. Nor do they where the group is
    the unit.
    """
    units = [entry.pair.unit.key if entry.pair.unit else None for entry in entries]
    if stage.same_unit == "ignore" or stage.grouping.get("method") == "unit":
        units = []
    return movement_of(stage, len(entries), units)


def make_group(stage: Stage, group: Group, entries: list[StageEntry], hall: Sequence[int]) -> int:
    """Seat every round of one group at its tables of the hall; returns how many rounds."""
    pairs = {entry.pair.number: entry.pair for entry in entries}
    movement = movement_of_group(stage, entries)
    store_rounds(group, seat(movement, list(pairs)), pairs, hall)
    return len(movement.rounds)


def store_rounds(group: Group, seated: Iterable[Seated], pairs: dict[int, Pair], hall: Sequence[int]) -> None:
    """Store seated rounds as drafts; `hall` has the hall's number of the group's table 1, 2 and so on.

    Whoever must stay at one table changes with the match that would play there, round by round; a fixed
    table that cannot be kept is a note of its round.
    """
    placed = [(one, _placed(one, pairs, hall)) for one in seated]
    rounds = Round.objects.bulk_create(
        Round(group=group, number=one.number, notes=json_of_reasons(notes)) for one, (_, notes) in placed
    )
    Match.objects.bulk_create(
        match
        for round_, (one, (tables, _)) in zip(rounds, placed, strict=True)
        for match in _matches(round_, one, pairs, tables)
    )


def _placed(
    seated: Seated, pairs: dict[int, Pair], hall: Sequence[int]
) -> tuple[tuple[int, ...], tuple[Note, ...]]:
    """The hall's tables for one round in the order of its matches, and the fixed ones that are not kept."""
    fixed = {number: pair.fixed_table for number, pair in pairs.items() if pair.fixed_table}
    usual = [hall[table.table - 1] for table in seated.tables]
    rest = [table for table in hall if table not in usual]
    return assign([(table.ns, table.ew) for table in seated.tables], usual + rest, fixed, others="swap")


def _matches(round_: Round, seated: Seated, pairs: dict[int, Pair], hall: Sequence[int]) -> list[Match]:
    tables = [
        Match(
            round=round_,
            table=number,
            ns=pairs[table.ns],
            ew=pairs[table.ew],
            reasons=json_of_reasons(table.reasons),
        )
        for table, number in zip(seated.tables, hall, strict=True)
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
