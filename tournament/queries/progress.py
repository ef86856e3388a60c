"""How far an event has come: what its pages say on every screen, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value

from tournament.models import (
    Checking,
    Draw,
    DrawKind,
    Event,
    Match,
    MatchKind,
    Pair,
    PairStatus,
    Publication,
    PublicationKind,
    Result,
    Round,
    RoundState,
    Stage,
    StageEntry,
)
from tournament.queries.paired_rounds import is_by_rounds
from tournament.queries.results import standing_results
from tournament.queries.rounds_to_come import rounds_to_pair

FEWEST = 2  # entrants of a group that plays


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """One round over all groups of its stage, or those of one session; `state` is the least advanced group's.

    `group_count` says how many groups have it; `unchecked_count` how many results nobody has checked, where
    the event checks slips.
    """

    number: int
    state: RoundState
    table_count: int
    missing_count: int
    standings_published: bool
    group_count: int = 0
    unchecked_count: int = 0

    @property
    def entered_count(self) -> int:
        """Tables that have a result."""
        return self.table_count - self.missing_count

    @property
    def is_closed(self) -> bool:
        """Whether every group has closed it."""
        return self.state == RoundState.CLOSED


@dataclass(frozen=True, slots=True)
class SessionProgress:
    """The rounds of one session of a stage, or of a whole stage without sessions (`session` "").

    `planned` is how many there will be where they are paired one by one; None where all stand at once.
    `group_count` are its groups that can play.
    """

    session: str
    rounds: tuple[RoundProgress, ...]
    planned: int | None = None
    group_count: int = 0

    @property
    def next_round(self) -> int | None:
        """The round that is to be paired once those that stand are closed; None where no more are to come."""
        number = len(self.rounds) + 1
        return number if self.planned is not None and number <= self.planned else None

    @property
    def lagging_round(self) -> int | None:
        """A round that some groups have and others, done with the one before, are still to be paired for."""
        for before, one in pairwise(self.rounds):
            if self.planned is not None and before.is_closed and one.group_count < self.group_count:
                return one.number
        return None

    @property
    def is_closed(self) -> bool:
        """Whether its rounds exist, are all closed, and no further one is planned."""
        return bool(self.rounds) and self.next_round is None and all(one.is_closed for one in self.rounds)

    @property
    def open_round(self) -> RoundProgress | None:
        """The first round that is not closed."""
        return next((one for one in self.rounds if not one.is_closed), None)


@dataclass(frozen=True, slots=True)
class StageProgress:
    """One stage: who is in it, who has a place, which rounds there are.

    `planned` is how many there will be where they are paired one by one; None where all stand at once.
    `sessions` are the stage's sessions in the order of their groups; none where groups have no session.
    `has_draw`: whether a draw is finished, be it that the last lot was typed in and confirmed.
    """

    stage: Stage
    entrant_count: int
    placed_count: int
    groups_published: bool
    rounds: tuple[RoundProgress, ...]
    planned: int | None = None
    sessions: tuple[SessionProgress, ...] = ()
    group_count: int = 0
    has_draw: bool = True

    @property
    def parts(self) -> tuple[SessionProgress, ...]:
        """What goes on by itself: the sessions, or the whole stage."""
        whole = SessionProgress("", self.rounds, self.planned, self.group_count)
        return self.sessions or (whole,)

    @property
    def next_round(self) -> int | None:
        """The round that is to be paired once those that stand are closed; None where no more are to come."""
        return next((part.next_round for part in self.parts if part.next_round is not None), None)

    @property
    def is_drawn(self) -> bool:
        """Whether every pair of the stage has its place in a group for good."""
        return 0 < self.entrant_count == self.placed_count and not self.lots_are_open

    @property
    def lots_are_open(self) -> bool:
        """Whether lots are being typed in: some pairs still have none, or nobody has finished the draw."""
        is_fixed = self.has_draw or self.groups_published or bool(self.rounds)
        return bool(self.entrant_count) and (self.entrant_count != self.placed_count or not is_fixed)

    @property
    def is_closed(self) -> bool:
        """Whether its rounds exist, are all closed, and no further one is planned, in every session."""
        return all(part.is_closed for part in self.parts)

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
    """All stages of an event in order, and how many pairs take part (reserves and withdrawn ones do not).

    `absent_count`: how many of them had not come when the check-in was closed; 0 while it is open.
    `reserve_count`: how many wait; `here_count`: how many of those that take part are checked in.
    """

    event: Event
    pair_count: int
    stages: tuple[StageProgress, ...]
    absent_count: int = 0
    reserve_count: int = 0
    here_count: int = 0

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
    """Read how far `event` has come. Six queries, whatever its size; three more for each knock-out that waits
    for its next round."""
    pairs = _pairs(event)
    drawn = Draw.objects.filter(stage=OuterRef("pk"), kind=DrawKind.GROUPS, is_current=True)
    stages = list(event.stages.annotate(has_draw=Exists(drawn)))
    groups, rounds, published = _groups(event), _rounds(event), _published(event)
    found = []
    for stage in stages:
        stage.event = event
        found.append(_stage(stage, groups.get(stage.pk, []), rounds.get(stage.pk, []), published))
    absent = pairs["missing"] if event.check_in_closed_at is not None else 0
    return EventProgress(event, pairs["all"], tuple(found), absent, pairs["reserves"], pairs["here"])


def _pairs(event: Event) -> dict[str, int]:
    """How many play, wait, have come and have not, in one query."""
    active = Q(status=PairStatus.ACTIVE)
    counts = {
        "all": active | Q(status=PairStatus.HOUSE),
        "missing": active & Q(checked_in_at=None),
        "here": active & Q(checked_in_at__isnull=False),
        "reserves": Q(status=PairStatus.RESERVE),
    }
    counted = {key: Count("pk", filter=which) for key, which in counts.items()}
    return Pair.objects.filter(event=event).aggregate(**counted)


Published = set[tuple[int, str, int | None, str]]


@dataclass(frozen=True, slots=True)
class _Group:
    """How many are in a group, and how many of them have a place; `session` None: they are in no group."""

    session: str | None
    entrants: int
    placed: int


@dataclass(frozen=True, slots=True)
class _Round:
    """A round of the groups of one session that are in the same state."""

    session: str
    number: int
    state: RoundState
    groups: int
    tables: int
    missing: int
    unchecked: int


def _stage(stage: Stage, groups: list[_Group], rounds: list[_Round], published: Published) -> StageProgress:
    entrants, playing = sum(one.entrants for one in groups), [one for one in groups if one.entrants >= FEWEST]
    planned = rounds_to_pair(stage, entrants, _played(rounds))
    if planned is None and is_by_rounds(stage):
        numbers = {one.number for one in rounds}
        planned = max(len(numbers), 1)  # nobody said how many: those that stand, and a first one
    names = list(dict.fromkeys(one.session for one in groups if one.session is not None))
    if names == [""]:
        names = []
    up = {name: _standings_up(stage, published, name) for name in ["", *names]}
    by_sessions = set.intersection(*(up[name] for name in names)) if names else set()
    return StageProgress(
        stage=stage,
        entrant_count=entrants,
        placed_count=sum(one.placed for one in groups),
        groups_published=(stage.pk, PublicationKind.GROUPS, None, "") in published,
        rounds=_progress(rounds, up[""] | by_sessions),
        planned=planned,
        sessions=tuple(
            SessionProgress(
                session=name,
                rounds=_progress([one for one in rounds if one.session == name], up[name]),
                planned=planned,
                group_count=sum(one.session == name for one in playing),
            )
            for name in names
        ),
        group_count=len(playing),
        has_draw=stage.has_draw,  # type: ignore[attr-defined]  # read with the stages
    )


def _played(rounds: list[_Round]) -> int:
    """How many rounds there are, if all of them are closed; else 0."""
    closed = all(one.state == RoundState.CLOSED for one in rounds)
    return max((one.number for one in rounds), default=0) if closed else 0


def _standings_up(stage: Stage, published: Published, session: str) -> set[int]:
    """The rounds after which the standings of a session are public, by itself or with all others."""
    return {
        number or 0
        for stage_id, kind, number, of_session in published
        if stage_id == stage.pk and kind == PublicationKind.STANDINGS and of_session in ("", session)
    }


def _progress(rounds: list[_Round], published: set[int]) -> tuple[RoundProgress, ...]:
    """The rounds by number, whatever states their groups are in."""
    numbers = sorted({one.number for one in rounds})
    order = list(RoundState)
    found = []
    for number in numbers:
        mine = [one for one in rounds if one.number == number]
        state = min((one.state for one in mine), key=order.index)
        tables, missing = sum(one.tables for one in mine), sum(one.missing for one in mine)
        groups = sum(one.groups for one in mine)
        unchecked = sum(one.unchecked for one in mine)
        found.append(RoundProgress(number, state, tables, missing, number in published, groups, unchecked))
    return tuple(found)


def _groups(event: Event) -> dict[int, list[_Group]]:
    """The groups of every stage in their order, and those who have none yet."""
    entries = StageEntry.objects.filter(stage__event=event)
    counted = (
        entries.order_by("group__ordinal")
        .values_list("stage_id", "group_id", "group__session")
        .annotate(entrants=Count("pk"), placed=Count("pk", filter=Q(position__isnull=False)))
    )
    found: dict[int, list[_Group]] = defaultdict(list)
    for stage_id, _group, session, entrants, placed in counted:
        found[stage_id].append(_Group(session, entrants, placed))
    return found


def _rounds(event: Event) -> dict[int, list[_Round]]:
    """The rounds by stage, groups of one session and state together."""
    tables = _tables(event)
    rounds = Round.objects.filter(group__stage__event=event).order_by()
    counted = rounds.values_list("group__stage_id", "group__session", "number", "state")
    found: dict[int, list[_Round]] = defaultdict(list)
    for stage_id, session, number, state, groups in counted.annotate(groups=Count("pk")):
        counts = tables.get((stage_id, session, number, state), (0, 0, 0))
        found[stage_id].append(_Round(session, number, RoundState(state), groups, *counts))
    return found


def _tables(event: Event) -> dict[tuple[int, str, int, str], tuple[int, int, int]]:
    """Tables, those without a result and those that nobody has checked, by stage, session, round number and
    state."""
    standing = standing_results().filter(match=OuterRef("pk"))
    matches = Match.objects.filter(round__group__stage__event=event, kind=MatchKind.PLAY)
    counted = (
        matches.order_by()
        .annotate(entered=Exists(standing), unchecked=_unchecked(event, standing))
        .values_list("round__group__stage_id", "round__group__session", "round__number", "round__state")
        .annotate(
            tables=Count("pk"),
            missing=Count("pk", filter=Q(entered=False)),
            open=Count("pk", filter=Q(unchecked=True)),
        )
    )
    return {tuple(key): (tables, missing, unchecked) for *key, tables, missing, unchecked in counted}


def _unchecked(event: Event, standing: QuerySet[Result]) -> Exists | Value:
    """Whether a result waits to be checked: never, and at no cost, where the event checks nothing."""
    if event.checking == Checking.NONE:
        return Value(value=False)
    return Exists(standing.filter(checked_at=None))


def _published(event: Event) -> Published:
    current = Publication.objects.filter(event=event, is_current=True).order_by()
    return set(current.values_list("stage_id", "kind", "round_number", "session"))
