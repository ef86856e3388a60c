"""Sentences of the scorer's pages: unknown tables, missing answers, results that stand already."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scoring.judging import TOLD_TIES
from scoring.rules import Rules
from tournament.wording.rules import choice_text

ERRORS = {
    "table_blank": _("请先键入桌号。"),
    "table_not_number": _("桌号“%(text)s”看不懂，请键入数字。"),
    "table_unknown": _("第 %(round)s 轮没有第 %(table)s 桌，本轮是第 %(first)s 至 %(last)s 桌。"),
    "table_rests": _("第 %(table)s 桌这一轮空着：%(group)s %(numbers)s 号轮空，不用录成绩。"),
    "table_of_other_session": _("第 %(table)s 桌是%(session)s场的，请先切换到%(session)s场。"),
    "table_of_other_stage": _("第 %(table)s 桌在%(stage)s，不在这一轮。"),
    "table_in_two_sessions": _("%(sessions)s都有第 %(table)s 桌，请先选好场次。"),
    "round_has_no_tables": _("第 %(round)s 轮还没有编排对阵。"),
    "passed_gain_asked": _("过A时升了几级？"),
    "ended_asked": _("本局是怎样结束的？"),
    "winner_asked": _("按裁定写明胜方：哪一方胜？"),
    "winner_on_tie_asked": _("级数相同，按规程%(rule)s。哪一方胜？"),
    "winner_in_knockout_asked": _("级数相同，淘汰赛要分出胜负。哪一方胜？"),
    "winner_without_draws_asked": _("级数相同，这一积分办法没有平局。哪一方胜？"),
    "in_play_asked": _("级数相同，按规程%(rule)s。最后哪一方在台上？"),
    "seconds_asked": _("用时多少？写分钟（41），或 分:秒（41:30）。"),
    "deals_asked": _("这一积分办法要逐副记录，只有两方级数还不够。"),
    "time_unknown": _("用时“%(text)s”看不懂，请写分钟（41），或 分:秒（41:30）。"),
    "correction_needs_chief": _("这一轮已经结束，更正成绩要由裁判长或赛事负责人来做。"),
    "grid_row_changed": _("这一行刚才已由%(name)s改为“%(now)s”。要改写，请再保存一次。"),
    "grid_needs_more": _("还要补充一项，请打开这一桌的页面录入。"),
}


def question(field: str, rules: Rules, *, levels_equal: bool, knockout: bool) -> str:
    """What is asked of a sheet, and why: the rule that wants the winner, or the side in play, told."""
    rule = {"rule": choice_text("level_tie", rules.play.level_tie)}
    if field != "winner" or not levels_equal:
        return str(ERRORS[f"{field}_asked"]) % rule
    if rules.play.level_tie in TOLD_TIES:
        return str(ERRORS["winner_on_tie_asked"]) % rule
    return str(ERRORS["winner_in_knockout_asked" if knockout else "winner_without_draws_asked"])
