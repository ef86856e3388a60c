"""What the draw page of a stage says about its rounds, where they are paired one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.errors import ActionRefused
from tournament.models import (
    AbsenceKind,
    Match,
    MatchKind,
    Pair,
    PairStatus,
    Round,
    RoundState,
    Stage,
    Wish,
)
from tournament.queries.drawing import RosterChange
from tournament.queries.paired_rounds import GroupTurn, refusal_of, turns_of
from tournament.queries.results import standing_results
from tournament.queries.rounds import rounds_stamp, state_of
from tournament.queries.rounds_to_come import rounds_to_pair


@dataclass(frozen=True, slots=True)
class PairedRound:
    """One round over all groups that have it: what was said when it was paired, and what it holds by now.

    `with_result` are its tables that have one; `change` names who came or left since it was paired.
    """

    number: int
    rounds: tuple[Round, ...]
    table_count: int
    with_result: tuple[int, ...]
    change: RosterChange

    @property
    def state(self) -> RoundState:
        """The least advanced group's state."""
        return state_of(self.rounds)

    @property
    def stamp(self) -> int:
        """Tells this pairing from one made since."""
        return rounds_stamp(self.rounds)

    @property
    def is_draft(self) -> bool:
        """Whether nobody has seen all of it yet."""
        return self.state == RoundState.DRAFT

    @property
    def is_closed(self) -> bool:
        """Whether any group's round is closed: taking it back asks for the event's name."""
        return any(one.state == RoundState.CLOSED for one in self.rounds)

    @property
    def missing_count(self) -> int:
        """Tables without a result."""
        return self.table_count - len(self.with_result)

    @property
    def notes(self) -> list[dict[str, object]]:
        """The wishes that it breaks, group after group."""
        return [note for one in self.rounds for note in one.notes]


@dataclass(frozen=True, slots=True)
class PairingDesk:
    """Rounds paired one by one: how far, what stops the next, who will be away, what is wished.

    `next` is the round that is paired next; `stop` says why it cannot be yet, `is_over` that no more come.
    """

    stage: Stage
    turns: tuple[GroupTurn, ...]
    planned: int | None
    last: PairedRound | None
    next: int
    stop: ActionRefused | None
    missed: tuple[int, ...]
    byes: tuple[int, ...]
    wishes: tuple[Wish, ...]

    @property
    def is_over(self) -> bool:
        """Whether all planned rounds are made."""
        return self.planned is not None and self.next > self.planned

    @property
    def is_open(self) -> bool:
        """Whether the next round can be paired now."""
        return self.stop is None and not self.is_over

    @property
    def apart(self) -> bool:
        """Whether the groups have come to different rounds."""
        return len({turn.last for turn in self.turns}) > 1


def pairing_desk(stage: Stage) -> PairingDesk:
    """Read it in a fixed number of queries."""
    turns = turns_of(stage)
    refusals = [refusal_of(stage, turn) for turn in turns]
    ready = [turn for turn, refusal in zip(turns, refusals, strict=True) if refusal is None]
    number = min((turn.next for turn in ready or turns), default=1)
    last = max((turn.last for turn in turns), default=0)
    away = list(stage.absences.filter(round_number=number).values_list("pair__number", "kind"))
    return PairingDesk(
        stage=stage,
        turns=tuple(turns),
        planned=rounds_to_pair(stage, stage.entries.count(), _played(turns)),
        last=paired_round(stage, last) if last else None,
        next=number,
        stop=None if ready else next(iter(refusals), None),
        missed=tuple(one for one, kind in away if kind == AbsenceKind.MISSED),
        byes=tuple(one for one, kind in away if kind == AbsenceKind.BYE),
        wishes=tuple(stage.wishes.select_related("first", "second").order_by("round_number", "pk")),
    )


def _played(turns: Sequence[GroupTurn]) -> int:
    """How many rounds there are, if no table of theirs is open; else 0."""
    done = all(turn.state == RoundState.CLOSED or not turn.missing for turn in turns)
    return max((turn.last for turn in turns), default=0) if done else 0


def paired_round(stage: Stage, number: int) -> PairedRound | None:
    """Round `number` as it was paired; None where there is none. Five queries."""
    found = Round.objects.filter(group__stage=stage, number=number).select_related("group")
    rounds = tuple(found.order_by("group__ordinal"))
    if not rounds:
        return None
    matches = Match.objects.filter(round__in=rounds, kind=MatchKind.PLAY)
    entered = standing_results().filter(match__in=matches).values_list("match__table", flat=True)
    return PairedRound(
        number=number,
        rounds=rounds,
        table_count=matches.count(),
        with_result=tuple(sorted(table or 0 for table in entered)),
        change=_change(stage, number, rounds),
    )


def _change(stage: Stage, number: int, rounds: Sequence[Round]) -> RosterChange:
    """Who came or left since a draft was paired; nothing is said about a round that people have seen.

    Who met somebody in an earlier round of a knock-out and is not in this one was beaten: nobody who came.
    """
    drafts = [one for one in rounds if one.state == RoundState.DRAFT and "order" in one.basis]
    if not drafts:
        return RosterChange()
    known = {pair for one in drafts for pair in one.basis["order"]}
    known |= set(
        Match.objects.filter(round__in=drafts, kind=MatchKind.MISSED).values_list("ns__number", flat=True)
    )
    beaten = _met_before(stage, number) if stage.is_knockout else frozenset()
    entries = stage.entries.filter(group__in=[one.group_id for one in drafts])
    here: dict[int, Pair] = {}
    gone: dict[int, Pair] = {}
    for entry in entries.select_related("pair__unit").prefetch_related("pair__players"):
        plays = entry.pair.status == PairStatus.ACTIVE and entry.left is None
        comes = entry.joined is None or entry.joined <= number
        if plays and comes and entry.pair.number not in known | beaten:
            here[entry.pair.number] = entry.pair
        if not plays and entry.pair.status != PairStatus.HOUSE and entry.pair.number in known:
            gone[entry.pair.number] = entry.pair
    return RosterChange(tuple(here.values()), tuple(gone.values()))


def _met_before(stage: Stage, number: int) -> frozenset[int]:
    """The numbers of the pairs that met somebody before round `number`. One query."""
    earlier = Match.objects.filter(round__group__stage=stage, round__number__lt=number, kind=MatchKind.PLAY)
    return frozenset(pair for both in earlier.values_list("ns__number", "ew__number") for pair in both)
