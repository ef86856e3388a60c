"""Sentences about what is printed for the prize giving."""

from django.utils.translation import gettext_lazy as _

VERBS = {
    "set_printing": _("修改颁奖资料"),
}
