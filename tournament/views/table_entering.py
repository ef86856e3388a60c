"""The final levels from a phone: a referee's are the result, a pair's wait until the other pair agrees."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.scoresheet import Scoresheet
from tournament import wording
from tournament.actions.claims import accept_claim, dispute_claim, enter_claim, withdraw_claim
from tournament.actions.signed_deals import DealsDiffer
from tournament.actions.work import Actor
from tournament.errors import ActionRefused, Conflict
from tournament.forms.tables import TableSheetForm, TableStepForm
from tournament.models import Claim, Match, Result
from tournament.queries.table_now import TableNow
from tournament.views.entering import enter_once
from tournament.views.series import enter_game_once
from tournament.views.table_answers import again, back, conflict, match_of, refuse, saved
from tournament.views.table_guard import Phone
from tournament.views.table_page import draw, sheet_form


def enter(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """The final levels: a referee's are the result, a pair's wait for the other pair."""
    match, form = match_of(now), sheet_form(now, request.POST)
    if not phone.referee and not (now.by_pairs and phone.seat):
        code = "table_needs_side" if now.by_pairs else "table_needs_pin"
        return refuse(request, now, phone, code, form, status=403)
    if not form.is_valid() or form.sheet is None:
        return draw(request, now, form, status=422)
    try:
        if phone.referee:
            return saved(now, _store(match, form, phone.actor))
        return _claim(now, phone, form, form.sheet)
    except Conflict as error:
        return conflict(request, now, phone, form, error)
    except (ActionRefused, ScoringError) as error:
        form.refuse(error)
        return draw(request, again(now), form, status=409 if error.code == "table_result_stands" else 422)


def _store(match: Match, form: TableSheetForm, by: Actor) -> Result:
    """A referee's sheet: as the whole match, or as the next of three games."""
    assert form.sheet is not None
    seen = form.cleaned_data["overwrite"]
    version = int(seen if seen is not None else form.cleaned_data["based_on"] or 0)
    once = enter_once if match.round.group.stage.best_of == 1 else enter_game_once
    return once(match, form.sheet, by, form.key, version, drop_deals=form.cleaned_data["drop_deals"])


def _claim(now: TableNow, phone: Phone, form: TableSheetForm, sheet: Scoresheet) -> HttpResponse:
    """A pair's sheet; sent again after a lost answer it is the same one."""
    enter_claim(
        match=match_of(now),
        sheet=sheet,
        side=phone.seat,
        device=phone.device,
        by=_pair_actor(now, phone),
        based_on=form.cleaned_data["based_on"] or 0,
        drop_deals=form.cleaned_data["drop_deals"],
        submission=form.key,
    )
    return back(now)


def _pair_actor(now: TableNow, phone: Phone) -> Actor:
    """A pair as the journal names it: by its number."""
    match = match_of(now)
    pair = match.ns if phone.seat == "ns" else match.ew
    name = _("%(number)s 号") % {"number": pair.number if pair else 0}
    return Actor(name=name, source="table", device=phone.kind)


def accept(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """The pair agrees with what the other one says: that is the result."""
    return _about_claim(request, now, phone, _accepting)


def _accepting(now: TableNow, phone: Phone, form: TableStepForm) -> Claim:
    return accept_claim(
        match=match_of(now),
        claim=form.cleaned_data["claim"] or 0,
        side=phone.seat,
        device=phone.device,
        by=_pair_actor(now, phone),
        submission=form.key,
    )


def withdraw(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """The pair takes back what it has entered."""
    return _about_claim(request, now, phone, _withdrawing)


def _withdrawing(now: TableNow, phone: Phone, form: TableStepForm) -> Claim:
    return withdraw_claim(
        match=match_of(now),
        claim=form.cleaned_data["claim"] or 0,
        side=phone.seat,
        by=_pair_actor(now, phone),
        submission=form.key,
    )


def _about_claim(
    request: HttpRequest,
    now: TableNow,
    phone: Phone,
    do: Callable[[TableNow, Phone, TableStepForm], Claim],
) -> HttpResponse:
    """A pair's answer to an open claim."""
    form = TableStepForm(request.POST)
    if not now.by_pairs or not phone.seat:
        return refuse(request, now, phone, "table_needs_side", status=403)
    if not form.is_valid():
        return draw(request, now, status=422, problem=_("页面已过期，请刷新后再试。"))
    try:
        do(now, phone, form)
    except (ActionRefused, ScoringError) as error:
        return draw(request, again(now), status=409, problem=wording.of_error(error))
    return back(now)


def dispute(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    """The other side disagrees: with figures of its own, or without any."""
    form = sheet_form(now, request.POST)
    form.is_valid()
    has_levels = any(form.levels_typed().values())
    if not now.by_pairs or not phone.seat:
        return refuse(request, now, phone, "table_needs_side", form, status=403)
    if (has_levels and form.sheet is None) or {"submission", "note", "early"} & form.errors.keys():
        return draw(request, now, form, status=422, is_disputing=True)
    try:
        dispute_claim(
            match=match_of(now),
            claim=form.cleaned_data.get("claim") or 0,
            side=phone.seat,
            device=phone.device,
            by=_pair_actor(now, phone),
            sheet=form.sheet if has_levels else None,
            note=form.cleaned_data.get("note") or "",
            drop_deals=bool(form.cleaned_data.get("drop_deals")),
            submission=form.key,
        )
    except DealsDiffer as error:
        form.refuse(error)
        return draw(request, again(now), form, status=422, is_disputing=True)
    except (ActionRefused, ScoringError) as error:
        return draw(request, again(now), status=409, problem=wording.of_error(error))
    return back(now)
