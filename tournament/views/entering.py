"""The scorer's page of one round: slips in any order, one line to type them in."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from scoring.scoresheet import Record
from tournament.actions.enter_result import enter_result
from tournament.actions.results import columns_of, says_the_same
from tournament.actions.signed_deals import DealsDiffer
from tournament.actions.work import Actor
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import new_key
from tournament.forms.numbers import number_of
from tournament.forms.scoresheet import EntryForm
from tournament.models import Event, Group, Match, Result, ResultKind, Stage
from tournament.permissions import actor_of, scorer_required
from tournament.queries.basis_change import basis_changes
from tournament.queries.results import current_result, standing_result
from tournament.queries.round_desk import RoundDesk, find_match, row_of
from tournament.queries.standings import stage_standings
from tournament.views.round_filters import filter_parts, row_filter
from tournament.views.round_news import list_parts, poll_parts
from tournament.views.round_parts import (
    desk_or_404,
    entry_parts,
    grid_of,
    head_parts,
    round_url,
    stands_announced,
)
from tournament.views.series import enter_game_once
from tournament.views.stages import stage_or_404
from tournament.views.wrong_pairs import wrong_parts
from tournament.wording.figures import plain, signed
from tournament.wording.scores import result_words
from tournament.wording.standings import order_text

ROWS_ASIDE = 12
ASKS_FIRST = -1  # no version: an existing result is replaced only on purpose


@scorer_required
@require_http_methods(["GET", "POST"])
def round_page(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """Show a round with its entry line; a POST saves one slip."""
    stage = stage_or_404(event, ordinal)
    if request.method == "POST":
        return save(request, stage, number)
    desk = desk_or_404(stage, number, request.GET)
    return draw_page(request, desk, entry_parts(desk, saved=just_saved(request, desk)))


def draw_page(
    request: HttpRequest, desk: RoundDesk, entry: dict[str, Any], *, status: int = 200, **more: Any
) -> HttpResponse:
    """The whole page around an entry line."""
    head = head_parts(request, desk)
    listed = list_parts(request, desk, head)
    match = entry["match"] or listed["next_missing"]
    context = head | entry | listed | aside_parts(desk, wanted_group(request, desk, match))
    context |= poll_parts(request, desk, listed["filter"])
    context |= {"tab": "rounds", "basis_changes": basis_changes(desk.stage, desk.rounds)}
    context |= wrong_parts(request, desk.stage)
    return render(request, "tournament/entering/round.html", context | more, status=status)


def wanted_group(request: HttpRequest, desk: RoundDesk, match: Match | None) -> Group:
    """Whose standings stand aside: the group asked for, the match's, else the first."""
    by_ordinal = {str(group.ordinal): group for group in desk.groups}
    return by_ordinal.get(request.GET.get("group", "")) or (match.round.group if match else desk.groups[0])


def just_saved(request: HttpRequest, desk: RoundDesk) -> Result | None:
    """The result that the address says was saved a moment ago, while it still stands."""
    table, version = (number_of(request.GET.get(key, "")) for key in ("saved", "version"))
    if table is None or version is None:
        return None
    try:
        match = find_match(desk.stage, desk.number, table, desk.session)
    except ActionRefused:
        return None
    result = current_result(match)
    if result is None or result.kind == ResultKind.CLEARED or result.version != version:
        return None
    result.match = match
    return result


def entry_form(data: Any, stage: Stage) -> EntryForm:
    """The line's form under the stage's rules."""
    return EntryForm(data, rules=stage.scoring_rules, knockout=stage.is_knockout)


def save(request: HttpRequest, stage: Stage, number: int) -> HttpResponse:
    """Save one slip, or say beside the line what is wrong, missing or already there."""
    form = entry_form(request.POST, stage)
    form.is_valid()
    match = match_of(form, stage, number)
    if match is None or only_looks(form, match):
        looks = match is not None and not form.has_levels
        return answer(request, stage, number, form, match, status=200 if looks else 422, quiet=looks)
    if not form.is_valid() or form.sheet is None:
        return answer(request, stage, number, form, match, status=422)
    try:
        once = enter_once if stage.best_of == 1 else enter_game_once
        told = {"drop_deals": form.cleaned_data["drop_deals"]}
        result = once(match, form.sheet, actor_of(request), form.key, based_on(form, match), **told)
    except Conflict as error:
        return conflict(request, form, match, error)
    except DealsDiffer as error:
        return answer(request, stage, number, form, match, status=409, conflict={"deals": error})
    except (ActionRefused, ScoringError) as error:
        form.refuse(error)
        return answer(request, stage, number, form, match, status=422)
    result.match = match
    return saved(request, stage, number, result)


def match_of(form: EntryForm, stage: Stage, number: int) -> Match | None:
    """The table that was typed; a number that leads nowhere becomes the form's error."""
    table = form.cleaned_data.get("table")
    if table is None:
        if "table" not in form.errors:
            form.refuse(ActionRefused("table_blank", field="table"))
        return None
    try:
        return find_match(stage, number, table, str(form.data.get("session", "")))
    except ActionRefused as error:
        form.refuse(error)
        return None


def only_looks(form: EntryForm, match: Match) -> bool:
    """A number alone, sent without script: show the names first, and take the levels then."""
    return not form.has_levels and form.cleaned_data.get("shown") != match.table


