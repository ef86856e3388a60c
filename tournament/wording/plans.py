"""Plans of an event and the rule books in words, as the page of a new event offers them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to lay out an event: what it means, and its boxes from left to right for the small picture."""

    title: Text
    summary: Text
    boxes: tuple[tuple[Text, Text], ...]


PLANS: Mapping[str, Plan] = {
    "rotation": Plan(
        _("分组移位赛"),
        _("抽签分组，组内按移位表打几轮（通常三轮），每轮换对手，同组不重复相遇。按总积分排名次。"),
        ((_("抽签分组"), _("如每组 4 队")), (_("移位三轮"), _("每轮换对手")), (_("排名次"), _("各组和全部"))),
    ),
    "rotation_final": Plan(
        _("分组移位赛，再打决赛"),
        _("预赛同上；每组前几名进决赛，决赛不分组，再打几轮移位。预赛积分不带入决赛。"),
        (
            (_("预赛"), _("分组移位三轮")),
            (_("每组前几名"), _("晋级线相同先抽签")),
            (_("决赛"), _("再打三轮")),
        ),
    ),
    "round_robin": Plan(
        _("单循环"),
        _("不分组，每两队打一局。8 队要打 7 轮，适合队数少的比赛。"),
        ((_("全部在一组"), _("不分组")), (_("每两队一局"), _("单循环")), (_("排名次"), _("全部"))),
    ),
    "double_round_robin": Plan(
        _("双循环"),
        _("不分组，每两队打两局，第二局换座位。6 队要打 10 轮。"),
        ((_("全部在一组"), _("不分组")), (_("每两队两局"), _("南北东西互换")), (_("排名次"), _("全部"))),
    ),
    "groups_round_robin": Plan(
        _("分组循环"),
        _("抽签分组，组内每两队打一局，各组分别排名次。"),
        ((_("抽签分组"), _("如每组 5 队")), (_("组内单循环"), _("每两队一局")), (_("排名次"), _("各组"))),
    ),
}
GROUPED = ("rotation", "rotation_final", "groups_round_robin")
WITH_ROUNDS = ("rotation", "rotation_final")
WITH_FINAL = ("rotation_final",)

BOOKS: Mapping[str, Text] = {
    "library-rotation": _(
        "分组打三轮移位。先过A的一方得 100 分再加级差，对方得所打的级数，三轮相加。"
        "每局 60 分钟，时间到时没打完的一副不算。"
    ),
    "devzone-26": _(
        "每局双方分 26 分：级差 0 各得 13，级差越大胜方越多。每局 50 分钟，正在打的一副打完。"
        "轮空和对手弃权得 17 分，判罚逐级累计，可以申诉。"
    ),
    "school-grades": _(
        "胜 2 分、负 1 分、弃权 0 分，没有平局。双下才算过A，三次打A不过退回 2。"
        "每局 40 分钟，级数相同时台上方胜。"
    ),
    "school-grades-final": _("不限时，打到过A为止；三次打A不过判负。名次看过A用时：胜方用时短的在前。"),
    "three-fouls": _(
        "A 必打，到 A 以后永不降级。一方一轮内犯规满 3 次，对方这一副按双下升 3 级。"
        "积分办法原文没有写，按胜 2、平 1、负 0。"
    ),
    "casual-28": _("每局双方分 28 分。A 不必打：升级越过 A 就算过，打A时本方得头游也算过。适合轻松的比赛。"),
    "provincial-2015": _(
        "A 必打，同伴不是末游才算过，打不过就重复打。积分办法原文没有写，按 26 分制。"
        "还贡给己方不得是王和级牌。"
    ),
    "national-2017": _("胜 2 分、平 1 分、负 0 分为场分，另按 26 分表计级分；场分相同先比级分。"),
}

# What the rule books are called, for the translation of their names; their titles are quoted as they are.
BOOK_NAMES = (
    gettext_noop("休闲 28 分制"),
    gettext_noop("开发区 26 分制"),
    gettext_noop("分组三轮移位总得分制"),
    gettext_noop("国家规则（2017）"),
    gettext_noop("省级机关掼蛋（2015）"),
    gettext_noop("校内等级赛 第二阶段"),
    gettext_noop("校内等级赛 第一阶段"),
    gettext_noop("三次犯规判负"),
)

ENTRY_WORDS: Mapping[str, Text] = {
    "all": _("全部参赛队"),
    "one": _("不分组"),
    "draw": _("抽签分组"),
    "snake": _("蛇形分组"),
    "manual": _("人工分组"),
    "unit": _("按单位分组"),
    "previous_rank": _("按上一阶段名次分组"),
    "rotation": _("移位"),
    "round_robin": _("循环"),
    "random": _("抽签对阵"),
    "swiss": _("积分编排"),
    "knockout": _("淘汰"),
    "howell": _("豪威尔移位"),
}


def stage_text(entry: Any, grouping: Mapping[str, Any], pairing: Mapping[str, Any]) -> str:
    """A stage's plan in one line: who enters, how they are grouped, what is played."""
    return str(_("；")).join(
        part for part in (entry_text(entry), _grouping(grouping), _pairing(pairing)) if part
    )


def entry_text(entry: Any) -> str:
    """Who enters a stage, in words."""
    if not isinstance(entry, Mapping):
        return str(ENTRY_WORDS["all"])
    if "category" in entry:
        return str(_("%(category)s组别")) % entry
    if "top_per_group" in entry:
        text = str(_("%(from)s每组前 %(top_per_group)s 名")) % entry
        best = entry.get("best_next")
        return text + (str(_("，另加成绩最好的 %(best)s 队")) % {"best": best} if best else "")
    if "top" in entry:
        return str(_("%(from)s前 %(top)s 名")) % entry
    if "ranks" in entry:
        low, high = entry["ranks"]
        return str(_("%(from)s第 %(low)s 至 %(high)s 名")) % {"from": entry["from"], "low": low, "high": high}
    return str(_("%(from)s全部")) % entry


def _grouping(grouping: Mapping[str, Any]) -> str:
    words = str(ENTRY_WORDS[grouping.get("method", "one")])
    if "size" in grouping:
        return str(_("%(words)s，每组 %(n)s 队")) % {"words": words, "n": grouping["size"]}
    if "count" in grouping:
        return str(_("%(words)s，分 %(n)s 组")) % {"words": words, "n": grouping["count"]}
    return words


def _pairing(pairing: Mapping[str, Any]) -> str:
    method = pairing.get("method", "rotation")
    if method == "round_robin":
        return str(_("双循环") if pairing.get("legs") == 2 else _("单循环"))
    rounds = pairing.get("rounds")
    words = str(ENTRY_WORDS[method])
    return str(_("%(words)s %(n)s 轮")) % {"words": words, "n": rounds} if rounds else words
