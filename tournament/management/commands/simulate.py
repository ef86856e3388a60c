"""`manage.py simulate`: play what is open, for rehearsals and tests."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import Progress, TaskID

from pairing.lots import Chance
from tournament.actions.continue_rounds import continue_rounds, is_whole
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.make_rounds import make_rounds
from tournament.actions.publish import publish_pairings
from tournament.actions.run_round import close_round
from tournament.actions.work import COMMAND
from tournament.errors import ActionRefused
from tournament.management.rehearsal import Table, plausible_sheet, strength
from tournament.management.sentences import SentenceCommand, event_named
from tournament.models import Event, Match, MatchKind, RoundState, Stage
from tournament.queries.results import standing_results
from tournament.queries.rounds import missing_tables, round_numbers, rounds_of


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

    def work(self, **options: Any) -> None:
        """Draw and pair if asked, then publish, play and close one round after the other."""
        event, seed, upto = event_named(options["slug"]), options["seed"], options["rounds"]
        if event.is_demo:
            raise ActionRefused("demo_is_read_only")
        if upto is not None:
            prepare(event, seed, upto)
        rounds = [(stage, number) for stage in event.stages.all() for number in open_rounds(stage, upto)]
        count = 0
        with Progress(console=Console(file=sys.stderr), transient=True) as progress:
            task = progress.add_task(_("模拟比赛"), total=sum(len(open_matches(*one)) for one in rounds))
            for stage, number in rounds:
                count += play_round(stage, number, seed, progress, task)
        told = {"rounds": len(rounds), "count": count}
        self.stdout.write(
            _("模拟了 %(rounds)s 轮、%(count)s 桌。") % told if rounds else _("没有需要模拟的对阵。")
        )


def prepare(event: Event, seed: int, upto: int) -> None:
    """Draw and pair the stage that is being played: the last with groups, or the first of all.

    Raises `ActionRefused` where a round up to `upto` cannot be made: no stage yet, groups drawn by hand, a
    method that this program cannot pair.
    """
    stages = list(event.stages.select_related("event").order_by("ordinal"))
    if not stages:
        raise ActionRefused("no_stage_yet")
    stage = next((one for one in reversed(stages) if one.groups.exists()), stages[0])
    if not stage.groups.exists():
        draw_groups(stage=stage, seed=seed, by=COMMAND)
    numbers = round_numbers(stage)
    if not numbers:
        make_rounds(stage=stage, by=COMMAND)
    elif max(numbers) < upto and not is_whole(stage):
        continue_rounds(stage=stage, by=COMMAND)


def open_rounds(stage: Stage, upto: int | None) -> list[int]:
    """The rounds up to `upto` in which a table waits for its result, or that wait to be closed."""
    numbers = [number for number in round_numbers(stage) if upto is None or number <= upto]
    return [number for number in numbers if _is_open(stage, number)]


def _is_open(stage: Stage, number: int) -> bool:
    rounds = rounds_of(stage, number)
    return bool(missing_tables(rounds)) or any(one.state != RoundState.CLOSED for one in rounds)


def open_matches(stage: Stage, number: int) -> list[Match]:
    """The tables of a round that have no result."""
    entered = standing_results()
    matches = Match.objects.filter(round__group__stage=stage, round__number=number, kind=MatchKind.PLAY)
    return list(
        matches.exclude(pk__in=entered.values("match_id")).select_related("ns", "ew").order_by("table", "pk")
    )


def play_round(stage: Stage, number: int, seed: int, progress: Progress, task: TaskID) -> int:
    """Publish a draft round, play its open tables, close it; returns how many tables were played."""
    if any(one.state == RoundState.DRAFT for one in rounds_of(stage, number)):
        publish_pairings(stage=stage, number=number, as_drawn=True, by=COMMAND)
    matches, rules = open_matches(stage, number), stage.scoring_rules
    for match in matches:
        sheet = plausible_sheet(table_of(match, stage, number, seed), rules, knockout=stage.is_knockout)
        enter_result(match=match, sheet=sheet, by=COMMAND)
        progress.advance(task)
    close_round(stage=stage, number=number, by=COMMAND)
    return len(matches)


def table_of(match: Match, stage: Stage, number: int, seed: int) -> Table:
    """The two pairs of a match, with chance of its own: tables play alike in whatever order."""
    ns, ew = match.ns.number, match.ew.number if match.ew else 0
    chance = Chance(seed, f"match-{stage.ordinal}-{number}-{ns}-{ew}")
    return Table(strength(seed, ns), strength(seed, ew), chance)
