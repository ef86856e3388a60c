"""Sentences about penalties."""

from django.utils.translation import gettext_lazy as _

from tournament.wording.rules import GRADES

ERRORS = {
    "no_such_pair": _("没有 %(number)s 号，请核对序号。"),
    "player_not_in_pair": _("%(number)s 号没有这位选手，名单上是：%(names)s。"),
    "points_would_reward": _("罚分要写成负数：扣 2 分写 −2；只记录不扣分就留空。"),
    "points_without_stage": _("扣分要算进某一阶段的总积分，请选择阶段。"),
    "round_without_stage": _("写了轮次，请同时选择阶段。"),
    "pair_not_at_table": _("%(number)s 号第 %(round)s 轮在第 %(table)s 桌，请核对桌号。"),
    "pair_not_seated": _("%(number)s 号第 %(round)s 轮没有上桌，请核对轮次和桌号。"),
    "cancel_needs_reason": _("请写明撤销的原因。"),
    "penalty_is_cancelled": _("这条判罚已经撤销过。"),
    "points_not_a_number": _("“%(typed)s”不是分数。扣 2 分写 −2，扣半分写 −0.5。"),
    "points_too_fine": _("罚分最多两位小数。"),
    "points_too_large": _("罚分太大，请核对。"),
}

VERBS = {
    "give_penalty": _("判罚 %(number)s 号：%(grade)s"),
    "cancel_penalty": _("撤销对 %(number)s 号的判罚：%(grade)s"),
}

WORDS = dict(GRADES) | {
    "penalty.points": _("罚分"),
    "penalty.article": _("依据条款"),
    "penalty.effect": _("其他处理"),
    "penalty.round": _("轮次"),
}
