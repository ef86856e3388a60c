"""How a match that was written down deal by deal ends, and the least that must be asked for it."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.deals import Item, MatchState
from scoring.errors import InvalidScoresheet, NeedsMore
from scoring.judging import judge
from scoring.levels import play
from scoring.options import Ended, PassedAValue, Side
from scoring.records import Scoresheet
from scoring.rules import Rules
from scoring.typed import SIDE_TEXTS, needs_time

ASKS_WINNER = ("winner_needed", "knockout_without_winner")


def endings(state: MatchState, rules: Rules) -> tuple[Ended, ...]:
    """How a match can have ended where its deals left it: as they ended it, else by time or by a ruling."""
    if state.ended is not None:
        return (state.ended,)
    return (Ended.RULING,) if rules.play.minutes is None else (Ended.TIME, Ended.RULING)


def ask_ending(
    items: Sequence[Item],
    rules: Rules,
    *,
    ended: Ended | None = None,
    winner: Side | None = None,
    seconds: int | None = None,
    knockout: bool = False,
) -> dict[str, tuple[str, ...]]:
    """What still has to be asked to end a match after these items, in asking order, with possible answers.

    Keys are `ended`, `winner`, `seconds` (a figure, no choices). Raises InvalidScoresheet for what no answer
    can mend, such as an ending that the deals contradict.
    """
    state = play(items, rules)
    ended = ended or _plain(endings(state, rules))
    asked: dict[str, tuple[str, ...]] = {}
    if ended is None:
        asked["ended"] = tuple(ending.value for ending in endings(state, rules))
    elif _wants_winner(_sheet(items, state, rules, ended, winner, seconds), rules, knockout=knockout):
        asked["winner"] = SIDE_TEXTS
    if seconds is None and needs_time(rules):
        asked["seconds"] = ()
    return asked


def _plain(possible: tuple[Ended, ...]) -> Ended | None:
    """The ending that needs no question; a ruling is never taken for granted."""
    return possible[0] if len(possible) == 1 and possible[0] is not Ended.RULING else None


def _wants_winner(sheet: Scoresheet, rules: Rules, *, knockout: bool) -> bool:
    try:
        judge(sheet, rules, knockout=knockout)
    except InvalidScoresheet as error:
        if error.code in ASKS_WINNER:
            return True
        raise
    return False


def end(
    items: Sequence[Item],
    rules: Rules,
    *,
    ended: Ended | None = None,
    winner: Side | None = None,
    seconds: int | None = None,
    knockout: bool = False,
) -> Scoresheet:
    """The scoresheet that both pairs sign: the deals and, beside them, what they came to.

    Without a finished deal it is 2 : 2. Raises NeedsMore for what is still to be asked, InvalidScoresheet for
    what cannot be true under the rules.
    """
    asked = ask_ending(items, rules, ended=ended, winner=winner, seconds=seconds, knockout=knockout)
    if asked:
        raise NeedsMore(tuple(asked), asked)
    state = play(items, rules)
    return _sheet(items, state, rules, ended or endings(state, rules)[0], winner, seconds)


def _sheet(
    items: Sequence[Item],
    state: MatchState,
    rules: Rules,
    ended: Ended,
    winner: Side | None,
    seconds: int | None,
) -> Scoresheet:
    """Deals and levels side by side, so that whoever reads only the levels sees the same match."""
    told_gain = rules.play.passed_a_value is PassedAValue.REAL_GAIN
    return Scoresheet(
        ns_level=state.ns_level,
        ew_level=state.ew_level,
        passed_a=state.passed_a,
        passed_gain=state.passed_gain if told_gain else None,
        winner=winner,
        ended=ended,
        seconds=seconds,
        deals=tuple(items),
    )
