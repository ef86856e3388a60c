"""Until when objections to results are heard, in words."""

from __future__ import annotations

from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext as _


def objections_text(until: datetime | None, minutes: int | None) -> str:
    """The line on papers of results: a moment where it is known, else the rule, else room for a time."""
    if until is not None:
        moment = formats.date_format(timezone.localtime(until), "m-d H:i")
        return _("对成绩有异议，请在 %(moment)s 以前书面提出，逾期不再受理。") % {"moment": moment}
    if minutes is not None:
        words = {"minutes": minutes}
        return _("对成绩有异议，请在本轮结束后 %(minutes)s 分钟内书面提出，逾期不再受理。") % words
    return _("对成绩有异议，请在＿＿＿＿以前书面提出。")
