"""The steps on one table's page: undo, clear, swap sides, forfeits, a dispute settled, a slip checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament.actions.enter_result import clear_result, enter_result, undo_result
from tournament.actions.replay_match import replay_match
from tournament.actions.rule_in_match import given_away
from tournament.actions.swap_sides import swap_sides
from tournament.actions.work import Actor
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm
from tournament.forms.scoresheet import ReasonForm, SettleForm, WalkoverForm
from tournament.models import Event, Match, Result, RoundState
from tournament.permissions import Right, actor_of, rights_of, scorer_required
from tournament.queries.claims import open_claim, sheet_said_by
from tournament.queries.entries import was_answered
from tournament.queries.results import current_result
from tournament.views.match import draw, match_or_404, refuse_after_closing, refused
from tournament.views.match_check import OF_CHECKING, check_words
from tournament.views.posting import require_POST
from tournament.views.round_parts import round_url, url_of_match
from tournament.views.series import enter_game_once
from tournament.views.stages import stage_or_404
from tournament.wording.scores import result_words


def _undo(match: Match, form: ReasonForm, **who: Any) -> Any:
    return undo_result(match=match, **form.claims, **who)


def _clear(match: Match, form: ReasonForm, **who: Any) -> Any:
    return clear_result(match=match, reason=form.cleaned_data["reason"], **form.claims, **who)


def _swap(match: Match, form: ReasonForm, **who: Any) -> Any:
    return swap_sides(match=match, reason=form.cleaned_data["reason"], **form.claims, **who)


def _walkover(match: Match, form: WalkoverForm, **who: Any) -> Any:
    told = {key: form.cleaned_data[key] for key in ("reason", "drop_deals")}
    return enter_result(match=match, sheet=given_away(match, form.record), **told, **form.claims, **who)


def _replay(match: Match, form: ReasonForm, **who: Any) -> Any:
    return replay_match(match=match, reason=form.cleaned_data["reason"], **form.claims, **who)


def _settle(match: Match, form: SettleForm, *, by: Actor) -> Result:
    """Take over what one of the two pairs has entered; the claim ends with the result."""
    told, claim = form.cleaned_data, open_claim(match)
    sheet = sheet_said_by(claim, told["side"]) if claim is not None and claim.pk == told["claim"] else None
    if sheet is None:
        if was_answered(form.key) and (standing := current_result(match)) is not None:
            return standing  # sent again after a lost answer: the claim ended with the first press
        raise ActionRefused("claim_is_over")
    version = match.version if told["based_on"] is None else told["based_on"]
    if match.round.group.stage.best_of > 1:
        return enter_game_once(match, sheet, by, form.key, version, drop_deals=True)
    # Its pair has left the deals out on purpose, or they agree: `enter_claim` keeps nothing else.
    return enter_result(
        match=match, sheet=sheet, by=by, based_on=version, drop_deals=True, submission=form.key
    )


STEPS: dict[str, tuple[type[WritingForm], Callable[..., Any]]] = {
    "undo": (ReasonForm, _undo),
    "clear": (ReasonForm, _clear),
    "swap": (ReasonForm, _swap),
    "walkover": (WalkoverForm, _walkover),
    **OF_CHECKING,
    "settle": (SettleForm, _settle),
    "replay": (ReasonForm, _replay),
}
OF_RULING = ("replay",)


@scorer_required
@require_POST
def act(request: HttpRequest, event: Event, ordinal: int, number: int, table: int, step: str) -> HttpResponse:
    """Undo, clear, swap sides, enter a match that was not played, or say whether the slip was checked; a
    refusal shows the table's page."""
    if step not in STEPS:
        raise Http404
    stage = stage_or_404(event, ordinal)
    match = match_or_404(stage, number, table, request.GET.get("session", ""))
    form_class, run = STEPS[step]
    form = form_class(request.POST)
    if not form.is_valid():
        return draw(request, match, form, status=422)
    try:
        if step in OF_RULING and Right.RULE not in rights_of(request.user, event):
            raise ActionRefused("ruling_is_chiefs")
        if step not in OF_CHECKING:
            refuse_after_closing(request, match)
        done = run(match, form, by=actor_of(request))
    except (ActionRefused, ScoringError) as error:
        return refused(request, match, form, error)
    messages.success(request, said(step, match, done))
    return redirect(after(step, match, done))


def said(step: str, match: Match, done: Any) -> str:
    """What was done, for the next page."""
    table = {"table": match.table}
    if step == "swap":
        return _("第 %(table)s 桌南北、东西已互换。") % table
    if step in OF_CHECKING:
        return check_words(step, match)
    if step == "replay":
        return _("第 %(table)s 桌重赛，从 2 : 2 打起；原来的成绩留在改动记录里。") % table
    if step == "clear":
        return _("已清除第 %(table)s 桌成绩，这一桌又是未录。") % table
    if step == "undo":
        return _("已撤销，第 %(table)s 桌现在是：%(words)s。") % (table | {"words": result_words(done)})
    return _("已登记第 %(table)s 桌：%(words)s。") % (table | {"words": result_words(done)})


def after(step: str, match: Match, done: Any) -> str:
    """Where to go on: the round's page with 撤销 in sight, or the table's page after swap and clear."""
    if step in ("clear", "swap", "replay", *OF_CHECKING) or match.round.state == RoundState.CLOSED:
        return url_of_match(match)
    stage, session = match.round.group.stage, match.round.group.session
    if step == "undo":
        return round_url(stage, match.round.number, session=session)
    saved = {"session": session, "saved": match.table, "version": done.version}
    return round_url(stage, match.round.number, **saved)
