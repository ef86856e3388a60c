"""What a referee does at a table beside the levels: settle what two pairs say, forfeits, undo, sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament import wording
from tournament.actions.enter_result import clear_result, enter_result, undo_result
from tournament.actions.give_penalty import FLOOR_GRADES, give_penalty
from tournament.actions.rule_in_match import given_away
from tournament.actions.signed_deals import DealsDiffer
from tournament.actions.swap_sides import swap_sides
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm
from tournament.forms.penalties import SideNoteForm
from tournament.forms.tables import TableStepForm, TableWalkoverForm
from tournament.queries.claims import sheet_said_by
from tournament.queries.entries import was_answered
from tournament.queries.table_now import TableNow
from tournament.views.entering import enter_once
from tournament.views.series import enter_game_once
from tournament.views.table_answers import again, back, match_of, refuse
from tournament.views.table_guard import Phone
from tournament.views.table_page import draw


def settle(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """Take one side's figures over as the result."""
    form, claim = TableStepForm(request.POST), now.claim
    if not form.is_valid():
        return draw(request, now, status=422, problem=_("页面已过期，请刷新后再试。"))
    if was_answered(form.key):  # sent again after a lost answer: the claim ended with the first press
        return back(now, saved=True)
    if claim is None or claim.pk != form.cleaned_data["claim"]:
        return refuse(request, now, phone, "claim_is_over", status=409)
    match, sheet = match_of(now), sheet_said_by(claim, form.cleaned_data["side"])
    if sheet is None:
        return refuse(request, now, phone, "claim_is_over", status=409)
    once = enter_once if match.round.group.stage.best_of == 1 else enter_game_once
    # Its pair has left the deals out on purpose, or they agree: `enter_claim` keeps nothing else.
    told = {"drop_deals": True}
    return _do(request, now, lambda: once(match, sheet, phone.actor, form.key, claim.based_on, **told))


def walkover(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """Who never came, or lost by ruling; in the middle of a series it stands behind its games."""
    form = TableWalkoverForm(request.POST)
    if not form.is_valid():
        return draw(request, now, form, status=422)
    match = match_of(now)
    told = {"sheet": given_away(match, form.record), **form.claims}
    told |= {key: form.cleaned_data[key] for key in ("reason", "drop_deals")}
    return _do(request, now, lambda: enter_result(match=match, by=phone.actor, **told), form)


def undo(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """Back to the version before."""
    return _step(request, now, lambda told: undo_result(match=match_of(now), by=phone.actor, **told))


def clear(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """No result after all."""
    return _step(request, now, lambda told: clear_result(match=match_of(now), by=phone.actor, **told))


def swap(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """The two pairs sit the other way round; what was entered moves with them."""
    return _step(request, now, lambda told: swap_sides(match=match_of(now), by=phone.actor, **told))


def note(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """One line on a ruling: what a referee on the floor gives; he is the referee by whom it was given."""
    form = SideNoteForm(request.POST, grades=FLOOR_GRADES)
    if not form.is_valid():
        return draw(request, now, form, status=422)
    match, told = match_of(now), form.cleaned_data
    pair = getattr(match, told["side"])
    if pair is None:
        return refuse(request, now, phone, "table_takes_nothing", status=409)
    ruling = {
        "stage": match.round.group.stage,
        "round_number": match.round.number,
        "grade": told["grade"],
        "text": told["text"],
        "referee": phone.referee[:50],
    }
    try:
        give_penalty(
            event=now.event,
            number=pair.number,
            by=phone.actor,
            may_decide=False,
            submission=form.key,
            **ruling,
        )
    except ActionRefused as error:
        form.refuse(error)
        return draw(request, again(now), form, status=422)
    return back(now)


def _step(request: HttpRequest, now: TableNow, do: Callable[[dict[str, Any]], Any]) -> HttpResponse:
    form = TableStepForm(request.POST)
    if not form.is_valid():
        return draw(request, now, status=422, problem=_("页面已过期，请刷新后再试。"))
    return _do(request, now, lambda: do(form.claims))


def _do(
    request: HttpRequest, now: TableNow, do: Callable[[], Any], form: WritingForm | None = None
) -> HttpResponse:
    try:
        do()
    except Conflict:
        return draw(request, again(now), form, status=409, problem=wording.sentence("table_changed"))
    except DealsDiffer as error:
        assert form is not None  # only what enters a result is asked
        form.refuse(error)
        return draw(request, again(now), form, status=422)
    except (ActionRefused, ScoringError) as error:
        return draw(request, again(now), form, status=422, problem=wording.of_error(error))
    return back(now, saved=True)
