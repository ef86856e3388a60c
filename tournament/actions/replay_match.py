"""Let a match be played again: by a ruling its result counts no more, and it begins anew."""

from __future__ import annotations

from tournament.actions.enter_result import refuse_without_reason
from tournament.actions.results import columns_of, event_of, lock_match, place_of, refuse_stale, write_version
from tournament.actions.save_running import begin_next_game
from tournament.actions.signed_deals import dropped_codes
from tournament.actions.work import Actor, action, record
from tournament.errors import ActionRefused
from tournament.models import Match, Result, Running
from tournament.queries.claims import open_claim
from tournament.queries.recorded_deals import unsigned_deals
from tournament.queries.results import current_result

REPLAYED = "重赛"  # stored as the reason where none was typed; it has a translation


@action
def replay_match(
    *, match: Match, by: Actor, based_on: int | None = None, reason: str = "", submission: str = ""
) -> Result:
    """Say that the match is played again from 2 : 2: no result, no deals, nothing that the pairs have said.

    What stood stays as a version, and undoing this one brings it back; the journal keeps the deals of its
    phones. Without anything entered it is refused (`nothing_to_replay`); a closed round needs a `reason`.
    Raises `Conflict` when another value stands than the person saw.
    Rule: RULES section 2 (a match ends by a ruling); section 6 (a ruling may order it played again).
    """
    match = lock_match(match)
    standing, columns = current_result(match), columns_of(None)
    left = unsigned_deals(match)
    played = Running.objects.filter(match=match).exclude(deals=[]).exists()
    is_blank = not played and open_claim(match) is None
    if standing is None and is_blank:
        raise ActionRefused("nothing_to_replay", table=match.table)
    if (cleared := refuse_stale(match, based_on, columns)) is not None and is_blank:
        return cleared
    refuse_without_reason(match, reason)
    begin_next_game(match)
    result = write_version(match, columns, by, reason or REPLAYED)
    event = event_of(match)
    told = place_of(match) | {"version": result.version} | dropped_codes(left)
    record(event, by, "replay_match", public=event.is_live, **told)
    return result
