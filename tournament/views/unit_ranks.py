"""The ranking of units on the desk, and how it is reckoned."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import wording
from tournament.actions.set_awards import set_unit_ranking
from tournament.errors import ActionRefused, Conflict
from tournament.forms.unit_ranking import UnitRankingForm
from tournament.lists.awards import UnitsRankedTable
from tournament.models import Event
from tournament.permissions import Right, actor_of, director_required, rights_of, scorer_required
from tournament.queries.unit_ranks import live_unit_sheet, unit_ranking_of, unit_stage
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST
from tournament.wording.awards import unit_rule


@scorer_required
@require_http_methods(["GET"])
def unit_ranks(request: HttpRequest, event: Event) -> HttpResponse:
    """How the units stand now, and how that is reckoned."""
    return _units_page(request, event, None, 200)


@director_required
@require_POST
def unit_ranks_edit(request: HttpRequest, event: Event) -> HttpResponse:
    """Choose how units are ranked, or (`off`) that they are not."""
    standing, _problem = unit_ranking_of(event)
    form = UnitRankingForm(request.POST, event=event, standing=standing)
    if not form.is_valid():
        return _units_page(request, event, form, 422)
    ranking = None if "off" in request.POST else form.ranking
    try:
        set_unit_ranking(event=event, ranking=ranking, by=actor_of(request), **form.claims)
    except Conflict as error:
        event.refresh_from_db()
        form.refuse(error)
        form.stand_on(event.version)
        return _units_page(request, event, form, 409)
    except ActionRefused as error:
        form.refuse(error)
        return _units_page(request, event, form, 422)
    messages.success(request, _("已保存。"))
    return redirect("unit-ranks", event.slug)


def _units_page(
    request: HttpRequest, event: Event, form: UnitRankingForm | None, status: int
) -> HttpResponse:
    ranking, problem = unit_ranking_of(event)
    stage = unit_stage(event, ranking) if ranking else None
    sheet = live_unit_sheet(stage, ranking) if stage and ranking else None
    table = UnitsRankedTable(sheet, event=event) if sheet else None
    if table is not None:
        turn_page(request, table)
    facts = {
        "event": event,
        "tab": "standings",
        "form": form or UnitRankingForm(event=event, standing=ranking),
        "ranking": ranking,
        "rule": unit_rule(ranking, event.unit_term) if ranking else "",
        "problem": wording.of_error(problem) if problem else "",
        "stage": stage,
        "table": table,
        "may_direct": Right.DIRECT in rights_of(request.user, event),
    }
    return render(request, "tournament/awards/units.html", facts, status=status)
