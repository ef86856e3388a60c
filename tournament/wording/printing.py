"""Sentences about what is printed for the prize giving."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "not_millimetres": _("“%(value)s”不是这里能用的毫米数，最多一位小数。"),
}

VERBS = {
    "set_printing": _("修改颁奖资料"),
}
