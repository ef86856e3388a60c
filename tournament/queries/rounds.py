"""Rounds and their tables, for the desk, the papers and the public pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db.models import Q

from scoring.rules import Rules, Side
from scoring.scoresheet import Outcome, judge
from scoring.walkovers import match_points
from tournament.models import (
    Group,
    Match,
    MatchKind,
    PairStatus,
    Player,
    Result,
    Round,
    RoundState,
    Stage,
)
from tournament.queries.results import is_unfinished, needs_winner, record_of, standing_results, with_current


@dataclass(frozen=True, slots=True)
class TableRow:
    """One match of a round with what it is worth. `result` None: nothing (or only a cleared one) entered.

    `running` is a series that nobody has won yet.
    """

    match: Match
    result: Result | None
    outcome: Outcome | None
    ns_points: Decimal | None
    ew_points: Decimal | None
    running: Result | None = None

    @property
    def is_missing(self) -> bool:
        """A real table without a result."""
        return self.match.kind == MatchKind.PLAY and self.result is None

    @property
    def is_unchecked(self) -> bool:
        """A result that nobody has checked; says nothing where the event checks none."""
        return self.result is not None and self.result.checked_at is None

    @property
    def winner(self) -> Side | None:
        """The side that won, if any."""
        return self.outcome.winner if self.outcome else None


def rounds_of(stage: Stage, number: int) -> list[Round]:
    """Round `number` of every group that has one, in the groups' order."""
    rounds = Round.objects.filter(group__stage=stage, number=number)
    return list(rounds.select_related("group").order_by("group__ordinal"))


def round_numbers(stage: Stage, groups: Iterable[Group] = ()) -> list[int]:
    """The numbers of the rounds that exist, in order; of some of the groups only, where any are named."""
    numbers = Round.objects.filter(group__stage=stage).order_by("number")
    if named := [group.pk for group in groups]:
        numbers = numbers.filter(group__in=named)
    return list(numbers.values_list("number", flat=True).distinct())


def one_a_group(rounds: Iterable[Round]) -> list[Round]:
    """Of published and played `rounds`, by number, the one that each group is at: the last one it is playing,
    else the first that comes."""
    found: dict[int, Round] = {}
    for one in rounds:
        if one.group_id not in found or one.state == RoundState.PLAYING:
            found[one.group_id] = one
    return list(found.values())


# What is shown in public has none of these, and reading them takes its time in a large round.
HEAVY: Final = ("reasons", "round__basis", "round__notes", "ns__own", "ew__own")


def table_rows(
    stage: Stage,
    number: int | None = None,
    pair_number: int | None = None,
    *,
    nameless: bool = False,
    unscored: bool = False,
) -> list[TableRow]:
    """The tables and byes of round `number` (None: of all rounds), byes last; two queries.

    `pair_number` asks for one pair's tables only; `nameless` leaves the players unread, one query less, for
    whoever has the names, `unscored` the results, for whoever shows those of a publication. Ordered by round,
    session, table number, then, for byes, the pair's number.
    """
    matches = Match.objects.filter(round__group__stage=stage)
    if number is not None:
        matches = matches.filter(round__number=number)
    if pair_number is not None:
        matches = matches.filter(Q(ns__number=pair_number) | Q(ew__number=pair_number))
    joined = matches.select_related("round__group", "ns__unit", "ew__unit")
    lighter = joined.defer(*HEAVY) if nameless else joined
    if not unscored:
        lighter = with_current(lighter).select_related("current")  # type: ignore[misc]  # the join's name
    found = list(lighter)
    _seat(found, nameless=nameless)
    rules = stage.scoring_rules
    rows = [_row(match, rules, stage.is_knockout) for match in found]
    first: dict[str, int] = {}  # sessions stand in the order of their groups
    for row in rows:
        group = row.match.round.group
        first[group.session] = min(first.get(group.session, group.ordinal), group.ordinal)
    return sorted(rows, key=lambda row: _by_round_and_table(row, first))


def _seat(matches: Iterable[Match], *, nameless: bool) -> None:
    """Read the players of both sides at once, as lists: relations cost a queryset for each of them."""
    sides = [pair for match in matches for pair in (match.ns, match.ew) if pair is not None]
    players: dict[int, list[Player]] = defaultdict(list)
    if sides and not nameless:
        for player in Player.objects.filter(pair__in={pair.pk for pair in sides}).order_by("seat"):
            players[player.pair_id].append(player)
    for pair in sides:
        pair.seated = players[pair.pk]  # type: ignore[attr-defined]


def _by_round_and_table(row: TableRow, first: Mapping[str, int]) -> tuple[int, bool, int, int, int, int]:
    match = row.match
    return (
        match.round.number,
        match.table is None,
        first[match.round.group.session],
        match.table or 0,
        match.round.group.ordinal,
        match.ns.number,
    )


def _row(match: Match, rules: Rules, knockout: bool) -> TableRow:
    result: Result | None = getattr(match, "current", None)
    return worth(match, result, rules, knockout=knockout)


def worth(match: Match, result: Result | None, rules: Rules, *, knockout: bool = False) -> TableRow:
    """What `result` means under `rules`: the outcome and both sides' points."""
    if result is not None and is_unfinished(result):
        return TableRow(match, None, None, None, None, running=result)
    record = record_of(result) if result else None
    if record is None:
        return TableRow(match, None, None, None, None)
    outcome = judge(record, rules, knockout=needs_winner(record, knockout=knockout))
    ns_points, ew_points = match_points(outcome, rules, _house_of(match))
    return TableRow(match, result, outcome, ns_points, ew_points)


def _house_of(match: Match) -> Side | None:
    """The side on which a house pair sits, if one does."""
    if match.ns.status == PairStatus.HOUSE:
        return Side.NS
    return Side.EW if match.ew is not None and match.ew.status == PairStatus.HOUSE else None


def missing_tables(rounds: Iterable[Round]) -> list[int]:
    """Table numbers without a result in these rounds, in order. A cleared result is missing."""
    entered = standing_results()
    matches = Match.objects.filter(round__in=list(rounds), kind=MatchKind.PLAY)
    tables = matches.exclude(pk__in=entered.values("match_id")).values_list("table", flat=True)
    return sorted(table for table in tables if table is not None)


@dataclass(frozen=True, slots=True)
class StillPlaying:
    """An earlier round that is being played, and how many of its tables have no result."""

    number: int
    count: int


def still_playing(stage: Stage, number: int, rounds: Iterable[Round]) -> StillPlaying | None:
    """The last round before `number` that the groups of these `rounds` are playing, if tables of it are open;
    no query for a first round, else two at most."""
    if number == 1:
        return None
    groups = [one.group_id for one in rounds]
    earlier = Round.objects.filter(group__in=groups, number__lt=number, state=RoundState.PLAYING)
    playing = list(earlier.order_by("-number"))
    latest = [one for one in playing if one.number == playing[0].number]
    count = len(missing_tables(latest)) if latest else 0
    return StillPlaying(latest[0].number, count) if count else None


def state_of(rounds: Iterable[Round]) -> RoundState:
    """The state of a round over its groups: the least advanced one."""
    order = list(RoundState)
    return min((RoundState(one.state) for one in rounds), key=order.index, default=RoundState.DRAFT)


def rounds_stamp(rounds: Iterable[Round]) -> int:
    """A figure that is another one when any of these rounds is made anew: rows get new keys then."""
    return max(one.pk for one in rounds)
