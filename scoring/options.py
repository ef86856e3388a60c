"""The words that rules and scoresheets choose from (one English form each)."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """One of the two sides of a table: 南北 (the first-named pair) or 东西."""

    NS = "ns"
    EW = "ew"

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side.EW if self is Side.NS else Side.NS


# Walking over this is many times quicker than over the class, and every result does it.
SIDES = (Side.NS, Side.EW)


class Ended(StrEnum):
    """How a match ended."""

    PASSED_A = "passed_a"
    TIME = "time"
    DEALS = "deals"
    ACE_FAILED = "ace_failed"
    RULING = "ruling"


class PassCondition(StrEnum):
    """What a deal won at A must be, to pass it."""

    PARTNER_NOT_LAST = "partner_not_last"
    DOUBLE_DOWN = "double_down"
    ANY_WIN = "any_win"


class PassWhen(StrEnum):
    """Whether a side at A passes only while it is in play, or in any deal that it wins."""

    IN_PLAY = "in_play"
    AT_A = "at_a"


class AceFailure(StrEnum):
    """What happens to a side that has failed at A as often as the limit says."""

    CARRY_ON = "carry_on"
    BACK_TO_2 = "back_to_2"
    MATCH_LOST = "match_lost"


class DemotionAtAce(StrEnum):
    """What a demotion does to a side at A."""

    LEVELS = "levels"
    FAILURES = "failures"
    NONE = "none"


class DealInProgress(StrEnum):
    """What becomes of the deal that is being played when time is called."""

    FINISH = "finish"
    DISCARD = "discard"
    REFEREE = "referee"


class PassedAValue(StrEnum):
    """What a side that passed A counts in the level difference."""

    ONE_LEVEL = "one_level"
    REAL_GAIN = "real_gain"
    NONE = "none"


class LevelTie(StrEnum):
    """Who has won when the levels are equal."""

    DRAW = "draw"
    IN_PLAY_SIDE = "in_play_side"
    LAST_DEAL_WINNER = "last_deal_winner"
    NEXT_LEADER = "next_leader"
    FIRST_TO_LEVEL = "first_to_level"
    EXTRA_DEAL = "extra_deal"
    LOTS = "lots"


class LeaderAtTime(StrEnum):
    """Whether the leader at time earns the bonus of the hundred-plus scheme."""

    LEVELS_ONLY = "levels_only"
    BONUS = "bonus"


class AwardedLossRule(StrEnum):
    """How a match that was lost by a ruling counts."""

    AS_FORFEIT = "as_forfeit"
    THREE_LEVELS = "three_levels"


class Tiebreak(StrEnum):
    """What separates pairs with equal points."""

    HEAD_TO_HEAD = "head_to_head"
    OPPONENTS_POINTS = "opponents_points"
    PROGRESSIVE = "progressive"
    PROGRESSIVE_CUT1 = "progressive_cut1"
    WINS = "wins"
    LEVEL_DIFF_SUM = "level_diff_sum"
    LEVELS_SUM = "levels_sum"
    BEST_ROUND = "best_round"
    SECOND_BEST_ROUND = "second_best_round"
    ACE_TIME = "ace_time"
    SECONDARY_POINTS = "secondary_points"
    FEWEST_PENALTIES = "fewest_penalties"
    LOTS = "lots"


class HeadToHead(StrEnum):
    """When the results among the tied pairs are looked at."""

    TWO = "two"
    ALL_MET = "all_met"
    ANY = "any"


class ByeOpponent(StrEnum):
    """What a bye adds to the sum of the opponents' points."""

    ZERO = "zero"
    LOWEST = "lowest"


class Withdrawal(StrEnum):
    """What becomes of the matches of a pair that leaves."""

    FORFEIT_REST = "forfeit_rest"
    VOID_IF_UNDER_HALF = "void_if_under_half"


class HouseResults(StrEnum):
    """Whether a match against a house pair counts for the other side, or is worth a bye."""

    COUNT = "count"
    AS_BYE = "as_bye"


class Substitution(StrEnum):
    """Whether a player may be changed after check-in has closed."""

    NEVER = "never"
    AS_FORFEIT = "as_forfeit"
    BEFORE_START_WITH_CONSENT = "before_start_with_consent"


class Grade(StrEnum):
    """The rungs of the penalty ladder, mildest first."""

    ORAL_WARNING = "oral_warning"
    WARNING = "warning"
    VIOLATION = "violation"
    DEMOTION = "demotion"
    MATCH_LOSS = "match_loss"
    SUSPENSION = "suspension"


class Scope(StrEnum):
    """Within what penalties are counted together."""

    MATCH = "match"
    ROUND = "round"
    STAGE = "stage"
    EVENT = "event"


class PlayEffect(StrEnum):
    """What a ruling does to the play itself, without figures."""

    TURN_LOST = "turn_lost"
    SHOWN_FIRST = "shown_first"
    TAKEN_BACK = "taken_back"
    PLAY_ANNULLED = "play_annulled"
    TRIBUTE_AGAIN = "tribute_again"


class FoulEffect(StrEnum):
    """What reaching the foul limit brings."""

    DEAL_AWARDED = "deal_awarded"
    MATCH_LOST = "match_lost"


class ReturnTribute(StrEnum):
    """Which card may be given back for a tribute (shown to people, never computed)."""

    ANY = "any"
    AT_MOST_10 = "at_most_10"
    AT_MOST_10_SINGLE_ANY = "at_most_10_single_any"
    OWN_AT_MOST_10 = "own_at_most_10"
    OWN_NOT_JOKER_NOR_LEVEL = "own_not_joker_nor_level"
