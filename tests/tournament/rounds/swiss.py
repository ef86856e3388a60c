"""A stage that is paired round by round, for tests: made, paired, played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.rules import Side
from tests.tournament.factories import TEST, make_stage, passed
from tests.tournament.remembered import remembered
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_groups, publish_pairings
from tournament.actions.run_round import close_round
from tournament.models import Event, Match, MatchKind, Pair, Stage

Couple = frozenset[int]


def swiss_stage(event: Event | None = None, *, pairs: int = 7, rounds: int = 5, **fields: Any) -> Stage:
    """A Swiss whose one group stands and is public; no round yet."""
    fields = {"grouping": {"method": "one"}, "pairing": {"method": "swiss", "rounds": rounds}, **fields}
    stage = make_stage(event, pairs=pairs, drawn=False, **fields)
    _draw(stage)
    return stage


@remembered
def _draw(stage: Stage) -> None:
    draw_groups(stage=stage, seed=1, by=TEST)
    publish_groups(stage=stage, by=TEST)


def pair_next(stage: Stage, seed: int = 1) -> int:
    """Pair and publish the next round; its number."""
    _pair_next(stage, seed)
    return _last(stage)


@remembered
def _pair_next(stage: Stage, seed: int) -> None:
    pair_round(stage=stage, seed=seed, by=TEST)
    publish_pairings(stage=stage, number=_last(stage), by=TEST)


def _last(stage: Stage) -> int:
    return int(max(stage.groups.values_list("rounds__number", flat=True)))


@remembered
def play(stage: Stage, number: int, *, losers: Iterable[int] = (), close: bool = True) -> None:
    """Enter a result at every open table: the lower number wins, except that `losers` always lose."""
    for match in tables(stage, number):
        if match.ew is not None and not match.results.exists():
            first = min(match.ns.number, match.ew.number, key=lambda one: (one in losers, one))
            winner = Side.NS if first == match.ns.number else Side.EW
            enter_result(match=match, sheet=passed(winner, loser_level=2 + match.ns.number % 9), by=TEST)
    if close:
        close_round(stage=stage, number=number, by=TEST)


def tables(stage: Stage, number: int) -> list[Match]:
    """The real tables of a round, in order."""
    drawn = Match.objects.filter(round__group__stage=stage, round__number=number, kind=MatchKind.PLAY)
    return list(drawn.select_related("ns", "ew", "round").order_by("table"))


def couples(stage: Stage, number: int) -> list[Couple]:
    """Who meets whom in a round."""
    return [frozenset((one.ns.number, one.ew.number)) for one in tables(stage, number) if one.ew]


def sitting_out(stage: Stage, number: int, kind: str = MatchKind.BYE) -> list[int]:
    """Who has a bye in a round (or has `missed` it)."""
    drawn = Match.objects.filter(round__group__stage=stage, round__number=number, kind=kind)
    return sorted(drawn.values_list("ns__number", flat=True))


def pair_of(stage: Stage, number: int) -> Pair:
    """A pair of the stage's event by its number."""
    return Pair.objects.get(event=stage.event, number=number)
