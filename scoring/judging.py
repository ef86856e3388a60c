"""Whether a record can be true under the rules, and what it came to in levels."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.codecs import LOWEST
from scoring.errors import InvalidScoresheet
from scoring.levels import LEAST_PASSING_GAIN, MatchState, play
from scoring.options import SIDES, AceFailure, AwardedLossRule, Ended, LevelTie, PassedAValue, Side
from scoring.outcome import Outcome, OutcomeKind
from scoring.records import AwardedLoss, Forfeit, Record, Scoresheet
from scoring.rules import PlayRules, Rules
from scoring.schemes import DealPoints

AWARDED_LEVELS = 3


def judge(record: Record, rules: Rules, *, knockout: bool = False) -> Outcome:
    """Check one record against the rules and say what it came to.

    `knockout` refuses every result without a winner. Raises InvalidScoresheet with a code and the field at
    fault. Impossible sheets are: a level missing or outside 2…A; a side past A that is not at A; a gain that
    the passing condition excludes; a way of ending that the rules do not have; final levels, a passing side
    or a side in play that the deals do not give; deals after the end; a winner that the levels contradict; a
    missing winner, side in play or gain where the rules need it.
    """
    if isinstance(record, Forfeit):
        outcome = _forfeit(record.side)
    elif isinstance(record, AwardedLoss):
        outcome = _awarded_loss(record, rules)
    else:
        outcome = _played(record, rules, knockout=knockout)
    if knockout and outcome.winner is None:
        raise InvalidScoresheet("knockout_without_winner", "winner")
    return outcome


def _forfeit(side: Side | None) -> Outcome:
    if side is None:
        return Outcome(OutcomeKind.DOUBLE_FORFEIT, None)
    return Outcome(OutcomeKind.FORFEIT, side.other)


def _awarded_loss(record: AwardedLoss, rules: Rules) -> Outcome:
    """`as_forfeit`: not played. `three_levels`: the others are put up to three more levels, at most A."""
    ace = rules.play.finish_level
    for field, level in (("ns_level", record.ns_level), ("ew_level", record.ew_level)):
        if level is not None or rules.awarded_loss is AwardedLossRule.THREE_LEVELS:
            _require_level(field, level, ace)
    if rules.awarded_loss is AwardedLossRule.AS_FORFEIT:
        return _forfeit(record.side)
    winner = record.side.other
    levels = {Side.NS: record.ns_level or LOWEST, Side.EW: record.ew_level or LOWEST}
    levels[winner] = min(levels[winner] + AWARDED_LEVELS, ace)
    return Outcome(
        OutcomeKind.AWARDED,
        winner,
        level_diff=_at_least_even(levels[Side.NS] - levels[Side.EW], winner),
        ns_level=levels[Side.NS],
        ew_level=levels[Side.EW],
        ns_value=levels[Side.NS],
        ew_value=levels[Side.EW],
        ended=Ended.RULING,
    )


def _require_level(field: str, level: int | None, ace: int) -> int:
    if level is None:
        raise InvalidScoresheet("level_missing", field)
    if not LOWEST <= level <= ace:
        raise InvalidScoresheet("level_out_of_range", field, level=level, low=LOWEST, high=ace)
    return level


def _at_least_even(difference: int, winner: Side) -> int:
    """The difference 南北 minus 东西, not below 0 for the side that a ruling or a third failure made win."""
    return max(difference, 0) if winner is Side.NS else min(difference, 0)


@dataclass(frozen=True, slots=True)
class _Facts:
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


def _played(sheet: Scoresheet, rules: Rules, *, knockout: bool) -> Outcome:
    _check_ended(sheet, rules.play)
    facts = _from_deals(sheet, rules) if sheet.deals else _from_levels(sheet, rules.play)
    gains = _deal_points(facts, rules) or facts.gains
    winner = _winner(facts, rules, gains, knockout=knockout)
    values = {side: _value(facts, rules.play, side) for side in SIDES}
    difference = values[Side.NS] - values[Side.EW]
    if winner is not None and facts.ended in (Ended.RULING, Ended.ACE_FAILED):
        difference = _at_least_even(difference, winner)
    return Outcome(
        OutcomeKind.PLAYED,
        winner,
        level_diff=difference,
        ns_level=facts.levels[Side.NS],
        ew_level=facts.levels[Side.EW],
        ns_value=values[Side.NS],
        ew_value=values[Side.EW],
        passed_a=facts.passed_a,
        passed_gain=facts.passed_gain,
        in_play=facts.in_play,
        ended=sheet.ended,
        seconds=sheet.seconds,
        ns_gains=gains[0] if gains else None,
        ew_gains=gains[1] if gains else None,
        ns_failures=facts.state.ns_failures if facts.state else None,
        ew_failures=facts.state.ew_failures if facts.state else None,
    )


def _check_ended(sheet: Scoresheet, play_rules: PlayRules) -> None:
    """Refuse a way of ending that these rules do not have."""
    ended = sheet.ended
    if ended is Ended.TIME and play_rules.minutes is None:
        raise InvalidScoresheet("time_without_limit", "ended")
    if ended is Ended.DEALS and play_rules.deals is None:
        raise InvalidScoresheet("deals_without_number", "ended")
    if ended is Ended.ACE_FAILED and play_rules.ace_failure is not AceFailure.MATCH_LOST:
        raise InvalidScoresheet("ace_failed_not_in_rules", "ended")


def _from_levels(sheet: Scoresheet, play_rules: PlayRules) -> _Facts:
    """The facts of a sheet with final levels only, checked against each other."""
    ace = play_rules.finish_level
    levels = {
        Side.NS: _require_level("ns_level", sheet.ns_level, ace),
        Side.EW: _require_level("ew_level", sheet.ew_level, ace),
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
    return _Facts(sheet, levels, sheet.passed_a, sheet.passed_gain, sheet.in_play, failed, None)


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


def _from_deals(sheet: Scoresheet, rules: Rules) -> _Facts:
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
    return _Facts(sheet, levels, state.passed_a, state.passed_gain, state.in_play, state.failed, state)


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


def _deal_points(facts: _Facts, rules: Rules) -> tuple[int, int] | None:
    """Both sides' deal points where a scheme counts them, else None.

    Without deals the levels give them as long as they hide nothing: a side at A may have gained more than it
    shows, and 2 : 2 may mean that the levels were never moved. Then the deals are asked for.
    """
    if not isinstance(rules.scheme, DealPoints) and not isinstance(rules.secondary_scheme, DealPoints):
        return None
    if facts.gains is not None:
        return facts.gains
    ns, ew = facts.levels[Side.NS], facts.levels[Side.EW]
    if rules.play.finish_level in (ns, ew) or ns == ew == LOWEST:
        raise InvalidScoresheet("deals_needed", "deals")
    return ns - LOWEST, ew - LOWEST


def _value(facts: _Facts, play_rules: PlayRules, side: Side) -> int:
    """What a side's level counts in the level difference."""
    if side is facts.failed:
        return LOWEST
    level = facts.levels[side]
    if side is not facts.passed_a or play_rules.passed_a_value is PassedAValue.NONE:
        return level
    if play_rules.passed_a_value is PassedAValue.ONE_LEVEL:
        return level + 1
    return level + (facts.passed_gain or 0)


