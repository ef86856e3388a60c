"""Sentences about tables, areas, sessions and clocks."""

from __future__ import annotations

import math
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

ERRORS = {
    "area_named_twice": gettext_lazy("场地“%(name)s”写了两次。"),
    "area_without_name": gettext_lazy("请写场地的名称，例如：三楼会议室。"),
    "table_in_two_areas": gettext_lazy("第 %(table)s 桌在“%(area)s”里已经有了。"),
    "area_in_use": gettext_lazy("“%(stage)s”的第 %(table)s 桌还在用，不能从场地里去掉。"),
    "group_without_session": gettext_lazy("请给%(group)s写上场次；不分场次就全部留空。"),
    "sessions_are_public": gettext_lazy("第 %(round)s 轮的对阵已公布，场次不能再改；先撤下对阵。"),
    "sessions_too_many": gettext_lazy("%(groups)s 个组最多分 %(groups)s 个场次。"),
    "sessions_too_few": gettext_lazy("请填要分几个场次，至少 2 个。"),
    "round_has_no_clock": gettext_lazy("这一轮没有在计时，不能加时。"),
    "minutes_to_add": gettext_lazy("请填要加的分钟数，1 到 %(most)s。"),
}

VERBS = {
    "edit_hall": gettext_lazy("修改场地和桌号"),
    "set_sessions": gettext_lazy("安排%(stage)s的场次"),
    "add_minutes": gettext_lazy("%(stage)s第 %(round)s 轮加时 %(minutes)s 分钟"),
}


def time_left(ends_at: datetime, now: datetime) -> str:
    """剩余 23 分钟, begun ones counted whole; 时间到 when there is nothing left."""
    minutes = math.ceil((ends_at - now).total_seconds() / 60)
    return _("剩余 %(minutes)s 分钟") % {"minutes": minutes} if minutes > 0 else _("时间到")


def session_names(count: int) -> list[str]:
    """What sessions are called when nobody has named them: 上午, 下午; 第 1 场, 第 2 场, 第 3 场."""
    if count == 2:
        return [_("上午"), _("下午")]
    return [_("第 %(number)s 场") % {"number": number} for number in range(1, count + 1)]
