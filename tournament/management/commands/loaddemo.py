"""`manage.py loaddemo`: the demo event, once."""

from __future__ import annotations

import argparse
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.actions.delete_event import remove_demo
from tournament.actions.load_demo import demo_stands, demo_was_loaded, load_demo
from tournament.actions.work import COMMAND
from tournament.archive import read
from tournament.management.sentences import SentenceCommand

FIXTURE = settings.BASE_DIR / "fixtures" / "demo.json"


class Command(SentenceCommand):
    """Load the demo event unless it stands or was removed; or remove it."""

    help = "Loads the read-only demo event; does nothing where it is, or was removed on purpose."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take what to do."""
        parser.add_argument("--remove", action="store_true", help="take the demo event away")
        parser.add_argument("--again", action="store_true", help="load it also after it was removed")

    def work(self, **options: Any) -> None:
        """Look first, and read the file only where there is something to load."""
        if options["remove"]:
            count = remove_demo(by=COMMAND)
            self.stdout.write(_("演示赛事已删除。") if count else _("没有演示赛事。"))
        elif demo_stands():
            self.stdout.write(_("演示赛事已经在。"))
        elif demo_was_loaded() and not options["again"]:
            self.stdout.write(_("演示赛事曾被删除，没有再载入。需要时请加 --again。"))
        else:
            load_demo(parsed=read(FIXTURE.read_bytes()), by=COMMAND, again=options["again"])
            self.stdout.write(_("演示赛事已载入。"))
