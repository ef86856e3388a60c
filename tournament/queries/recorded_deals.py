"""The deals that a table recorded, beside what is signed for its match: whether both agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scoring.deals import Deal, Item, MatchState
from scoring.errors import ScoringError
from scoring.levels import play
from scoring.records import AwardedLoss, DealsCodec, Forfeit, Game, Record, Scoresheet, Series
from scoring.rules import Rules
from scoring.scoresheet import judge
from tournament.models import Match, Result, ResultKind
from tournament.queries.running import game_of


@dataclass(frozen=True, slots=True)
class LeftDeals:
    """Recorded deals that a record leaves out. `game` is the number of a best of three's, 0 elsewhere.

    `asks` says whether the two contradict each other; a loss by ruling that names no levels leaves them out
    without a contradiction. `name` is who recorded them ("" once they are part of a result), `at` when.
    """

    items: tuple[Item, ...]
    state: MatchState
    written: Game
    game: int
    asks: bool
    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Beside:
    """A record together with the recorded deals that agree with it, and those that it leaves out."""

    record: Record
    left: tuple[LeftDeals, ...] = ()

    @property
    def contradiction(self) -> LeftDeals | None:
        """The first deals that say something else than the record."""
        return next((one for one in self.left if one.asks), None)


@dataclass(frozen=True, slots=True)
class _Recorded:
    """Stored deals of one game, who sent them when, and whether its current result leaves them out."""

    deals: list[Any]
    name: str
    at: datetime
    is_left_out: bool = False


def beside_deals(match: Match, record: Record, current: Result | None) -> Beside:
    """Give `record` the deals that its table recorded where they come to the same.

    Deals of a game that is entered already are those of its `current` result. Others are those that phones
    have sent (`Match.running`; read many with `prefetch_related_objects`); where the current result leaves
    them out on purpose nothing is asked again. Deals that the rules no longer allow count as none.
    """
    rules, single = match.round.group.stage.scoring_rules, not isinstance(record, Series)
    games = (record,) if not isinstance(record, Series) else record.games
    fitted, left = [], []
    for index, game in enumerate(games):
        recorded = _recorded(match, current, index)
        found = _left(game, recorded, rules, 0 if single else index + 1)
        whole = _whole(game, found, rules, match.round.group.stage.is_knockout or not single)
        if found is not None and whole is None and recorded is not None and not recorded.is_left_out:
            left.append(found)
        fitted.append(whole or game)
    return Beside(fitted[0] if single else Series(tuple(fitted)), tuple(left))


def unsigned_deals(match: Match) -> tuple[LeftDeals, ...]:
    """What phones have sent of a match, as deals that nobody signs."""
    row, stage = getattr(match, "running", None), match.round.group.stage
    if row is None:
        return ()
    sent = _Recorded(row.deals, row.actor_name, row.at)
    found = _left(Forfeit(None), sent, stage.scoring_rules, game_of(match) if stage.best_of > 1 else 0)
    return (found,) if found is not None else ()


def _recorded(match: Match, current: Result | None, index: int) -> _Recorded | None:
    """The deals of the game at `index` as they are stored; None where there are none."""
    entered = list(_entered(current))
    is_played = current is not None and current.kind == ResultKind.PLAYED
    if current is not None and index < len(entered) and (entered[index] or not is_played):
        return _Recorded(entered[index], "", current.at)  # its own name is of who entered them
    row = getattr(match, "running", None)
    if row is None or index != (0 if is_played else len(entered)):
        return None
    return _Recorded(row.deals, row.actor_name, row.at, is_left_out=is_played)


def _entered(current: Result | None) -> Iterator[list[Any]]:
    """The deals of every game that the current result holds as played."""
    if current is not None and current.kind == ResultKind.PLAYED:
        yield current.deals
    elif current is not None and current.kind == ResultKind.SERIES:
        yield from (game.get("deals", []) for game in current.games)


def _left(game: Game, recorded: _Recorded | None, rules: Rules, number: int) -> LeftDeals | None:
    """The recorded deals as if the game left them out; None where none are recorded."""
    if recorded is None or not recorded.deals:
        return None
    try:
        items = DealsCodec().read(recorded.deals, "deals")
        state = play(items, rules)
    except ScoringError:
        return None
    if not any(isinstance(item, Deal) and not item.awarded for item in items):
        return None  # a ruling before the first deal, or a deal that one awards, is no record of the match
    asks = _contradicts(game, state)
    return LeftDeals(items, state, game, number, asks, recorded.name, recorded.at)


def _contradicts(game: Game, state: MatchState) -> bool:
    """Whether a game without its deals says something else than they do."""
    if not isinstance(game, AwardedLoss):
        return True
    return (game.ns_level or state.ns_level, game.ew_level or state.ew_level) != (
        state.ns_level,
        state.ew_level,
    )


def _whole(game: Game, found: LeftDeals | None, rules: Rules, knockout: bool) -> Scoresheet | None:
    """The game with its deals; None where there are none or they do not come to what it says."""
    if found is None or isinstance(game, Forfeit | AwardedLoss):
        return None
    if game.deals and game.deals != found.items:
        return None
    whole = replace(game, deals=found.items)
    try:
        judge(whole, rules, knockout=knockout)
    except ScoringError:
        return None
    return whole
