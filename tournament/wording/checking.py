"""Sentences about checking entered slips: read back, or typed a second time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from tournament.queries.checking import UncheckedTable

ERRORS = {
    "checking_is_off": gettext_lazy("这项赛事没有启用成绩复核，没有保存。要启用，请到赛事设置里选择。"),
    "checking_by_typing": gettext_lazy("这项赛事由另一人再录一遍来复核，请到复核页照计分表键入。"),
    "checking_by_reading": gettext_lazy("这项赛事现在是唱录复核，请刷新后再确认。"),
    "nothing_chosen_to_check": gettext_lazy("没有要确认的成绩。"),
    "nothing_to_check": gettext_lazy("第 %(table)s 桌现在没有成绩，不能复核。"),
    "changed_before_check": gettext_lazy(
        "第 %(table)s 桌的成绩改过了：您核对的是“%(seen)s”，%(name)s改为“%(now)s”。没有确认，请看过再确认。"
    ),
    "changed_before_typing": gettext_lazy(
        "第 %(table)s 桌的第一遍刚才由%(name)s改过，没有保存。请照计分表再键入一遍。"
    ),
    "second_by_same": gettext_lazy("第 %(table)s 桌的第一遍是您录的，第二遍要由别人来录。"),
    "second_differs": gettext_lazy("第 %(table)s 桌两遍不一致，还没有保存。请看计分表，选定以哪一遍为准。"),
    "tables_unchecked": gettext_lazy(
        "还有 %(count)s 桌没有复核：%(tables)s。请先复核；确实要照这样继续，请在下面打勾。"
    ),
}

VERBS = {
    "check_results": gettext_lazy("复核%(stage)s%(round)s %(count)s 桌成绩：第 %(tables)s 桌"),
    "uncheck_result": gettext_lazy("撤回%(stage)s%(round)s第 %(table)s 桌的复核"),
    "keep_first": gettext_lazy("复核%(stage)s%(round)s第 %(table)s 桌：两遍不一致，以第一遍为准"),
    "take_second": gettext_lazy(
        "复核%(stage)s%(round)s第 %(table)s 桌：两遍不一致，以第二遍为准（第 %(version)s 版）"
    ),
}

WORDS = {
    "event.checking": gettext_lazy("成绩复核"),
}


def unchecked_text(tables: Sequence[UncheckedTable]) -> str:
    """Which tables nobody has checked: 3、5, or of several rounds 第 1 轮 3、5；第 2 轮 8."""
    rounds = list(dict.fromkeys(one.round for one in tables))
    named = {
        number: _("、").join(str(one.table) for one in tables if one.round == number) for number in rounds
    }
    if len(rounds) < 2:
        return "".join(named.values())
    of_round = _("第 %(number)s 轮 %(tables)s")
    return _("；").join(of_round % {"number": key, "tables": text} for key, text in named.items())
