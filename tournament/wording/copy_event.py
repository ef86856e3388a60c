"""Sentences about an event made from an earlier one."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "no_earlier_event": _("这届赛事不是用以前的赛事新建的，或者以前的赛事已经删除。"),
    "nobody_is_back": _("名单里没有一队参加过“%(source)s”（按单位和两人姓名核对）。"),
}

VERBS = {
    "copy_event": _("用“%(source)s”新建赛事，带来 %(pairs)s 队待确认"),
    "take_old_seeds": _("按“%(source)s”的名次定种子，共 %(count)s 队"),
}

WORDS: dict[str, str] = {}

BRING = (
    ("units", _("只带单位")),
    ("pairs", _("单位和参赛队：作为候补列入，注明“待确认”，种子按上届名次")),
    ("nobody", _("都不带")),
)
