"""`manage.py loadevent`: an event from its archive."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from tournament.actions.work import COMMAND
from tournament.archive import load, read
from tournament.archive.notices import notices
from tournament.management.sentences import SentenceCommand


class Command(SentenceCommand):
    """Load all of a file or nothing; print the event's slug."""

    help = "Creates an event from an archive (docs/archive.md) and prints its slug."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the file and, where the file's own slug is taken, another one."""
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--slug", default="", help="the event's address, in place of the file's")

    def work(self, **options: Any) -> None:
        """Read, check, store; say where the file's rule book differs from this program's."""
        parsed = read(Path(options["file"]).read_bytes())
        event = load(parsed, slug=options["slug"], by=COMMAND)
        for notice in notices(parsed):
            self.tell(notice)
        self.stdout.write(event.slug)
