"""Say which groups play at the same time."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.actions.renumber_tables import renumber
from tournament.actions.results import lock_matches
from tournament.actions.work import Actor, action, current, locked, record
from tournament.errors import ActionRefused
from tournament.models import Match, Result, Round, RoundState, Stage


@action
def set_sessions(
    *,
    stage: Stage,
    sessions: Mapping[int, str],
    by: Actor,
    based_on: int | None = None,
    submission: str = "",
) -> Stage:
    """Write the session of every group by its ordinal, "" for all groups where there are none.

    Drafts that stand get their tables anew, so that groups of different sessions use the same ones. Raises
    `Conflict`; `ActionRefused` `groups_not_drawn`, `sessions_are_public` (round) once a round has been seen
    or has a result, `group_without_session` (group) where some groups have one; `PairingError`
    `not_enough_tables` (needed, have) where drafts stand and a session is still too large for the hall.
    """
    lock_matches(Match.objects.filter(round__group__stage=stage))
    stage.event = locked(stage.event)
    fresh = current(stage, based_on)
    fresh.event = stage.event
    refuse_seen_rounds(fresh)
    groups = list(fresh.groups.order_by("ordinal"))
    if not groups:
        raise ActionRefused("groups_not_drawn", stage=fresh.name)
    named = {group.ordinal: sessions.get(group.ordinal, "").strip() for group in groups}
    for group in groups:
        if any(named.values()) and not named[group.ordinal]:
            raise ActionRefused("group_without_session", field=f"session_{group.ordinal}", group=group.name)
    for group in groups:
        group.session = named[group.ordinal]
    fresh.groups.bulk_update(groups, ["session"])
    renumber(fresh)
    fresh.version += 1
    fresh.save(update_fields=["version"])
    record(fresh.event, by, "set_sessions", stage=fresh.name)
    return fresh


def refuse_seen_rounds(stage: Stage) -> None:
    """Sessions hold once a round was public: its tables, clocks and announcements are by session."""
    rounds = Round.objects.filter(group__stage=stage)
    seen = rounds.exclude(state=RoundState.DRAFT).order_by("number").first()
    if seen is None:
        played = Result.objects.filter(match__round__in=rounds).select_related("match__round").first()
        seen = played.match.round if played else None
    if seen is not None:
        raise ActionRefused("sessions_are_public", round=seen.number)
