"""`manage.py drawgroups`: the groups of a stage."""

from __future__ import annotations

import argparse
from secrets import randbits
from typing import Any

from django.utils.translation import gettext as _

from pairing.lots import SEED_BITS
from tournament.actions.draw_groups import draw_groups
from tournament.actions.work import COMMAND
from tournament.management.sentences import SentenceCommand, event_named, stage_named
from tournament.models import Draw, Stage
from tournament.queries.draw_desk import draw_desk
from tournament.wording.draw import clash_text
from tournament.wording.pairing import note_text


def what_to_know(stage: Stage) -> list[str]:
    """What the draw's page says before it is confirmed: pairs of one unit in one group, byes, rounds."""
    desk = draw_desk(stage)
    clashes = [
        clash_text(one.unit, group.group.name, one.pairs, unavoidable=one.unavoidable)
        for group in desk.groups
        for one in group.clashes
    ]
    return clashes + [note_text(note) for note in desk.notes]


class Command(SentenceCommand):
    """Draw the groups, with a seed that is kept."""

    help = "Draws the groups of a stage; the seed is printed and stored."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the event, the stage (name or ordinal) and the seed."""
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("stage", metavar="STAGE")
        parser.add_argument("--seed", type=int, metavar="N", help="the same seed draws the same groups")

    def work(self, **options: Any) -> None:
        """Draw and print the groups, pair numbers in the order of their positions."""
        stage = stage_named(event_named(options["slug"]), options["stage"])
        seed = randbits(SEED_BITS) if options["seed"] is None else options["seed"]
        draw = draw_groups(stage=stage, seed=seed, by=COMMAND)
        self.stdout.write(self._told(stage, draw))
        for group, numbers in zip(stage.groups.order_by("ordinal"), draw.result, strict=True):
            placed = (_("轮空") if number is None else str(number) for number in numbers)
            self.stdout.write(group.name + _("：") + " ".join(placed))
        for line in what_to_know(stage):
            self.stdout.write(line)

    def _told(self, stage: Stage, draw: Draw) -> str:
        told = {"stage": stage.name, "count": draw.ordinal, "groups": len(draw.result), "seed": draw.seed}
        if not stage.has_groups:
            told = told | {"seed": draw.seed or "–"}
            return _("%(stage)s已抽签（第 %(count)s 次，种子 %(seed)s）。") % told
        if not draw.seed:
            return _("%(stage)s分为 %(groups)s 组（第 %(count)s 次）。") % told
        return _("%(stage)s抽签分为 %(groups)s 组（第 %(count)s 次，种子 %(seed)s）。") % told
