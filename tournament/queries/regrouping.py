"""What a group that is short of pairs can become before it plays: a smaller one, or one with another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pairing.errors import PairingError
from pairing.howell import howell
from pairing.rotation import most_rounds, rotation
from pairing.round_robin import round_robin
from pairing.schedule import Units
from pairing.seating import Movement
from tournament.models import Event, Group, Pair, ResultKind, Round, RoundState, Stage, StageEntry
from tournament.queries.leaving import GONE
from tournament.queries.results import standing_results

KNOWN_METHODS = ("rotation", "round_robin", "howell")
"""The ways of pairing whose rounds are made from the group's size: a group that shrinks needs them anew."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a group of `size` pairs plays: `rounds`, `tables` a round, and how often each has the bye."""

    size: int
    rounds: int
    tables: int
    fewest_byes: int
    most_byes: int


@dataclass(frozen=True, slots=True)
class MergeChoice:
    """Another group that has not begun, and what both together would play."""

    group: Group
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class ShortGroup:
    """A group of which `gone` have left before it played; `alone` is what the rest plays by itself.

    `is_public`: people have read its tables, which are published again.
    """

    stage: Stage
    group: Group
    gone: tuple[Pair, ...]
    alone: Outlook | None
    merges: tuple[MergeChoice, ...]
    is_public: bool


def outlook(stage: Stage, size: int) -> Outlook | None:
    """What a group of `size` pairs plays by its stage's method; None where it plays nothing or cannot."""
    try:
        movement = movement_of(stage, size)
    except PairingError:
        return None
    byes = [0] * size
    for one in movement.rounds:
        for bye in one.byes:
            byes[bye.who - 1] += 1
    return Outlook(size, len(movement.rounds), size // 2, min(byes), max(byes))


def movement_of(stage: Stage, size: int, units: Units = ()) -> Movement:
    """What a group of `size` pairs plays by its stage's method; `units` (by position) meet early.

    Raises `PairingError` as the movement does.
    """
    method = stage.pairing["method"]
    if method == "rotation":
        return rotation(size, int(stage.pairing.get("rounds", 3)), same_unit=units)
    if method == "howell":
        return howell(size, stage.planned_rounds or most_rounds(size), same_unit=units)
    return round_robin(size, legs=int(stage.pairing.get("legs", 1)), same_unit=units)


def short_groups(event: Event) -> list[ShortGroup]:
    """The drawn groups that have lost a pair before they played, by stage and group; three queries.

    Stages that are paired round by round are left out: their next round takes whoever is there.
    """
    entries = StageEntry.objects.filter(stage__event=event, group__isnull=False)
    by_group: dict[Group, list[StageEntry]] = defaultdict(list)
    for entry in entries.select_related("stage__event", "group", "pair__unit").order_by(
        "stage__ordinal", "group__ordinal", "position"
    ):
        if entry.group is not None and entry.stage.pairing.get("method") in KNOWN_METHODS:
            entry.group.stage = entry.stage
            by_group[entry.group].append(entry)
    if not any(entry.pair.status in GONE for found in by_group.values() for entry in found):
        return []
    begun, public = begun_groups(by_group), _public_groups(by_group)
    return [
        _short(group, by_group, begun, public)
        for group, found in by_group.items()
        if group.pk not in begun and any(entry.pair.status in GONE for entry in found)
    ]


def _short(
    group: Group, by_group: dict[Group, list[StageEntry]], begun: set[int], public: set[int]
) -> ShortGroup:
    present = len(staying(by_group[group]))
    choices = []
    for other, found in by_group.items():
        if other.stage_id == group.stage_id and other != group and other.pk not in begun:
            both = outlook(group.stage, present + len(staying(found)))
            choices += [MergeChoice(other, both)] if both else []
    gone = tuple(entry.pair for entry in by_group[group] if entry.pair.status in GONE)
    alone = outlook(group.stage, present)
    return ShortGroup(group.stage, group, gone, alone, tuple(choices), group.pk in public)


def staying(entries: Iterable[StageEntry]) -> list[StageEntry]:
    """Those who still play, in their order."""
    return [entry for entry in entries if entry.pair.status not in GONE]


def begun_groups(groups: Iterable[Group]) -> set[int]:
    """The keys of the groups that have begun: a round was started, or something but a forfeit was entered."""
    named = [group.pk for group in groups]
    started = Round.objects.filter(group__in=named, state__in=[RoundState.PLAYING, RoundState.CLOSED])
    played = standing_results().filter(match__round__group__in=named).exclude(kind=ResultKind.FORFEIT)
    return set(started.values_list("group_id", flat=True)) | set(
        played.values_list("match__round__group_id", flat=True)
    )


def _public_groups(groups: Iterable[Group]) -> set[int]:
    rounds = Round.objects.filter(group__in=[one.pk for one in groups]).exclude(state=RoundState.DRAFT)
    return set(rounds.values_list("group_id", flat=True))
