"""`manage.py archiveschema`: the JSON Schema of an archive."""

from __future__ import annotations

import argparse
from typing import Any

from tournament.archive import dumps, schema
from tournament.management.sentences import SentenceCommand


class Command(SentenceCommand):
    """Write the schema that docs/archive.schema.json prints."""

    help = "Writes the JSON Schema of event archives."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take where to write."""
        parser.add_argument("-o", "--output", metavar="FILE")

    def work(self, **options: Any) -> None:
        """Write it, keys sorted."""
        self.write_answer(dumps(schema()), options["output"])