def based_on(form: EntryForm, match: Match) -> int:
    """The version that the scorer has seen. A standing result is never replaced without asking."""
    if (overwrite := form.cleaned_data["overwrite"]) is not None:
        return int(overwrite)
    if match.version and standing_result(match) is not None:
        return ASKS_FIRST
    seen = form.cleaned_data["based_on"]
    return int(seen) if seen is not None and form.cleaned_data["shown"] == match.table else match.version


def enter_once(
    match: Match, sheet: Record, by: Actor, key: str, version: int, *, drop_deals: bool = False
) -> Result:
    """Enter a result under the form's key.

    After a lost answer the same form may come again with another table or other levels: what was stored is
    then not what is sent now, and this is entered as a slip of its own.
    """
    told: dict[str, Any] = {"sheet": sheet, "by": by, "based_on": version, "drop_deals": drop_deals}
    result = enter_result(match=match, submission=key, **told)
    if result.match_id == match.pk and says_the_same(result, _with_deals_of(result, sheet)):
        return result
    return enter_result(match=match, submission=new_key(), **told)


def _with_deals_of(result: Result, sheet: Record) -> dict[str, Any]:
    """The columns of a sheet that was stored with the deals which its table recorded."""
    columns = columns_of(sheet)
    return columns if columns.get("deals") else columns | {"deals": result.deals}


def conflict(request: HttpRequest, form: EntryForm, match: Match, error: Conflict) -> HttpResponse:
    """Another value stands: show both and let the scorer choose."""
    stage, number = match.round.group.stage, match.round.number
    standing = standing_result(match)
    match.refresh_from_db(fields=["version"])
    if standing is None:
        form.refuse(error)
        return answer(request, stage, number, form, match, status=409)
    both = {"standing": standing, "standing_words": result_words(standing)}
    return answer(request, stage, number, form, match, status=409, conflict=both)


def answer(
    request: HttpRequest,
    stage: Stage,
    number: int,
    form: EntryForm,
    match: Match | None,
    *,
    status: int,
    quiet: bool = False,
    **more: Any,
) -> HttpResponse:
    """The line again with what was typed: alone for the script, in the whole page otherwise."""
    desk = desk_or_404(stage, number, request.POST)
    entry = entry_parts(desk, form=form, match=match, quiet=quiet)
    if not request.htmx:  # type: ignore[attr-defined]
        return draw_page(request, desk, entry, status=status, **more)
    context = {"event": desk.stage.event, "stage": desk.stage, "desk": desk} | entry | more
    context["filter"] = row_filter(request.POST, desk.stage.event)
    return render(request, "tournament/entering/entry.html", context, status=status)


def saved(request: HttpRequest, stage: Stage, number: int, result: Result) -> HttpResponse:
    """The next blank line with 撤销 above it; the table's row and the counts follow by themselves."""
    match = result.match
    if not request.htmx:  # type: ignore[attr-defined]
        messages.success(request, _("已登记第 %(table)s 桌成绩。") % {"table": match.table})
        narrowing = {key: request.POST.get(key, "") for key in ("session", "only", "show", "area")}
        query = narrowing | {"saved": match.table, "version": result.version}
        return redirect(round_url(stage, number, **query))
    desk = desk_or_404(stage, number, request.POST)
    context = head_parts(request, desk, deals=False) | entry_parts(desk, saved=result)
    chosen, look = row_filter(request.POST, stage.event), context["look"]
    context |= {"grid": grid_of([row_of(match, result)], desk, look)} | filter_parts(desk, look, chosen)
    return render(request, "tournament/entering/saved.html", context)


@scorer_required
@require_safe
def look(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """The names of a typed table, and what the typed levels will be: parts of the line; nothing is stored."""
    stage = stage_or_404(event, ordinal)
    desk = desk_or_404(stage, number, request.GET)
    form = entry_form(request.GET, stage)
    form.is_valid()
    match = match_of(form, stage, number)
    entry = entry_parts(desk, form=form, match=match, quiet=True)  # a mark would draw the focus there
    part = "will" if request.GET.get("part") == "will" else "all"
    context = {"event": event, "stage": stage, "desk": desk, "part": part} | entry
    return render(request, "tournament/entering/look.html", context)


@scorer_required
@require_safe
def aside(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """The provisional standings of one group, for the side of the round's page."""
    stage = stage_or_404(event, ordinal)
    desk = desk_or_404(stage, number, request.GET)
    context = {"event": event, "stage": stage, "desk": desk}
    context |= aside_parts(desk, wanted_group(request, desk, None))
    return render(request, "tournament/entering/aside.html", context)


def aside_parts(desk: RoundDesk, group: Group) -> dict[str, Any]:
    """One group as it stands, and the other groups to look at."""
    table = stage_standings(desk.stage)
    rows = next((part.rows for part in table.groups if part.group.pk == group.pk), ())
    shown = [
        {
            "rank": row.rank,
            "tied": row.tied,
            "pair": table.pairs[row.pair],
            "points": plain(row.points),
            "diff": signed(row.level_diff_sum),
        }
        for row in rows[:ROWS_ASIDE]
    ]
    played_on = any(score.round > desk.number for row in rows for score in row.by_round)
    return {
        "aside_group": group,
        "aside_is_provisional": played_on or not stands_announced(desk),
        "aside_rows": shown,
        "aside_more": len(rows) - len(shown),
        "aside_order": order_text(table.rules.ranking.tiebreaks, by_bracket=table.stage.is_knockout),
        "groups": desk.groups,
    }
