"""What separates pairs with equal points: one function per key, and how their values are compared.

Every function takes the whole `Field` of the stage and one pair's tally (or, for head_to_head, the pairs
still equal) and gives the value that people see; None where it does not apply. None always comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from scoring.options import ByeOpponent, HeadToHead, Tiebreak
from scoring.rules import Rules
from scoring.schemes import ZERO
from scoring.tally import Tally

Value = Decimal | int | None
SortKey = tuple[Decimal | int, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The pairs of a stage with all that a tie-break may look at; `lots` has the place drawn by pair."""

    tallies: Mapping[int, Tally]
    rules: Rules
    lots: Mapping[int, int]
    lowest: Decimal = ZERO


def make_field(tallies: Mapping[int, Tally], rules: Rules, lots: Mapping[int, int]) -> Field:
    """The field, with the lowest stage points of its ranked pairs (what a bye may add under `lowest`)."""
    ranked = [tally.stage_points for tally in tallies.values() if not tally.entry.house]
    return Field(tallies, rules, lots, min(ranked, default=ZERO))


def head_to_head(field: Field, tied: Sequence[int]) -> dict[int, Value]:
    """Points in the matches among all the tied pairs, forfeits included, computed once for this set.

    `two`: only exactly two pairs are compared. `all_met`: only if every two of them met. `any`: always. A set
    without any match among its members is not compared either. Empty when it does not apply.
    """
    members = set(tied)
    rule = field.rules.ranking.head_to_head
    if rule is HeadToHead.TWO and len(tied) != 2:
        return {}
    met = {pair: [one for one in field.tallies[pair].results if one[0] in members] for pair in tied}
    if not any(met.values()):
        return {}
    if rule is HeadToHead.ALL_MET and any(
        len({one[0] for one in met[pair]}) < len(tied) - 1 for pair in tied
    ):
        return {}
    return {pair: sum((points for _, points in met[pair]), ZERO) for pair in tied}


def opponents_points(field: Field, tally: Tally) -> Value:
    """The sum of the opponents' stage points, without their penalty and carried points.

    An opponent met twice counts twice, a forfeited match too; a bye adds 0, or the lowest total of the stage.
    """
    tallies = field.tallies
    total = sum((tallies[opponent].stage_points for opponent, _ in tally.results), ZERO)
    if field.rules.ranking.bye_opponent is ByeOpponent.LOWEST:
        total += field.lowest * tally.byes
    return total


def progressive(field: Field, tally: Tally) -> Value:
    """The sum of the running totals after each round with a result."""
    return sum((total for _, _, total in tally.running_totals()), ZERO)


def progressive_cut1(field: Field, tally: Tally) -> Value:
    """The same without the total after round 1: points 2, 0, 1 give 2 + 2 + 3 = 7, cut 5."""
    return sum((total for number, _, total in tally.running_totals() if number > 1), ZERO)


def wins(field: Field, tally: Tally) -> Value:
    """Played, awarded and forfeit wins; byes too unless the rules say no."""
    return tally.wins + (tally.byes if field.rules.ranking.bye_is_win else 0)


def level_diff_sum(field: Field, tally: Tally) -> Value:
    """The sum of the level differences, those of walk-overs as the rules set them."""
    return tally.level_diff


def levels_sum(field: Field, tally: Tally) -> Value:
    """The sum of own level − 2, one more for passing A; walk-overs add 0."""
    return tally.climbed


def best_round(field: Field, tally: Tally) -> Value:
    """The points of the pair's best round."""
    return _round_by_rank(tally, 1)


def second_best_round(field: Field, tally: Tally) -> Value:
    """The points of its second best round."""
    return _round_by_rank(tally, 2)


def _round_by_rank(tally: Tally, place: int) -> Value:
    rounds = sorted(tally.rounds.values(), reverse=True)
    return rounds[place - 1] if len(rounds) >= place else None


def ace_time(field: Field, tally: Tally) -> Value:
    """The seconds of the timed matches; None when there is none. How they rank: `_ace_time_key`."""
    timed_wins = tally.wins - tally.untimed_wins
    timed_losses = tally.losses - tally.forfeits - tally.untimed_losses
    return tally.winning_seconds + tally.losing_seconds if timed_wins or timed_losses else None


def _ace_time_key(tally: Tally) -> SortKey:
    """Winners by shorter time, untimed wins (byes, forfeits) after them, then losers by longer time.

    Losses without a time come after the timed ones, forfeits and missed rounds last. Over several matches:
    fewer losses, then fewer untimed wins, then the times summed. Rule: school-grades, 赛制 2.
    """
    return (
        tally.losses + tally.misses,
        tally.untimed_wins + tally.byes,
        tally.winning_seconds,
        tally.forfeits + tally.misses,
        tally.untimed_losses,
        -tally.losing_seconds,
    )


def secondary_points(field: Field, tally: Tally) -> Value:
    """The sum by the second scheme; None where the stage keeps none."""
    return None if field.rules.secondary_scheme is None else tally.secondary


def fewest_penalties(field: Field, tally: Tally) -> Value:
    """How many uncancelled penalties, from 警告 up; fewer is better."""
    return tally.penalty_count


def lots(field: Field, tally: Tally) -> Value:
    """The place drawn; None for a pair without a lot."""
    return field.lots.get(tally.entry.pair)


BY_TALLY: dict[Tiebreak, Callable[[Field, Tally], Value]] = {
    Tiebreak.OPPONENTS_POINTS: opponents_points,
    Tiebreak.PROGRESSIVE: progressive,
    Tiebreak.PROGRESSIVE_CUT1: progressive_cut1,
    Tiebreak.WINS: wins,
    Tiebreak.LEVEL_DIFF_SUM: level_diff_sum,
    Tiebreak.LEVELS_SUM: levels_sum,
    Tiebreak.BEST_ROUND: best_round,
    Tiebreak.SECOND_BEST_ROUND: second_best_round,
    Tiebreak.ACE_TIME: ace_time,
    Tiebreak.SECONDARY_POINTS: secondary_points,
    Tiebreak.FEWEST_PENALTIES: fewest_penalties,
    Tiebreak.LOTS: lots,
}
LOWER_IS_BETTER = (Tiebreak.FEWEST_PENALTIES, Tiebreak.LOTS)
NOTHING: SortKey = (1,)


def sort_keys(
    key: Tiebreak, field: Field, tied: Sequence[int], values: Mapping[int, Value]
) -> dict[int, SortKey]:
    """What the pairs still equal are sorted by, ascending; `values` are theirs under this key.

    Lots separate only a set in which every pair has drawn one: an old lot must not decide over a newcomer.
    """
    if key is Tiebreak.ACE_TIME:
        return {pair: _ace_time_key(field.tallies[pair]) for pair in tied}
    if key is Tiebreak.LOTS and any(values.get(pair) is None for pair in tied):
        return dict.fromkeys(tied, NOTHING)
    sign = 1 if key in LOWER_IS_BETTER else -1
    return {pair: _sort_key(values.get(pair), sign) for pair in tied}


def _sort_key(value: Value, sign: int) -> SortKey:
    return NOTHING if value is None else (0, sign * value)
