"""What matches that were not played are worth, and the level differences that go with them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from scoring.options import HouseResults, Side
from scoring.outcome import Outcome, OutcomeKind
from scoring.rules import Rules, WalkOverLevelDiff, WalkOvers
from scoring.schemes import ZERO, PointsPair, Scheme, Table


@dataclass(frozen=True, slots=True)
class WalkOver:
    """One walk-over's worth: points, second-scheme points (None without one) and level difference."""

    points: Decimal
    secondary: Decimal | None
    level_diff: int


@dataclass(frozen=True, slots=True)
class WalkOverTable:
    """The five walk-overs of a stage with nothing left open.

    `bye`: no opponent · `opponent`: of a forfeit · `forfeiter` · `double`: each side of a double forfeit ·
    `missed`: a round not played.
    """

    bye: WalkOver
    opponent: WalkOver
    forfeiter: WalkOver
    double: WalkOver
    missed: WalkOver

    def of(self, outcome: Outcome, side: Side) -> WalkOver:
        """What a match that was not played gives to one of its sides."""
        if outcome.kind is OutcomeKind.DOUBLE_FORFEIT:
            return self.double
        return self.opponent if outcome.winner is side else self.forfeiter


def walkover_table(rules: Rules) -> WalkOverTable:
    """Fill what the rules leave open.

    Points: a bye and the opponent of a forfeit have a win of the scheme (a table's row of d = 4 or its last,
    the bonus alone under hundred-plus, 0 under deal points), the others 0. Level differences: the d of the
    table's row that pays that figure (in the 26 table 17 → +4, 0 → −13), else 0. The second scheme has no
    settings of its own and always takes its defaults.

    Rule: devzone-26, 十三 第3条 (17 for a bye and for the opponent); school-grades, 赛制 2 (forfeit 0).
    """
    points, diffs = rules.walkovers, rules.walkover_level_diff
    return WalkOverTable(
        bye=_won(rules, points.bye, diffs.bye),
        opponent=_won(rules, points.opponent, diffs.opponent),
        forfeiter=_lost(rules, points.forfeiter, diffs.forfeiter),
        double=_lost(rules, points.double, diffs.double),
        missed=_lost(rules, points.missed, diffs.missed),
    )


def _won(rules: Rules, points: Decimal | None, level_diff: int | None) -> WalkOver:
    figure = rules.scheme.bye if points is None else points
    secondary = rules.secondary_scheme.bye if rules.secondary_scheme else None
    if level_diff is None:
        level_diff = _row_that_pays(rules.scheme, figure, winner_first=True)
    return WalkOver(figure, secondary, level_diff)


def _lost(rules: Rules, points: Decimal | None, level_diff: int | None) -> WalkOver:
    figure = ZERO if points is None else points
    secondary = ZERO if rules.secondary_scheme else None
    if level_diff is None:
        level_diff = _row_that_pays(rules.scheme, figure, winner_first=False)
    return WalkOver(figure, secondary, level_diff)


def _row_that_pays(scheme: Scheme, figure: Decimal, *, winner_first: bool) -> int:
    """The level difference of the first row with this figure: a winner's row is +d, a loser's −d."""
    if not isinstance(scheme, Table):
        return 0
    columns = [(1, scheme.winner), (-1, scheme.loser)]
    for sign, rows in columns if winner_first else reversed(columns):
        if figure in rows:
            return sign * rows.index(figure)
    return 0


def counts_as_bye(outcome: Outcome, house: Side, rules: Rules) -> bool:
    """Whether a match against a house pair, which sat on `house`, is worth a bye to the other side.

    Under `house_results` `as_bye` every such match is, but for what the other side itself lost without
    playing: its own forfeit, a double forfeit or a loss by ruling stands (our choice).
    Rule: RULES section 4, entries (house pairs: their opponents' results count or not).
    """
    if rules.conduct.house_results is HouseResults.COUNT:
        return False
    return outcome.kind is OutcomeKind.PLAYED or outcome.winner is house.other


def match_points(outcome: Outcome, rules: Rules, house: Side | None = None) -> PointsPair:
    """Both sides' points of one match, (南北, 东西), forfeits included; penalties are not applied here.

    `house` is the side of a house pair, if one played: where its opponents' results do not count, the other
    side has a bye's points and the house pair none.
    """
    if house is not None and counts_as_bye(outcome, house, rules):
        bye = walkover_table(rules).bye.points
        return (ZERO, bye) if house is Side.NS else (bye, ZERO)
    if outcome.is_played:
        return rules.scheme.points(outcome, rules.leader_at_time)
    table = walkover_table(rules)
    return table.of(outcome, Side.NS).points, table.of(outcome, Side.EW).points


def secondary_points(outcome: Outcome, rules: Rules) -> PointsPair | None:
    """Both sides' points by the second scheme, (南北, 东西); None where the rules keep none."""
    if rules.secondary_scheme is None:
        return None
    if outcome.is_played:
        return rules.secondary_scheme.points(outcome, rules.leader_at_time)
    table = walkover_table(rules)
    return table.of(outcome, Side.NS).secondary or ZERO, table.of(outcome, Side.EW).secondary or ZERO


def level_diffs(outcome: Outcome, rules: Rules) -> tuple[int, int]:
    """Both sides' level differences as tie-breaks count them, (南北, 东西)."""
    if outcome.is_played:
        return outcome.level_diff, -outcome.level_diff
    table = walkover_table(rules)
    return table.of(outcome, Side.NS).level_diff, table.of(outcome, Side.EW).level_diff


__all__ = [
    "WalkOver",
    "WalkOverLevelDiff",
    "WalkOverTable",
    "WalkOvers",
    "counts_as_bye",
    "level_diffs",
    "match_points",
    "secondary_points",
    "walkover_table",
]
