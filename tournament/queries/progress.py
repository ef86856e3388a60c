"""How far an event has come: what its pages say on every screen, in a fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from tournament.models import (
    Event,
    Match,
    MatchKind,
    Pair,
    PairStatus,
    Publication,
    PublicationKind,
    Round,
    RoundState,
    Stage,
    StageEntry,
)
from tournament.queries.paired_rounds import is_by_rounds, rounds_to_pair
from tournament.queries.results import standing_results


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """One round over all groups of its stage; `state` is the least advanced group's."""

    number: int
    state: RoundState
    table_count: int
    missing_count: int
    standings_published: bool

    @property
    def entered_count(self) -> int:
        """Tables that have a result."""
        return self.table_count - self.missing_count

    @property
    def is_closed(self) -> bool:
        """Whether every group has closed it."""
        return self.state == RoundState.CLOSED


@dataclass(frozen=True, slots=True)
class StageProgress:
    """One stage: who is in it, who has a place, which rounds there are.

    `planned` is how many there will be where they are paired one by one; None where all stand at once.
    """

    stage: Stage
    entrant_count: int
    placed_count: int
    groups_published: bool
    rounds: tuple[RoundProgress, ...]
    planned: int | None = None

    @property
    def next_round(self) -> int | None:
        """The round that is to be paired once those that stand are closed; None where no more are to come."""
        number = len(self.rounds) + 1
        return number if self.planned is not None and number <= self.planned else None

    @property
    def is_drawn(self) -> bool:
        """Whether every pair of the stage has its place in a group."""
        return 0 < self.entrant_count == self.placed_count

    @property
    def lots_are_open(self) -> bool:
        """Whether lots are being typed in and some pairs still have none."""
        return 0 < self.entrant_count != self.placed_count

    @property
    def is_closed(self) -> bool:
        """Whether its rounds exist, are all closed, and no further one is planned."""
        return bool(self.rounds) and self.next_round is None and all(one.is_closed for one in self.rounds)

    @property
    def open_round(self) -> RoundProgress | None:
        """The first round that is not closed."""
        return next((one for one in self.rounds if not one.is_closed), None)

    @property
    def round_at_hand(self) -> RoundProgress | None:
        """The open round, or the last one when all are closed; None before the rounds are made."""
        return self.open_round or (self.rounds[-1] if self.rounds else None)


@dataclass(frozen=True, slots=True)
class EventProgress:
    """All stages of an event in order, and how many pairs take part (reserves and withdrawn ones do not)."""

    event: Event
    pair_count: int
    stages: tuple[StageProgress, ...]

    @property
    def stage_at_hand(self) -> StageProgress | None:
        """The first stage with something to play, or the last one; None while there is no stage."""
        return next(
            (one for one in self.stages if not one.is_closed), self.stages[-1] if self.stages else None
        )

    @property
    def stage_of_rounds(self) -> StageProgress | None:
        """The stage whose rounds people want: the one at hand, or before its draw the last that has any."""
        played = [one for one in self.stages if one.rounds]
        at_hand = self.stage_at_hand
        return at_hand if at_hand in played else (played[-1] if played else None)


def event_progress(event: Event) -> EventProgress:
    """Read how far `event` has come. Six queries, whatever its size."""
    pairs = Pair.objects.filter(event=event, status__in=[PairStatus.ACTIVE, PairStatus.HOUSE]).count()
    stages = list(event.stages.all())
    entries, rounds, published = _entries(event), _rounds(event), _published(event)
    found = []
    for stage in stages:
        stage.event = event
        entrants, placed = entries.get(stage.pk, (0, 0))
        groups_up = (stage.pk, PublicationKind.GROUPS, None) in published
        of_stage = [
            RoundProgress(
                number, state, tables, missing, (stage.pk, PublicationKind.STANDINGS, number) in published
            )
            for (stage_id, number), (state, tables, missing) in sorted(rounds.items())
            if stage_id == stage.pk
        ]
        planned = rounds_to_pair(stage, entrants)
        if planned is None and is_by_rounds(stage):
            planned = max(len(of_stage), 1)  # nobody said how many: those that stand, and a first one
        found.append(StageProgress(stage, entrants, placed, groups_up, tuple(of_stage), planned))
    return EventProgress(event, pairs, tuple(found))


def _entries(event: Event) -> dict[int, tuple[int, int]]:
    counted = StageEntry.objects.filter(stage__event=event).order_by().values("stage_id")
    counted = counted.annotate(entrants=Count("pk"), placed=Count("pk", filter=Q(position__isnull=False)))
    return {row["stage_id"]: (row["entrants"], row["placed"]) for row in counted}


def _rounds(event: Event) -> dict[tuple[int, int], tuple[RoundState, int, int]]:
    """State, tables and tables without a result by stage and round number."""
    order = list(RoundState)
    states: dict[tuple[int, int], RoundState] = {}
    rounds = Round.objects.filter(group__stage__event=event).order_by()
    for stage_id, number, state in rounds.values_list("group__stage_id", "number", "state").distinct():
        so_far = states.get((stage_id, number), RoundState.CLOSED)
        states[stage_id, number] = min(so_far, RoundState(state), key=order.index)
    tables = _tables(event)
    return {key: (state, *tables.get(key, (0, 0))) for key, state in states.items()}


def _tables(event: Event) -> dict[tuple[int, int], tuple[int, int]]:
    standing = standing_results().filter(match=OuterRef("pk"))
    matches = Match.objects.filter(round__group__stage__event=event, kind=MatchKind.PLAY)
    counted = (
        matches.order_by()
        .annotate(entered=Exists(standing))
        .values("round__group__stage_id", "round__number")
        .annotate(tables=Count("pk"), missing=Count("pk", filter=Q(entered=False)))
    )
    return {
        (row["round__group__stage_id"], row["round__number"]): (row["tables"], row["missing"])
        for row in counted
    }


def _published(event: Event) -> set[tuple[int, str, int | None]]:
    current = Publication.objects.filter(event=event, is_current=True).order_by()
    return set(current.values_list("stage_id", "kind", "round_number"))
