"""`manage.py forgetpersonal`: after the event, what was personal goes."""

from __future__ import annotations

import argparse
from typing import Any

from tournament.actions.work import COMMAND
from tournament.making.forgetting import forget_event, forgotten_in_words
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
        gone = forget_event(event, by=COMMAND)
        self.stdout.write(forgotten_in_words(gone))
