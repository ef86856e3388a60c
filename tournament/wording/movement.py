"""What the plan of all rounds is called, and the sentences of its page's cross-check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from tournament.models import Stage

WALKED = ("rotation", "howell")
"""The ways of pairing in which pairs go from table to table by a fixed plan."""

# code → (what holds, what is broken)
CHECKS = {
    "once_a_round": (_("每队每轮只上一桌"), _("同一轮里出现两次的参赛队：%(numbers)s 号")),
    "nobody_twice": (_("同组没有多余的再次相遇"), _("多次相遇的参赛队：%(numbers)s 号")),
    "sides_even": (_("每队坐南北、坐东西的轮数最多相差 1"), _("南北、东西轮数不均的参赛队：%(numbers)s 号")),
    "one_bye_each": (_("没有参赛队在一个循环里轮空两次"), _("多次轮空的参赛队：%(numbers)s 号")),
    "tables_apart": (_("同一轮里桌号不重复"), _("同一轮里重复的桌号：%(numbers)s")),
}


def movement_name(stage: Stage) -> str:
    """移位表 where pairs walk by a movement, 轮次对阵表 for a round robin."""
    return str(_("移位表") if stage.pairing.get("method") in WALKED else _("轮次对阵表"))


def check_text(code: str, numbers: Sequence[int]) -> str:
    """What a check says: that it holds, or who breaks it."""
    holds, broken = CHECKS[code]
    return str(broken) % {"numbers": str(_("、")).join(map(str, numbers))} if numbers else str(holds)
