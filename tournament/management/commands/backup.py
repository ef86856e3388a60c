"""`manage.py backup`: the whole site in one file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actions.site_backups import write_backup
from tournament.actions.work import COMMAND
from tournament.management.sentences import SentenceCommand


class Command(SentenceCommand):
    """Write a consistent, checked copy, also while the site is in use."""

    help = (
        "Writes a checked copy of the whole site to FILE, also while it is in use; an older copy is replaced."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take where to write."""
        parser.add_argument("file", metavar="FILE")

    def work(self, **options: Any) -> None:
        """Write it, then say what is in it."""
        target = Path(options["file"]).absolute()
        manifest = write_backup(target=target, by=COMMAND, at=timezone.now())
        said = _("已备份到 %(file)s：%(events)s 个赛事，%(size)s MB，已核对。")
        size = f"{target.stat().st_size / 1e6:.1f}"
        self.stdout.write(said % {"file": target, "events": len(manifest.events), "size": size})