def _winner(facts: _Facts, rules: Rules, gains: tuple[int, int] | None, *, knockout: bool) -> Side | None:
    stated = facts.sheet.winner
    if facts.ended is Ended.RULING:
        if stated is None:
            raise InvalidScoresheet("winner_needed", "winner")
        return stated
    ahead = _ahead(facts, gains if isinstance(rules.scheme, DealPoints) else None)
    if ahead is None:
        return _tie_winner(facts, rules, knockout=knockout)
    if stated not in (None, ahead):
        raise InvalidScoresheet("winner_disagrees", "winner", winner=stated, expected=ahead)
    return ahead


def _ahead(facts: _Facts, gains: tuple[int, int] | None) -> Side | None:
    """The side that play itself put ahead; None when they are level."""
    if facts.failed is not None:
        return facts.failed.other
    if gains is None and facts.passed_a is not None:
        return facts.passed_a
    ns, ew = gains or (facts.levels[Side.NS], facts.levels[Side.EW])
    if ns == ew:
        return None
    return Side.NS if ns > ew else Side.EW


def _tie_winner(facts: _Facts, rules: Rules, *, knockout: bool) -> Side | None:
    """Who wins on equal levels: the side that `level_tie` names, or the stated one where it must be told."""
    stated = facts.sheet.winner
    needed = tie_field(rules, knockout=knockout, deals=facts.state is not None, untouched=facts.untouched)
    told = rules.play.level_tie is LevelTie.LAST_DEAL_WINNER and stated is not None
    if needed == "in_play" and facts.in_play is None and not told:
        raise InvalidScoresheet("in_play_needed", "in_play")
    named = _named_by_tie(facts, rules.play.level_tie)
    if named is None:
        return _told_winner(stated, rules, needed, knockout=knockout)
    if stated not in (None, named):
        raise InvalidScoresheet("winner_disagrees", "winner", winner=stated, expected=named)
    return named


def _named_by_tie(facts: _Facts, tie: LevelTie) -> Side | None:
    if tie is LevelTie.IN_PLAY_SIDE:
        return facts.in_play
    if tie is LevelTie.LAST_DEAL_WINNER:
        # After a 降台 the two differ; a sheet without deals may then state the winner itself.
        return facts.state.last_winner if facts.state else facts.sheet.winner or facts.in_play
    if tie is LevelTie.FIRST_TO_LEVEL and facts.state:
        return facts.state.first_to_level
    return None


def _told_winner(stated: Side | None, rules: Rules, needed: str | None, *, knockout: bool) -> Side | None:
    """The winner where the rule names nobody: as stated, or a draw where draws are known."""
    no_draw = knockout or not rules.scheme.allows_draw
    if stated is None and (needed == "winner" or no_draw):
        raise InvalidScoresheet("winner_needed", "winner")
    if stated is not None and not no_draw and rules.play.level_tie not in TOLD_TIES:
        raise InvalidScoresheet("winner_on_draw", "winner", winner=stated)
    return stated


TOLD_TIES = (LevelTie.NEXT_LEADER, LevelTie.FIRST_TO_LEVEL, LevelTie.EXTRA_DEAL, LevelTie.LOTS)


def tie_field(rules: Rules, *, knockout: bool, deals: bool, untouched: bool) -> str | None:
    """What equal levels must be told beside: `in_play`, `winner`, or None.

    `deals` whether the deals are written down, `untouched` whether no deal may have been finished (2 : 2):
    nobody is in play then, and nobody leads, so nothing has to be said.
    """
    tie = rules.play.level_tie
    if tie in (LevelTie.EXTRA_DEAL, LevelTie.LOTS):
        return "winner"
    if untouched:
        return "winner" if knockout or not rules.scheme.allows_draw else None
    if tie in (LevelTie.IN_PLAY_SIDE, LevelTie.LAST_DEAL_WINNER):
        return None if deals else "in_play"
    if tie is LevelTie.NEXT_LEADER or (tie is LevelTie.FIRST_TO_LEVEL and not deals):
        return "winner"
    return "winner" if tie is LevelTie.DRAW and knockout else None
