"""The draw page of a stage: who enters, the groups, the rounds, what is public."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from pairing.errors import PairingError
from tournament import wording
from tournament.forms.base import new_key
from tournament.forms.draw import GroupingForm, TieForm
from tournament.forms.numbers import number_of
from tournament.lists.draw import DraftTable, QualifierTable, UnitCountTable
from tournament.models import Event, Stage
from tournament.permissions import director_required
from tournament.queries.draw_desk import DrawDesk, draw_desk
from tournament.queries.drawing import group_sizes
from tournament.queries.entrants import cut_draws, source_of
from tournament.queries.hall_checks import expected_shortages, shared_tables, shortages
from tournament.queries.paired_rounds import is_by_rounds
from tournament.queries.qualifiers import OpenTie, TiedPair, open_tables, open_ties, qualifiers
from tournament.queries.rounds import TableRow, table_rows
from tournament.views.paging import turn_page
from tournament.views.pairing_parts import pairing_parts
from tournament.views.stages import stage_or_404
from tournament.wording.draw import clash_text, sizes_text
from tournament.wording.figures import plain
from tournament.wording.hall import shared_text, shortage_text
from tournament.wording.pairing import note_text, said_text
from tournament.wording.rules import tiebreak_name
from tournament.wording.standings import figure

GROUPS_PER_PAGE = 60


@director_required
@require_GET
def draw(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Show the draw of a stage and the next thing to do about it."""
    return draw_page(request, event, stage_or_404(event, ordinal))


@director_required
@require_GET
def draw_sizes(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """One sentence: into which groups the pairs would be divided by what is typed in the plan."""
    stage = stage_or_404(event, ordinal)
    number = number_of(request.GET.get("number", "")) or 0
    by = "count" if request.GET.get("by") == "count" else "size"
    stage.grouping = {"method": request.GET.get("method", ""), by: number}
    try:
        text = sizes_text(group_sizes(stage, len(draw_desk(stage).coming.pairs)))
    except PairingError as error:
        text = wording.of_error(error)
    return render(request, "tournament/draw/sizes.html", {"text": text})


def draw_page(
    request: HttpRequest,
    event: Event,
    stage: Stage,
    *,
    plan: GroupingForm | None = None,
    tie: TieForm | None = None,
    problem: str = "",
    status: int = 200,
    **refused: Any,
) -> HttpResponse:
    """The page, also with what was refused: `plan` or `tie` with their errors, `problem` above everything,
    and the `refused` forms of a round that is paired by itself."""
    desk, stages = draw_desk(stage), list(event.stages.all())
    shown = _round(request, desk)
    facts: dict[str, Any] = {
        "event": event,
        "stage": stage,
        "stages": stages,
        "desk": desk,
        "tab": "groups",
        "key": new_key(),
        "problem": problem,
        "sizes": sizes_text(desk.sizes) if desk.sizes else "",
        "misfit": wording.of_error(desk.misfit) if desk.misfit else "",
        "notes": [note_text(one) for one in desk.notes],
        "clashes": _clashes(desk),
        **_hall(desk, stages),
        "shown_groups": Paginator(desk.groups, GROUPS_PER_PAGE).get_page(request.GET.get("groups")),
        "plan": plan or GroupingForm(stage=stage, has_draft=bool(desk.groups)),
        **_entrants(request, desk, tie),
        **shown,
        **(pairing_parts(stage, shown.get("round_number"), **refused) if desk.is_drawn else {}),
    }
    return render(request, "tournament/draw/draw.html", facts, status=status)


def _hall(desk: DrawDesk, stages: Sequence[Stage]) -> dict[str, Any]:
    """Whether the hall has room for the stage, before and after the draw, and who else plays there."""
    stage = desk.stage
    short = shortages(stage) if desk.groups else expected_shortages(stage, desk.sizes)
    shared = shared_tables(stage, stages) if desk.round_numbers else ()
    return {
        "hall_short": [shortage_text(one, is_drawn=bool(desk.groups)) for one in short],
        "hall_splits": bool(desk.groups) and any(one.sessions_help for one in short),
        "hall_shared": shared_text(stage, shared),
    }


def _clashes(desk: DrawDesk) -> list[str]:
    """Pairs of one unit in one group; nothing to tell where there is only one group."""
    if len(desk.groups) < 2:
        return []
    return [
        clash_text(one.unit, group.group.name, one.pairs, unavoidable=one.unavoidable)
        for group in desk.groups
        for one in group.clashes
    ]


def _entrants(request: HttpRequest, desk: DrawDesk, tie: TieForm | None) -> dict[str, Any]:
    """Those who enter, as lists: by unit, or with where they come from; or what stops them."""
    source = source_of(desk.stage)
    if source is None:
        units = UnitCountTable(desk.units, unit_word=desk.stage.event.unit_term, prefix="unit-")
        turn_page(request, units)
        return {"units": units, "unit_count": sum(bool(name) for name, _ in desk.units)}
    if desk.stop is not None:
        waits = open_tables(source)
        return {"source": source, "stop": wording.of_error(desk.stop), "waits": waits}
    carries = desk.stage.entry.get("carry", "none") != "none"
    table = QualifierTable(
        qualifiers(desk.coming),
        carries=carries,
        unit_word=desk.stage.event.unit_term,
        source=source,
        prefix="q-",
    )
    turn_page(request, table)
    ties = [_tie(one) for one in open_ties(desk.coming)]
    lots = [(draw, _("、").join(map(str, draw.result))) for draw in cut_draws(source) if draw.is_current]
    facts = {"source": source, "qualifiers": table, "carries": carries, "lots": lots}
    return facts | {"ties": ties, "tie": tie}


def _tie(one: OpenTie) -> dict[str, Any]:
    return {
        "tie": one,
        "compared": [tiebreak_name(key) for key in one.compared],
        "rows": [(row.pair, _figures(row, one.compared)) for row in one.pairs],
        "numbers": " ".join(map(str, one.numbers)),
    }


def _figures(row: TiedPair, compared: Sequence[str]) -> list[str]:
    """Points and what was compared, as every table of standings shows them."""
    values = (figure(key, value) for key, value in zip(compared, row.values, strict=True))
    return [plain(row.points), *values]


def _round(request: HttpRequest, desk: DrawDesk) -> dict[str, Any]:
    """The round that is looked at: the one asked for, else the first, or where rounds come one by one the
    last."""
    if not desk.round_numbers:
        return {}
    asked = number_of(request.GET.get("round", ""))
    first = desk.round_numbers[-1 if is_by_rounds(desk.stage) else 0]
    number = asked if asked in desk.round_numbers else first
    rows = table_rows(desk.stage, number)
    table = DraftTable(rows, stage=desk.stage)
    turn_page(request, table)
    return {"round_number": number, "round_table": table, "unkept": _unkept(desk.stage, rows)}


def _unkept(stage: Stage, rows: Sequence[TableRow]) -> list[str]:
    """The fixed tables that a round made with all others could not keep; one paired by itself says it with
    its other notes."""
    if is_by_rounds(stage):
        return []
    rounds = {row.match.round_id: row.match.round for row in rows}
    return [said_text(str(note["code"]), note) for one in rounds.values() for note in one.notes]
