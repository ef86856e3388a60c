"""The facts of one scoresheet, from its deals or its final levels, checked against each other."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.codecs import LOWEST
from scoring.errors import InvalidScoresheet
from scoring.levels import LEAST_PASSING_GAIN, MatchState, play
from scoring.options import SIDES, AceFailure, Ended, PassedAValue, Side
from scoring.records import Scoresheet
from scoring.rules import PlayRules, Rules
from scoring.schemes import DealPoints


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """A scoresheet's facts from whichever source has them: the deals, or the levels written down."""

    sheet: Scoresheet
    levels: dict[Side, int]
    passed_a: Side | None
    passed_gain: int | None
    in_play: Side | None
    failed: Side | None
    state: MatchState | None

    @property
    def ended(self) -> Ended:
        return self.sheet.ended

    @property
    def untouched(self) -> bool:
        """Whether it may be that no deal was finished: 2 : 2 and none written down."""
        no_deals = self.state is None or self.state.deal_count == 0
        return no_deals and all(level == LOWEST for level in self.levels.values())

    @property
    def gains(self) -> tuple[int, int] | None:
        """Both sides' own gains as far as deals are written down."""
        return (self.state.ns_gains, self.state.ew_gains) if self.state else None


def read_facts(sheet: Scoresheet, rules: Rules) -> SheetFacts:
    """The facts of `sheet`; InvalidScoresheet where they cannot all be true under `rules`."""
    _check_ended(sheet, rules.play)
    return _from_deals(sheet, rules) if sheet.deals else _from_levels(sheet, rules.play)


def require_level(field: str, level: int | None, ace: int) -> int:
    """The level, or InvalidScoresheet when it is missing or outside 2…`ace`."""
    if level is None:
        raise InvalidScoresheet("level_missing", field)
    if not LOWEST <= level <= ace:
        raise InvalidScoresheet("level_out_of_range", field, level=level, low=LOWEST, high=ace)
    return level


def _check_ended(sheet: Scoresheet, play_rules: PlayRules) -> None:
    """Refuse a way of ending that these rules do not have."""
    ended = sheet.ended
    if ended is Ended.TIME and play_rules.minutes is None:
        raise InvalidScoresheet("time_without_limit", "ended")
    if ended is Ended.DEALS and play_rules.deals is None:
        raise InvalidScoresheet("deals_without_number", "ended")
    if ended is Ended.ACE_FAILED and play_rules.ace_failure is not AceFailure.MATCH_LOST:
        raise InvalidScoresheet("ace_failed_not_in_rules", "ended")


def _from_levels(sheet: Scoresheet, play_rules: PlayRules) -> SheetFacts:
    """The facts of a sheet with final levels only, checked against each other."""
    ace = play_rules.finish_level
    levels = {
        Side.NS: require_level("ns_level", sheet.ns_level, ace),
        Side.EW: require_level("ew_level", sheet.ew_level, ace),
    }
    if (sheet.ended is Ended.PASSED_A) != (sheet.passed_a is not None):
        raise InvalidScoresheet("ended_disagrees_with_passed_a", "ended")
    if sheet.passed_a is not None and levels[sheet.passed_a] != ace:
        raise InvalidScoresheet(
            "passed_not_at_a", "passed_a", side=sheet.passed_a, level=levels[sheet.passed_a]
        )
    _check_passed_gain(sheet, play_rules)
    failed = None
    if sheet.ended is Ended.ACE_FAILED:
        failed = _failed_by_levels(sheet, levels, ace)
    return SheetFacts(sheet, levels, sheet.passed_a, sheet.passed_gain, sheet.in_play, failed, None)


def _failed_by_levels(sheet: Scoresheet, levels: dict[Side, int], ace: int) -> Side:
    if sheet.winner is None:
        raise InvalidScoresheet("winner_needed", "winner")
    if levels[sheet.winner.other] != ace:
        raise InvalidScoresheet("ace_failed_not_at_a", "winner", side=sheet.winner.other)
    return sheet.winner.other


def passing_gains(play_rules: PlayRules) -> tuple[int, ...]:
    """How many levels beyond A a passing deal can reach, when only the final levels are known.

    Where A need not be played a jump from below reaches A+1 or A+2 whatever the passing condition.
    """
    least = LEAST_PASSING_GAIN[play_rules.pass_condition] if play_rules.must_play_a else 1
    return tuple(range(least, 4))


def _check_passed_gain(sheet: Scoresheet, play_rules: PlayRules) -> None:
    gain = sheet.passed_gain
    if gain is None:
        if sheet.passed_a is not None and play_rules.passed_a_value is PassedAValue.REAL_GAIN:
            raise InvalidScoresheet("passed_gain_needed", "passed_gain")
        return
    if sheet.passed_a is None:
        raise InvalidScoresheet("gain_without_pass", "passed_gain")
    if gain not in passing_gains(play_rules):
        raise InvalidScoresheet(
            "passing_gain_excluded", "passed_gain", gain=gain, possible=passing_gains(play_rules)
        )


def _from_deals(sheet: Scoresheet, rules: Rules) -> SheetFacts:
    """The facts that the deals give; what the sheet states beside them must agree."""
    state = play(sheet.deals, rules)
    _check_ended_by_deals(sheet, state, rules.play)
    _check_levels_by_deals(sheet, state, rules)
    if sheet.passed_a not in (None, state.passed_a):
        raise InvalidScoresheet("passed_a_disagrees_with_deals", "passed_a", expected=state.passed_a)
    if sheet.passed_gain is not None and sheet.passed_gain not in _stated_gains(state):
        raise InvalidScoresheet("gain_disagrees_with_deals", "passed_gain", expected=state.passed_gain)
    if sheet.in_play not in (None, state.in_play):
        raise InvalidScoresheet("in_play_disagrees_with_deals", "in_play", expected=state.in_play)
    levels = {side: state.level(side) for side in SIDES}
    return SheetFacts(sheet, levels, state.passed_a, state.passed_gain, state.in_play, state.failed, state)


def _stated_gains(state: MatchState) -> tuple[int | None, ...]:
    """What `passed_gain` may say beside the deals: the levels beyond A, or the passing deal's own gain."""
    if state.passed_a is None:
        return ()
    gains = [step.gain for step in state.history if step.gain is not None]
    return (state.passed_gain, gains[-1])


def _check_ended_by_deals(sheet: Scoresheet, state: MatchState, play_rules: PlayRules) -> None:
    by_play = (Ended.PASSED_A, Ended.ACE_FAILED)
    if sheet.ended is not state.ended and (sheet.ended in by_play or state.ended in by_play):
        raise InvalidScoresheet("ended_disagrees_with_deals", "ended", expected=state.ended)
    if sheet.ended is Ended.DEALS and state.deal_count != play_rules.deals:
        raise InvalidScoresheet("deal_count", "deals", count=state.deal_count, wanted=play_rules.deals)


def _check_levels_by_deals(sheet: Scoresheet, state: MatchState, rules: Rules) -> None:
    stays_at_2 = isinstance(rules.scheme, DealPoints)
    for field, stated, expected in (
        ("ns_level", sheet.ns_level, state.ns_level),
        ("ew_level", sheet.ew_level, state.ew_level),
    ):
        if stated is None or stated == expected or (stays_at_2 and stated == LOWEST):
            continue
        raise InvalidScoresheet("levels_disagree_with_deals", field, level=stated, expected=expected)
