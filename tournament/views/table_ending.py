"""The end of a match that was written down: what to read aloud, what the rules ask, and the result."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from scoring.options import Ended, Side
from scoring.scoresheet import judge
from scoring.typed import needs_time
from scoring.walkovers import match_points
from tournament import wording
from tournament.actions.end_running import end_running
from tournament.errors import ActionRefused
from tournament.forms.base import new_key
from tournament.forms.running import EndForm
from tournament.models import Claim, Match
from tournament.queries.table_now import TableNow
from tournament.views.deal_sheet import DealSheet, deal_sheet
from tournament.views.table_answers import again, back, match_of, out_of_place, saved
from tournament.views.table_deals import why_not, writer
from tournament.views.table_guard import Phone, at_table, phone_of
from tournament.views.table_page import draw, time_left
from tournament.wording.figures import clock
from tournament.wording.rules import choice_text, ended_name
from tournament.wording.running import levels_words, sender_words
from tournament.wording.scores import outcome_words


@at_table
@require_http_methods(["GET", "HEAD", "POST"])
def ending(request: HttpRequest, now: TableNow) -> HttpResponse:
    """Show what would be signed; a POST signs it."""
    phone = phone_of(request, now)
    if request.method == "POST" and (refused := out_of_place(request, now, phone)) is not None:
        return refused
    sheet = deal_sheet(now, phone)
    if sheet is None or not sheet.may_tap:
        return draw(request, now, status=409 if request.method == "POST" else 200, problem=why_not(now))
    if request.method == "POST" and request.POST.get("running", "") != str(sheet.running.version):
        return _changed(request, now, sheet.running.name)
    form = end_form(sheet, request.POST if request.method == "POST" else _asked(request, sheet))
    if request.method == "POST" and form.is_valid():
        return _end(request, now, phone, sheet, form)
    parts = end_parts(sheet, form, is_sent=request.method == "POST")
    if request.headers.get("HX-Request"):
        facts = {"now": now, "match": now.match, "new_key": new_key, **parts}
        return render(request, "tournament/tables/_ending.html", facts)
    status = 422 if request.method == "POST" else 200
    return draw(request, now, status=status, **parts)


def end_form(sheet: DealSheet, data: QueryDict) -> EndForm:
    """The form about the deals that are stored now."""
    stage = sheet.now.stage
    assert stage is not None
    knockout = stage.is_knockout or stage.best_of > 1
    left = time_left(sheet.now)
    return EndForm(data, items=sheet.running.items, rules=sheet.rules, knockout=knockout, left=left)


def _asked(request: HttpRequest, sheet: DealSheet) -> QueryDict:
    """What was answered so far; that the time is over, and the time played, are taken from the clock."""
    data = request.GET.copy()
    data["submission"] = "-"
    is_timed = sheet.rules.play.minutes is not None and not time_left(sheet.now)
    if "ended" not in data and is_timed and sheet.running.state.ended is None:
        data["ended"] = Ended.TIME.value
    if "seconds" not in data and needs_time(sheet.rules):
        data["seconds"] = _played(sheet)
    return data


def _played(sheet: DealSheet) -> str:
    """From the start of the round to the last deal that was written down, pauses left out; "" if unknown."""
    match, at = sheet.now.match, sheet.running.at
    if match is None or match.round.starts_at is None or at is None:
        return ""
    seconds = int((at - match.round.starts_at).total_seconds()) - match.round.paused_seconds
    return clock(seconds) if seconds > 0 else ""


def end_parts(sheet: DealSheet, form: EndForm, *, is_sent: bool) -> dict[str, Any]:
    """What `_ending.html` draws: the summary to read aloud, questions with their answers, problems."""
    form.is_valid()
    state, stage = sheet.running.state, sheet.now.stage
    assert stage is not None
    beside = {*form.questions, "submission", "early"}
    others = [str(error) for name, errors in form.errors.items() if name not in beside for error in errors]
    return {
        "ending": {
            "form": form,
            "is_sent": is_sent,
            "is_asked": not is_sent,
            "deal_count": state.deal_count,
            "levels": levels_words(state),
            "how": ended_name(form.sheet.ended) if form.sheet else "",
            "worth": _worth(sheet, form),
            "problems": others,
            "in_progress": _in_progress(sheet, form),
            "running": sheet.running.version,
            "based_on": sheet.now.match.version if sheet.now.match else 0,
            "is_claim": not sheet.may_rule,
        }
    }


def _in_progress(sheet: DealSheet, form: EndForm) -> str:
    """What the rules say of the deal that is being played when the time is up."""
    if form["ended"].value() != Ended.TIME.value or sheet.running.state.ended is not None:
        return ""
    return choice_text("deal_in_progress", sheet.rules.play.deal_in_progress)


def _worth(sheet: DealSheet, form: EndForm) -> str:
    """What the result will be: 南北过A，胜 · 级差 +7 · 积分 20 : 6."""
    if form.sheet is None:
        return ""
    outcome = judge(form.sheet, sheet.rules, knockout=form.knockout)
    return outcome_words(outcome, match_points(outcome, sheet.rules, None))


def _end(request: HttpRequest, now: TableNow, phone: Phone, sheet: DealSheet, form: EndForm) -> HttpResponse:
    match: Match = match_of(now)
    told = form.cleaned_data
    try:
        done = end_running(
            match=match,
            running=told["running"] or 0,
            by=writer(now, phone),
            ended=Ended(told["ended"]) if told["ended"] else None,
            winner=Side(told["winner"]) if told["winner"] else None,
            seconds=told["seconds"],
            side="" if phone.referee else phone.seat,
            device=phone.device,
            based_on=told["based_on"] or 0,
            submission=form.key,
        )
    except (ActionRefused, ScoringError) as error:
        if error.code == "deals_by_another":
            return _changed(request, now, str(error.params["name"]))
        return draw(request, again(now), status=409, problem=wording.of_error(error))
    return back(now) if isinstance(done, Claim) else saved(now, done)


def _changed(request: HttpRequest, now: TableNow, name: str) -> HttpResponse:
    """Other deals are stored than those that were read aloud."""
    told = {"name": sender_words(name)}
    said = _("%(name)s刚才改了逐副记录，没有登记。请看现在的内容再确认。") % told
    return draw(request, again(now), status=409, problem=said)
