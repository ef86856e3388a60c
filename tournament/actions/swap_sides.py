"""Swap 南北 and 东西 of one table."""

from __future__ import annotations

from tournament.actions.enter_result import refuse_without_reason
from tournament.actions.results import (
    MIRROR,
    copy_of,
    event_of,
    mirrored_deals,
    mirrored_record,
    place_of,
    write_version,
)
from tournament.actions.work import Actor, action, locked_row, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Match, MatchKind, Running
from tournament.queries.claims import open_claim
from tournament.queries.results import current_result


@action
def swap_sides(
    *, match: Match, by: Actor, based_on: int | None = None, reason: str = "", submission: str = ""
) -> Match:
    """Seat the two pairs the other way round; what was entered moves with the pairs, as a new version.

    So does what lies at the table without being a result: the deals played so far, and what one pair has
    entered for the other to accept. Each stays that of the pair that said it.
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
        turned = copy_of(standing, mirrored=True)
        write_version(match, turned, by, reason, settles=False, repeats=standing)
    else:
        match.version += 1
        match.save(update_fields=["version"])
    _turn_running(match)
    _turn_claim(match)
    told = {"reason": reason} if reason else {}
    record(event_of(match), by, "swap_sides", public=True, **place_of(match), **told)
    return match


def _turn_running(match: Match) -> None:
    running = Running.objects.select_for_update().filter(match=match).first()
    if running is not None:
        running.deals, running.version = mirrored_deals(running.deals), running.version + 1
        running.save(update_fields=["deals", "version"])


def _turn_claim(match: Match) -> None:
    claim = open_claim(match)
    if claim is None:
        return
    claim.side, claim.based_on = MIRROR[claim.side], match.version
    claim.record = mirrored_record(claim.record)
    claim.other_record = mirrored_record(claim.other_record) if claim.other_record else None
    claim.save(update_fields=["side", "based_on", "record", "other_record"])
