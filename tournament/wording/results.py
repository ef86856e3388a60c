"""Sentences about entering and correcting results."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "no_result_for_a_bye": _("这一场是轮空，不用录成绩。"),
    "round_not_published": _("这一轮的对阵还没有公布，公布以后才能录成绩。"),
    "result_entered_by_another": _("这一桌刚才已由%(name)s录入了不同的成绩，请核对后再决定是否改写。"),
    "no_sides_to_swap": _("这一场没有对手，不能换边。"),
    "nothing_to_clear": _("这一桌还没有成绩，没有可清除的。"),
    "nothing_to_undo": _("这一桌还没有成绩，没有可撤销的。"),
    "reason_needed": _("这一轮已经结束，更正成绩请写明原因。"),
}

VERBS = {
    "enter_result": _("录入%(stage)s%(round)s第 %(table)s 桌成绩"),
    "correct_result": _("更正%(stage)s%(round)s第 %(table)s 桌成绩（第 %(version)s 版）"),
    "clear_result": _("清除%(stage)s%(round)s第 %(table)s 桌成绩"),
    "undo_result": _("撤销%(stage)s%(round)s第 %(table)s 桌上一次录入"),
}
