"""Whether a record can be true under the rules, and what it came to in levels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.codecs import LOWEST
from scoring.errors import InvalidScoresheet
from scoring.facts import SheetFacts, read_facts, require_level
from scoring.options import SIDES, AwardedLossRule, Ended, LevelTie, PassedAValue, Side
from scoring.outcome import Outcome, OutcomeKind
from scoring.records import AwardedLoss, Forfeit, Game, Record, Scoresheet, Series
from scoring.rules import PlayRules, Rules
from scoring.schemes import DealPoints

AWARDED_LEVELS = 3


def judge(record: Record, rules: Rules, *, knockout: bool = False) -> Outcome:
    """Check one record against the rules and say what it came to.

    `knockout` refuses every result without a winner. Raises InvalidScoresheet with a code and the field at
    fault. Impossible sheets are: a level missing or outside 2…A; a side past A that is not at A; a gain that
    the passing condition excludes; a way of ending that the rules do not have; final levels, a passing side
    or a side in play that the deals do not give; deals after the end; a winner that the levels contradict; a
    missing winner, side in play or gain where the rules need it. A series is refused by what `series_score`
    says, and with `series_unfinished` while nobody has won it.
    """
    if isinstance(record, Series):
        return _series(record, rules)
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
            require_level(field, level, ace)
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


def _at_least_even(difference: int, winner: Side) -> int:
    """The difference 南北 minus 东西, not below 0 for the side that a ruling or a third failure made win."""
    return max(difference, 0) if winner is Side.NS else min(difference, 0)


def _played(sheet: Scoresheet, rules: Rules, *, knockout: bool) -> Outcome:
    facts = read_facts(sheet, rules)
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


def _deal_points(facts: SheetFacts, rules: Rules) -> tuple[int, int] | None:
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


def _value(facts: SheetFacts, play_rules: PlayRules, side: Side) -> int:
    """What a side's level counts in the level difference."""
    if side is facts.failed:
        return LOWEST
    level = facts.levels[side]
    if side is not facts.passed_a or play_rules.passed_a_value is PassedAValue.NONE:
        return level
    if play_rules.passed_a_value is PassedAValue.ONE_LEVEL:
        return level + 1
    return level + (facts.passed_gain or 0)


def _winner(facts: SheetFacts, rules: Rules, gains: tuple[int, int] | None, *, knockout: bool) -> Side | None:
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


def _ahead(facts: SheetFacts, gains: tuple[int, int] | None) -> Side | None:
    """The side that play itself put ahead; None when they are level."""
    if facts.failed is not None:
        return facts.failed.other
    if gains is None and facts.passed_a is not None:
        return facts.passed_a
    ns, ew = gains or (facts.levels[Side.NS], facts.levels[Side.EW])
    if ns == ew:
        return None
    return Side.NS if ns > ew else Side.EW


def _tie_winner(facts: SheetFacts, rules: Rules, *, knockout: bool) -> Side | None:
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


def _named_by_tie(facts: SheetFacts, tie: LevelTie) -> Side | None:
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


WINS_NEEDED = 2


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """How a series stands: games won by 南北 and by 东西, who has won it (None: not over yet), the games."""

    ns_wins: int
    ew_wins: int
    winner: Side | None
    games: tuple[Outcome, ...]


def series_score(series: Series, rules: Rules) -> SeriesScore:
    """Judge every game of a series and count the wins; it need not be over yet.

    Every game has a winner. A forfeit is a lost game, and as the last one it gives the series away.
    Raises InvalidScoresheet: `series_without_games`; `series_is_over` (game) for games after the second win;
    and with `game` in its params whatever `judge` refuses in one game.
    """
    if not series.games:
        raise InvalidScoresheet("series_without_games", "games")
    judged: list[Outcome] = []
    wins = dict.fromkeys(SIDES, 0)
    for number, game in enumerate(series.games, start=1):
        if WINS_NEEDED in wins.values():
            raise InvalidScoresheet("series_is_over", "games", game=number)
        judged.append(_judged_game(game, rules, number))
        wins = {side: sum(one.winner is side for one in judged) for side in SIDES}
    winner = next((side for side in SIDES if wins[side] == WINS_NEEDED), None)
    if winner is None and isinstance(series.games[-1], Forfeit):
        winner = judged[-1].winner
    return SeriesScore(wins[Side.NS], wins[Side.EW], winner, tuple(judged))


def _judged_game(game: Game, rules: Rules, number: int) -> Outcome:
    try:
        return judge(game, rules, knockout=True)
    except InvalidScoresheet as error:
        raise InvalidScoresheet(error.code, error.field, **error.params, game=number) from None


def _series(series: Series, rules: Rules) -> Outcome:
    """The match that a series is: its winner, the sum of the games' differences, the last game's levels."""
    score = series_score(series, rules)
    if score.winner is None:
        raise InvalidScoresheet("series_unfinished", "games", ns=score.ns_wins, ew=score.ew_wins)
    played = [game for game in score.games if game.is_played]
    if not played:
        return replace(_forfeit(score.winner.other), games=score.games)
    last, winner = played[-1], score.winner
    given_away = last.winner is not winner
    times = [game.seconds for game in played if game.seconds is not None]
    return replace(
        last,
        kind=OutcomeKind.PLAYED,
        winner=winner,
        level_diff=_at_least_even(sum(game.level_diff for game in played), winner)
        if given_away
        else sum(game.level_diff for game in played),
        passed_a=None if given_away else last.passed_a,
        passed_gain=None if given_away else last.passed_gain,
        ended=Ended.RULING if given_away else last.ended,
        seconds=sum(times) if len(times) == len(played) else None,
        ns_gains=_sum(game.ns_gains for game in played),
        ew_gains=_sum(game.ew_gains for game in played),
        games=score.games,
    )


def _sum(values: Iterable[int | None]) -> int | None:
    """The sum; None where one is not known."""
    known = list(values)
    return None if None in known else sum(value or 0 for value in known)
