"""Record who really played whom, after pairs sat down at the wrong tables."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.actions.publish import publish_pairings
from tournament.actions.results import columns_of, lock_matches, write_version
from tournament.actions.work import Actor, action, locked, record
from tournament.errors import ActionRefused, Conflict
from tournament.models import Match, PublicationKind, Round, Stage
from tournament.queries.played_otherwise import (
    Reality,
    Seats,
    changed_rematches,
    matches_of_round,
    reality,
)
from tournament.queries.publications import is_public

NOWHERE = 32_767  # the number of a round that exists only inside the transaction


@action
def record_played(
    *,
    stage: Stage,
    number: int,
    seats: Mapping[int, Seats],
    reason: str,
    by: Actor,
    based_on: Mapping[int, int] | None = None,
    submission: str = "",
) -> Stage:
    """Change the opponents of round `number` to those who really met; the round keeps its tables.

    `seats` has (南北, 东西) by match key, for the tables that differ (others may be named as they are);
    `based_on` the versions of the matches that the person saw. What was entered at a changed table is
    cleared by a version of its own and what is typed from an older card is refused from now on. Later rounds
    stay as they were drawn; the mark 再次相遇 is reckoned anew in all of them. Pairings that are public are
    announced again as a correction.

    Raises `Conflict`; `ActionRefused` `played_needs_reason`, and what `reality` refuses.
    """
    if not reason.strip():
        raise ActionRefused("played_needs_reason", field="reason")
    lock_matches(Match.objects.filter(round__group__stage=stage, round__number=number))
    event = locked(stage.event)
    _refuse_stale(stage, number, seats, based_on or {})
    found = reality(stage, number, seats)
    _clear(found, by, reason)
    _seat(found)
    for group in {one.match.round.group for one in found.tables}:
        for one in changed_rematches(stage, group, {}):
            Match.objects.filter(round__group=group, round__number=one.round, table=one.table).update(
                rematch=one.is_now
            )
    if is_public(stage, PublicationKind.PAIRINGS, number):
        publish_pairings(stage=stage, number=number, reason=reason, as_drawn=True, by=by)
    tables = [one.match.table for one in found.tables]
    record(
        event, by, "record_played", public=True, stage=stage.name, round=number, tables=tables, reason=reason
    )
    return stage


def _refuse_stale(stage: Stage, number: int, seats: Mapping[int, Seats], based_on: Mapping[int, int]) -> None:
    """Somebody entered or changed something at one of these tables since the page was opened."""
    for match in matches_of_round(stage, number):
        if match.pk in seats and based_on.get(match.pk, match.version) != match.version:
            raise Conflict("table_changed_meanwhile", current=match, table=match.table)


def _clear(found: Reality, by: Actor, reason: str) -> None:
    """Old cards are based on an older version from now on. What was entered is cleared twice: an undo goes
    back one version, and must not bring the result of other opponents back."""
    for one in found.tables:
        match = one.match
        if match.version:
            write_version(match, columns_of(None), by, reason)
        match.ns = one.ns
        write_version(match, columns_of(None), by, reason)


def _seat(found: Reality) -> None:
    """Seat them, by way of a round that is nowhere: in between nobody may sit twice in the real one."""
    for group in {one.match.round.group for one in found.tables}:
        tables = [one for one in found.tables if one.match.round.group_id == group.pk]
        nowhere = Round.objects.create(group=group, number=NOWHERE)
        Match.objects.filter(pk__in=[one.match.pk for one in tables]).update(round=nowhere)
        for one in tables:
            Match.objects.filter(pk=one.match.pk).update(
                round=one.match.round, ns=one.ns, ew=one.ew, reasons=[{"code": "played"}]
            )
        nowhere.delete()
