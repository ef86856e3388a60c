"""What is said about knock-outs: the names of their rounds, refusals, corrections that came too late."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

ERRORS = {
    "knockout_over": gettext_lazy("%(stage)s已决出名次，没有下一轮。"),
}

_MAIN = {
    2: gettext_lazy("决赛"),
    4: gettext_lazy("半决赛"),
    8: gettext_lazy("四分之一决赛"),
    16: gettext_lazy("八分之一决赛"),
    32: gettext_lazy("十六分之一决赛"),
}


def bracket_round(places: tuple[int, int]) -> str:
    """What a match about these ranks is called: 决赛, 四分之一决赛, 三四名决赛, 第 5 至 8 名排位赛."""
    first, last = places
    if first == 1:
        return str(_MAIN[last]) if last in _MAIN else _("1/%(count)s 决赛") % {"count": last // 2}
    if places == (3, 4):
        return _("三四名决赛")
    if last - first == 1:
        return _("第 %(first)s、%(last)s 名决赛") % {"first": first, "last": last}
    return _("第 %(first)s 至 %(last)s 名排位赛") % {"first": first, "last": last}


def round_title(places: Iterable[tuple[int, int]]) -> str:
    """What a whole round is called: after its main matches, 决赛 with 三四名决赛 as well; "" for none."""
    all_ = sorted(set(places))
    if not all_:
        return ""
    words = [bracket_round(one) for one in all_]
    if all_[0][0] == 1 and all_[0][1] > 2:
        return words[0]
    return pgettext("between names of matches", "、").join(words)
