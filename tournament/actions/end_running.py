"""End a match that was written down deal by deal: what was played is what is signed."""

from __future__ import annotations

from scoring.ending import end
from scoring.options import Ended, Side
from scoring.records import DealsCodec
from scoring.scoresheet import Scoresheet
from tournament.actions.claims import enter_claim
from tournament.actions.enter_result import enter_game, enter_result
from tournament.actions.results import lock_match
from tournament.actions.work import Actor, action
from tournament.errors import Conflict
from tournament.models import Claim, Match, Result, Running


@action
def end_running(
    *,
    match: Match,
    running: int,
    by: Actor,
    ended: Ended | None = None,
    winner: Side | None = None,
    seconds: int | None = None,
    side: str = "",
    device: str = "",
    based_on: int | None = None,
    submission: str = "",
) -> Result | Claim:
    """Make the deals that are stored the result of the match, or the next game of a best of three.

    `running` is the version of the deals that were read aloud: where others are stored meanwhile it raises
    `Conflict` (`deals_by_another`). With a `side` it is what that pair says, until the other accepts. Raises
    what `scoring.ending.end`, `enter_result`, `enter_game` and `enter_claim` do.
    """
    match = lock_match(match)
    row = Running.objects.select_for_update().filter(match=match).first()
    if row is not None and row.version != running:
        raise Conflict("deals_by_another", current=row, name=row.actor_name)
    sheet = _sheet(match, row, ended, winner, seconds)
    if side:
        return enter_claim(match=match, sheet=sheet, side=side, device=device, by=by, based_on=based_on)
    if match.round.group.stage.best_of > 1:
        return enter_game(match=match, game=sheet, by=by, based_on=based_on)
    return enter_result(match=match, sheet=sheet, by=by, based_on=based_on)


def _sheet(
    match: Match, row: Running | None, ended: Ended | None, winner: Side | None, seconds: int | None
) -> Scoresheet:
    stage = match.round.group.stage
    items = DealsCodec().read(row.deals, "deals") if row is not None else ()
    knockout = stage.is_knockout or stage.best_of > 1
    return end(items, stage.scoring_rules, ended=ended, winner=winner, seconds=seconds, knockout=knockout)
