"""Sentences about clocks: what is left, overtime, pauses, lateness; the page's script says the same words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.wording.knockout import round_name
from tournament.wording.rules import choice_text
from tournament.wording.standings import group_name

if TYPE_CHECKING:
    from scoring.rules import Rules
    from tournament.models import Round
    from tournament.queries.clocks import Clock, ClockLine
    from tournament.queries.lateness import LatePair

ERRORS = {
    "time_not_up": gettext_lazy("计时还剩 %(minutes)s 分钟。确实已按时间到结束的，请打勾再登记。"),
    "earlier_tables_open": gettext_lazy("%(round)s还有 %(count)s 桌没有成绩。确实现在开赛的，请打勾再按。"),
    "round_has_no_clock": gettext_lazy("这一轮没有在限时，不能加减时间。"),
    "minutes_to_add": gettext_lazy("请填要加减的分钟数，1 到 %(most)s。"),
    "minutes_to_take": gettext_lazy("只加过 %(most)s 分钟，最多收回 %(most)s 分钟。"),
    "no_minutes_to_take": gettext_lazy("没有加过时，不能收回。"),
    "clock_changed": gettext_lazy("%(name)s刚刚动过计时，这次没有再加减。请看现在的时间，需要的话再按一次。"),
    "table_minutes_changed": gettext_lazy(
        "这一桌的加时刚刚被改成 %(minutes)s 分钟，这次没有再加减。需要的话再按一次。"
    ),
    "round_started_already": gettext_lazy("这一轮已在 %(time)s 开赛计时，没有重新开始。"),
    "round_over_already": gettext_lazy("这一轮已结束。"),
    "round_not_playing": gettext_lazy("这一轮没有在比赛中。"),
    "round_not_begun": gettext_lazy("%(time)s 才开始，现在不用暂停；要改时间，请先撤回开赛。"),
    "round_paused_already": gettext_lazy("计时已在 %(time)s 暂停，仍在暂停中。"),
    "round_not_paused": gettext_lazy("计时没有暂停，正在走。"),
    "round_has_begun": gettext_lazy("已有成绩或逐副记录，不能撤回开赛；时间不对，请加减分钟。"),
    "start_time_unknown": gettext_lazy("请填几点几分，例如 9:00。"),
    "start_time_past": gettext_lazy("按 %(time)s 开始，时间已经到了，请核对。"),
    "late_pair_not_at_table": gettext_lazy("这一队不在第 %(table)s 桌，请刷新页面。"),
    "pair_not_marked": gettext_lazy("%(number)s 号没有标为未到齐，或别人刚刚已登记到齐。"),
    "late_table_has_result": gettext_lazy("第 %(table)s 桌已有成绩。"),
}

VERBS = {
    "take_back_start": gettext_lazy("撤回%(stage)s%(round)s的开赛"),
    "pause_round": gettext_lazy("%(stage)s%(round)s暂停计时"),
    "resume_round": gettext_lazy("%(stage)s%(round)s继续计时"),
    "add_minutes": gettext_lazy("%(stage)s%(round)s加时 %(minutes)s 分钟"),
    "take_minutes": gettext_lazy("%(stage)s%(round)s收回 %(minutes)s 分钟"),
    "give_table_minutes": gettext_lazy("%(stage)s%(round)s第 %(table)s 桌加时 %(minutes)s 分钟"),
    "take_table_minutes": gettext_lazy("%(stage)s%(round)s第 %(table)s 桌收回 %(minutes)s 分钟"),
    "note_lateness": gettext_lazy("%(stage)s%(round)s第 %(table)s 桌：%(number)s 号未到齐"),
    "note_excused": gettext_lazy("%(stage)s%(round)s第 %(table)s 桌：%(number)s 号未到齐（事先请过假）"),
    "note_arrival": gettext_lazy(
        "%(stage)s%(round)s第 %(table)s 桌：%(number)s 号到齐，迟到 %(minutes)s 分钟"
    ),
    "waive_forfeit": gettext_lazy("%(stage)s%(round)s第 %(table)s 桌：%(number)s 号不按弃权处理"),
    "forget_lateness": gettext_lazy("%(stage)s%(round)s第 %(table)s 桌：%(number)s 号未到齐是误记"),
}

# What clock.js puts together: {n} are whole minutes, {t} is 57:20. The page shows the same without script.
SAID = {
    "left": gettext_lazy("剩余 {n} 分钟"),
    "left-figures": gettext_lazy("剩余 {t}"),
    "up": gettext_lazy("已进行 {n} 分钟"),
    "up-figures": gettext_lazy("已进行 {t}"),
    "wait": gettext_lazy("{n} 分钟后开始"),
    "wait-figures": gettext_lazy("{t} 后开始"),
    "time": gettext_lazy("时间到"),
    "over": gettext_lazy("超时 {n} 分钟"),
    "over-figures": gettext_lazy("超时 {t}"),
    "paused": gettext_lazy("暂停中，{told}"),
    "paused-figures": gettext_lazy("暂停中 {told}"),  # on a line of its own where both do not fit
    "idle": gettext_lazy("没有开始计时"),
    "late": gettext_lazy("迟到 {n} 分钟"),
    "missing": gettext_lazy("未到齐"),
}
MINUTE = timedelta(minutes=1)
LONGEST_OVERTIME = timedelta(hours=2)  # after that a round was left open, and nobody is playing any more


def hour(at: datetime) -> str:
    """A moment as the hall's clock shows it: 09:05."""
    return timezone.localtime(at).strftime("%H:%M")


