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
