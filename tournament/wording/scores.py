"""Results as people read them: 过A, 级差 +8, 积分 108 : 7."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from scoring.codecs import LEVELS_BY_TEXT
from scoring.outcome import Outcome, OutcomeKind
from scoring.rules import Side
from tournament.models import Result, ResultKind
from tournament.wording.figures import clock, plain, signed
from tournament.wording.general import side_name
from tournament.wording.knockout import series_text
from tournament.wording.rules import ended_name, level_text


def pair_of_points(ns: Decimal, ew: Decimal) -> str:
    """Both sides' points, 南北 first: 108 : 7."""
    return f"{plain(ns)} : {plain(ew)}"


def level_words(level: int | None, *, passed: bool = False) -> str:
    """A level as lists show it: 9, K, A, 过A; nothing where none was written."""
    return "" if level is None else level_text(level, passed)


def typed_level(result: Result | None, side: str) -> str:
    """A stored level as one would type it (A+3, A+, 9), for a field that can be changed; "" for none."""
    if result is None or result.kind == ResultKind.CLEARED:
        return ""
    level = result.ns_level if side == "ns" else result.ew_level
    if result.passed_a == side:
        return f"{level_words(level)}+{result.passed_gain or ''}"
    return level_words(level)


def walkover_words(result: Result) -> str:
    """What stands instead of levels: 南北弃权, 双方弃权, 东西判负; nothing for a played match."""
    side = side_name(result.side)
    if result.kind == ResultKind.FORFEIT:
        return _("%(side)s弃权") % {"side": side} if side else _("双方弃权")
    if result.kind == ResultKind.AWARDED_LOSS:
        return _("%(side)s判负") % {"side": side}
    return ""


def winner_words(outcome: Outcome | None) -> str:
    """南北胜 where the levels do not say who won: they are equal, or the side behind has won."""
    if outcome is None or outcome.winner is None or outcome.games or not outcome.is_played:
        return ""
    ahead = outcome.level_diff if outcome.winner is Side.NS else -outcome.level_diff
    if ahead > 0 or outcome.passed_a is outcome.winner:
        return ""
    return _("%(side)s胜") % {"side": side_name(outcome.winner)}


def result_words(result: Result | None) -> str:
    """A version in short: 过A : 9, 6 : J（时间到）, 南北弃权, 已清除."""
    if result is None or result.kind == ResultKind.CLEARED:
        return _("没有成绩")
    if result.kind == ResultKind.SERIES:
        return series_words(result)
    ns = level_words(result.ns_level, passed=result.passed_a == "ns")
    ew = level_words(result.ew_level, passed=result.passed_a == "ew")
    levels = f"{ns} : {ew}" if ns or ew else ""
    if words := walkover_words(result):
        return f"{words} {levels}".strip()
    details = [ended_name(result.ended)] if not result.passed_a else _gain_words(result.passed_gain)
    details += _told_words(result)
    return (
        _("%(levels)s（%(details)s）") % {"levels": levels, "details": _("，").join(details)}
        if details
        else levels
    )


def series_words(result: Result) -> str:
    """A series as far as it has come, 南北 first: 1 : 1（过A : 9；6 : 过A）."""
    won = [game["won"] for game in result.games]
    return series_text((won.count("ns"), won.count("ew")), [_game_words(game) for game in result.games])


def _game_words(game: Mapping[str, Any]) -> str:
    """One game as it was entered: 过A : 9, 南北弃权, 东西判负, 逐副记录."""
    if "forfeit" in game:
        return _("%(side)s弃权") % {"side": side_name(game["forfeit"])}
    if "awarded_loss" in game:
        return _("%(side)s判负") % {"side": side_name(game["awarded_loss"])}
    if "ns_level" not in game or "ew_level" not in game:
        return _("%(side)s胜（逐副记录）") % {"side": side_name(game["won"])}
    return " : ".join(
        level_words(LEVELS_BY_TEXT[game[f"{side}_level"]], passed=game.get("passed_a") == side)
        for side in ("ns", "ew")
    )


def _gain_words(gain: int | None) -> list[str]:
    return [_("升 %(gain)s 级") % {"gain": gain}] if gain else []


def _told_words(result: Result) -> list[str]:
    told = []
    if result.in_play and not result.passed_a:
        told.append(_("%(side)s在台上") % {"side": side_name(result.in_play)})
    if result.winner:
        told.append(_("%(side)s胜") % {"side": side_name(result.winner)})
    if result.seconds is not None:
        told.append(_("用时 %(time)s") % {"time": clock(result.seconds)})
    return told


def read_words(result: Result, outcome: Outcome | None) -> str:
    """What is read aloud after both levels: 南北过A升 3 级，胜; 平局，时间到; 2 : 1（过A : 9；…）."""
    if result.kind == ResultKind.SERIES:
        return result_words(result)
    if outcome is None or result.kind == ResultKind.AWARDED_LOSS:
        return walkover_words(result)
    told = [_verdict(outcome)]
    if result.kind == ResultKind.PLAYED and not result.passed_a and result.ended != "passed_a":
        told.append(ended_name(result.ended))
    told += [words for words in _told_words(result) if words not in told]
    return _("，").join(told)


def outcome_words(outcome: Outcome, points: tuple[Decimal, Decimal]) -> str:
    """What a result will be, in one line: 南北过A升 3 级，胜 · 级差 +8 · 积分 108 : 7."""
    parts = [_verdict(outcome)]
    if outcome.is_played:
        parts.append(_("级差 %(diff)s") % {"diff": signed(outcome.level_diff)})
    parts.append(_("积分 %(points)s") % {"points": pair_of_points(*points)})
    return " · ".join(parts)


def _verdict(outcome: Outcome) -> str:
    if outcome.kind is OutcomeKind.DOUBLE_FORFEIT:
        return _("双方弃权")
    if outcome.winner is None:
        return _("平局")
    side = side_name(outcome.winner)
    if outcome.kind is OutcomeKind.FORFEIT:
        return _("%(loser)s弃权，%(side)s胜") % {"loser": side_name(outcome.winner.other), "side": side}
    if outcome.passed_a is outcome.winner and outcome.passed_gain:
        return _("%(side)s过A升 %(gain)s 级，胜") % {"side": side, "gain": outcome.passed_gain}
    if outcome.passed_a is outcome.winner:
        return _("%(side)s过A，胜") % {"side": side}
    return _("%(side)s胜") % {"side": side}