def clock_text(clock: Clock, now: datetime) -> str:
    """剩余 23 分钟 (a begun one counts whole), 时间到, 超时 3 分钟, 暂停中，剩余 23 分钟, 已进行 5 分钟."""
    if clock.starts_at is None:
        return str(SAID["idle"])
    told = _running_text(clock, now)
    if clock.paused_at is not None:
        return str(SAID["paused"]).replace("{told}", told)
    if now < clock.starts_at:
        return _minutes("wait", -((now - clock.starts_at) // MINUTE))
    return told


def _running_text(clock: Clock, now: datetime) -> str:
    left = clock.remaining(now)
    if left is None:
        return _minutes("up", clock.played(now) // MINUTE)
    if left > timedelta(0):
        return _minutes("left", -(-left // MINUTE))
    over = -left // MINUTE
    return _minutes("over", over) if over and -left < LONGEST_OVERTIME else str(SAID["time"])


def _minutes(key: str, count: int) -> str:
    return str(SAID[key]).replace("{n}", str(count))


def clock_hours(clock: Clock) -> str:
    """The same without a now, for pages that are kept: 09:00 开始，09:50 时间到; paused since when."""
    if clock.starts_at is None:
        return ""
    told = {"start": hour(clock.starts_at)}
    if clock.paused_at is not None:
        return _("%(start)s 开始，%(time)s 起暂停") % (told | {"time": hour(clock.paused_at)})
    if clock.ends_at is None:
        return _("%(start)s 开始，不限时") % told
    return _("%(start)s 开始，%(end)s 时间到") % (told | {"end": hour(clock.ends_at)})


def line_title(line: ClockLine) -> str:
    """预赛 第 2 轮."""
    told = {"stage": line.stage.name, "round": round_name(line.number, line.stage)}
    return _("%(stage)s %(round)s") % told


def who_plays(some: Sequence[Round], every: Sequence[Round]) -> str:
    """Who of `every` round plays by one clock: 上午 where it is a whole session, else group by group."""
    names = []
    for one in some:
        session = one.group.session
        whole = session and all(other in some for other in every if other.group.session == session)
        names.append(session if whole else group_name(one.group.name))
    return _("、").join(dict.fromkeys(names))


def line_parts(line: ClockLine, lines: Sequence[ClockLine]) -> str:
    """Who plays by this clock, where others of the round have another; "" for all."""
    if line.is_all:
        return ""
    same = [one for one in lines if one.stage == line.stage and one.number == line.number]
    return who_plays(line.rounds, [one for sibling in same for one in sibling.rounds])


def line_extra(line: ClockLine) -> str:
    """第 7 桌加 5 分钟、第 9 桌加 2 分钟."""
    return _("、").join(
        _("第 %(table)s 桌加 %(minutes)s 分钟") % {"table": table, "minutes": minutes}
        for table, minutes in line.extra
    )


def at_time(rules: Rules) -> str:
    """What becomes of the deal in progress when the time is up; "" where no time ends a match."""
    if not rules.play.minutes:
        return ""
    return _("正在打的一副：%(how)s。") % {
        "how": choice_text("deal_in_progress", rules.play.deal_in_progress.value)
    }


def late_text(late: LatePair, now: datetime) -> str:
    """迟到 8 分钟; 未到齐 before a whole minute has passed, and before the start."""
    minutes = late.minutes(now)
    return _minutes("late", minutes) if minutes else str(SAID["missing"])


def said_marks(line: ClockLine, lines: Sequence[ClockLine]) -> dict[str, str]:
    """What is called out in the hall at the start, with ten and three minutes left, and at the end."""
    who = line_parts(line, lines)
    told = {"what": f"{line_title(line)}{_('，') + who if who else ''}"}
    minutes = None if line.clock.allowed is None else line.clock.allowed // MINUTE
    start = _("%(what)s，现在开始。") if minutes is None else _("%(what)s，现在开始，限时 %(minutes)s 分钟。")
    return {
        "start": start % (told | {"minutes": minutes}),
        "ten": _("%(what)s，还有十分钟。") % told,
        "three": _("%(what)s，还有三分钟。") % told,
        "time": _("%(what)s，时间到。%(then)s") % (told | {"then": at_time(line.stage.scoring_rules)}),
    }
