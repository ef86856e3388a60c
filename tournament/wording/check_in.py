"""Sentences about check-in and what is done about those who have not come."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "check_in_is_closed": _("签到已经结束。还要签到，请先点“重新开放签到”。"),
    "check_in_is_open": _("签到没有结束，不用重新开放。"),
    "nobody_to_check_in": _("请填写要签到的序号。"),
    "numbers_not_understood": _("请只写序号，用空格或顿号分开，例如：3 7 12。"),
    "replaced_has_results": _("%(number)s 号已有成绩，不能由别队接替。请办理退赛。"),
    "not_a_reserve": _("%(number)s 号不是候补，请重新选择。"),
    "reserve_has_place": _("%(number)s 号已在分组里，不能再接替别队。"),
}

VERBS = {
    "check_in": _("签到：%(numbers)s 号"),
    "undo_check_in": _("取消 %(number)s 号的签到"),
    "close_check_in": _("结束签到"),
    "reopen_check_in": _("重新开放签到"),
    "replace_by_reserve": _("候补 %(reserve)s 号接替 %(number)s 号"),
    "replace_by_house_pair": _("陪打 %(house)s 号接替 %(number)s 号"),
}
