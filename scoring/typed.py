"""Levels as people type them (K, １０, 过A, A+3), and the least that must be asked beside them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from scoring.codecs import LEVELS_BY_TEXT, LOWEST
from scoring.errors import InvalidScoresheet, NeedsMore
from scoring.facts import passing_gains
from scoring.judging import judge, tie_field
from scoring.options import AceFailure, Ended, PassedAValue, Side, Tiebreak
from scoring.records import Scoresheet
from scoring.rules import Rules
from scoring.schemes import AceTime, DealPoints

_NUMBER = re.compile(r"[-−+]?[0-9]+")
_FRACTION = re.compile(r"[-−+]?[0-9]*[.,][0-9]+")
_TYPED = re.compile(
    r"(?P<before>[过過])?(?P<level>10|[2-9JQKA])(?:(?P<plus>\+)(?P<gain>[1-3])?|(?<=A)(?P<short>[1-3]))?"
)
SIDE_TEXTS = (Side.NS.value, Side.EW.value)


@dataclass(frozen=True, slots=True)
class TypedLevel:
    """One side's level as typed: the level 2…14, whether it was passed, and the levels beyond if told."""

    level: int
    passed: bool = False
    gain: int | None = None


def parse_level(text: str, field: str | None = None) -> TypedLevel:
    """Read one typed level: 2…10, J, Q, K, A in any case or width; 过A, A+ (passed); A+3, A3 (passed by 3).

    Spaces do not matter. Raises InvalidScoresheet for `field` with `level_blank`, `level_not_whole` (2.5),
    `level_out_of_range` (1, 15, -2, 0) or `level_unknown` (十, X), each with the `text`.
    """
    plain = "".join(unicodedata.normalize("NFKC", text).split()).upper()
    if not plain:
        raise InvalidScoresheet("level_blank", field, text=text)
    match = _TYPED.fullmatch(plain)
    if match is None:
        raise InvalidScoresheet(_what_is_wrong(plain), field, text=text.strip())
    gain = match["gain"] or match["short"]
    passed = bool(match["before"] or match["plus"] or match["short"])
    return TypedLevel(LEVELS_BY_TEXT[match["level"]], passed, int(gain) if gain else None)


def _what_is_wrong(plain: str) -> str:
    if _NUMBER.fullmatch(plain):
        return "level_out_of_range"
    return "level_not_whole" if _FRACTION.fullmatch(plain) else "level_unknown"


def possible_endings(ns: TypedLevel, ew: TypedLevel, rules: Rules) -> tuple[Ended, ...]:
    """How play can have ended by these levels, the plain ones first; a ruling is always possible."""
    if ns.passed or ew.passed:
        return (Ended.PASSED_A,)
    endings = []
    if rules.play.minutes is not None:
        endings.append(Ended.TIME)
    if rules.play.deals is not None:
        endings.append(Ended.DEALS)
    at_ace = rules.play.finish_level in (ns.level, ew.level)
    if rules.play.ace_failure is AceFailure.MATCH_LOST and at_ace:
        endings.append(Ended.ACE_FAILED)
    return (*endings, Ended.RULING)


def infer_ended(ns: TypedLevel, ew: TypedLevel, rules: Rules) -> Ended | None:
    """How play ended, when it is plain: passed A, or the one way that these rules have; else None.

    A third failure is never taken for granted: an A without its plus looks the same on paper.
    """
    plain = [ended for ended in possible_endings(ns, ew, rules) if ended is not Ended.RULING]
    return plain[0] if len(plain) == 1 and plain != [Ended.ACE_FAILED] else None


def ask(
    ns: TypedLevel,
    ew: TypedLevel,
    rules: Rules,
    *,
    in_play: Side | None = None,
    winner: Side | None = None,
    ended: Ended | None = None,
    passed_gain: int | None = None,
    seconds: int | None = None,
    knockout: bool = False,
) -> dict[str, tuple[str, ...]]:
    """What still has to be asked, in asking order, with the possible answers (none: a figure or deals).

    Keys are `passed_gain`, `ended`, `winner`, `in_play`, `seconds`, `deals`; empty when the levels suffice.
    The values already known are given by name.
    """
    ended = ended or infer_ended(ns, ew, rules)
    asked: dict[str, tuple[str, ...]] = {}
    passed = ns if ns.passed else ew
    if passed.passed and _gain(passed, passed_gain, rules) is None:
        asked["passed_gain"] = tuple(str(gain) for gain in passing_gains(rules.play))
    if ended is None:
        asked["ended"] = tuple(ending.value for ending in possible_endings(ns, ew, rules))
    field = _winner_field(ns, ew, rules, ended, knockout=knockout)
    if {"winner": winner, "in_play": in_play}.get(field or "", Side.NS) is None:
        asked[field or ""] = SIDE_TEXTS
    if seconds is None and needs_time(rules):
        asked["seconds"] = ()
    if _needs_deals(ns, ew, rules):
        asked["deals"] = ()
    return asked


