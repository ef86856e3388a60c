"""Sentences about draws, lots, rounds and publications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.wording.standings import group_name

ERRORS = {
    "source_not_drawn": _("%(stage)s还没有对阵，暂时不能产生晋级名单。"),
    "source_not_finished": _("%(stage)s还有 %(count)s 桌没有成绩，录完以后才能产生晋级名单。"),
    "cut_tied": _("晋级线上有 %(count)s 队成绩相同，请先抽签决定名次，再继续。"),
    "grouping_by_hand": _("这一阶段的分组由人工排定，请录入抽签结果。"),
    "grouping_is_known": _("这一阶段按单位或上一阶段名次分组，不用抽签录入。"),
    "groups_published": _("分组已经公布。要重新抽签，请先撤下公布的分组。"),
    "rounds_have_begun": _("这一阶段已有公布的对阵或成绩，不能重新抽签。要重抽，请先撤下公布的对阵。"),
    "groups_not_drawn": _("%(stage)s还没有抽签。"),
    "rounds_already_made": _("%(stage)s的对阵已经公布或已有成绩，不能重新编排。"),
    "pairing_not_known": _("这一阶段逐轮编排，请一轮一轮地编。"),
    "pair_not_in_stage": _("%(number)s 号不在这一阶段的名单里。"),
    "lots_missing": _("还有 %(count)s 队没有抽签。"),
    "groups_have_strangers": _("%(numbers)s 号不在应参赛的名单里，请核对。"),
    "groups_miss_pairs": _("漏掉了 %(numbers)s 号，请补上。"),
    "lots_not_open": _("还没有开始抽签录入。"),
    "lots_all_drawn": _("签已经抽完了。"),
    "lots_finished": _("抽签已经完成。要改，请先重新抽签。"),
    "drawn_by_another": _(
        "已由%(by)s于 %(at)s 抽签（现在共 %(count)s 次），没有再抽。请先看现在的分组，再决定。"
    ),
    "lots_opened_by_another": _("已由%(by)s于 %(at)s 开始人工抽签，录入的签都在，没有再抽。"),
    "tie_drawn_by_another": _("已由%(by)s于 %(at)s 抽签，没有再抽。请看现在的名次。"),
    "draft_would_be_lost": _("改了分组办法，现在的分组和对阵都会作废。确定要改，请勾选这一项。"),
    "roster_grew": _(
        "抽签时有 %(drawn)s 队，现在应有 %(pairs)s 队：%(added)s 号还没有位置。请重新抽签再公布。"
    ),
    "roster_shrank": _(
        "抽签时有 %(drawn)s 队，现在只有 %(pairs)s 队：%(gone)s 号已不参赛。请重新抽签，或选择按原抽签公布。"
    ),
    "nothing_to_publish": _("分组和各轮对阵都已公布。"),
    "cut_no_longer_tied": _("晋级线上的并列情况已经变了，请看现在的名单。"),
    "tie_no_longer_open": _("并列情况已经变了，请看现在的名次。"),
    "form_incomplete": _("页面上的表单不完整，请刷新页面再试。"),
    "no_earlier_stage": _("这一阶段不是由前一阶段产生的。"),
    "order_does_not_match": _("请把 %(numbers)s 号各写一次，先抽中的写在前面。"),
    "lots_need_two": _("至少要有两队才需要抽签。"),
    "lots_named_twice": _("同一队写了两次，请核对抽签次序。"),
    "no_such_round": _("没有第 %(round)s 轮。"),
    "tables_missing": _("还有 %(count)s 桌没有成绩：%(tables)s。"),
    "correction_needs_reason": _("这一轮的名次公布过。再公布一次是更正，请写明原因。"),
    "publication_not_current": _("这份公告已经撤下或被更新的公告取代。"),
    "results_already_entered": _("这一轮已有成绩，不能撤下对阵。"),
}

VERBS = {
    "draw_groups": _("%(stage)s抽签分组（第 %(count)s 次）"),
    "open_lots": _("%(stage)s开始人工抽签"),
    "type_lot": _("%(place)s：%(number)s 号抽到 %(position)s 号签"),
    "draw_lot": _("%(place)s：电脑代 %(number)s 号抽到 %(position)s 号签"),
    "take_back_lot": _("%(stage)s：退回 %(number)s 号的签"),
    "finish_lots": _("%(stage)s人工抽签完成（第 %(count)s 次）"),
    "set_groups": _("%(stage)s录入分组（第 %(count)s 次）"),
    "make_rounds": _("编排%(stage)s各轮对阵"),
    "undo_draw": _("取消%(stage)s的抽签"),
    "edit_stage_grouping": _("修改%(stage)s的分组办法"),
    "set_cut_tie": _("%(stage)s：晋级线上成绩相同时，%(cut_tie)s"),
    "settle_tie": _("%(stage)s：%(count)s 队抽签定名次"),
    "start_round": _("%(stage)s%(round)s开赛"),
    "close_round": pgettext_lazy("journal", "结束%(stage)s%(round)s"),
    "reopen_round": _("重新打开%(stage)s%(round)s"),
    "publish_groups": _("公布%(stage)s分组（分组公告第 %(number)s 号）"),
    "publish_pairings": _("公布%(stage)s%(round)s对阵（对阵公告第 %(number)s 号）"),
    "publish_standings": _("公布%(stage)s%(round)s后名次（成绩公告第 %(number)s 号）"),
    "withdraw_publication": _("撤下%(stage)s的%(kind)s第 %(number)s 号"),
    "swap_sides": _("%(stage)s%(round)s第 %(table)s 桌南北、东西互换"),
}

# What is said instead of a stage that has no groups.
VERBS_WITHOUT_GROUPS = {
    "draw_groups": _("%(stage)s抽签（第 %(count)s 次）"),
    "set_groups": _("%(stage)s录入抽签结果（第 %(count)s 次）"),
    "publish_groups": _("公布%(stage)s抽签结果（抽签公告第 %(number)s 号）"),
}

WORDS = {
    "publication.groups": _("分组公告"),
    "publication.pairings": _("对阵公告"),
    "publication.standings": _("成绩公告"),
    "cut_tie.lots": _("抽签决定"),
    "cut_tie.extra_match": _("加赛决定"),
    "cut_tie.all": _("全部晋级"),
}

MOST_SIZES_NAMED = 12


def sizes_text(sizes: Sequence[int]) -> str:
    """How many pairs make how many groups: `14 队分 4 组：4、4、3、3`, `全部参赛队一组，14 队`."""
    if len(sizes) == 1:
        return str(_("全部参赛队一组，%(pairs)s 队")) % {"pairs": sizes[0]}
    head = str(_("%(pairs)s 队分 %(count)s 组")) % {"pairs": sum(sizes), "count": len(sizes)}
    counted = Counter(sizes)
    if len(counted) == 1:
        return str(_("%(head)s，每组 %(size)s 队")) % {"head": head, "size": sizes[0]}
    if len(sizes) <= MOST_SIZES_NAMED:
        return str(_("%(head)s：%(sizes)s")) % {"head": head, "sizes": str(_("、")).join(map(str, sizes))}
    parts = [
        str(_("%(count)s 组各 %(size)s 队")) % {"count": count, "size": size}
        for size, count in sorted(counted.items(), reverse=True)
    ]
    return str(_("%(head)s：%(sizes)s")) % {"head": head, "sizes": str(_("，")).join(parts)}


def clash_text(unit: str, group: str, numbers: Sequence[int], *, unavoidable: bool) -> str:
    """Pairs of one unit in one group, and whether that could have been avoided."""
    words = (
        _("%(group)s：%(unit)s的 %(numbers)s 号同组，名额所限，无法避开")
        if unavoidable
        else _("%(group)s：%(unit)s的 %(numbers)s 号同组，本可避开")
    )
    return str(words) % {
        "group": group_name(group),
        "unit": unit,
        "numbers": str(_("、")).join(map(str, numbers)),
    }
