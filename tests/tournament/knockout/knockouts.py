"""Knock-outs for tests: drawn, published and played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring.rules import Side
from tournament.actions.draw_groups import draw_groups
from tournament.actions.enter_result import enter_result
from tournament.actions.pair_round import pair_round
from tournament.actions.publish import publish_groups, publish_pairings
from tournament.actions.run_round import close_round
from tournament.models import Event, Match, Stage
from tournament.queries.standings import stage_standings

from ..factories import TEST, make_event, make_stage, passed

Wins = Callable[[int, int], int]


def make_knockout(event: Event | None = None, *, pairs: int = 8, drawn: bool = True, **fields: Any) -> Stage:
    """A knock-out stage of all pairs, its bracket drawn and no round made; `pairing` adds settings."""
    event = event or make_event(pairs=pairs, rulebook="national-2017", rules={"level_tie": "extra_deal"})
    pairing = {"method": "knockout", **fields.pop("pairing", {})}
    seed = fields.pop("seed", 1)
    fields = {"name": "淘汰赛", "grouping": {"method": "draw"}, **fields}
    stage = make_stage(event, drawn=False, pairing=pairing, **fields)
    if drawn:
        draw_groups(stage=stage, seed=seed, by=TEST)
    return stage


def lower(one: int, other: int) -> int:
    """The pair with the lower number wins."""
    return min(one, other)


def next_round(stage: Stage, *, seed: int = 1, publish: bool = True) -> int:
    """Make and publish the next round; its number."""
    pair_round(stage=stage, by=TEST, seed=seed)
    number = max(stage.groups.values_list("rounds__number", flat=True))
    if publish:
        if not stage.publications.filter(kind="groups", is_current=True).exists():
            publish_groups(stage=stage, by=TEST)
        publish_pairings(stage=stage, number=number, by=TEST)
    return int(number)


def win(match: Match, winner: int, *, loser_level: int = 9) -> None:
    """Enter a result that `winner` (a number) won."""
    side = Side.NS if match.ns.number == winner else Side.EW
    enter_result(match=match, sheet=passed(side, loser_level=loser_level), by=TEST)


def play(stage: Stage, number: int, wins: Wins = lower, *, close: bool = True) -> None:
    """Let every open table of a round end as `wins` says, and close it."""
    for match in tables(stage, number):
        if not match.results.exists() and match.ew:
            win(match, wins(match.ns.number, match.ew.number))
    if close:
        close_round(stage=stage, number=number, by=TEST)


def tables(stage: Stage, number: int) -> list[Match]:
    """The matches of a round by table, byes last."""
    matches = Match.objects.filter(round__group__stage=stage, round__number=number)
    return list(matches.select_related("ns", "ew", "round").order_by("-kind", "table", "pk"))


def met(stage: Stage, number: int) -> list[tuple[int, ...]]:
    """Who is in the matches of a round, as sorted numbers, byes alone."""
    return sorted(
        tuple(sorted(pair.number for pair in (one.ns, one.ew) if pair)) for one in tables(stage, number)
    )


def ranks(stage: Stage) -> dict[int, int]:
    """Rank by pair number; 0 for none."""
    return {row.pair: row.rank or 0 for row in stage_standings(stage).overall}


def play_whole(stage: Stage, wins: Wins = lower, *, seed: int = 1) -> int:
    """Play until the final is played; how many rounds."""
    number = 0
    while not Match.objects.filter(round__group__stage=stage, places_from=1, places_to=2).exists():
        number = next_round(stage, seed=seed + number)
        play(stage, number, wins)
    return number
