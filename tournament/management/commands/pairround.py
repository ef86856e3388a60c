"""`manage.py pairround`: the next round, or all where the method knows them."""

from __future__ import annotations

import argparse
from typing import Any

from django.utils.translation import gettext as _

from tournament.actions.continue_rounds import continue_rounds
from tournament.actions.make_rounds import make_rounds
from tournament.actions.work import COMMAND
from tournament.management.sentences import SentenceCommand, event_named, stage_named
from tournament.models import Match, MatchKind, Round, Stage


class Command(SentenceCommand):
    """Seat the pairs of a drawn stage."""

    help = "Makes the rounds of a stage (rotation and round robin: all of them) from its drawn groups."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the event, the stage (name or ordinal) and, for methods that leave something to chance, a
        seed."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("stage", metavar="STAGE")
        parser.add_argument(
            "--seed", type=int, metavar="N", help="rotation and round robin leave nothing to chance"
        )

    def work(self, **options: Any) -> None:
        """Make what is not made yet; a second time is refused, so that nothing is seated twice."""
        stage = stage_named(event_named(options["slug"]), options["stage"])
        standing = set(Round.objects.filter(group__stage=stage).values_list("pk", flat=True))
        if standing:
            continue_rounds(stage=stage, by=COMMAND)
        else:
            make_rounds(stage=stage, by=COMMAND)
        self._tell_rounds(stage, standing)

    def _tell_rounds(self, stage: Stage, standing: set[int]) -> None:
        matches = Match.objects.filter(round__group__stage=stage).exclude(round_id__in=standing)
        numbers = sorted(set(matches.values_list("round__number", flat=True)))
        for number in numbers:
            kinds = list(matches.filter(round__number=number).values_list("kind", flat=True))
            told = {
                "stage": stage.name,
                "round": number,
                "tables": kinds.count(MatchKind.PLAY),
                "byes": kinds.count(MatchKind.BYE),
            }
            self.stdout.write(_("%(stage)s第 %(round)s 轮：%(tables)s 桌，轮空 %(byes)s 队。") % told)
