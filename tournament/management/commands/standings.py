"""`manage.py standings`: a stage's ranking, for people and for programs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from io import StringIO
from typing import Any

from django.utils import timezone
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tournament.errors import ActionRefused
from tournament.exports.delimited import to_csv
from tournament.exports.paper import Column, Paper, Section, places, shown
from tournament.exports.pdf import to_pdf
from tournament.exports.xlsx import to_xlsx
from tournament.lists.papers.standings import by_group
from tournament.lists.papers.wanted import Wanted
from tournament.management.sentences import SentenceCommand, event_named, stage_named
from tournament.management.standings_rows import standings_rows
from tournament.models import Event, Stage
from tournament.queries.standings import stage_standings

WIDTH = 120


def last_with_groups(event: Event) -> Stage:
    """The last stage that has groups; refused while none has."""
    stages = event.stages.select_related("event").filter(groups__isnull=False).distinct()
    stage = stages.order_by("-ordinal").first()
    if stage is None:
        raise ActionRefused("no_groups_yet")
    return stage


def as_table(paper: Paper) -> bytes:
    """A paper for the terminal, one table a section; wide characters keep their two columns."""
    out = StringIO()
    console = Console(file=out, width=WIDTH, color_system=None)
    for section in paper.sections:
        console.print(_rich_table(paper, section))
    return out.getvalue().encode()


def _rich_table(paper: Paper, section: Section) -> Table:
    table = Table(title=Text("　".join(filter(None, (paper.event_name, paper.title, section.heading)))))
    decimals = [places([row[index] for row in section.rows]) for index in range(len(section.columns))]
    for column in section.columns:
        table.add_column(Text(column.full_title), justify="right" if column.is_number else "left")
    for row in section.rows:
        cells: list[tuple[Any, Column, int]] = list(zip(row, section.columns, decimals, strict=True))
        table.add_row(*(Text(shown(*cell)) for cell in cells))
    return table


DRAWN: dict[str, Callable[[Paper], bytes]] = {
    "table": as_table,
    "csv": to_csv,
    "xlsx": to_xlsx,
    "pdf": to_pdf,
}


class Command(SentenceCommand):
    """Rank a stage as it stands now and write it in one of five formats."""

    help = "Writes the standings of a stage: as a table, JSON, CSV, XLSX or PDF."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the event, the stage, the format and where to write."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--stage", metavar="NAME", help="default: the last stage that has groups")
        parser.add_argument("--format", choices=["json", *DRAWN], default="table")
        parser.add_argument("-o", "--output", metavar="FILE")

    def work(self, **options: Any) -> None:
        """Compute once; every format shows the same rows in the same order."""
        event = event_named(options["slug"])
        stage = stage_named(event, options["stage"]) if options["stage"] else last_with_groups(event)
        if options["format"] == "json":
            text = json.dumps(standings_rows(stage_standings(stage)), ensure_ascii=False, indent=2)
            answer = f"{text}\n".encode()
        else:
            paper = by_group(Wanted(event, at=timezone.localtime(), stage=stage))
            answer = DRAWN[options["format"]](paper)
        self.write_answer(answer, options["output"])
