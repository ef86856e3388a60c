"""Plans of an event and the rule books in words, as the page of a new event offers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to lay out an event, in words."""

    title: Text
    summary: Text


PLANS: Mapping[str, Plan] = {
    "rotation": Plan(
        _("分组移位赛"),
        _("抽签分组，组内按移位表打几轮（通常三轮），每轮换对手，同组不重复相遇。按总积分排名次。"),
    ),
    "rotation_final": Plan(
        _("分组移位赛，再打决赛"),
        _("预赛同上；每组前几名进决赛，决赛不分组，再打几轮移位。预赛积分不带入决赛。"),
    ),
    "swiss": Plan(
        _("积分编排"),
        _("不分组，每轮由积分相近的相遇，打过的不再相遇。队数多、轮数少时用，通常打 5 轮。"),
    ),
    "swiss_final": Plan(
        _("积分编排，再打决赛"),
        _("先打几轮积分编排，总名次前几名进决赛；决赛移位、循环或淘汰。"),
    ),
    "groups_round_robin": Plan(
        _("分组循环"),
        _("抽签分组，组内每两队打一局，各组分别排名次。"),
    ),
    "groups_knockout": Plan(
        _("小组循环，再打淘汰"),
        _("抽签分组，组内每两队打一局；每组前几名进淘汰赛，小组第一尽量晚相遇。"),
    ),
    "units_grades": Plan(
        _("单位内循环，再打等级组"),
        _(
            "先在本单位内循环，各单位第 1 名编入等级组 A，第 2 名编入 B，依次类推；等级组内抽签对阵一轮，"
            "不限时，按过A用时排名次。等级组赛用校内等级赛第二阶段的规则，奖项每组 4、4、5 队。"
        ),
    ),
    "round_robin": Plan(
        _("单循环"),
        _("不分组，每两队打一局。8 队要打 7 轮，适合队数少的比赛。"),
    ),
    "double_round_robin": Plan(
        _("双循环"),
        _("不分组，每两队打两局，第二局换座位。6 队要打 10 轮。"),
    ),
    "knockout": Plan(
        _("淘汰赛"),
        _("抽一次签排出对阵图，负者出局；种子分开，人数不足时高种子轮空。"),
    ),
    "knockout_redraw": Plan(
        _("淘汰赛，每轮重新抽签"),
        _("负者出局，胜者每轮重新抽对手；某轮单数时，成绩最好的负者补上。"),
    ),
}
FINALS = (("rotation", _("移位")), ("round_robin", _("单循环")), ("knockout", _("淘汰")))
# Which questions belong to which plan.
GROUPED = ("rotation", "rotation_final", "groups_round_robin", "groups_knockout")
WITH_ROUNDS = ("rotation", "rotation_final")
WITH_SWISS = ("swiss", "swiss_final")
WITH_TOP_PER_GROUP = ("rotation_final", "groups_knockout")
WITH_FINAL_ROUNDS = ("rotation_final",)

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
        part for part in (entry_text(entry), grouping_text(grouping), pairing_text(pairing)) if part
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


def grouping_text(grouping: Mapping[str, Any]) -> str:
    """How a stage is divided, in words."""
    words = str(ENTRY_WORDS[grouping.get("method", "one")])
    if "size" in grouping:
        return str(_("%(words)s，每组 %(n)s 队")) % {"words": words, "n": grouping["size"]}
    if "count" in grouping:
        return str(_("%(words)s，分 %(n)s 组")) % {"words": words, "n": grouping["count"]}
    return words


def pairing_text(pairing: Mapping[str, Any]) -> str:
    """Who meets whom, in words, with what is not as usual."""
    method = pairing.get("method", "rotation")
    if method == "round_robin":
        return str(_("双循环") if pairing.get("legs") == 2 else _("单循环"))
    rounds = pairing.get("rounds")
    words = str(ENTRY_WORDS[method])
    words = str(_("%(words)s %(n)s 轮")) % {"words": words, "n": rounds} if rounds else words
    return str(_("，")).join([words, *_extras(pairing)])


def _extras(pairing: Mapping[str, Any]) -> list[str]:
    """What a plan says beside the method: the first round of a Swiss, the ways of a knock-out."""
    said: list[Text] = []
    if pairing.get("first_round") in ("snake", "halves"):
        said.append(_("第一轮蛇形") if pairing["first_round"] == "snake" else _("第一轮上下半区"))
    if pairing.get("redraw"):
        said.append(_("每轮重新抽签"))
    if pairing.get("lucky_losers"):
        said.append(_("幸运负者补位"))
    if placing := pairing.get("placing"):
        said.append(_("决出全部名次") if placing is True else str(_("决出前 %(n)s 名")) % {"n": placing})
    if pairing.get("best_of", 1) != 1:
        said.append(_("三局两胜"))
    return [str(one) for one in said]


MOST_NAMED = 20


def left_out_text(numbers: Sequence[int]) -> str:
    """That pairs belong to no category of the plan, by their numbers; empty where there are none."""
    if not numbers:
        return ""
    named = str(_("、")).join(map(str, numbers[:MOST_NAMED]))
    named += str(_("等")) if len(numbers) > MOST_NAMED else ""
    words = _(
        "有 %(n)s 队没有填组别，或者组别不在赛制里，不会参加任何阶段：%(numbers)s 号。请到报名名单补上。"
    )
    return str(words) % {"n": len(numbers), "numbers": named}
