"""After the event: what was personal goes from the database and from the folders beside it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.actions.forget_personal import forget_personal
from tournament.actions.work import Actor
from tournament.imports.uploads import drop_uploads
from tournament.making.jobs import drop_makings
from tournament.models import Event


def forget_event(event: Event, *, by: Actor, submission: str = "") -> dict[str, int]:
    """Delete phones, notes, texts of own columns, uploaded lists, and files made for download.

    Returns how many of each, as `forget_personal` counts them, and `files`: uploaded lists. Again is no
    error.
    """
    gone = forget_personal(event=event, by=by, submission=submission)
    files = drop_uploads(event)
    drop_makings(event.pk)
    return {**gone, "files": files}


def forgotten_in_words(gone: dict[str, int]) -> str:
    """What `forget_event` deleted, as a sentence."""
    said = _(
        "已删除 %(phones)s 个手机号、%(notes)s 条备注、%(own)s 队在本赛事的列里的内容、"
        "%(files)s 份上传的报名表。成绩和公告都保留。"
    )
    told = said % gone
    if "appeals" in gone:
        told += _("%(appeals)s 件申诉里递交人和仲裁委员的姓名已删除。") % gone
    return told
