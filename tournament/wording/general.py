"""Sentences that every area uses."""

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "submission_of_another": _("这份表单已经由别人提交过，请重新打开页面。"),
    "gone_meanwhile": _("这一项刚刚已被别人删除，请回到列表看现在的内容。"),
    "demo_is_read_only": _("这是演示赛事，只能看，不能改。请新建自己的赛事。"),
    "changed_by_another": _("您打开页面之后，别人已经改过这一项。请核对现在的内容，再决定是否保存。"),
}

WORDS = {
    "ns": _("南北"),
    "ew": _("东西"),
}


def side_name(side: str | None) -> str:
    """南北 or 东西; nothing for neither."""
    return str(WORDS[side]) if side else ""
