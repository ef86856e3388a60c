"""A result as it might come, from who wins and by how much: what the slow table is reckoned with."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.errors import InvalidScoresheet
from scoring.rules import Rules, Side
from scoring.scoresheet import Ended, Scoresheet, judge

LOWEST = 2
USUAL_WINNER = 10  # where the winner stands when time is called, if nothing else is known


def assumed_sheet(rules: Rules, winner: Side | None, difference: int, *, passed: bool) -> Scoresheet | None:
    """A sheet that may be true under `rules`: `winner` (None: a draw) ahead by `difference` levels (级差).

    `passed`: the winner went past A; otherwise play ended by time or by the number of deals, the winner as
    near to level 10 as can be. None where no sheet can say so.
    """
    for sheet in _possible(rules, winner, difference, passed):
        try:
            outcome = judge(sheet, rules)
        except InvalidScoresheet:
            continue
        if outcome.winner is winner and abs(outcome.level_diff) == difference:
            return sheet
    return None


def _possible(rules: Rules, winner: Side | None, difference: int, passed: bool) -> Iterator[Scoresheet]:
    top = rules.play.finish_level
    if passed and winner is not None:
        for low in range(top, LOWEST - 1, -1):
            for gain in (None, 1, 2, 3):
                yield _sheet(winner, top, low, Ended.PASSED_A, passed_a=winner, passed_gain=gain)
        return
    highs = range(LOWEST + difference, top + 1)
    for high in sorted(highs, key=lambda level: abs(level - USUAL_WINNER)):
        for ended in (Ended.TIME, Ended.DEALS):
            yield _sheet(winner or Side.NS, high, high - difference, ended)


def _sheet(
    winner: Side,
    high: int,
    low: int,
    ended: Ended,
    *,
    passed_a: Side | None = None,
    passed_gain: int | None = None,
) -> Scoresheet:
    ns, ew = (high, low) if winner is Side.NS else (low, high)
    return Scoresheet(ns_level=ns, ew_level=ew, passed_a=passed_a, passed_gain=passed_gain, ended=ended)
