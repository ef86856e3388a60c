"""How far the groups of a stage that is paired round by round have come, and what stops the next round."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count

from tournament.errors import ActionRefused
from tournament.models import Group, Match, MatchKind, Round, RoundState, Stage
from tournament.queries.results import standing_results

OPEN_METHODS = ("swiss", "random")
"""The ways of pairing whose next round takes whoever is there; all others know their pairs beforehand."""

METHODS = (*OPEN_METHODS, "knockout")
"""The ways of pairing that need the results so far, or chance, for every single round."""


def is_by_rounds(stage: Stage) -> bool:
    """Whether the rounds of `stage` are paired one by one."""
    return stage.pairing.get("method") in METHODS


def keeps_absences(stage: Stage) -> bool:
    """Whether somebody can be left out of a round of `stage` before it is paired; who is away from a
    knock-out is out of it."""
    return stage.pairing.get("method") in OPEN_METHODS


def keeps_wishes(stage: Stage) -> bool:
    """Whether meetings can be asked of a round of `stage` before it is paired; a bracket is drawn once."""
    return keeps_absences(stage) or bool(stage.is_knockout and stage.pairing.get("redraw"))


def rounds_planned(stage: Stage) -> int | None:
    """How many rounds a stage paired round by round is to have; None where the method finds its own end.

    A draw of one opponent is one round unless more are asked for.
    """
    if stage.planned_rounds is None and stage.pairing.get("method") == "random":
        return 1
    return stage.planned_rounds


@dataclass(frozen=True, slots=True)
class GroupTurn:
    """One group: the number of its last round (0: none yet), that round's state, and its tables without a
    result by round number."""

    group: Group
    last: int
    state: RoundState | None
    missing: dict[int, tuple[int, ...]]

    @property
    def next(self) -> int:
        """The number of the round that comes next."""
        return self.last + 1


def turns_of(stage: Stage) -> list[GroupTurn]:
    """How far every group has come, in the groups' order. Three queries."""
    states: dict[int, dict[int, str]] = defaultdict(dict)
    for group, number, state in Round.objects.filter(group__stage=stage).values_list(
        "group_id", "number", "state"
    ):
        states[group][number] = state
    open_ = Match.objects.filter(round__group__stage=stage, kind=MatchKind.PLAY)
    open_ = open_.exclude(pk__in=standing_results().filter(match__round__group__stage=stage).values("match"))
    missing: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for group, number, table in open_.order_by("table").values_list(
        "round__group_id", "round__number", "table"
    ):
        missing[group][number].append(table or 0)
    groups = list(stage.groups.annotate(size=Count("entries")).order_by("ordinal"))
    playing = [group for group in groups if group.size > 1] or groups  # a pair alone is first, unplayed
    return [_turn(group, states[group.pk], missing[group.pk]) for group in playing]


def _turn(group: Group, states: dict[int, str], missing: dict[int, list[int]]) -> GroupTurn:
    last = max(states, default=0)
    return GroupTurn(
        group=group,
        last=last,
        state=RoundState(states[last]) if last else None,
        missing={number: tuple(tables) for number, tables in sorted(missing.items())},
    )


def refusal_of(stage: Stage, turn: GroupTurn, wanted: int | None = None) -> ActionRefused | None:
    """Why the next round of a group cannot be made now; None when it can.

    `wanted` is the number of the round that was asked for. A round that stands and of which nothing has been
    played is the one that was meant: it is made already.
    """
    if (wanted is not None and turn.last >= wanted) or turn.state == RoundState.DRAFT:
        return ActionRefused("round_already_paired", round=wanted or turn.last)
    if wanted is not None and wanted > turn.next:  # the page is older than the undoing of a round
        return ActionRefused("round_not_next", round=wanted, next=turn.next)
    if turn.missing:
        number, tables = next(iter(turn.missing.items()))
        return ActionRefused(
            "earlier_tables_missing", round=number, next=turn.next, count=len(tables), tables=list(tables)
        )
    planned = rounds_planned(stage)
    if planned is not None and turn.last >= planned:
        return ActionRefused("all_rounds_paired", stage=stage.name, rounds=planned)
    return None


def has_more_rounds(stage: Stage, turn: GroupTurn) -> bool:
    """Whether a group of a Swiss or a random draw, begun, still has rounds to come that are not paired."""
    if stage.pairing.get("method") not in OPEN_METHODS or not turn.last:
        return False
    planned = rounds_planned(stage)
    return planned is None or turn.last < planned
