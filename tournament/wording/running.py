"""Sentences about deals that are written down while a match is played."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "running_not_open": _("这一轮还没有公布或已经结束，不能逐副记录。"),
    "running_has_result": _("这一桌已有成绩：%(words)s，逐副记录不再改动。"),
    "running_other_game": _("这是第 %(game)s 局的记录，现在打的不是这一局，没有保存。"),
    "deals_too_many": _("一局最多记 %(most)s 副，请核对。"),
    "deals_by_another": _("%(name)s用另一部手机记了不同的内容，没有保存您的。请核对后选一项。"),
    "rulings_are_referees": _("判罚由裁判员记，请裁判员改动。"),
}
