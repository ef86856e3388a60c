"""`manage.py dumpevent`: an event as its archive."""

from __future__ import annotations

import argparse
from typing import Any

from tournament.archive import dump, dumps
from tournament.management.sentences import SentenceCommand, event_named


class Command(SentenceCommand):
    """Write the archive of an event."""

    help = "Writes an event's archive (docs/archive.md): to stdout, or to a file."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the event, where to write, and whether personal data goes along."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("-o", "--output", metavar="FILE")
        parser.add_argument(
            "--personal", action="store_true", help="with phones, notes and the names of those who entered"
        )

    def work(self, **options: Any) -> None:
        """Write the same bytes for the same facts."""
        document = dump(event_named(options["slug"]), personal=options["personal"])
        self.write_answer(dumps(document), options["output"])
