"""`manage.py simulate`: play what is open, for rehearsals and tests."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import Progress

from tournament.errors import ActionRefused
from tournament.making.playing import Done, Rehearsal
from tournament.management.sentences import SentenceCommand, event_named


class Command(SentenceCommand):
    """Enter plausible results at every open table, round by round."""

    help = "Plays what is open with plausible scoresheets; a second time there is nothing left to play."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the event, the seed, and how far to go on."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed plays the same")
        parser.add_argument(
            "--rounds", type=int, metavar="K", help="draw and pair too, and play no further than round K"
        )
        parser.add_argument(
            "--all",
            action="store_true",
            dest="whole",
            help="draw, pair and play every stage to its end; ties at a cut are settled by lots",
        )

    def work(self, **options: Any) -> None:
        """Draw and pair if asked, then publish, play and close one round after the other."""
        if options["whole"] and options["rounds"] is not None:
            raise CommandError(_("--all 和 --rounds 只能用一个。"))
        event = event_named(options["slug"])
        if event.is_demo:
            raise ActionRefused("demo_is_read_only")
        rehearsal = Rehearsal(event, options["seed"])
        with Progress(console=Console(file=sys.stderr), transient=True) as progress:
            task = progress.add_task(_("模拟比赛"), total=None)
            for done in _play(rehearsal, options["rounds"], whole=options["whole"]):
                progress.update(task, total=done.count or None, completed=done.at)
        told = {"rounds": rehearsal.rounds, "count": rehearsal.tables}
        self.stdout.write(
            _("模拟了 %(rounds)s 轮、%(count)s 桌。") % told
            if rehearsal.rounds
            else _("没有需要模拟的对阵。")
        )


def _play(rehearsal: Rehearsal, upto: int | None, *, whole: bool) -> Iterator[Done]:
    if whole:
        return rehearsal.play_all()
    return rehearsal.play_open() if upto is None else rehearsal.play_upto(upto)
