"""One table of one round: its result with all versions, corrections, forfeits, sides."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from scoring.levels import Deal, play
from scoring.records import DealsCodec
from tournament import wording
from tournament.actions.enter_result import enter_result
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm, new_key
from tournament.forms.clocks import MinutesForm
from tournament.forms.scoresheet import ScoresheetForm, WalkoverForm
from tournament.forms.series import SeriesForm
from tournament.models import (
    Event,
    Match,
    Result,
    ResultKind,
    RoundState,
    Stage,
)
from tournament.permissions import ENTERING, Right, actor_of, rights_of, scorer_required
from tournament.queries.basis_change import BasisChange, basis_changes, depends_on_results
from tournament.queries.clocks import minutes_left, table_clock
from tournament.queries.lateness import late_pairs
from tournament.queries.proposals import given_at
from tournament.queries.results import standing_result
from tournament.queries.round_desk import (
    consequences,
    find_match,
    history,
    row_of,
)
from tournament.queries.rounds import round_numbers
from tournament.views.match_check import check_parts
from tournament.views.match_state import state_parts
from tournament.views.round_parts import round_url, url_of_match
from tournament.views.series import running_words, series_form
from tournament.views.stages import stage_or_404
from tournament.views.wrong_pairs import wrong_parts
from tournament.wording.figures import clock
from tournament.wording.general import side_name
from tournament.wording.rules import ended_name
from tournament.wording.scores import (
    level_words,
    outcome_words,
    result_words,
    typed_level,
)


def match_or_404(stage: Stage, number: int, table: int, session: str) -> Match:
    """The match at a table; 404 when there is none."""
    try:
        return find_match(stage, number, table, session)
    except ActionRefused:
        raise Http404 from None


@scorer_required
@require_http_methods(["GET", "POST"])
def match_page(request: HttpRequest, event: Event, ordinal: int, number: int, table: int) -> HttpResponse:
    """Show one table; a POST corrects its result."""
    stage = stage_or_404(event, ordinal)
    match = match_or_404(stage, number, table, request.GET.get("session", ""))
    if request.method != "POST":
        fresh = series_form(match) or sheet_form(match)
        fresh.initial["reason"] = request.GET.get("reason", "")[:200]  # of an appeal that was upheld
        return draw(request, match, fresh)
    form = series_form(match, request.POST) or sheet_form(match, request.POST)
    sheet = (form.series if isinstance(form, SeriesForm) else form.sheet) if form.is_valid() else None
    if sheet is None:
        return draw(request, match, form, status=422)
    try:
        refuse_after_closing(request, match)
        told = {key: form.cleaned_data[key] for key in ("reason", "drop_deals")}
        enter_result(match=match, sheet=sheet, by=actor_of(request), **told, **form.claims)
    except (ActionRefused, ScoringError) as error:
        return refused(request, match, form, error)
    messages.success(request, _("已保存第 %(table)s 桌成绩。") % {"table": table})
    return redirect(url_of_match(match))


def refuse_after_closing(request: HttpRequest, match: Match) -> None:
    """After a round is closed its results are the chief referee's and the director's."""
    closed = match.round.state == RoundState.CLOSED
    if closed and ENTERING.once_closed not in rights_of(request.user, match.round.group.stage.event):
        raise ActionRefused("correction_needs_chief")


def sheet_form(match: Match, data: Any = None) -> ScoresheetForm:
    """The form with what was sent, or filled with what stands, as one would type it."""
    stage, standing = match.round.group.stage, standing_result(match)
    told: dict[str, Any] = {"based_on": match.version}
    if standing is not None and standing.kind == ResultKind.PLAYED:
        told |= {"ns_level": typed_level(standing, "ns"), "ew_level": typed_level(standing, "ew")}
        told |= {"ended": standing.ended, "winner": standing.winner, "in_play": standing.in_play}
        told["seconds"] = "" if standing.seconds is None else clock(standing.seconds)
    left = minutes_left(match, standing, timezone.now())
    rules, knockout = stage.scoring_rules, stage.is_knockout
    return ScoresheetForm(data, initial=told, rules=rules, knockout=knockout, left=left)


def refused(request: HttpRequest, match: Match, form: WritingForm, error: Any) -> HttpResponse:
    """The page again: a conflict with both values and the newer version, anything else beside its field."""
    if not isinstance(error, Conflict):
        form.refuse(error)
        return draw(request, match, form, status=422)
    match = match_or_404(
        match.round.group.stage, match.round.number, match.table or 0, match.round.group.session
    )
    form.data = {**form.data.dict(), "based_on": str(match.version)}  # type: ignore[attr-defined]
    return draw(request, match, form, status=409, conflict=wording.of_error(error))


def draw(
    request: HttpRequest, match: Match, form: WritingForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    """The page of one table around a form that may hold errors."""
    stage, number = match.round.group.stage, match.round.number
    standing = standing_result(match)
    row = row_of(match, standing)
    is_sheet, is_walkover = isinstance(form, ScoresheetForm | SeriesForm), isinstance(form, WalkoverForm)
    context = {
        "event": stage.event,
        "tab": "rounds",
        "stage": stage,
        "number": number,
        "match": match,
        "here": url_of_match(match),
        "round_url": round_url(stage, number, session=match.round.group.session),
        "standing": standing,
        "standing_words": result_words(standing),
        "worth": _worth(row),
        "deals": deal_lines(row.result.deals if row.result else [], stage),
        "unused_deals": deal_lines(unused_deals(match, standing), stage),
        "history": [version_line(version, match) for version in history(match)],
        "consequences": consequences(match) if standing or match.version else None,
        "basis_changes": _basis_changes(match),
        **wrong_parts(request, match.round.group.stage),
        "here_given": given_at(match),
        "may_rule": Right.RULE in rights_of(request.user, stage.event),
        "last_round": max(round_numbers(stage), default=number),
        "is_draft": match.round.state == RoundState.DRAFT,
        "is_closed": match.round.state == RoundState.CLOSED,
        "form": form if isinstance(form, ScoresheetForm) else sheet_form(match),
        "series": form if isinstance(form, SeriesForm) else series_form(match),
        "running_words": running_words(match),
        "walkover": form if is_walkover else WalkoverForm(initial={"based_on": match.version}),
        "problems": [] if is_sheet or is_walkover else [e for es in form.errors.values() for e in es],
        "now": timezone.now(),
        "clock": table_clock(match),
        "late": [one for one in late_pairs(stage, [match.round]) if one.match.pk == match.pk],
        "minutes": form.data.get("minutes", "") if isinstance(form, MinutesForm) else "",
        **check_parts(match),
        "ended_choices": [(key, ended_name(key)) for key in _endings(stage)],
        "new_key": new_key,
        **state_parts(match, standing),
    }
    return render(request, "tournament/entering/match.html", context | more, status=status)


def _basis_changes(match: Match) -> list[BasisChange]:
    """The later rounds of this group that would be paired from other standings now."""
    stage = match.round.group.stage
    if not depends_on_results(stage):
        return []
    later = match.round.group.rounds.filter(number__gt=match.round.number).select_related("group")
    return basis_changes(stage, later)


def _endings(stage: Stage) -> list[str]:
    """The ways of ending that these rules have; passing A is told by the levels."""
    rules = stage.scoring_rules.play
    found = ["time"] if rules.minutes else []
    found += ["deals"] if rules.deals else []
    found += ["ace_failed"] if rules.ace_failure.value == "match_lost" else []
    return [*found, "ruling"]


def _worth(row: Any) -> str:
    if row.outcome is None:
        return ""
    return outcome_words(row.outcome, (row.ns_points, row.ew_points))


def version_line(version: Result, match: Match) -> dict[str, Any]:
    """One line of the history; `swapped` where the pairs sat the other way round then."""
    return {
        "version": version.version,
        "words": result_words(version),
        "swapped": version.ns_id != match.ns_id,
        "name": wording.of_actor(version),
        "at": version.at,
        # What the site gave as a reason itself (退赛, 换人) has a translation; what people wrote stays.
        "reason": _(version.reason) if version.reason else "",
        "is_current": version.is_current,
        "checked_at": version.checked_at,
        "checked_name": version.checked_name,
    }


def unused_deals(match: Match, standing: Result | None) -> list[Any]:
    """What a table recorded and the standing result of its one game leaves out, to be read here."""
    if standing is None or standing.deals or standing.kind == ResultKind.SERIES:
        return []
    running = getattr(match, "running", None)
    return running.deals if running is not None else []


def deal_lines(deals: list[Any], stage: Stage) -> list[dict[str, Any]]:
    """Deals that were written down, one by one: who won, what it gained, where it left both sides; none where
    the rules were changed since and no longer allow them."""
    try:
        steps = play(DealsCodec().read(deals, "deals"), stage.scoring_rules).history
    except ScoringError:
        return []
    return [
        {
            "deal": step.deal,
            "winner": side_name(step.item.winner) if isinstance(step.item, Deal) else "",
            "gain": step.gain,
            "awarded": isinstance(step.item, Deal) and step.item.awarded,
            "ns": level_words(step.ns_level),
            "ew": level_words(step.ew_level),
            "in_play": side_name(step.in_play),
        }
        for step in steps
    ]
