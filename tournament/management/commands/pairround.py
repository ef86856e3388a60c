"""`manage.py pairround`: the next round, or all where the method knows them."""

from __future__ import annotations

import argparse
from secrets import randbits
from typing import Any

from django.utils.translation import gettext as _

from pairing.lots import SEED_BITS
from tournament.making.playing import pair_next
from tournament.management.sentences import SentenceCommand, event_named, stage_named
from tournament.models import Match, MatchKind, Round, Stage
from tournament.wording.pairing import said_text


class Command(SentenceCommand):
    """Seat the pairs of a drawn stage."""

    help = "Makes the next round of a drawn stage, or all of them where the method knows them beforehand."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the event, the stage (name or ordinal) and, for methods that leave something to chance, a
        seed."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("stage", metavar="STAGE")
        parser.add_argument(
            "--seed", type=int, metavar="N", help="the same seed makes the same round, where it uses chance"
        )

    def work(self, **options: Any) -> None:
        """Make what is not made yet; a second time is refused, so that nothing is seated twice."""
        stage = stage_named(event_named(options["slug"]), options["stage"])
        standing = set(Round.objects.filter(group__stage=stage).values_list("pk", flat=True))
        pair_next(stage, randbits(SEED_BITS) if options["seed"] is None else options["seed"])
        self._tell_rounds(stage, standing)
        for made in Round.objects.filter(group__stage=stage).exclude(pk__in=standing).order_by("pk"):
            for one in made.notes:
                self.stdout.write(said_text(str(one["code"]), one))

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