def _gain(passed: TypedLevel, told: int | None, rules: Rules) -> int | None:
    """The levels beyond A: as typed or told, or the only possible figure; 0 where nobody needs it."""
    known = passed.gain if passed.gain is not None else told
    possible = passing_gains(rules.play)
    if known is not None or rules.play.passed_a_value is not PassedAValue.REAL_GAIN:
        return known or 0
    return possible[0] if len(possible) == 1 else None


def _winner_field(
    ns: TypedLevel, ew: TypedLevel, rules: Rules, ended: Ended | None, *, knockout: bool
) -> str | None:
    """Which field tells the winner when the levels alone do not."""
    if ended is Ended.RULING:
        return "winner"
    if ended is Ended.ACE_FAILED:
        return "winner" if ns.level == ew.level else None
    if ns.passed or ew.passed or ended is None or ns.level != ew.level:
        return None
    return tie_field(rules, knockout=knockout, deals=False, untouched=ns.level == LOWEST)


def needs_time(rules: Rules) -> bool:
    """Whether the time that a match took must be told."""
    return isinstance(rules.scheme, AceTime) or Tiebreak.ACE_TIME in rules.ranking.tiebreaks


def _needs_deals(ns: TypedLevel, ew: TypedLevel, rules: Rules) -> bool:
    if not isinstance(rules.scheme, DealPoints):
        return False
    return rules.play.finish_level in (ns.level, ew.level) or ns.level == ew.level == LOWEST


def complete(
    ns: TypedLevel,
    ew: TypedLevel,
    rules: Rules,
    *,
    in_play: Side | None = None,
    winner: Side | None = None,
    ended: Ended | None = None,
    passed_gain: int | None = None,
    seconds: int | None = None,
    knockout: bool = False,
) -> Scoresheet:
    """Make a scoresheet of two typed levels and whatever else was told; it can be true under the rules.

    Raises InvalidScoresheet for what cannot be true, NeedsMore for what the rules still need to know.
    """
    _refuse_levels(ns, ew, rules)
    passed_a = Side.NS if ns.passed else Side.EW if ew.passed else None
    asked = ask(
        ns,
        ew,
        rules,
        in_play=in_play,
        winner=winner,
        ended=ended,
        passed_gain=passed_gain,
        seconds=seconds,
        knockout=knockout,
    )
    if asked:
        raise NeedsMore(tuple(asked), asked)
    ended = ended or infer_ended(ns, ew, rules)
    if ended is Ended.ACE_FAILED and winner is None:
        winner = Side.EW if ns.level == rules.play.finish_level else Side.NS
    gain = _gain(ns if ns.passed else ew, passed_gain, rules) if passed_a else passed_gain
    sheet = Scoresheet(
        ns_level=ns.level,
        ew_level=ew.level,
        passed_a=passed_a,
        passed_gain=gain or None,
        in_play=in_play,
        winner=winner,
        ended=ended or Ended.RULING,
        seconds=seconds,
    )
    judge(sheet, rules, knockout=knockout)
    return sheet


def _refuse_levels(ns: TypedLevel, ew: TypedLevel, rules: Rules) -> None:
    """Refuse levels that no answer could mend, before anything is asked."""
    ace = rules.play.finish_level
    for field, typed in (("ns_level", ns), ("ew_level", ew)):
        if typed.level > ace:
            raise InvalidScoresheet("level_out_of_range", field, level=typed.level, low=LOWEST, high=ace)
        if typed.passed and typed.level < ace:
            raise InvalidScoresheet("passed_not_at_a", field, level=typed.level)
    if ns.passed and ew.passed:
        raise InvalidScoresheet("both_passed_a", "passed_a")
