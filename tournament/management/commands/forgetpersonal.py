"""`manage.py forgetpersonal`: after the event, what was personal goes."""

from __future__ import annotations

import argparse
from typing import Any

from django.utils.translation import gettext as _

from tournament.actions.forget_personal import forget_personal
from tournament.actions.work import COMMAND
from tournament.imports.uploads import drop_uploads
from tournament.making.jobs import drop_makings
from tournament.management.sentences import SentenceCommand, event_named


class Command(SentenceCommand):
    """Delete phones, notes, texts of own columns, uploads, and files made for download of an event."""

    help = (
        "Deletes the phone numbers, notes, texts of own columns and uploaded entry lists of an event; "
        "results stay."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the event."""
        parser.add_argument("slug", metavar="SLUG")

    def work(self, **options: Any) -> None:
        """Delete, then say how much it was."""
        event = event_named(options["slug"])
        gone = forget_personal(event=event, by=COMMAND)
        files = drop_uploads(event)
        drop_makings(event.pk)
        said = _(
            "已删除 %(phones)s 个手机号、%(notes)s 条备注、%(own)s 队在本赛事的列里的内容、"
            "%(files)s 份上传的报名表。成绩和公告都保留。"
        )
        self.stdout.write(said % {**gone, "files": files})
        if "appeals" in gone:
            self.stdout.write(_("%(appeals)s 件申诉里递交人和仲裁委员的姓名已删除。") % gone)
