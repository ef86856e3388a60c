"""Tie-breaks by example, and the orders that are in use."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TIEBREAK_EXAMPLES: Mapping[str, str | Promise] = {
    "head_to_head": _("例：3 号、8 号都是 30 分，两队那一局 3 号得 17、8 号得 9，3 号在前。"),
    "opponents_points": _("例：三个对手分别得 40、35、28 分，是 103。"),
    "progressive": _("例：三轮得 2、0、1 分，累计 2、2、3，相加是 7。"),
    "progressive_cut1": _("例：三轮得 2、0、1 分，累计 2、2、3，去掉首轮的 2，是 5。"),
    "wins": _("例：胜 2 局、对手弃权 1 局，是 3。"),
    "level_diff_sum": _("例：胜 4 级、负 2 级、胜 7 级，是 +9。"),
    "levels_sum": _("例：打到 9（升 7 级），又打过A（升 12 级再加 1），是 20。"),
    "best_round": _("例：三轮得 17、22、9 分，是 22。"),
    "second_best_round": _("例：三轮得 17、22、9 分，是 17。"),
    "ace_time": _("例：两队都胜，用时 38:20 的排在 41:05 的前面。"),
    "secondary_points": _("例：场分相同，级分 58 的排在 52 的前面。"),
    "fewest_penalties": _("例：没有判罚的排在有 1 次警告的前面。"),
    "lots": _("例：三队抽签，抽到的先后就是名次的先后。"),
}

KNOWN_ORDER_NAMES: Mapping[str, str | Promise] = {
    "usual": _("常用次序"),
    "swiss": _("积分编排五轮"),
    "best": _("看最高一轮"),
    "club": _("看对手积分"),
}


def tiebreak_example(key: str) -> str:
    """One example in figures of how a tie-break is counted."""
    return str(TIEBREAK_EXAMPLES[key])
