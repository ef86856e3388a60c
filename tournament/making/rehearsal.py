"""Invented but possible scoresheets, deal by deal, for rehearsals and tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairing.lots import Chance
from scoring.errors import InvalidScoresheet
from scoring.levels import Deal, MatchState, play
from scoring.rules import Rules, Side
from scoring.scoresheet import Ended, Scoresheet, judge

SHORTEST_DEAL, LONGEST_DEAL = 240, 540  # seconds
MOST_DEALS = 60  # a match without any limit ends here by a ruling
# Partner second, third, last: how often of a hundred won deals (a double down is the rarest).
PLACES = ((2, 25), (3, 65), (4, 100))


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays: both pairs' strengths, 0 … 99, and a stream of chance of the table's own."""

    ns_strength: int
    ew_strength: int
    chance: Chance

    def deal(self) -> Deal:
        """The next deal: the stronger pair wins it more often, never always."""
        bias = 50 + (self.ns_strength - self.ew_strength) // 3
        winner = Side.NS if self.chance.below(100) < bias else Side.EW
        place = self.chance.below(100)
        return Deal(winner, next(partner for partner, below in PLACES if place < below))


def strength(seed: int, number: int) -> int:
    """How well pair `number` plays in the rehearsal `seed`."""
    return Chance(seed, f"strength-{number}").below(100)


def plausible_sheet(table: Table, rules: Rules, *, knockout: bool = False) -> Scoresheet:
    """A match as it could have been played under `rules`: it ends by passing A, by time or as they say.

    The sheet always passes `scoring.judge`; where the rules leave the winner to be told, chance tells it.
    """
    deals, seconds, is_out_of_time = _played(table, rules)
    state = play(deals, rules)
    sheet = _sheet(state, deals, seconds, _ended(state, is_out_of_time))
    try:
        judge(sheet, rules, knockout=knockout)
    except InvalidScoresheet as error:
        if error.code not in ("winner_needed", "knockout_without_winner"):
            raise
        sheet = replace(sheet, winner=(Side.NS, Side.EW)[table.chance.below(2)])
        judge(sheet, rules, knockout=knockout)
    return sheet


def _played(table: Table, rules: Rules) -> tuple[list[Deal], int, bool]:
    """Deals until the match is over or its time is; seconds played; whether time ended it."""
    deals: list[Deal] = []
    seconds, limit = 0, (rules.play.minutes or 0) * 60
    while play(deals, rules).ended is None and len(deals) < MOST_DEALS:
        seconds += SHORTEST_DEAL + table.chance.below(LONGEST_DEAL - SHORTEST_DEAL)
        if limit and seconds >= limit and deals:
            return deals, limit, True
        deals.append(table.deal())
    return deals, min(seconds, limit) if limit else seconds, False


def _ended(state: MatchState, is_out_of_time: bool) -> Ended:
    if state.ended is not None:
        return state.ended
    return Ended.TIME if is_out_of_time else Ended.RULING


def _sheet(state: MatchState, deals: Sequence[Deal], seconds: int, ended: Ended) -> Scoresheet:
    winner = None
    if state.failed is not None:
        winner = state.failed.other
    elif ended is Ended.RULING:
        winner = Side.NS if state.ns_level >= state.ew_level else Side.EW
    return Scoresheet(
        ns_level=state.ns_level,
        ew_level=state.ew_level,
        passed_a=state.passed_a,
        passed_gain=state.passed_gain,
        in_play=state.in_play,
        winner=winner,
        ended=ended,
        seconds=seconds,
        deals=tuple(deals),
    )
