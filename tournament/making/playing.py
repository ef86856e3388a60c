"""Drawing, pairing and playing for rehearsals: one stage as far as asked, or the whole event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from pairing.lots import Chance
from tournament.actions.continue_rounds import continue_rounds, is_whole
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_game, enter_result
from tournament.actions.make_rounds import make_rounds
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_groups, publish_pairings, publish_standings
from tournament.actions.run_round import close_round
from tournament.actions.settle_tie import settle_tie
from tournament.actions.work import COMMAND, Actor
from tournament.errors import ActionRefused
from tournament.making.rehearsal import Table, plausible_sheet, strength
from tournament.models import DrawKind, Event, Match, MatchKind, PublicationKind, RoundState, Stage
from tournament.queries.entrants import entering, source_of
from tournament.queries.paired_rounds import is_by_rounds, rounds_planned
from tournament.queries.publications import is_public
from tournament.queries.results import is_unfinished, standing_results, unfinished_series
from tournament.queries.rounds import missing_tables, round_numbers, rounds_of

NO_MORE = ("all_rounds_paired", "knockout_over")  # what says that a stage has all its rounds


@dataclass
class Rehearsal:
    """A rehearsal of `event`: the same `seed` draws, pairs and plays the same.

    Each way to play is a generator that gives one `Done` for every table and every other step, so that
    whoever watches may stop in between; called anew, it goes on from what is stored. `rounds` and `tables`
    count what was played. `by` is who acts.
    """

    event: Event
    seed: int
    by: Actor = COMMAND
    rounds: int = 0
    tables: int = 0

    def play_open(self) -> Iterator[Done]:
        """Play and close every round that was made; nothing is drawn or paired."""
        for stage in _stages(self.event):
            yield from self._play_made(stage, None)

    def play_upto(self, number: int) -> Iterator[Done]:
        """Draw, pair and play the stage at hand, the last that has groups or the first of all, up to round
        `number`. Raises `ActionRefused` `no_stage_yet`, and whatever stops the draw or a round."""
        stages = _stages_or_refuse(self.event)
        at_hand = next((one for one in reversed(stages) if one.groups.exists()), stages[0])
        for stage in stages:
            if stage != at_hand:
                yield from self._play_made(stage, number)
        yield from self._play_stage(at_hand, number)

    def play_all(self) -> Iterator[Done]:
        """Play the whole event, stage after stage; ties at a cut are settled by lots."""
        for stage in _stages_or_refuse(self.event):
            yield from self._play_stage(stage, None)

    def _play_stage(self, stage: Stage, upto: int | None) -> Iterator[Done]:
        if not stage.groups.exists():
            settle_cut(stage, self.seed, self.by)
            draw_groups(stage=stage, seed=self.seed, by=self.by)
            yield Done(stage)
        yield from self._play_made(stage, upto)
        while pair_further(stage, self.seed, upto, self.by):
            yield Done(stage)
            yield from self._play_made(stage, upto)

    def _play_made(self, stage: Stage, upto: int | None) -> Iterator[Done]:
        for number in open_rounds(stage, upto):
            yield from self._play_round(stage, number)

    def _play_round(self, stage: Stage, number: int) -> Iterator[Done]:
        """Publish a draft round, play its open tables, close it; a practice event announces the rest too."""
        if self.event.is_practice:
            announce_groups(stage, self.by)
        if any(one.state == RoundState.DRAFT for one in rounds_of(stage, number)):
            publish_pairings(stage=stage, number=number, as_drawn=True, by=self.by)
        matches = open_matches(stage, number)
        for at, match in enumerate(matches, 1):
            play_match(match, stage, number, self.seed, self.by)
            self.tables += 1
            yield Done(stage, number, at, len(matches))
        with transaction.atomic():
            close_round(stage=stage, number=number, unchecked=None, by=self.by)
            if self.event.is_practice:
                announce_standings(stage, number, self.by)
        self.rounds += 1
        yield Done(stage, number)


@dataclass(frozen=True, slots=True)
class Done:
    """One step of a rehearsal: table `at` of the `count` that round `number` had open; without a table the
    round was closed (`number`), or the stage was drawn or paired."""

    stage: Stage
    number: int | None = None
    at: int = 0
    count: int = 0


def _stages_or_refuse(event: Event) -> list[Stage]:
    if not (stages := _stages(event)):
        raise ActionRefused("no_stage_yet")
    return stages


def _stages(event: Event) -> list[Stage]:
    return list(event.stages.select_related("event").order_by("ordinal"))


def settle_cut(stage: Stage, seed: int, by: Actor = COMMAND) -> None:
    """Draw lots for every tie across the cut of the stage before, so that `stage` can be filled."""
    source = source_of(stage)
    while source is not None and (ties := entering(stage).ties):
        for tie in ties:
            settle_tie(
                stage=source, group=tie.group, kind=DrawKind.CUT, numbers=tie.numbers, seed=seed, by=by
            )


def pair_next(stage: Stage, seed: int, by: Actor = COMMAND) -> None:
    """Make what comes next of a drawn stage: the next round where it is paired round by round, else all
    rounds that are missing. Raises what the actions raise, also where nothing is missing."""
    if is_by_rounds(stage):
        pair_round(stage=stage, seed=seed, by=by)
    elif round_numbers(stage):
        continue_rounds(stage=stage, by=by)
    else:
        make_rounds(stage=stage, by=by)


def pair_further(stage: Stage, seed: int, upto: int | None, by: Actor = COMMAND) -> bool:
    """Make what comes next, unless the stage has all its rounds or those up to `upto`; whether it did."""
    last = max(round_numbers(stage), default=0)
    if last >= _rounds_wanted(stage, upto) or (last and not is_by_rounds(stage) and is_whole(stage)):
        return False
    try:
        pair_next(stage, seed, by)
    except ActionRefused as stop:
        if stop.code in NO_MORE:
            return False
        raise
    return True


def _rounds_wanted(stage: Stage, upto: int | None) -> float:
    """How many rounds a rehearsal makes at most; a Swiss without a number as many as find one winner."""
    if upto is not None:
        return upto
    if stage.pairing.get("method") == "swiss" and rounds_planned(stage) is None:
        return max(stage.entries.count() - 1, 1).bit_length()
    return float("inf")


def open_rounds(stage: Stage, upto: int | None) -> list[int]:
    """The rounds up to `upto` in which a table waits for its result, or that wait to be closed."""
    numbers = [number for number in round_numbers(stage) if upto is None or number <= upto]
    return [number for number in numbers if _is_open(stage, number)]


def _is_open(stage: Stage, number: int) -> bool:
    rounds = rounds_of(stage, number)
    return bool(missing_tables(rounds)) or any(one.state != RoundState.CLOSED for one in rounds)


def announce_groups(stage: Stage, by: Actor) -> None:
    """Publish the groups, if nobody has: whoever rehearses looks at what the public will see."""
    if not is_public(stage, PublicationKind.GROUPS, None):
        publish_groups(stage=stage, as_drawn=True, by=by)


def announce_standings(stage: Stage, number: int, by: Actor) -> None:
    """Publish the standings after round `number` as well, if nobody has."""
    if not is_public(stage, PublicationKind.STANDINGS, number):
        publish_standings(stage=stage, number=number, unchecked=None, by=by)


def open_matches(stage: Stage, number: int) -> list[Match]:
    """The tables of a round that have no result."""
    entered = standing_results()
    matches = Match.objects.filter(round__group__stage=stage, round__number=number, kind=MatchKind.PLAY)
    return list(
        matches.exclude(pk__in=entered.values("match_id")).select_related("ns", "ew").order_by("table", "pk")
    )


def play_match(match: Match, stage: Stage, number: int, seed: int, by: Actor = COMMAND) -> None:
    """Enter a plausible sheet for a table of round `number`; best of three, games until one side has two.

    A series that has begun is played on from where it stands.
    """
    rules = stage.scoring_rules
    if stage.best_of == 1:
        table = table_of(match, stage, number, seed)
        sheet = plausible_sheet(table, rules, knockout=stage.is_knockout)
        enter_result(match=match, sheet=sheet, by=by, drop_deals=True)
        return
    begun = unfinished_series(match)
    game, is_open = len(begun.games) if begun else 0, True
    while is_open:
        game += 1
        table = table_of(match, stage, number, seed, game)
        sheet = plausible_sheet(table, rules, knockout=True)
        result = enter_game(match=match, game=sheet, by=by, drop_deals=True)
        is_open = is_unfinished(result)


def table_of(match: Match, stage: Stage, number: int, seed: int, game: int = 0) -> Table:
    """The two pairs of a match, with chance of its own: tables play alike in whatever order.

    `game` counts those of a series, each with its own chance; 0 is a single match.
    """
    ns, ew = match.ns.number, match.ew.number if match.ew else 0
    chance = Chance(seed, f"match-{stage.ordinal}-{number}-{ns}-{ew}" + (f"-{game}" if game else ""))
    return Table(strength(seed, ns), strength(seed, ew), chance)
