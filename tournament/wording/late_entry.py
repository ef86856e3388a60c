"""Sentences about pairs that come after the draw."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "late_is_in": _("%(number)s 号已经在%(stage)s里。"),
    "late_not_active": _(
        "%(number)s 号现在不是参赛状态，不能加入。候补的队请先改为参赛，退赛的队请先恢复参赛。"
    ),
    "late_has_source": _("%(stage)s由上一阶段的晋级队组成，不能另外加入。"),
    "late_other_category": _("%(stage)s只收“%(category)s”组的队。"),
    "late_not_drawn": _("%(stage)s还没有抽签。抽签时这一队自会参加，不用另外加入。"),
    "late_must_redraw": _("%(stage)s的对阵一次排定，不能中途加入。还没有公布，请重新抽签，这一队就会参加。"),
    "late_rounds_are_made": _(
        "%(stage)s的对阵已经一次排定，不能中途加入。可以让这一队作为候补，接替空出的位置；"
        "还没有成绩的，也可以撤下公布，重新抽签。"
    ),
    "late_no_round_left": _("%(stage)s各轮都已编排，没有可以参加的轮次了。要加赛，请先增加轮数。"),
    "late_round_moved": _("您打开页面之后又编排了新的一轮，现在只能从第 %(round)s 轮起参加。请再确认一次。"),
}

VERBS = {
    "join_stage": _("%(number)s 号加入%(place)s，从%(round)s起参加"),
}
