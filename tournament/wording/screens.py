"""Sentences about the hall's screens and announcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.wording.booklet import FACTS

if TYPE_CHECKING:
    from tournament.models import Event, Stage

ERRORS = {
    "announcement_empty": gettext_lazy("请写公告的内容。"),
    "announcement_too_long": gettext_lazy(
        "公告最多 %(most)s 个字，现在是 %(count)s 个字，请写短些或分成两条。"
    ),
    "announcement_too_many_lines": gettext_lazy("公告最多 %(most)s 行，大屏上放不下更多，请合成几行。"),
    "announcement_down_already": gettext_lazy("现场公告第 %(number)s 号已经撤下了。"),
    "screen_shows_nothing": gettext_lazy("请至少选一页；要清静就只选“欢迎”。"),
    "screen_seconds": gettext_lazy("每页的秒数请填 %(least)s 到 %(most)s。"),
    "screens_too_many": gettext_lazy("最多 %(most)s 块大屏。"),
    "first_screen_stays": gettext_lazy("第 1 块大屏总是在的，不能去掉；可以只让它显示“欢迎”。"),
    "screen_area_unknown": gettext_lazy("没有“%(name)s”这个场地，请刷新页面再选。"),
}

VERBS = {
    "announce": gettext_lazy("发布现场公告第 %(number)s 号"),
    "announce_at_once": gettext_lazy("发布现场公告第 %(number)s 号，大屏插播"),
    "withdraw_announcement": gettext_lazy("撤下现场公告第 %(number)s 号"),
    "interrupt_screens": gettext_lazy("大屏插播现场公告第 %(number)s 号"),
    "resume_screens": gettext_lazy("大屏停止插播现场公告第 %(number)s 号"),
    "set_screen": gettext_lazy("设定大屏 %(number)s"),
    "remove_screen": gettext_lazy("去掉大屏 %(number)s"),
}


def announcement_name(number: int) -> str:
    """现场公告第 3 号: numbered apart from 成绩公告 and the other publications."""
    return _("现场公告第 %(number)s 号") % {"number": number}


def screen_name(number: int, name: str) -> str:
    """大屏 2（三楼会议室）."""
    plain = _("大屏 %(number)s") % {"number": number}
    return _("%(screen)s（%(name)s）") % {"screen": plain, "name": name} if name else plain


def hosts_of(event: Event) -> list[tuple[str, list[str]]]:
    """主办单位, 承办单位 … with their names, as the 秩序册 has them; else the event's own 主办单位.

    Every name but the last of a kind ends with the separator, so that lines may end between names.
    """
    facts = event.booklet_facts
    found = [
        ("hosts", facts.hosts or ((event.organiser,) if event.organiser else ())),
        ("organisers", facts.organisers),
        ("co_organisers", facts.co_organisers),
        ("supporters", facts.supporters),
    ]
    return [
        (str(FACTS[key]), [*(name + _("、") for name in names[:-1]), names[-1]])
        for key, names in found
        if names
    ]


def before_start(stage: Stage) -> str:
    """What everybody is asked before a round, with the stage's own limit for those who are late."""
    minutes = stage.scoring_rules.conduct.late_minutes
    if minutes is None:
        return _("请核对桌号和方位。")
    return _("请核对桌号和方位；开赛 %(minutes)s 分钟未到齐，本轮按弃权处理。") % {"minutes": minutes}


def lots_told(left: int, done: int) -> str:
    """剩 5 签，已抽 11 签."""
    return _("剩 %(left)s 签，已抽 %(done)s 签") % {"left": left, "done": done}
