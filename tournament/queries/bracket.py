"""The bracket of a knock-out stage as it stands: places, how its matches ended, and what would follow now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairing.bracket import EVERYTHING, BracketMatch, Decided, Lines, lines, next_matches
from scoring.knockout import KnockoutMatch
from scoring.rules import Rules, Side
from scoring.scoresheet import Forfeit, judge
from tournament.models import Group, Match, Result, Stage
from tournament.queries.leaving import GONE
from tournament.queries.results import record_of, standing_results

FEWEST = 2  # pairs that can still meet


@dataclass(frozen=True, slots=True)
class StandingMatch:
    """A match of a knock-out: where it belongs, who is in it, and who goes on as things stand.

    `decided`: it is over; without a `winner` nobody goes on (both pairs left).
    """

    key: int
    round: int
    table: int | None
    match: BracketMatch
    winner: int | None
    decided: bool

    @property
    def loser(self) -> int | None:
        """Who does not go on, where one of two does."""
        others = [pair for pair in self.match.pairs if pair != self.winner]
        return others[0] if self.winner is not None and others else None

    @property
    def end(self) -> Decided:
        """The match as the next round is made from it."""
        return Decided(self.match.places, self.match.slot, self.winner, self.loser)


def bracket_lines(group: Group) -> Lines:
    """Who stands at which place of the drawn bracket, from top to bottom. One query.

    Raises `PairingError` `too_few_pairs` for fewer than two places.
    """
    entries = group.entries.filter(position__isnull=False).values_list("position", "pair__number")
    return lines({position or 0: number for position, number in entries})


def standing_matches(stage: Stage, upto_round: int | None = None) -> list[StandingMatch]:
    """Every match and bye of a knock-out by round, places and slot. Two queries.

    Matches without places (they can only come from an older file) are left out.
    """
    rows = Match.objects.filter(round__group__stage=stage, places_from__isnull=False)
    if upto_round is not None:
        rows = rows.filter(round__number__lte=upto_round)
    rows = rows.order_by("round__number", "places_from", "slot", "pk").select_related("round", "ns", "ew")
    results = {one.match_id: one for one in standing_results().filter(match__round__group__stage=stage)}
    rules = stage.scoring_rules
    return [_standing(row, results.get(row.pk), rules) for row in rows]


def _standing(row: Match, result: Result | None, rules: Rules) -> StandingMatch:
    match = BracketMatch(
        (row.places_from or 1, row.places_to or 1),
        row.slot or 1,
        row.ns.number,
        row.ew.number if row.ew else None,
    )
    side = winner_of(result, rules) if result else None
    winner = {Side.NS: match.ns, Side.EW: match.ew, None: None}[side]
    if match.ew is None:
        winner = match.ns
    decided = match.ew is None or result is not None
    return StandingMatch(row.pk, row.round.number, row.table, match, winner, decided)


def winner_of(result: Result, rules: Rules) -> Side | None:
    """The side that goes on; None where both left."""
    record = record_of(result)
    if record is None or record == Forfeit(None):
        return None
    return judge(record, rules, knockout=True).winner


def places_played(stage: Stage, upto_round: int | None = None) -> list[KnockoutMatch]:
    """The same as the ranking sees it. Two queries."""
    return [
        KnockoutMatch(
            one.round, one.match.places, one.match.ns, one.match.ew, one.winner, none_left=_none_left(one)
        )
        for one in standing_matches(stage, upto_round)
    ]


def _none_left(one: StandingMatch) -> bool:
    return one.decided and one.winner is None


def gone_pairs(stage: Stage) -> set[int]:
    """The numbers of those who have left the event. One query."""
    gone = stage.entries.filter(pair__status__in=GONE)
    return set(gone.values_list("pair__number", flat=True))


def following(stage: Stage, ends: Iterable[Decided], gone: Iterable[int] = ()) -> tuple[BracketMatch, ...]:
    """The next round of a bracket that is not drawn afresh."""
    return next_matches(ends, placing=stage.pairing.get("placing", False), gone=gone)


def latest_matches(matches: Sequence[StandingMatch]) -> list[StandingMatch]:
    """The matches that the next round is made from: those of the last round, and, where that was about lower
    places only (a file may have the third place in a round of its own), the last main ones before it."""
    last = max((one.round for one in matches), default=0)
    main = max((one.round for one in matches if one.match.is_main), default=0)
    return [one for one in matches if one.round == last or (one.round == main and one.match.is_main)]


def ends_of(latest: Sequence[StandingMatch]) -> list[Decided]:
    """How these ended; whoever plays in a later one of them goes on from there alone."""
    later = {(one.round, pair) for one in latest for pair in one.match.pairs}

    def waiting(one: StandingMatch, pair: int | None) -> int | None:
        return None if any(number > one.round and other == pair for number, other in later) else pair

    return [
        Decided(one.match.places, one.match.slot, waiting(one, one.winner), waiting(one, one.loser))
        for one in latest
    ]


def is_played_out(stage: Stage) -> bool:
    """Whether no round can follow the last one of a knock-out: after the final, and where both pairs of
    matches left and one candidate is there for every place. Three queries."""
    matches = standing_matches(stage)
    last = latest_matches(matches)
    if not last or not all(one.decided for one in last):
        return False
    gone = gone_pairs(stage)
    ahead = following(stage, ends_of(last), gone)
    if not stage.pairing.get("redraw"):
        return not ahead
    still_in = {one.winner for one in last if one.match.is_main} - {None, *gone}
    return len(still_in) < FEWEST and all(one.is_main for one in ahead)


@dataclass(frozen=True, slots=True)
class WrongPair:
    """A match that was drawn from a result which says otherwise now: `there` stands in it for `instead`."""

    round: int
    table: int | None
    there: int
    instead: int | None


def wrong_pairs(stage: Stage) -> list[WrongPair]:
    """Pairs that went on by results which were corrected since, in the order of their matches.

    Only what the rounds drawn so far say is compared; pairs that have left since are no mistake. In a stage
    that is drawn afresh a pair is wrong where the round before does not send it on.
    """
    by_round: dict[int, list[StandingMatch]] = defaultdict(list)
    for one in standing_matches(stage):
        by_round[one.round].append(one)
    found: list[WrongPair] = []
    for number in sorted(by_round)[1:]:
        before = by_round.get(number - 1, [])
        judge_round = _redrawn if stage.pairing.get("redraw") else _bracketed
        found += judge_round(before, by_round[number])
    return found


def _bracketed(before: Iterable[StandingMatch], drawn: Iterable[StandingMatch]) -> list[WrongPair]:
    due_now = next_matches([each.end for each in before], placing=EVERYTHING)
    wanted = {(one.places, one.slot): one.pairs for one in due_now}
    found = []
    for one in drawn:
        due = wanted.get((one.match.places, one.match.slot), ())
        missing = [pair for pair in due if pair not in one.match.pairs]
        for there in one.match.pairs:
            if there not in due:
                found.append(WrongPair(one.round, one.table, there, missing.pop(0) if missing else None))
    return found


def _redrawn(before: Iterable[StandingMatch], drawn: Iterable[StandingMatch]) -> list[WrongPair]:
    """Who was drawn without having won, for each winner who was not; a lucky loser stands for nobody."""
    main = [one for one in drawn if one.match.is_main]
    there = {pair for one in main for pair in one.match.pairs}
    due = {one.winner for one in before if one.match.is_main and one.winner is not None}
    missing = sorted(due - there)
    strange = [(one, pair) for one in main for pair in one.match.pairs if pair not in due]
    return [
        WrongPair(one.round, one.table, pair, instead)
        for (one, pair), instead in zip(strange, missing, strict=False)
    ]
