"""Matches being played, deal by deal: how they stand now, for the table, the desk and the hall."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from scoring.deals import Item, MatchState, Ruling
from scoring.errors import ScoringError
from scoring.levels import play
from scoring.records import DealsCodec
from scoring.rules import Rules
from tournament.models import Match, Round, Running
from tournament.queries.results import current_result, is_unfinished, series_of, standing_results


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """The deals of one match and where they leave it. `version` 0: nobody has sent any yet.

    `name` is who sent them last, `at` when.
    """

    items: tuple[Item, ...]
    state: MatchState
    version: int = 0
    note: str = ""
    name: str = ""
    at: datetime | None = None

    @property
    def next_deal(self) -> int:
        """The number of the deal that is being played; of the last one once the match has ended."""
        return self.state.deal_count + (self.state.ended is None)

    @property
    def fixed(self) -> tuple[Item, ...]:
        """The items up to the last ruling (or awarded deal): those that only a referee may change."""
        return fixed_items(self.items)


def fixed_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items up to the last one that was not dealt."""
    found = tuple(items)
    last = max((place for place, item in enumerate(found, start=1) if is_ruled(item)), default=0)
    return found[:last]


def is_ruled(item: Item) -> bool:
    """Whether a referee's ruling made it: a ruling, or a deal awarded by one."""
    return isinstance(item, Ruling) or item.awarded


def running_match(running: Running | None, rules: Rules) -> RunningMatch:
    """One stored row as it stands under the rules.

    Deals that these rules no longer allow (they were changed meanwhile) count as none: somebody begins anew,
    and the version says that there was something before.
    """
    if running is None:
        return RunningMatch((), play((), rules))
    try:
        items = DealsCodec().read(running.deals, "deals")
        state = play(items, rules)
    except ScoringError:
        items, state = (), play((), rules)
    return RunningMatch(items, state, running.version, running.note, running.actor_name, running.at)


def running_of(rounds: Iterable[Round], rules: Rules) -> dict[int, RunningMatch]:
    """By the match's key: every match of these rounds (of one stage) that is being played deal by deal.

    Matches with a result are left out, and those of which nobody has sent a deal. One query.
    """
    return {row.match_id: running_match(row, rules) for row in _under_way(rounds) if row.deals}


def running_keys(rounds: Iterable[Round]) -> set[int]:
    """The keys of the same matches, without playing their deals through. One query."""
    return {match for match, deals in _under_way(rounds).values_list("match_id", "deals") if deals}


def _under_way(rounds: Iterable[Round]) -> QuerySet[Running]:
    sent = Running.objects.filter(match__round__in=list(rounds))
    return sent.exclude(match__in=standing_results().values("match"))


def game_of(match: Match) -> int:
    """The number of the game that a match is at: 1, in a best of three one more than are entered. One query
    there, none elsewhere."""
    if match.round.group.stage.best_of == 1:
        return 1
    current = current_result(match)
    entered = len(series_of(current).games) if current is not None and is_unfinished(current) else 0
    return entered + 1
