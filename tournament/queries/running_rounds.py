"""Every round that is being played in an event, side by side: stages, sessions, groups that go on alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q

from tournament.models import (
    Claim,
    ClaimState,
    Event,
    Lateness,
    Match,
    MatchKind,
    Result,
    ResultKind,
    Round,
    RoundState,
    Running,
    Stage,
)
from tournament.queries.claims import OPEN
from tournament.queries.clocks import ClockLine, clock_lines
from tournament.queries.results import standing_results


@dataclass(frozen=True, slots=True)
class RunningRound:
    """A round of one session of a stage ("" where it has none), its clocks and how far its tables are.

    `disputed` tables wait for somebody to decide, at `late` ones somebody is awaited: the tables that
    `table_phases` calls so.
    """

    stage: Stage
    number: int
    session: str
    lines: tuple[ClockLine, ...]
    table_count: int
    entered: int
    disputed: int
    late: int

    @property
    def key(self) -> tuple[int, int, str]:
        """Tells it from the others of the event."""
        return self.stage.pk, self.number, self.session


@dataclass(frozen=True, slots=True)
class _Counts:
    tables: int = 0
    entered: int = 0
    disputed: int = 0
    late: int = 0


def running_rounds(event: Event) -> list[RunningRound]:
    """What is being played now, in the order of stages, rounds and sessions. Two queries.

    A round without a clock is being played once something of it is entered; one that is all entered stays
    until it is closed.
    """
    wanted = Q(state=RoundState.PLAYING) | Q(state=RoundState.PUBLISHED)
    rounds = Round.objects.filter(wanted, group__stage__event=event).select_related("group__stage")
    found: dict[tuple[int, int, str], list[Round]] = defaultdict(list)
    for one in rounds.order_by("group__stage__ordinal", "number", "group__ordinal"):
        found[one.group.stage_id, one.number, one.group.session].append(one)
    counts = _counts(event, wanted)
    return [
        _running(some, counts.get(key, _Counts()))
        for key, some in found.items()
        if _is_on(some, counts.get(key, _Counts()))
    ]


def _is_on(rounds: Iterable[Round], counts: _Counts) -> bool:
    return counts.entered > 0 or any(one.state == RoundState.PLAYING for one in rounds)


def _running(rounds: list[Round], counts: _Counts) -> RunningRound:
    group = rounds[0].group
    lines = clock_lines(group.stage, [one for one in rounds if one.state == RoundState.PLAYING])
    told = (counts.tables, counts.entered, counts.disputed, counts.late)
    return RunningRound(group.stage, rounds[0].number, group.session, tuple(lines), *told)


def _counts(event: Event, wanted: Q) -> dict[tuple[int, int, str], _Counts]:
    """Tables by stage, round and session; one query."""
    standing = standing_results().filter(match=OuterRef("pk"))
    claims = Claim.objects.filter(match=OuterRef("pk"), state__in=OPEN)
    awaited = Lateness.objects.filter(
        Q(pair=OuterRef("ns")) | Q(pair=OuterRef("ew")), round=OuterRef("round"), seconds=None
    )
    rounds = Round.objects.filter(wanted, group__stage__event=event)
    tables = (
        Match.objects.filter(round__in=rounds, kind=MatchKind.PLAY)
        .order_by()
        .annotate(
            has_result=Exists(standing),
            is_disputed=Exists(claims.filter(state=ClaimState.DISPUTED)),
            is_awaited=Exists(awaited) & ~Exists(claims) & ~_is_at_play(),
            stage=F("round__group__stage_id"),
            session=F("round__group__session"),
        )
        .values_list("stage", "round__number", "session")
        .annotate(
            tables=Count("pk"),
            entered=Count("pk", filter=Q(has_result=True)),
            disputed=Count("pk", filter=Q(has_result=False, is_disputed=True)),
            late=Count("pk", filter=Q(has_result=False, is_awaited=True)),
        )
    )
    return {(stage, number, session): _Counts(*counts) for stage, number, session, *counts in tables}


def _is_at_play() -> Q:
    """Whether deals or games were sent: both pairs sit there, whether or not somebody pressed it."""
    deals = Running.objects.filter(match=OuterRef("pk")).exclude(deals=[])
    games = Result.objects.filter(match=OuterRef("pk"), is_current=True, kind=ResultKind.SERIES, winner="")
    return Q(Exists(deals)) | Q(Exists(games))
