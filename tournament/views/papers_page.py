"""The page of everything that can be printed, by the moment of use."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournament.lists.papers.catalogue import PAPERS, Moment, Wanted
from tournament.models import Event
from tournament.permissions import Right, rights_of, scorer_required
from tournament.queries.progress import RoundProgress, StageProgress, event_progress
from tournament.views.papers import address, addresses


@scorer_required
@require_GET
def papers(request: HttpRequest, event: Event) -> HttpResponse:
    """Every paper with its formats; what is not ready yet is told with what brings it."""
    rights, progress = rights_of(request.user, event), event_progress(event)
    listed = PAPERS["entries"].build(Wanted(event, timezone.now()))
    facts = {
        "event": event,
        "progress": progress,
        "tab": "prints",
        "before": _lines(event, Moment.BEFORE, {one.key for one in PAPERS.values() if one.right in rights}),
        "awards": _lines(event, Moment.AWARDS, _wanted_awards(event)),
        "rulings": _lines(event, Moment.RULING) if Right.RULE in rights else [],
        "can_direct": Right.DIRECT in rights,
        "stages": [_stage(event, one) for one in progress.stages],
        "missing": "".join(sorted(listed.missing())),
    }
    return render(request, "tournament/papers/papers.html", facts)


def _wanted_awards(event: Event) -> set[str]:
    """The papers of what this event gives; a word that no paper has where it gives nothing."""
    given = {"awards"} if event.awards else set()
    return given | ({"unit-ranks"} if event.unit_ranking else set()) or {""}


def _stage(event: Event, one: StageProgress) -> dict[str, Any]:
    ordinal, place = one.stage.ordinal, reverse("scoresheets", args=[event.slug])
    return {
        "stage": one.stage,
        "is_drawn": bool(one.placed_count),
        "groups": _lines(event, Moment.DRAW, {"groups"}, stage=ordinal),
        "draw": _lines(event, Moment.DRAW, _draw_papers(one), stage=ordinal),
        "rounds": [_round(event, one, turn) for turn in one.rounds],
        "ranking": _lines(event, Moment.RANKING, stage=ordinal),
        "nameless": address(place, stage=ordinal),
    }


def _draw_papers(one: StageProgress) -> set[str]:
    """A movement table says where pairs go next: only where all rounds are known."""
    return {"rounds"} if one.planned is not None else {"movement", "rounds"}


def _round(event: Event, one: StageProgress, turn: RoundProgress) -> dict[str, Any]:
    asked = {"stage": one.stage.ordinal, "round": turn.number}
    return {
        "turn": turn,
        "is_open": turn == one.round_at_hand,
        "pairings": _lines(event, Moment.ROUND, {"tables", "numbers", "units"}, **asked),
        "sheets": address(reverse("scoresheets", args=[event.slug]), **asked),
        "results": _lines(event, Moment.ROUND, {"results"}, **asked)
        + _lines(event, Moment.RANKING, {"standings", "overall"}, **asked),
    }


def _lines(
    event: Event, moment: Moment, only: set[str] | None = None, **asked: int | None
) -> list[dict[str, Any]]:
    """The papers of one moment (of them `only` these) with the addresses of their forms."""
    kinds = [kind for kind in PAPERS.values() if kind.moment is moment and (not only or kind.key in only)]
    return [{"title": kind.title, **addresses(event, kind.key, **asked)} for kind in kinds]
