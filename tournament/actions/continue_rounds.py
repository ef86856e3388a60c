"""Add the rounds that a stage still lacks to those that its archive brought along."""

from __future__ import annotations

from pairing.continuing import continued
from pairing.seating import Bye, Table
from pairing.seating import Round as Seated
from tournament.actions.make_rounds import (
    FEWEST,
    drawn_entries,
    make_group,
    movement_of_group,
    store_rounds,
)
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused
from tournament.models import Group, Match, MatchKind, Stage, StageEntry
from tournament.queries.hall import blocks, free_hall, group_needs
from tournament.queries.regrouping import KNOWN_METHODS


@action
def continue_rounds(*, stage: Stage, by: Actor, submission: str = "") -> Stage:
    """Make the missing rounds of a rotation or round robin of which the first ones stand; those stay.

    A group without any round gets all of them. Raises `ActionRefused`: `pairing_not_known`,
    `groups_not_drawn`, and `rounds_already_paired` where nothing is missing, where a pair has left or missed
    a round, or where the rounds that stand are not the beginning of the stage's own way of pairing.
    """
    locked(stage.event)
    if stage.pairing.get("method") not in KNOWN_METHODS:
        raise ActionRefused("pairing_not_known")
    entries = drawn_entries(stage)
    tables = blocks(group_needs(stage), free_hall(stage))
    added = 0
    for group in stage.groups.order_by("ordinal"):
        if len(entries[group.pk]) < FEWEST:
            continue
        if group.rounds.exists():
            added += _continue_group(stage, group, entries[group.pk])
        else:
            added += make_group(stage, group, entries[group.pk], tables[group.pk])
    if not added:
        raise ActionRefused("rounds_already_paired", stage=stage.name)
    record(stage.event, by, "make_rounds", stage=stage.name)
    return stage


def is_whole(stage: Stage) -> bool:
    """Whether every group has all the rounds that its way of pairing gives; never known where it pairs round
    by round."""
    if stage.pairing.get("method") not in KNOWN_METHODS:
        return False
    entries = drawn_entries(stage)
    return all(
        group.rounds.count() >= len(movement_of_group(stage, entries[group.pk]).rounds)
        for group in stage.groups.order_by("ordinal")
        if len(entries[group.pk]) >= FEWEST
    )


def _continue_group(stage: Stage, group: Group, entries: list[StageEntry]) -> int:
    """How many rounds were added to the group."""
    movement = movement_of_group(stage, entries)
    made = _made(group)
    if len(made) >= len(movement.rounds):
        return 0
    numbers = sorted(entry.pair.number for entry in entries)
    whole = all(_named(one) == numbers for one in made)
    in_order = [one.number for one in made] == list(range(1, len(made) + 1))
    further = continued(movement, made) if whole and in_order else None
    if further is None or any(entry.left is not None for entry in entries):
        raise ActionRefused("rounds_already_paired", stage=stage.name)
    hall = sorted(table.table for table in made[-1].tables)
    store_rounds(group, further, {entry.pair.number: entry.pair for entry in entries}, hall)
    return len(further)


def _made(group: Group) -> list[Seated]:
    """The rounds that stand, as the pure package sees them; a missed round names nobody."""
    matches = Match.objects.filter(round__group=group).select_related("round", "ns", "ew")
    by_round: dict[int, list[Match]] = {one.number: [] for one in group.rounds.order_by("number")}
    for match in matches.order_by("table", "pk"):
        by_round[match.round.number].append(match)
    return [
        Seated(
            number,
            tuple(
                Table(match.ns.number, match.ew.number, match.table or 0)
                for match in drawn
                if match.kind == MatchKind.PLAY and match.ew is not None
            ),
            tuple(Bye(match.ns.number) for match in drawn if match.kind == MatchKind.BYE),
        )
        for number, drawn in by_round.items()
    ]


def _named(one: Seated) -> list[int]:
    at_tables = [number for table in one.tables for number in (table.ns, table.ew)]
    return sorted(at_tables + [bye.who for bye in one.byes])
