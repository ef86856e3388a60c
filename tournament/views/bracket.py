"""The bracket of a knock-out, for the staff and for everybody."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from pairing.bracket import Lines
from tournament.models import Event, Stage
from tournament.permissions import Right, rights_of, scorer_required
from tournament.queries.bracket_now import drawn, placed_lines
from tournament.queries.bracket_trees import trees
from tournament.queries.public import PublicStage, public_event, public_groups, public_tables, shown_names
from tournament.queries.standing_sheets import Who
from tournament.queries.table_lines import TableLine, live_lines
from tournament.views.bracket_drawing import picture
from tournament.views.public import facts_of
from tournament.views.public_page import Body, answer, public_page
from tournament.views.stages import stage_or_404
from tournament.views.wrong_pairs import wrong_parts
from tournament.wording.knockout import bracket_round


@scorer_required
@require_GET
def bracket(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """The whole bracket as it stands, drafts included, and who stands wrongly in it since a correction."""
    stage = stage_or_404(event, ordinal)
    if not stage.is_knockout:
        raise Http404
    found = live_lines(stage)
    placed, names = drawn(stage)
    facts: dict[str, Any] = {
        "event": event,
        "stage": stage,
        "stages": [one for one in event.stages.all() if one.is_knockout],
        "tab": "rounds",
        "may_direct": Right.DIRECT in rights_of(request.user, event),
        **wrong_parts(request, stage),
        **_facts(stage, placed, names, found),
    }
    return render(request, "tournament/knockout/bracket.html", facts)


def _facts(stage: Stage, placed: Lines, names: dict[int, Who], found: list[TableLine]) -> dict[str, Any]:
    made = trees(placed, names, found, redraw=bool(stage.pairing.get("redraw")))
    return {
        "pictures": [picture(tree) for tree in made],
        "rounds": _rounds(found),
        "has_third": bool(stage.pairing.get("placing")),
    }


def _rounds(found: list[TableLine]) -> list[tuple[int, list[tuple[str, list[TableLine]]]]]:
    """The same as lists: round by round, what it is about, its matches."""
    rounds: dict[int, dict[tuple[int, int], list[TableLine]]] = {}
    for line in sorted(found, key=lambda line: (line.round, line.places or (1, 1), line.slot)):
        if line.places:
            rounds.setdefault(line.round, {}).setdefault(line.places, []).append(line)
    return [
        (number, [(bracket_round(places), made) for places, made in parts.items()])
        for number, parts in rounds.items()
    ]


@public_page
def public_bracket(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """What of a bracket is published: the draw with the groups, matches with their round, results as ever."""

    def make() -> Body | None:
        shown = public_event(event)
        one = shown.stage(ordinal)
        if one is None or not one.stage.is_knockout or not (one.groups or one.rounds):
            return None
        found = public_tables(one, one.rounds)
        facts = facts_of(shown, one, here="bracket")
        facts |= _facts(one.stage, _public_lines(one), shown_names(event), found)
        return Body(_("%(stage)s签表") % {"stage": one.stage.name}, "tournament/public/bracket.html", facts)

    return answer(request, event, make)


def _public_lines(one: PublicStage) -> Lines:
    """The drawn places as they were published."""
    placed = [entry for part in public_groups(one) for entry in part["pairs"]]
    return placed_lines(one.stage, {position: who.number for position, who in placed if position})
