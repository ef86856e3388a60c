"""移位表: who sits where against whom, by positions and by pairs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournament.models import Event
from tournament.permissions import director_required
from tournament.queries.movement import movement_checks, stage_movements
from tournament.views.stages import stage_or_404
from tournament.wording.movement import check_text


@director_required
@require_GET
def movement(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """One group's movement (`?group=B`, else the first), and the cross-check of all groups."""
    stage = stage_or_404(event, ordinal)
    groups = stage_movements(stage)
    asked = request.GET.get("group", "")
    shown = next((one for one in groups if one.group.name == asked), groups[0] if groups else None)
    checks = movement_checks(groups, legs=int(stage.pairing.get("legs", 1)))
    facts = {
        "event": event,
        "stage": stage,
        "groups": groups,
        "shown": shown,
        "checks": [(one, check_text(one.code, one.numbers)) for one in checks],
        "tab": "groups",
    }
    return render(request, "tournament/draw/movement.html", facts)
