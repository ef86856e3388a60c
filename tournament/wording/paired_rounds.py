"""Sentences about rounds that are paired one by one: their life, absences, wishes, changes by hand."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "not_paired_by_rounds": _("%(stage)s的对阵是一次编好的，不逐轮编排。"),
    "round_paired_by_another": _(
        "本轮已编排：第 %(round)s 轮由%(by)s于 %(at)s 抽签编排，没有再编。请看现在的对阵。"
    ),
    "round_already_paired": _("本轮已编排：第 %(round)s 轮的对阵已在，没有再编。"),
    "earlier_tables_missing": _(
        "第 %(round)s 轮还有 %(count)s 桌没有成绩（%(tables)s 桌），录完以后才能编排第 %(next)s 轮。"
    ),
    "round_not_next": _("接着该编排第 %(next)s 轮，不是第 %(round)s 轮。请核对后再按一次。"),
    "all_rounds_paired": _("%(stage)s共 %(rounds)s 轮，都已编排。"),
    "only_last_round": _("只能撤销最后一轮。第 %(round)s 轮之后已编排到第 %(last)s 轮，请先撤销后面的。"),
    "later_stage_is_drawn": _("%(other)s已按%(stage)s的名次抽签，请先取消%(other)s的抽签。"),
    "results_would_be_lost": _(
        "第 %(round)s 轮已有 %(count)s 桌成绩（%(tables)s 桌），撤销就会作废。确定要作废，请勾选这一项。"
    ),
    "absent_and_bye": _("%(number)s 号不能又缺席又轮空。"),
    "pair_has_result": _("%(number)s 号第 %(round)s 轮已有成绩，不能再改为缺席或轮空。"),
    "absence_after_pairing": _("第 %(round)s 轮已编排。要改缺席或轮空，请先撤销这一轮的编排。"),
    "wish_needs_two": _("请写两个不同的序号。"),
    "wish_needs_round": _("必须相遇要写明第几轮。"),
    "wish_of_two_groups": _("这两队不在同一组，不会相遇。"),
    "wish_round_is_made": _("第 %(round)s 轮已编排，请写后面的轮次。"),
    "wish_exists": _("这一条已经有了。"),
    "wish_contradicts": _("这两队已有相反的要求，请先删去那一条。"),
    "forced_already": _("%(number)s 号第 %(round)s 轮已指定了对手，请先删去那一条。"),
    "pair_not_in_round": _("%(number)s 号不在第 %(round)s 轮的对阵里。"),
    "pairs_of_two_groups": _("这两队不在同一组，不能对调。"),
    "same_table_already": _("这两个本来就在第 %(table)s 桌。"),
    "no_table_in_round": _("第 %(round)s 轮没有第 %(table)s 桌。"),
    "table_of_other_group": _("第 %(table)s 桌是%(group)s的，请换一个桌号。"),
    "table_has_result": _("第 %(table)s 桌第 %(round)s 轮已录过成绩，不能再动。"),
    "round_is_closed": _("第 %(round)s 轮已结束，对阵不能再动。"),
    "change_needs_reason": _("这一轮已经公布，改动请写明原因，会重新公布。"),
    "not_by_wishes": _("这一阶段的对阵不按缺席、轮空和相遇的要求编排，这里不用登记。"),
    "rounds_not_free": _("这一阶段的轮数由赛制决定，不能改。"),
    "rounds_out_of_range": _("轮数要在 1 到 %(most)s 之间。"),
    "fewer_than_made": _("已编排 %(made)s 轮，不能改为共 %(rounds)s 轮。"),
}

VERBS = {
    "pair_round": _("编排%(stage)s%(round)s对阵"),
    "undo_round": _("撤销%(stage)s%(round)s的编排，作废 %(count)s 桌成绩"),
    "lose_result": _(
        "作废%(stage)s%(round)s第 %(table)s 桌成绩：%(ns)s 号 %(ns_level)s : %(ew_level)s %(ew)s 号"
    ),
    "set_planned_rounds": _("%(stage)s改为共 %(count)s 轮"),
    "set_absences": _("%(stage)s%(round)s登记缺席或轮空 %(count)s 队"),
    "wish_forbid": _("%(stage)s：%(first)s 号与 %(second)s 号不要相遇"),
    "wish_force": _("%(stage)s：%(first)s 号与 %(second)s 号%(round)s必须相遇"),
    "remove_wish": _("%(stage)s：删去 %(first)s 号与 %(second)s 号的编排要求"),
    "change_exchange": _("%(stage)s%(round)s：%(first)s 号与 %(second)s 号对调"),
    "change_move": _("%(stage)s%(round)s：第 %(first)s 桌移到第 %(second)s 桌"),
    "change_turn": _("%(stage)s%(round)s：第 %(first)s 桌南北、东西互换"),
}

WORDS = {
    "lost.forfeit": _("弃权"),
    "lost.awarded_loss": _("判负"),
    "lost.past_a": _("过A"),
}
