"""Sentences about tables, areas and sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.areas import runs_of, text_of

if TYPE_CHECKING:
    from tournament.models import Stage
    from tournament.queries.hall_checks import Shared, Shortage, StageInHall

ERRORS = {
    "area_named_twice": gettext_lazy("场地“%(name)s”写了两次。"),
    "area_without_name": gettext_lazy("请写场地的名称，例如：三楼会议室。"),
    "table_in_two_areas": gettext_lazy("第 %(table)s 桌在“%(area)s”里已经有了。"),
    "group_without_session": gettext_lazy("请给 %(group)s写上场次；不分场次就全部留空。"),
    "sessions_are_public": gettext_lazy("第 %(round)s 轮的对阵已公布，场次不能再改；先撤下对阵。"),
    "sessions_too_many": gettext_lazy("%(groups)s 个组最多分 %(groups)s 个场次。"),
    "sessions_too_few": gettext_lazy("请填要分几个场次，至少 2 个。"),
}

VERBS = {
    "renumber_tables": gettext_lazy("按现在的场地重排%(stage)s的桌号"),
    "edit_hall": gettext_lazy("修改场地和桌号"),
    "set_sessions": gettext_lazy("安排%(stage)s的场次"),
}


def session_names(count: int) -> list[str]:
    """What sessions are called when nobody has named them: 上午, 下午; 第 1 场, 第 2 场, 第 3 场."""
    if count == 2:
        return [_("上午"), _("下午")]
    return [_("第 %(number)s 场") % {"number": number} for number in range(1, count + 1)]


def shortage_text(one: Shortage, *, is_drawn: bool = True) -> str:
    """Why the hall is too small for a stage, and the way out."""
    told = {"needed": one.needed, "have": one.have, "session": one.session}
    if one.session:
        said = _("%(session)s要 %(needed)s 张桌，可用的只有 %(have)s 张。") % told
    else:
        said = _("同时打要 %(needed)s 张桌，可用的只有 %(have)s 张。") % told
    if not one.sessions_help:
        way = _("一个组的同一轮要同时打，分场次也不够：请增加场地或桌号，或者换成小组较小的赛制。")
    elif is_drawn:
        way = _("请把各组分成几个场次（上午、下午……）先后打。")
    else:
        way = _("抽签以后可以把各组分成几个场次（上午、下午……）先后打。")
    return said + way


def shared_text(stage: Stage, shared: Shared) -> list[str]:
    """Which other stages may be playing at the same tables at the same time."""
    return [
        _("%(stage)s和%(other)s可能同时进行，都用到第 %(tables)s 桌。请改桌号，或分开场次。")
        % {"stage": stage.name, "other": other.name, "tables": text_of(runs_of(tables), _("、"))}
        for other, tables in shared
    ]


def stage_places(one: StageInHall) -> list[str]:
    """At which tables a stage plays, and what is wrong with them."""
    said = [_("第 %(tables)s 桌") % {"tables": text_of(runs_of(one.tables), _("、"))}] if one.tables else []
    if one.outside:
        told = {"tables": text_of(runs_of(one.outside), _("、"))}
        said.append(_("第 %(tables)s 桌不在任何一个场地里") % told)
    return said + shared_text(one.stage, one.shared)
