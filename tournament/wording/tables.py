"""Sentences of the pages behind the codes on the tables, and of who agreed there."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

ERRORS = {
    "pin_not_figures": gettext_lazy("口令要是 4 至 12 位数字，方便在手机上输入。"),
    "site_not_understood": gettext_lazy(
        "“%(text)s”不像网址，请写成 http://192.168.1.5:8000 这样，后面不带别的。"
    ),
    "no_tables_yet": gettext_lazy("还没有桌号：先录入报名，或在“场地和桌号”里写明各区的桌号。"),
    "no_such_link": gettext_lazy("没有这张桌的二维码，请刷新后再试。"),
    "no_hall_address": gettext_lazy("没有找到这台电脑在场内的地址：请连接 Wi-Fi 或网线后再试。"),
    "referee_name_too_long": gettext_lazy("姓名太长，最多 20 个字。"),
    "pin_wrong": gettext_lazy("口令不对，请向裁判长问清当天的口令。"),
    "pin_too_often": gettext_lazy("口令输错次数太多，请 %(minutes)s 分钟后再试，或请记录员在电脑上录入。"),
    "pin_not_set": gettext_lazy("这项赛事还没有设口令，请赛事负责人先在“桌上填报”里设好。"),
    "table_only_shows": gettext_lazy("这项赛事不在桌上填成绩，请把计分表交到记录台。没有保存。"),
    "table_link_off": gettext_lazy("这一桌的二维码已停用，成绩请交到记录台。没有保存。"),
    "table_needs_pin": gettext_lazy("没有保存：请先输入裁判员口令，再填一次。"),
    "table_needs_side": gettext_lazy("没有保存：请先选您是南北还是东西。"),
    "table_takes_nothing": gettext_lazy("这一桌现在没有可以填的比赛，没有保存。"),
    "table_old_page": gettext_lazy(
        "您填的是%(then)s的成绩，这一桌现在是%(now)s。没有保存，%(then)s的成绩请交到记录台。"
    ),
    "table_old_page_gone": gettext_lazy("您填的那一场已经重新编排，这一桌现在是%(now)s。没有保存。"),
    "table_closed_meanwhile": gettext_lazy(
        "您填的是%(then)s的成绩，这一轮已经结束。没有保存，更正请找裁判长。"
    ),
    "table_result_stands": gettext_lazy("这一桌已有成绩：%(words)s。要更正，请找裁判员。"),
    "table_changed": gettext_lazy("这一桌的成绩刚才有变化，请核对现在的内容再填。"),
    "claim_of_other_side": gettext_lazy("对方已先填报，与您填的不同，没有保存您的。请核对后选一项。"),
    "claim_is_over": gettext_lazy("这份填报刚才已有变化，请看现在的内容。"),
    "claim_needs_other_side": gettext_lazy("这是您这一方填报的，要由对方确认。"),
    "claim_needs_other_phone": gettext_lazy("填报和确认不能用同一部手机，请对方用自己的手机扫码确认。"),
    "claim_not_yours": gettext_lazy("只有填报的一方能收回。"),
}

VERBS = {
    "make_links": gettext_lazy("生成 %(count)s 张桌的二维码"),
    "renew_links": gettext_lazy("换新全部 %(count)s 张桌的二维码"),
    "renew_some_links": gettext_lazy("换新第 %(tables)s 桌的二维码"),
    "switch_links_on": gettext_lazy("启用全部 %(count)s 张桌的二维码"),
    "switch_links_off": gettext_lazy("停用全部 %(count)s 张桌的二维码"),
    "switch_some_links_on": gettext_lazy("启用第 %(tables)s 桌的二维码"),
    "switch_some_links_off": gettext_lazy("停用第 %(tables)s 桌的二维码"),
    "enter_claim": gettext_lazy("%(stage)s%(round)s第 %(table)s 桌：%(pair)s 号填报，待对方确认"),
    "dispute_claim": gettext_lazy("%(stage)s%(round)s第 %(table)s 桌：%(pair)s 号不同意对方的填报"),
    "withdraw_claim": gettext_lazy("%(stage)s%(round)s第 %(table)s 桌：%(pair)s 号收回填报"),
}

WORDS = {
    "source.table": gettext_lazy("桌上二维码"),
    "event.table_entry": gettext_lazy("桌上填报"),
    "event.table_pin": gettext_lazy("裁判员口令"),
    "event.lan_address": gettext_lazy("场内地址"),
    "event.public_address": gettext_lazy("公网地址"),
}

_AGREED = re.compile(r"(?P<first>[0-9]+) 号填报，(?P<second>[0-9]+) 号确认")


def agreed_name(first: int, second: int) -> str:
    """Who made a result that two pairs agreed on, as it is kept: in Chinese, like every name."""
    return f"{first} 号填报，{second} 号确认"


def is_agreed(name: str) -> bool:
    """Whether a kept name is that of two pairs that agreed: it says already what each of them did."""
    return _AGREED.fullmatch(name) is not None


def actor_words(name: str) -> str:
    """A kept name from a table in the reader's language; a referee's stays as it is."""
    found = _AGREED.fullmatch(name)
    return _("%(first)s 号填报，%(second)s 号确认") % found.groupdict() if found else name
