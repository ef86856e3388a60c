"""Sentences about units, pairs and players."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "entries_changed": _("名单刚刚有变动，请按现在的名单再核对一次。"),
    "nothing_to_import": _("没有可以导入的行。"),
    "number_taken": _("序号 %(number)s 已有人使用。"),
    "entries_closed": _("报名已经截止。仍要加入，请勾选确认。"),
    "unit_is_full": _("%(unit)s将有 %(count)s 队，超过每单位至多 %(limit)s 队的规定。仍要加入，请勾选确认。"),
}

VERBS = {
    "import_pairs": _("导入 %(count)s 队"),
}
