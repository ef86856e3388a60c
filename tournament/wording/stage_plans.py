"""What the page of one stage's plan offers and what it refuses."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

ENTRIES = (
    ("all", _("全部参赛队")),
    ("category", _("一个组别（如男子、女子）")),
    ("top_per_group", _("前面阶段每组前几名")),
    ("top", _("前面阶段总名次前几名")),
    ("ranks", _("前面阶段第几至第几名")),
    ("everybody", _("前面阶段的全部队")),
)
CARRIES = (("none", _("不带入，从 0 算起")), ("all", _("全部带入")), ("half", _("一半带入")))
CUT_TIES = (("lots", _("抽签")), ("extra_match", _("加赛一场，录入先后")), ("all", _("全部晋级")))
GROUPINGS = (
    ("one", _("不分组")),
    ("draw", _("抽签分组")),
    ("snake", _("按种子或名次蛇形分组")),
    ("manual", _("人工分组")),
    ("unit", _("按单位，每个单位一组（单位内循环）")),
    ("previous_rank", _("按前面阶段的小组名次，分等级组")),
)
DIVIDE = (("size", _("定每组几队")), ("count", _("定分几组")))
PAIRINGS = (
    ("rotation", _("移位：每轮换对手，打几轮")),
    ("round_robin", _("单循环：每两队打一局")),
    ("double", _("双循环：每两队打两局")),
    ("swiss", _("积分编排：每轮由积分相近的相遇")),
    ("random", _("抽签对阵：每轮抽一个对手")),
    ("knockout", _("淘汰：负者出局")),
    ("howell", _("豪威尔移位：按固定移位表打几轮")),
)
FIRST_ROUNDS = (
    ("draw", _("抽签")),
    ("snake", _("蛇形：首对末")),
    ("halves", _("上半区对下半区")),
)
PLACINGS = (
    ("0", _("只决冠军、亚军")),
    ("4", _("加打第 3、4 名")),
    ("8", _("决出前 8 名")),
    ("all", _("决出全部名次")),
)
BRACKETS = (("bracket", _("抽一次签，按对阵图打到底")), ("redraw", _("每轮重新抽签")))
BEST_OF = (("1", _("一局定胜负")), ("3", _("三局两胜")))
SAME_UNIT = (
    ("apart", _("尽量避开")),
    ("soft", _("只在前几轮避开")),
    ("ignore", _("不避开")),
)

REFUSALS = {
    "knockout_in_groups": _("淘汰赛不分组。要先分组再淘汰，请设两个阶段：先小组赛，再淘汰赛。"),
    "knockout_carries": _("淘汰赛按胜负决定，前面阶段的积分带不进来。"),
    "grades_need_a_source": _("按名次分等级组，“谁参加”要选前面的阶段。"),
    "soft_needs_rounds": _("只有积分编排和抽签对阵是逐轮编排的，才能只在前几轮避开。"),
    "no_category": _("请写组别，与报名表里写的相同。"),
    "no_source": _("请选名单来自哪一阶段。"),
    "ranks_reversed": _("后面的名次不能小于前面的名次。"),
    "ranks_one_pair": _("至少要有两个名次，才有对手。"),
}

ERRORS = {
    "stage_moves_past_source": _("%(stage)s的名单来自%(source)s，要排在它后面。"),
    "stage_is_at_the_edge": _("%(stage)s已经排在最前或最后。"),
}

VERBS = {
    "move_stage": _("调整%(stage)s的先后次序"),
    "add_stages": _("按组别增加 %(count)s 个阶段"),
}
