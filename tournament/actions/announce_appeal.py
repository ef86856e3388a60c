"""Announce again what an upheld appeal has changed."""

from __future__ import annotations

from tournament.actions.appeals import number_of_appeal
from tournament.actions.carry_points import carry_again
from tournament.actions.publish import publish_standings
from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Appeal, Match
from tournament.queries.appeals import UPHELD, case_of
from tournament.queries.outdated import outdated_notices


@action
def announce_appeal(
    *, appeal: Appeal, reason: str, by: Actor, based_on: int | None = None, submission: str = ""
) -> int:
    """Put up every announcement of standings that no longer says what stands, as 成绩公告第 n 号（更正） with
    the `reason`, all or none; returns how many.

    Later rounds, and stages that the points were carried into, are among them. Raises `Conflict`,
    `appeal_changes_nothing` (rejected, withdrawn or still open), `correction_needs_reason`,
    `appeal_result_is_missing` while the new result is not entered, `nothing_to_announce_again`, and what
    `publish_standings` raises.
    """
    lock_matches(Match.objects.filter(round__group__stage__event=appeal.event_id))
    event = locked(appeal.event)
    appeal = current(appeal, based_on)
    number = number_of_appeal(appeal)
    if appeal.outcome not in UPHELD:
        raise ActionRefused("appeal_changes_nothing", ordinal=number)
    if not reason.strip():
        raise ActionRefused("correction_needs_reason", field="reason")
    case = case_of(event, number)
    if case is not None and case.wants_result:
        raise ActionRefused("appeal_result_is_missing", ordinal=number)
    for stage in event.stages.order_by("ordinal"):
        carry_again(stage)
    found = outdated_notices(event)
    if not found:
        raise ActionRefused("nothing_to_announce_again")
    for one in found:
        publish_standings(
            stage=one.stage, number=one.number, session=one.session, reason=reason, unchecked=None, by=by
        )
    record(event, by, "announce_appeal", public=True, ordinal=number, count=len(found))
    return len(found)
