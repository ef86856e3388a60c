"""Who is late at which table, how late, and whether the rules' limit has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.penalties import levels_for_lateness
from scoring.rules import Rules
from tournament.models import Lateness, Match, MatchKind, Pair, Round, RoundState, Stage
from tournament.queries.clocks import Clock, clock_of
from tournament.queries.results import standing_results

SIDES = ("ns", "ew")


@dataclass(frozen=True, slots=True)
class LatePair:
    """A pair that is awaited at its table, or came late (`seconds`).

    `limit` is the minutes after which the rules let the pair forfeit, with leave asked beforehand the longer
    ones; None: the rules set none. `clock` is the round's. `is_waived`: a referee lets it play after all.
    `levels` are those that its opponents are to get for it, until a referee has given or waived them.
    """

    match: Match
    side: str
    pair: Pair
    is_excused: bool
    clock: Clock
    limit: int | None = None
    seconds: int | None = None
    is_waived: bool = False
    levels: int = 0

    @property
    def key(self) -> str:
        """Tells this pair's clock from the others of a page."""
        return f"late-{self.match.round_id}-{self.pair.number}"

    @property
    def forfeit(self) -> str:
        """What the form of walk-overs calls this side's forfeit."""
        return f"forfeit-{self.side}"

    @property
    def is_awaited(self) -> bool:
        """Not there yet."""
        return self.seconds is None

    def minutes(self, now: datetime) -> int:
        """Whole minutes of the round that it has missed so far."""
        seconds = int(self.clock.played(now).total_seconds()) if self.seconds is None else self.seconds
        return seconds // 60

    def is_due(self, now: datetime) -> bool:
        """Whether the limit has come: a forfeit may be entered, by a person."""
        has_begun = self.clock.starts_at is not None and self.clock.starts_at <= now
        may_come = self.is_awaited and not self.is_waived
        return may_come and has_begun and self.limit is not None and self.minutes(now) >= self.limit


def late_limit(rules: Rules, *, is_excused: bool) -> int | None:
    """Minutes after the start at which a pair that is not complete forfeits; None: the rules set no limit.

    With leave asked beforehand the longer limit, where the rules have one (devzone-26: 10 and 15).
    """
    limit, excused = rules.conduct.late_minutes, rules.conduct.late_minutes_excused
    return excused if is_excused and excused is not None else limit


def late_pairs(stage: Stage, rounds: Sequence[Round]) -> list[LatePair]:
    """Everybody who was marked in these rounds, in the tables' order; one query, three once anybody is.

    A table with a result awaits nobody any more, nor does a round that is over; who came late there stays
    listed. A pair that plays nowhere in its round is left out.
    """
    marks = {(one.round_id, one.pair_id): one for one in _marks(rounds)}
    if not marks:
        return []
    found, rules = [], stage.scoring_rules
    for match, side in _seats(rounds, {pair for _round, pair in marks}):
        mark = marks.get((match.round_id, getattr(match, f"{side}_id")))
        if mark is not None and (mark.seconds is not None or _is_open(match)):
            limit = late_limit(rules, is_excused=mark.is_excused)
            clock = clock_of(match.round)
            told = (mark.is_excused, clock, limit, mark.seconds, mark.forfeit_waived, _levels(mark, rules))
            found.append(LatePair(match, side, mark.pair, *told))
    return found


def _levels(mark: Lateness, rules: Rules) -> int:
    if mark.levels_settled or mark.is_excused:
        return 0
    return levels_for_lateness(mark.seconds or 0, rules.conduct.late_level_minutes)


def _marks(rounds: Sequence[Round]) -> QuerySet[Lateness]:
    marks = Lateness.objects.filter(round__in=[one.pk for one in rounds])
    return marks.select_related("pair").prefetch_related("pair__players")


def _seats(rounds: Sequence[Round], pairs: set[int]) -> Iterator[tuple[Match, str]]:
    """Where these pairs sit, table by table."""
    tables = Match.objects.filter(round__in=[one.pk for one in rounds], kind=MatchKind.PLAY)
    seated = tables.filter(Q(ns__in=pairs) | Q(ew__in=pairs)).select_related("round__group")
    entered = Exists(standing_results().filter(match=OuterRef("pk")))
    for match in seated.annotate(is_entered=entered).order_by("table", "pk"):
        for side in SIDES:
            yield match, side


def _is_open(match: Match) -> bool:
    return not match.is_entered and match.round.state != RoundState.CLOSED  # type: ignore[attr-defined]
