"""Who really played whom, and rounds paired by results that were corrected since, in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "played": _("按实际对阵记录"),
    "played_needs_reason": _("请写明原因，例如：2、3 桌坐错。"),
    "played_in_knockout": _("淘汰赛的下一轮按签位产生，不能改记对手。请更正本桌成绩，或重排这一轮。"),
    "nobody_sat_otherwise": _("没有改动：填的对阵与编排的相同。"),
    "played_himself": _("第 %(table)s 桌两边都是 %(number)s 号，请核对。"),
    "played_twice": _("%(number)s 号填了两次，一轮只能坐一桌。"),
    "not_at_these_tables": _("改动的各桌里没有 %(number)s 号。请把与它对调的那一桌也改过来。"),
    "played_in_other_group": _("%(number)s 号不在第 %(table)s 桌的小组，不能记在那里。"),
    "table_changed_meanwhile": _("您打开页面以后，第 %(table)s 桌已有新的录入。请核对现在的内容，再填一次。"),
}

VERBS = {"record_played": _("%(stage)s%(round)s：第 %(tables)s 桌改记实际对阵")}
