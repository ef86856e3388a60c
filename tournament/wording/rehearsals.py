"""Sentences about rehearsals."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

ERRORS = {
    "rehearsal_of_rehearsal": _("这已经是演练。请到原来的赛事里再建一份。"),
    "not_a_rehearsal": _("这是正式赛事，不是演练，没有改动。"),
}

VERBS = {
    "start_rehearsal": _("从正式赛事复制了演练（%(count)s 队）"),
    "end_rehearsal": _("删除演练“%(deleted)s”"),
}
