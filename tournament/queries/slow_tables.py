"""The slow table: groups of a Swiss whose round wants only a few results, and rounds prepared for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError
from scoring.records import DealsCodec
from scoring.rules import Side
from scoring.schemes import HundredPlus
from scoring.scoresheet import Ended, Scoresheet, judge
from tournament.models import (
    Draw,
    DrawKind,
    Group,
    Match,
    MatchKind,
    PreparedRound,
    RoundState,
    Running,
    Stage,
)
from tournament.queries.paired_rounds import GroupTurn, has_more_rounds, turns_of
from tournament.queries.results import standing_results

MOST_OPEN = 3
"""With more tables open there are too many ways in which a round may end."""
USUAL_DIFFERENCE = 4

Seat = tuple[int, int, int]  # table of the round, 南北, 东西


@dataclass(frozen=True, slots=True)
class SlowGroup:
    """A group whose last round wants up to `MOST_OPEN` results; `next` is the round that may be prepared."""

    group: Group
    next: int
    open: tuple[Match, ...]


def slow_groups(stage: Stage) -> list[SlowGroup]:
    """The groups of a Swiss whose next round can be prepared already."""
    if stage.pairing.get("method") != "swiss":
        return []
    waiting = [turn for turn in turns_of(stage) if is_slow(stage, turn)]
    return [SlowGroup(turn.group, turn.next, _open_tables(turn)) for turn in waiting]


def is_slow(stage: Stage, turn: GroupTurn) -> bool:
    """Whether a group of a Swiss waits for its last few results only."""
    if stage.pairing.get("method") != "swiss":
        return False
    few = list(turn.missing) == [turn.last] and len(turn.missing[turn.last]) <= MOST_OPEN
    return few and turn.state != RoundState.DRAFT and has_more_rounds(stage, turn)


def _open_tables(turn: GroupTurn) -> tuple[Match, ...]:
    matches = Match.objects.filter(round__group=turn.group, round__number=turn.last, kind=MatchKind.PLAY)
    open_ = matches.exclude(pk__in=standing_results().filter(match__in=matches).values("match"))
    people = open_.select_related("ns__unit", "ew__unit").prefetch_related("ns__players", "ew__players")
    return tuple(people.order_by("table"))


def assumed_before(slow: SlowGroup) -> dict[int, tuple[int, bool]]:
    """By table: how it was assumed to end when this round was prepared last. One query."""
    row = PreparedRound.objects.filter(group=slow.group, number=slow.next).order_by("pk").first()
    told = row.assumed if row else []
    return {one["table"]: (one["difference"], one["passed"]) for one in told if one["winner"]}


def usual_ending(stage: Stage, match: Match) -> tuple[int, bool]:
    """What is asked first: by how many levels, and whether by passing A.

    As the deals written down so far stand, where somebody leads; else a usual difference.
    """
    passed = isinstance(stage.scoring_rules.scheme, HundredPlus)
    running = Running.objects.filter(match=match).first()
    if running is not None and running.deals:
        try:
            deals = DealsCodec().read(running.deals, "deals")
            lead = abs(judge(Scoresheet(ended=Ended.TIME, deals=deals), stage.scoring_rules).level_diff)
        except ScoringError:
            lead = 0
        if lead:
            return lead, passed
    return USUAL_DIFFERENCE, passed


def may_draw(stage: Stage) -> bool:
    """Whether a match of this stage can end drawn."""
    return bool(stage.scoring_rules.scheme.allows_draw)


def winners(stage: Stage) -> list[Side | None]:
    """The ways in which one match may end, 南北 first."""
    return [Side.NS, Side.EW, None] if may_draw(stage) else [Side.NS, Side.EW]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which the open tables may end, and the round that then follows.

    `changing` are its tables that are not the same in every outcome.
    """

    assumed: tuple[dict[str, Any], ...]
    seats: tuple[Seat, ...]
    changing: tuple[Seat, ...]
    byes: tuple[int, ...]
    notes: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """The round of a group prepared for every outcome: what is the same in all of them, and each."""

    group: Group
    number: int
    same: tuple[Seat, ...]
    outcomes: tuple[Outcome, ...]


def alike(outcomes: Sequence[Outcome]) -> list[list[Outcome]]:
    """The outcomes that lead to the same tables, byes and remarks together, those that most lead to first."""
    found: dict[str, list[Outcome]] = {}
    for one in outcomes:
        found.setdefault(repr((one.seats, one.byes, one.notes)), []).append(one)
    return sorted(found.values(), key=len, reverse=True)


def prepared_rounds(number: int, group: Group) -> Prepared | None:
    """What was prepared for round `number` of `group`; None when nothing was. One query."""
    rows = list(PreparedRound.objects.filter(group=group, number=number).order_by("pk"))
    if not rows:
        return None
    seats = [seats_of(row.tables) for row in rows]
    same = set(seats[0]).intersection(*seats)
    outcomes = tuple(
        Outcome(
            assumed=tuple(row.assumed),
            seats=own,
            changing=tuple(seat for seat in own if seat not in same),
            byes=tuple(row.byes),
            notes=tuple(row.notes),
        )
        for row, own in zip(rows, seats, strict=True)
    )
    return Prepared(group, number, tuple(sorted(same)), outcomes)


def seats_of(tables: Sequence[dict[str, Any]]) -> tuple[Seat, ...]:
    """The stored tables of a prepared round as (table, 南北, 东西)."""
    return tuple((one["table"], one["ns"], one["ew"]) for one in tables)


def prepared_seed(group: Group, number: int) -> int | None:
    """The seed with which round `number` was prepared, for its first pairing: so the prepared tables come out
    where the results are as assumed. None when nothing was prepared, or the round was paired before.
    """
    drawn = Draw.objects.filter(group=group, kind=DrawKind.PAIRINGS, round_number=number)
    row = PreparedRound.objects.filter(group=group, number=number).first()
    return None if row is None or drawn.exists() else int(row.basis["seed"])


def unlike_prepared(number: int, group: Group) -> tuple[int, ...] | None:
    """The tables of the round as it was made that are otherwise than prepared; the nearest outcome counts.

    None where nothing was prepared. Two queries.
    """
    prepared = prepared_rounds(number, group)
    if prepared is None:
        return None
    rows = Match.objects.filter(round__group=group, round__number=number, kind=MatchKind.PLAY)
    made = {(table or 0, ns, ew) for table, ns, ew in rows.values_list("table", "ns__number", "ew__number")}
    unlike = [tuple(sorted(seat[0] for seat in made.difference(one.seats))) for one in prepared.outcomes]
    return min(unlike, key=len)
