"""Swap 南北 and 东西 of one table."""

from __future__ import annotations

from tournament.actions.enter_result import refuse_without_reason
from tournament.actions.results import copy_of, event_of, place_of, write_version
from tournament.actions.work import Actor, action, locked_row, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Match, MatchKind
from tournament.queries.results import current_result


@action
def swap_sides(
    *, match: Match, by: Actor, based_on: int | None = None, reason: str = "", submission: str = ""
) -> Match:
    """Seat the two pairs the other way round; what was entered moves with the pairs, as a new version.

    Refused for byes, and without a `reason` when the round is closed and has a result.
    """
    locked_row(Match.objects.all(), match)
    match = Match.objects.select_related("round__group__stage__event", "ns", "ew").get(pk=match.pk)
    if match.kind != MatchKind.PLAY or match.ew is None:
        raise ActionRefused("no_sides_to_swap")
    if based_on is not None and match.version != based_on:
        raise Conflict(current=match)
    refuse_without_reason(match, reason)
    standing = current_result(match)
    ns, ew = match.ns, match.ew
    # One statement: in between, neither pair may stand on both sides.
    Match.objects.filter(pk=match.pk).update(ns=ew, ew=ns)
    match.ns, match.ew = ew, ns
    if standing is not None:
        write_version(match, copy_of(standing, mirrored=True), by, reason)
    else:
        match.version += 1
        match.save(update_fields=["version"])
    record(event_of(match), by, "swap_sides", public=True, **place_of(match))
    return match
