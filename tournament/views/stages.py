"""What pages below a stage's address share."""

from __future__ import annotations

from django.http import Http404

from tournament.models import Event, Stage


def stage_or_404(event: Event, ordinal: int) -> Stage:
    """The event's stage with this ordinal; its event is the one already read."""
    stage = event.stages.filter(ordinal=ordinal).first()
    if stage is None:
        raise Http404
    stage.event = event
    return stage


def session_or_404(stage: Stage, named: str) -> str:
    """A session that some group of the stage is of, or "" for all of them.

    What no group is called is compared here and never sent to the database, which does not take every sign.
    """
    if named and named not in set(stage.groups.values_list("session", flat=True)):
        raise Http404
    return named
