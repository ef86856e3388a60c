"""How much time a round has: one value for the desk, the table, the public pages and the hall.

All arithmetic of clocks stands here, with the moment as an argument; nothing of it asks what time it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256

from django.db.models import F, FilteredRelation, Q, QuerySet

from scoring.options import Ended
from tournament.models import Event, Match, Result, Round, RoundState, Stage
from tournament.queries.rounds import one_a_group

NOTHING = timedelta(0)
Extra = tuple[int, int, int]  # a round's key, a table of it, the minutes that it alone was given


class Phase(StrEnum):
    """What a clock is doing at a moment."""

    IDLE = "idle"  # nobody has started it
    WAITING = "waiting"  # its start is set and still to come
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"  # the time is up; what goes on is overtime


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round, as it is stored. `ends_at` None: no limit, it counts up.

    `ends_at` has been moved on by every pause that is over and every minute that was given; `paused_seconds`
    is the sum of those pauses. While it stands still (`paused_at`) no time is played and none is lost.
    What was played and what remains always add up to what is `allowed`.
    """

    starts_at: datetime | None = None
    ends_at: datetime | None = None
    paused_at: datetime | None = None
    paused_seconds: int = 0

    def phase(self, now: datetime) -> Phase:
        """What the clock is doing at `now`; a clock that stands still is paused, also after its time."""
        if self.starts_at is None:
            return Phase.IDLE
        if self.paused_at is not None:
            return Phase.PAUSED
        if now < self.starts_at:
            return Phase.WAITING
        return Phase.OVER if self.ends_at is not None and now >= self.ends_at else Phase.RUNNING

    def played(self, now: datetime) -> timedelta:
        """Time since the start, pauses not counted; nothing before the start."""
        if self.starts_at is None:
            return NOTHING
        since = (self.paused_at or now) - self.starts_at - timedelta(seconds=self.paused_seconds)
        return max(since, NOTHING)

    @property
    def allowed(self) -> timedelta | None:
        """All the time there is to play, with what was given and without pauses; None: no limit."""
        if self.starts_at is None or self.ends_at is None:
            return None
        return self.ends_at - self.starts_at - timedelta(seconds=self.paused_seconds)

    def remaining(self, now: datetime) -> timedelta | None:
        """What is left of it; below nothing in overtime, all of it before the start. None: no limit."""
        return None if self.allowed is None else self.allowed - self.played(now)

    def minutes_left(self, now: datetime) -> int:
        """Whole minutes that are left to play, a begun one counted; 0 without a limit, before anybody has
        started the clock, and when the time is up."""
        left = self.remaining(now)
        return 0 if left is None else max(-(-left // timedelta(minutes=1)), 0)

    def given(self, minutes: int | None) -> int:
        """Whole minutes beyond the `minutes` that the rules give: what can be taken back. Never below 0."""
        if self.allowed is None:
            return 0
        return max(self.allowed // timedelta(minutes=1) - (minutes or 0), 0)

    def paused(self, at: datetime) -> Clock:
        """The same clock, standing still since `at`; one that stands already stays as it is."""
        return self if self.paused_at is not None else replace(self, paused_at=at)

    def resumed(self, at: datetime) -> Clock:
        """The same clock, running again: its end moves on by the pause, in whole seconds."""
        if self.paused_at is None:
            return self
        pause = max((at - self.paused_at) // timedelta(seconds=1), 0)
        ends_at = None if self.ends_at is None else self.ends_at + timedelta(seconds=pause)
        return replace(self, ends_at=ends_at, paused_at=None, paused_seconds=self.paused_seconds + pause)

    def extended(self, minutes: int) -> Clock:
        """The same clock with `minutes` more, or fewer; one without a limit stays as it is."""
        if self.ends_at is None:
            return self
        return replace(self, ends_at=self.ends_at + timedelta(minutes=minutes))


def clock_of(one: Round) -> Clock:
    """The clock of one group's round."""
    return Clock(one.starts_at, one.ends_at, one.paused_at, one.paused_seconds)


def table_clock(match: Match) -> Clock:
    """The clock of one table: its round's, with the minutes that were given to this table alone."""
    return clock_of(match.round).extended(match.extra_minutes)


def minutes_left(match: Match, standing: Result | None, now: datetime) -> int:
    """Whole minutes that a table still has by its clock; 0 where its round is not played, and where what
    stands there says already that its time was over."""
    is_told = standing is not None and standing.ended == Ended.TIME
    if is_told or match.round.state != RoundState.PLAYING:
        return 0
    return table_clock(match).minutes_left(now)


@dataclass(frozen=True, slots=True)
class ClockLine:
    """Rounds of one stage and number that run by one clock: a session, some groups, or all of them.

    `is_all` says that no other round of this number is shown beside them. `extra` are the tables with more
    minutes than the others, as (table, minutes).
    """

    stage: Stage
    number: int
    rounds: tuple[Round, ...]
    clock: Clock
    is_all: bool = True
    extra: tuple[tuple[int, int], ...] = ()

    @property
    def key(self) -> str:
        """Tells this line from every other one of the event, also after the page was loaded anew."""
        return f"{self.stage.ordinal}-{self.number}-{self.rounds[0].group.ordinal}"

    @property
    def state(self) -> RoundState:
        """Published or playing: rounds of one line share it."""
        return RoundState(self.rounds[0].state)


def clock_lines(stage: Stage, rounds: Iterable[Round], extra: Iterable[Extra] = ()) -> list[ClockLine]:
    """`rounds` (groups read) put together by what their clocks say, in their own order.

    `extra` are the tables with minutes of their own (`with_extra`).
    """
    found: dict[tuple[int, str, Clock], list[Round]] = {}
    for one in rounds:
        found.setdefault((one.number, str(one.state), clock_of(one)), []).append(one)
    numbers = [number for number, _state, _clock in found]
    more = list(extra)
    return [
        ClockLine(
            stage,
            number,
            tuple(some),
            clock,
            is_all=numbers.count(number) == 1,
            extra=tuple((table, given) for key, table, given in more if key in {one.pk for one in some}),
        )
        for (number, _state, clock), some in found.items()
    ]


def with_extra(rounds: QuerySet[Round]) -> tuple[list[Round], list[Extra]]:
    """These rounds in their order, and their tables that were given minutes of their own; one query."""
    given = FilteredRelation("matches", condition=Q(matches__extra_minutes__gt=0))
    joined = rounds.annotate(given=given).annotate(
        given_table=F("given__table"), given_minutes=F("given__extra_minutes")
    )
    found: dict[int, Round] = {}
    extra: list[Extra] = []
    for one in joined:  # a round stands here once for each such table, or once
        found.setdefault(one.pk, one)
        if one.given_minutes:
            extra.append((one.pk, one.given_table, one.given_minutes))
    return list(found.values()), sorted(extra, key=lambda row: row[1])


def event_clocks(event: Event) -> list[ClockLine]:
    """What is being played in the event, one line a clock; where nothing is, the rounds that come next.

    A group is shown once: in its last round that is being played, else in its first one that is published
    (drafts never). One query.
    """
    rounds = Round.objects.filter(
        group__stage__event=event, state__in=[RoundState.PLAYING, RoundState.PUBLISHED]
    )
    ordered = rounds.select_related("group__stage").order_by(
        "group__stage__ordinal", "number", "group__ordinal"
    )
    found, extra = with_extra(ordered)
    shown = _at_hand(found)
    stages = {one.group.stage_id: one.group.stage for one in shown}
    return [
        line
        for key, stage in stages.items()
        for line in clock_lines(stage, [one for one in shown if one.group.stage_id == key], extra)
    ]


def _at_hand(rounds: list[Round]) -> list[Round]:
    found = one_a_group(rounds)
    return [one for one in found if one.state == RoundState.PLAYING] or found


def clocks_seen(rounds: Iterable[Round]) -> str:
    """A short text that is another one once anybody has touched one of these clocks: rides in its forms."""
    told = "|".join(
        f"{one.pk} {one.state} {one.starts_at} {one.ends_at} {one.paused_at}"
        for one in sorted(rounds, key=lambda one: one.pk)
    )
    return sha256(told.encode()).hexdigest()[:16]
