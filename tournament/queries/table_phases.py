"""How far each table of a round has come: one state a table, from all that is known of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from tournament.models import Claim, ClaimState, Round, RoundState, TableEntry
from tournament.queries.claims import open_claims
from tournament.queries.lateness import LatePair
from tournament.queries.round_desk import RoundDesk
from tournament.queries.running import RunningMatch, running_keys, running_of


class TablePhase(StrEnum):
    """What a scorer sees of a table at one look."""

    READY = "ready"  # not started
    PLAYING = "playing"
    MISSING = "missing"  # no result; no clock says whether it is being played
    LATE = "late"  # somebody is awaited
    WAITING = "waiting"  # one pair has entered, the other has not answered
    DISPUTED = "disputed"
    ENTERED = "entered"


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What decides a table's state.

    `round_state` is its round's, `has_begun` whether play can have begun: the start has come, or something of
    the round is entered. `claim` is the state of what its pairs have entered and not agreed on, `is_running`
    whether deals were sent, `is_awaited` whether a side is marked as not complete.
    """

    is_entered: bool = False
    round_state: RoundState = RoundState.PUBLISHED
    has_begun: bool = False
    claim: ClaimState | None = None
    is_running: bool = False
    is_awaited: bool = False


def phase_of(facts: TableFacts) -> TablePhase:
    """The one state that a table shows: the fact that comes last in the life of a match decides.

    A result ends everything before it; a claim follows play; deals prove that both pairs sit there, so that
    nobody is awaited any more, whether or not somebody pressed it.
    """
    if facts.is_entered:
        return TablePhase.ENTERED
    if facts.claim is not None:
        return TablePhase.DISPUTED if facts.claim == ClaimState.DISPUTED else TablePhase.WAITING
    if facts.is_running:
        return TablePhase.PLAYING
    if facts.is_awaited:
        return TablePhase.LATE
    if not facts.has_begun:
        return TablePhase.READY
    return TablePhase.PLAYING if facts.round_state == RoundState.PLAYING else TablePhase.MISSING


@dataclass(frozen=True, slots=True)
class RoundLook:
    """The tables of a round at one look, by the keys of their matches.

    `running` are the deals under way, where they were asked for; `awaited` who is missing at which table.
    """

    phases: Mapping[int, TablePhase] = field(default_factory=dict)
    claims: Mapping[int, Claim] = field(default_factory=dict)
    running: Mapping[int, RunningMatch] = field(default_factory=dict)
    awaited: Mapping[int, tuple[LatePair, ...]] = field(default_factory=dict)

    @property
    def late(self) -> list[LatePair]:
        """Who is awaited at tables that are late: where deals or figures have come, both pairs sit."""
        is_late = (key for key, phase in self.phases.items() if phase is TablePhase.LATE)
        return [one for key in is_late for one in self.awaited[key]]

    @property
    def disputes(self) -> list[Claim]:
        """The tables whose pairs say different things, in order."""
        return [one for one in self.claims.values() if one.state == ClaimState.DISPUTED]


def round_look(desk: RoundDesk, late: Iterable[LatePair], now: datetime, *, deals: bool = True) -> RoundLook:
    """Every table's state at `now`; no query for an event of paper, two where the tables have codes.

    Without `deals` they are not played through: it is known where some are, not how they stand.
    """
    awaited = _awaited(late)
    if desk.stage.event.table_entry == TableEntry.READ_ONLY:
        return RoundLook(_phases(desk, {}, (), awaited, now), awaited=awaited)
    entered = {one.match for one in desk.seats if one.is_entered}
    claims = {key: one for key, one in open_claims(desk.rounds).items() if key not in entered}
    running = running_of(desk.rounds, desk.stage.scoring_rules) if deals else {}
    at_play = running.keys() if deals else running_keys(desk.rounds)
    return RoundLook(_phases(desk, claims, at_play, awaited, now), claims, running, awaited)


def _awaited(late: Iterable[LatePair]) -> dict[int, tuple[LatePair, ...]]:
    found: dict[int, list[LatePair]] = defaultdict(list)
    for one in late:
        if one.is_awaited:
            found[one.match.pk].append(one)
    return {key: tuple(some) for key, some in found.items()}


def _phases(
    desk: RoundDesk,
    claims: Mapping[int, Claim],
    running: Iterable[int],
    awaited: Mapping[int, object],
    now: datetime,
) -> dict[int, TablePhase]:
    rounds, at_play = {one.pk: one for one in desk.rounds}, set(running)
    begun = {key for key, one in rounds.items() if has_begun(one, desk, now)}
    return {
        one.match: phase_of(
            TableFacts(
                is_entered=one.is_entered,
                round_state=RoundState(rounds[one.round].state),
                has_begun=one.round in begun,
                claim=ClaimState(claims[one.match].state) if one.match in claims else None,
                is_running=one.is_at_games or one.match in at_play,
                is_awaited=one.match in awaited,
            )
        )
        for one in desk.seats
    }


def has_begun(one: Round, desk: RoundDesk, now: datetime) -> bool:
    """Whether a group can be playing: its start has come, or, without a clock, something of its session is
    entered."""
    if one.state == RoundState.PLAYING:
        return one.starts_at is None or one.starts_at <= now
    if one.state != RoundState.PUBLISHED:
        return one.pk in desk.begun
    return any(
        other.pk in desk.begun and other.state != RoundState.CLOSED
        for other in desk.rounds
        if other.group.session == one.group.session
    )
