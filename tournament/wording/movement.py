"""Sentences of the movement page's cross-check."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

# code → (what holds, what is broken)
CHECKS = {
    "once_a_round": (_("每队每轮只上一桌"), _("同一轮里出现两次的参赛队：%(numbers)s 号")),
    "nobody_twice": (_("同组没有多余的再次相遇"), _("多次相遇的参赛队：%(numbers)s 号")),
    "sides_even": (_("每队坐南北、坐东西的轮数最多相差 1"), _("南北、东西轮数不均的参赛队：%(numbers)s 号")),
    "one_bye_each": (_("没有参赛队在一个循环里轮空两次"), _("多次轮空的参赛队：%(numbers)s 号")),
    "tables_apart": (_("同一轮里桌号不重复"), _("同一轮里重复的桌号：%(numbers)s")),
}


def check_text(code: str, numbers: Sequence[int]) -> str:
    """What a check says: that it holds, or who breaks it."""
    holds, broken = CHECKS[code]
    return str(broken) % {"numbers": str(_("、")).join(map(str, numbers))} if numbers else str(holds)
