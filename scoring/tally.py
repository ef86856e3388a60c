"""What one pair has collected in a stage, before anybody is ranked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple, cast

from scoring.judging import judge
from scoring.options import Grade, HouseResults, Side, Withdrawal
from scoring.outcome import Outcome
from scoring.records import Record, Scoresheet, Series
from scoring.rules import Rules
from scoring.schemes import ZERO
from scoring.walkovers import (
    WalkOver,
    WalkOverTable,
    counts_as_bye,
    match_points,
    secondary_points,
    walkover_table,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One pair of the stage: its number, the points carried in, and what sets it apart.

    `house` pairs are never ranked, and the rules may count matches against them as byes. `disqualified` ones
    stand at the end without a rank. `withdrawn` pairs stay in the list; under `void_if_under_half` their
    matches may become void.
    """

    pair: int
    carried: Decimal = ZERO
    disqualified: bool = False
    house: bool = False
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One drawn match; `record` is what was recorded (or already judged), None while nothing is entered."""

    round: int
    ns: int
    ew: int
    record: Record | Outcome | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """A round in which a pair had no opponent."""

    round: int
    pair: int


@dataclass(frozen=True, slots=True)
class Missed:
    """A round that its group played and the pair did not."""

    round: int
    pair: int


@dataclass(frozen=True, slots=True)
class PenaltyPoints:
    """A penalty as the ranking sees it: `points` are added to the total (a deduction is negative).

    `round` None counts from the start; a cancelled penalty counts nowhere.
    """

    pair: int
    points: Decimal = ZERO
    grade: Grade | None = None
    cancelled: bool = False
    round: int | None = None


class RoundScore(NamedTuple):
    """One round of one pair: its points (walk-overs included) and the stage points so far."""

    round: int
    points: Decimal
    total: Decimal


class SideResult(NamedTuple):
    """What one match gives to one of its two sides; `won` is None for a draw."""

    points: Decimal
    secondary: Decimal
    level_diff: int
    climbed: int
    won: bool | None
    played: bool


class Tally:
    """The sums of one pair; filled once by `collect`, then only read."""

    __slots__ = (
        "byes",
        "climbed",
        "draws",
        "entry",
        "forfeits",
        "level_diff",
        "losing_seconds",
        "losses",
        "misses",
        "penalty_count",
        "penalty_points",
        "played",
        "results",
        "rounds",
        "secondary",
        "stage_points",
        "untimed_losses",
        "untimed_wins",
        "winning_seconds",
        "wins",
    )

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.stage_points = self.secondary = self.penalty_points = ZERO
        self.rounds: dict[int, Decimal] = {}
        self.results: list[tuple[int, Decimal]] = []
        self.played = self.byes = self.forfeits = self.wins = self.draws = self.losses = 0
        self.misses = self.level_diff = self.climbed = self.penalty_count = 0
        self.winning_seconds = self.losing_seconds = self.untimed_wins = self.untimed_losses = 0

    def add_match(self, number: int, opponent: int, result: SideResult, seconds: int | None) -> None:
        # The standings' innermost step: it takes the fields apart at once and calls little.
        points, secondary, level_diff, climbed, won, played = result
        self.stage_points += points
        if secondary:
            self.secondary += secondary
        rounds = self.rounds
        rounds[number] = rounds[number] + points if number in rounds else points
        self.results.append((opponent, points))
        self.level_diff += level_diff
        self.climbed += climbed
        self.played += played
        if won is None:
            self.draws += 1
        elif not won:
            self._add_loss(seconds, played=played)
        else:
            self.wins += 1
            if seconds is None:
                self.untimed_wins += 1
            else:
                self.winning_seconds += seconds

    def _add_loss(self, seconds: int | None, *, played: bool) -> None:
        self.losses += 1
        if not played:
            self.forfeits += 1
        elif seconds is None:
            self.untimed_losses += 1
        else:
            self.losing_seconds += seconds

    def add_bye(self, number: int, table: WalkOverTable) -> None:
        self.add_walkover(number, table.bye)
        self.byes += 1

    def add_walkover(self, number: int, walkover: WalkOver) -> None:
        self.stage_points += walkover.points
        self.secondary += walkover.secondary or ZERO
        self.rounds[number] = self.rounds.get(number, ZERO) + walkover.points
        self.level_diff += walkover.level_diff

    def running_totals(self) -> list[RoundScore]:
        """Each round with a result, in order, walk-overs in its points and in the total."""
        total = ZERO
        totals = []
        for number in sorted(self.rounds):
            points = self.rounds[number]
            total += points
            totals.append(RoundScore(number, points, total))
        return totals

    @property
    def total(self) -> Decimal:
        """What the pair is ranked by: stage points, carried points and penalty points."""
        return self.stage_points + self.entry.carried + self.penalty_points


def side_results(outcome: Outcome, rules: Rules, table: WalkOverTable) -> tuple[SideResult, SideResult]:
    """What a match gives to 南北 and to 东西."""
    if not outcome.is_played:
        return _unplayed(outcome, Side.NS, table), _unplayed(outcome, Side.EW, table)
    ns_points, ew_points = match_points(outcome, rules)
    ns_second, ew_second = secondary_points(outcome, rules) or (ZERO, ZERO)
    winner, difference = outcome.winner, outcome.level_diff
    ns_won = None if winner is None else winner is Side.NS
    ew_won = None if winner is None else winner is Side.EW
    ns_climbed, ew_climbed = outcome.levels_climbed(Side.NS), outcome.levels_climbed(Side.EW)
    return (
        SideResult(ns_points, ns_second, difference, ns_climbed, ns_won, True),
        SideResult(ew_points, ew_second, -difference, ew_climbed, ew_won, True),
    )


def _unplayed(outcome: Outcome, side: Side, table: WalkOverTable) -> SideResult:
    worth = table.of(outcome, side)
    return SideResult(
        worth.points, worth.secondary or ZERO, worth.level_diff, 0, outcome.winner is side, False
    )


def collect(
    entries: Iterable[Entry],
    matches: Iterable[PlayedMatch],
    byes: Iterable[Bye],
    missed: Iterable[Missed],
    rules: Rules,
    penalties: Iterable[PenaltyPoints] = (),
    upto_round: int | None = None,
) -> tuple[dict[int, Tally], frozenset[int]]:
    """Add everything up: the tallies by pair number, and the withdrawn pairs whose matches are void.

    Only rounds up to `upto_round` count, penalties of later rounds neither. Matches without a record count
    nothing. A match against a house pair is a bye where the rules say so (`house_results`); between two house
    pairs it counts nothing then. A pair that stands in a match but not in `entries` is a KeyError.
    """
    tallies = {entry.pair: Tally(entry) for entry in entries}
    last = upto_round
    drawn = [match for match in matches if last is None or match.round <= last]
    void = _void_pairs(tallies.values(), drawn, rules)
    table = walkover_table(rules)
    _add_matches(tallies, drawn, void, rules, table)
    for bye in byes:
        if bye.pair not in void and (last is None or bye.round <= last):
            tallies[bye.pair].add_bye(bye.round, table)
    for miss in missed:
        if miss.pair not in void and (last is None or miss.round <= last):
            tallies[miss.pair].add_walkover(miss.round, table.missed)
            tallies[miss.pair].misses += 1
    _add_penalties(tallies, penalties, last)
    return tallies, void


def _add_matches(
    tallies: Mapping[int, Tally],
    matches: Iterable[PlayedMatch],
    void: frozenset[int],
    rules: Rules,
    table: WalkOverTable,
) -> None:
    # The same few results fill a hall: judge each distinct one once, whatever its time.
    known: dict[object, tuple[SideResult, SideResult]] = {}
    uncounted = _uncounted_houses(tallies, rules)
    for match in matches:
        record = match.record
        if record is None or match.ns in void or match.ew in void:
            continue
        if uncounted and _add_as_bye(tallies, match, uncounted, rules, table):
            continue
        key, seconds = _without_time(record)
        results = known.get(key)
        if results is None:
            outcome = record if isinstance(record, Outcome) else judge(record, rules)
            results = known[key] = side_results(outcome, rules, table)
        tallies[match.ns].add_match(match.round, match.ew, results[0], seconds)
        tallies[match.ew].add_match(match.round, match.ns, results[1], seconds)


def _uncounted_houses(tallies: Mapping[int, Tally], rules: Rules) -> frozenset[int]:
    """The house pairs, where matches against them do not count."""
    if rules.conduct.house_results is HouseResults.COUNT:
        return frozenset()
    return frozenset(pair for pair, tally in tallies.items() if tally.entry.house)


def _add_as_bye(
    tallies: Mapping[int, Tally],
    match: PlayedMatch,
    houses: frozenset[int],
    rules: Rules,
    table: WalkOverTable,
) -> bool:
    """Give the opponent of a house pair its bye; False for a match that counts as it was."""
    if not houses & {match.ns, match.ew}:
        return False
    if match.ns in houses and match.ew in houses:
        return True
    house, guest = (Side.NS, match.ew) if match.ns in houses else (Side.EW, match.ns)
    record = match.record
    outcome = record if isinstance(record, Outcome) else judge(cast(Record, record), rules)
    if not counts_as_bye(outcome, house, rules):
        return False
    tallies[guest].add_bye(match.round, table)
    return True


def _without_time(record: Record | Outcome) -> tuple[object, int | None]:
    """What makes two records worth the same, and the seconds apart from it."""
    if isinstance(record, Series):
        times = [game.seconds for game in record.games if isinstance(game, Scoresheet)]
        known = [seconds for seconds in times if seconds is not None]
        return record, sum(known) if times and len(known) == len(times) else None
    if not isinstance(record, Scoresheet):
        return record, record.seconds if isinstance(record, Outcome) else None
    key = (
        record.ns_level,
        record.ew_level,
        record.passed_a,
        record.passed_gain,
        record.in_play,
        record.winner,
        record.ended,
        record.deals,
    )
    return key, record.seconds


def _void_pairs(tallies: Iterable[Tally], matches: list[PlayedMatch], rules: Rules) -> frozenset[int]:
    """The withdrawn pairs that played fewer than half of the rounds that they were drawn for.

    Forfeits are drawn but not played; byes are neither (our choice).
    """
    if rules.conduct.withdrawal is not Withdrawal.VOID_IF_UNDER_HALF:
        return frozenset()
    gone = {tally.entry.pair for tally in tallies if tally.entry.withdrawn}
    drawn = dict.fromkeys(gone, 0)
    played = dict.fromkeys(gone, 0)
    for match in matches:
        for pair in gone & {match.ns, match.ew}:
            drawn[pair] += 1
            played[pair] += _is_played(match.record, rules)
    return frozenset(pair for pair in gone if 2 * played[pair] < drawn[pair])


def _is_played(record: Record | Outcome | None, rules: Rules) -> bool:
    if record is None:
        return False
    return (record if isinstance(record, Outcome) else judge(record, rules)).is_played


def _add_penalties(
    tallies: Mapping[int, Tally], penalties: Iterable[PenaltyPoints], last: int | None
) -> None:
    for penalty in penalties:
        late = last is not None and penalty.round is not None and penalty.round > last
        if penalty.cancelled or late or penalty.pair not in tallies:
            continue
        tally = tallies[penalty.pair]
        tally.penalty_points += penalty.points
        if penalty.grade not in (None, Grade.ORAL_WARNING):
            tally.penalty_count += 1


def missed_rounds(active: Iterable[int], named_by_round: Mapping[int, Iterable[int]]) -> tuple[Missed, ...]:
    """The rounds that active pairs of one group missed.

    `named_by_round` has, for each closed round of the group, the pairs that a match or a bye of it names; a
    round that names nobody was not played. Pairs that are out (knocked out, withdrawn, disqualified) are not
    active and miss nothing; a pair that joined late has missed the rounds before.
    """
    named = {number: set(pairs) for number, pairs in named_by_round.items()}
    return tuple(
        Missed(number, pair)
        for number in sorted(named)
        for pair in sorted(active)
        if named[number] and pair not in named[number]
    )
