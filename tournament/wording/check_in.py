"""Sentences about check-in and what is done about those who have not come."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "check_in_is_closed": _("签到已经结束。还要签到，请先点“重新开放签到”。"),
    "check_in_is_open": _("签到没有结束，不用重新开放。"),
    "nobody_to_check_in": _("请填写要签到的序号。"),
    "numbers_not_understood": _("请只写序号，用空格或顿号分开，例如：3 7 12。"),
    "not_a_reserve": _("%(number)s 号不是候补，请重新选择。"),
    "reserve_has_place": _("%(number)s 号已在分组里，不能再接替别队。"),
    "nothing_to_hand_over": _("%(number)s 号没有还没打的对局，不用接替。请办理退赛。"),
    "place_cannot_return": _("%(other)s 号已有成绩，%(number)s 号不能再要回位置。"),
    "nobody_took_place": _("没有别队接替 %(number)s 号。"),
    "regroup_not_here": _("这个阶段逐轮编排，退赛的队下一轮不再编入，不用并组。"),
    "group_has_begun": _("%(group)s已经开赛，不能再改分组。"),
    "group_is_whole": _("%(group)s没有退赛的队。"),
    "group_too_small": _("只剩 %(count)s 队，不能成组。请并到别的组。"),
    "merge_with_itself": _("请选择同一阶段的另一个组。"),
    "group_changed": _("这个组刚刚有变动，现在是 %(count)s 队，请按现在的情况再选一次。"),
}

VERBS = {
    "check_in": _("签到：%(numbers)s 号"),
    "undo_check_in": _("取消 %(number)s 号的签到"),
    "close_check_in": _("结束签到"),
    "reopen_check_in": _("重新开放签到"),
    "replace_by_reserve": _("候补 %(reserve)s 号接替 %(number)s 号"),
    "replace_by_house_pair": _("陪打 %(house)s 号接替 %(number)s 号"),
    "give_back_place": _("%(number)s 号到场，收回 %(other)s 号接替的位置"),
    "close_ranks": _("%(group)s按 %(count)s 队重新编排"),
    "merge_groups": _("%(group)s并入 %(into)s 组，共 %(count)s 队"),
}
