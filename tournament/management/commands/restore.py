"""`manage.py restore`: the whole site becomes what a copy holds."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.actions.site_backups import restore_backup
from tournament.actions.work import COMMAND
from tournament.backups.making import path_of
from tournament.management.sentences import SentenceCommand


class Command(SentenceCommand):
    """Check the copy, copy what stands, then restore, all or nothing; a running site goes on with it."""

    help = "Restores the whole site from FILE: checked first, a safety copy made, all or nothing."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the copy."""
        parser.add_argument("file", metavar="FILE")

    def work(self, **options: Any) -> None:
        """Restore, then say what stands now and where the former state lies."""
        done = restore_backup(path=Path(options["file"]).absolute(), by=COMMAND, at=timezone.now())
        at = localtime(done.manifest.at).strftime("%Y-%m-%d %H:%M:%S")
        said = _("已恢复到 %(at)s 的备份：%(events)s 个赛事。请大家重新登录。")
        self.stdout.write(said % {"at": at, "events": len(done.manifest.events)})
        if done.safety:
            self.stdout.write(_("恢复以前的内容另存在 %(file)s。") % {"file": path_of(done.safety)})
