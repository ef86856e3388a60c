"""What is said about knock-outs: the names of their rounds, refusals, corrections that came too late."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.rules import Side
from tournament.models import ResultKind
from tournament.wording.rules import level_text

if TYPE_CHECKING:
    from tournament.models import Stage
    from tournament.queries.bracket import WrongPair
    from tournament.queries.table_lines import Score

ERRORS = {
    "game_wrong": gettext_lazy("有一局的成绩不对，请看那一局的说明。"),
    "game_left_out": gettext_lazy("中间有一局没有填，请按顺序填写。"),
    "series_is_decided": gettext_lazy("第 %(table)s 桌胜负已分。要更正某一局，请打开这一桌的页面。"),
    "series_wanted": gettext_lazy("这一阶段是三局两胜，请一局一局地录。"),
    "single_game": gettext_lazy("这一阶段每场只打一局。"),
    "knockout_already_out": gettext_lazy(
        "%(pair)s 号按前面的成绩已经出局，不会出现在这一场里。请核对成绩，或写明每一场的 places 和 slot。"
    ),
    "knockout_not_decided": gettext_lazy(
        "%(pair)s 号上一场还没有分出胜负，不知道谁晋级。请补上成绩，或写明每一场的 places 和 slot。"
    ),
    "knockout_places_unknown": gettext_lazy(
        "看不出这一场争的是第几名。请核对前面的成绩，或写明每一场的 places 和 slot。"
    ),
    "knockout_over": gettext_lazy("%(stage)s已决出名次，没有下一轮。"),
}

VERBS = {
    "enter_game": gettext_lazy("登记%(stage)s%(round)s第 %(table)s 桌的一局（三局两胜）"),
}

_MAIN = {
    2: gettext_lazy("决赛"),
    4: gettext_lazy("半决赛"),
    8: gettext_lazy("四分之一决赛"),
    16: gettext_lazy("八分之一决赛"),
    32: gettext_lazy("十六分之一决赛"),
}


def bracket_round(places: tuple[int, int]) -> str:
    """What a match about these ranks is called: 决赛, 四分之一决赛, 三四名决赛, 第 5 至 8 名排位赛."""
    first, last = places
    if first == 1:
        return str(_MAIN[last]) if last in _MAIN else _("1/%(count)s 决赛") % {"count": last // 2}
    if places == (3, 4):
        return _("三四名决赛")
    if last - first == 1:
        return _("第 %(first)s、%(last)s 名决赛") % {"first": first, "last": last}
    return _("第 %(first)s 至 %(last)s 名排位赛") % {"first": first, "last": last}


def round_title(places: Iterable[tuple[int, int]]) -> str:
    """What a whole round is called: after its main matches, 决赛 with 三四名决赛 as well; "" for none."""
    all_ = sorted(set(places))
    if not all_:
        return ""
    words = [bracket_round(one) for one in all_]
    if all_[0][0] == 1 and all_[0][1] > 2:
        return words[0]
    return pgettext("between names of matches", "、").join(words)


def round_name(number: int, stage: Stage | None = None) -> str:
    """第 3 轮; in a knock-out 第 3 轮（半决赛）. `stage` None: a round of any stage."""
    plain = _("第 %(round)s 轮") % {"round": number}
    title = round_title(stage.round_places.get(number, ())) if stage else ""
    return _("%(round)s（%(name)s）") % {"round": plain, "name": title} if title else plain


def bracket_score(score: Score | None, side: Side | None) -> str:
    """What one side of a box came to: its level (过A), 弃权, 判负; without a score the word for a bye."""
    if score is None or side is None:
        return _("轮空")
    if score.kind in (ResultKind.FORFEIT, ResultKind.AWARDED_LOSS) and score.side in (side, ""):
        return _("弃权") if score.kind == ResultKind.FORFEIT else _("判负")
    if score.games:
        return str(score.wins_of(side))
    level = score.level_of(side)
    return "" if level is None else level_text(level, score.passed_a == side)


def table_mark(table: int | None) -> str:
    """第 3 桌; nothing without a table."""
    return "" if table is None else _("第 %(table)s 桌") % {"table": table}


def wrong_pair_text(wrong: WrongPair, stage: Stage) -> str:
    """Who stands in a match that was drawn before the correction, and who would stand there now."""
    told = {"round": round_name(wrong.round, stage), "table": wrong.table or 0}
    told |= {"there": wrong.there, "instead": wrong.instead}
    if wrong.table is None:
        return _("%(round)s %(there)s 号的晋级所依据的成绩已更正。") % told
    if wrong.instead is None:
        return _("%(round)s第 %(table)s 桌的 %(there)s 号，按更正后的成绩不应在此。") % told
    return _("%(round)s第 %(table)s 桌是 %(there)s 号，按更正后的成绩应是 %(instead)s 号。") % told


def series_text(wins: tuple[int, int], games: Iterable[str]) -> str:
    """How a series stands, 南北 first, and its games: 2 : 1（过A : 9；6 : 过A；过A : J）."""
    told = {"ns": wins[0], "ew": wins[1], "games": pgettext("between games", "；").join(games)}
    return _("%(ns)s : %(ew)s（%(games)s）") % told
