"""Deals from a phone at a table: all of them each time, answered with what stands now."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from scoring.automaton import automaton, key_of
from scoring.errors import ScoringError
from scoring.options import Side
from scoring.records import DealsCodec
from tournament import wording
from tournament.actions.save_running import save_running
from tournament.actions.work import Actor
from tournament.errors import ActionRefused, Conflict
from tournament.forms.numbers import number_of
from tournament.forms.running import DealsForm, RulingForm
from tournament.models import Match
from tournament.queries.table_now import TableNow, match_of_event
from tournament.views.deal_sheet import DealSheet, as_json, deal_sheet, may_write, sheet_stamp
from tournament.views.posting import require_POST
from tournament.views.table_answers import again, match_of, out_of_place
from tournament.views.table_guard import Phone, asked_at_table, at_table, phone_of
from tournament.views.table_page import draw, match_title
from tournament.wording.knockout import round_name
from tournament.wording.running import pair_name, sender_words

FOREVER = "private, max-age=31536000, immutable"


@asked_at_table
@require_http_methods(["GET", "HEAD", "POST"])
def deals(request: HttpRequest, now: TableNow) -> HttpResponse:
    """Say what stands (204 while that is what the phone knows), or store what the phone has."""
    phone = phone_of(request, now)
    if request.method == "POST":
        return _save(request, now, phone)
    if request.GET.get("since") == sheet_stamp(now, phone):
        return HttpResponse(status=204)
    return _answer(request, now, phone)


def _answer(
    request: HttpRequest, now: TableNow, phone: Phone, *, status: int = 200, **more: Any
) -> JsonResponse:
    """What stands now, with a refusal or a conflict if there is one; only the match's key where nothing is
    written at this table."""
    sheet = deal_sheet(now, phone)
    title = match_title(now)
    bare = {"match": now.match.pk if now.match else 0, "may_tap": False, "title": title}
    facts = as_json(request, sheet, phone, title) if sheet else bare
    return JsonResponse(facts | more | {"stamp": sheet_stamp(now, phone)}, status=status)


def _save(request: HttpRequest, now: TableNow, phone: Phone) -> HttpResponse:
    form = DealsForm(request.POST)
    if not form.is_valid():
        refused = wording.sentence("deals_not_read")
        return _answer(request, now, phone, status=422, refused=refused)
    if (why := _closed_to(now, phone, form)) is not None:
        return _answer(request, now, phone, status=409, **why)
    try:
        _store(now, phone, form)
    except Conflict as error:
        said = wording.sentence(error.code, {"name": sender_words(error.params["name"])})
        return _answer(request, again(now), phone, status=409, conflict=said)
    except (ActionRefused, ScoringError) as error:
        return _answer(request, again(now), phone, status=422, refused=wording.of_error(error))
    return _answer(request, again(now), phone)


def _closed_to(now: TableNow, phone: Phone, form: DealsForm) -> dict[str, Any] | None:
    """Why nothing is stored: the page is of another match, or this phone may not write here."""
    sent = form.cleaned_data["match"]
    if now.match is None or now.match.pk != sent:
        told = {"then": _then(now, sent), "now": match_title(now)}
        return {"refused": wording.sentence("table_old_page", told), "is_old": True}
    if may_write(now, phone):
        return None
    return {"refused": why_not(now)}


def _then(now: TableNow, sent: int) -> str:
    then = match_of_event(now.event, sent)
    if then is None:
        return ""
    stage = then.round.group.stage
    return _("%(stage)s%(round)s") % {"stage": stage.name, "round": round_name(then.round.number, stage)}


def why_not(now: TableNow) -> str:
    """Why a phone may not write deals here now, in words."""
    return wording.sentence(_reason(now), {"words": wording.scores.result_words(now.standing)})


def _reason(now: TableNow) -> str:
    if not now.link.is_on:
        return "table_link_off"
    if not now.takes:
        return "table_takes_nothing"
    if now.standing is not None:
        return "running_has_result"
    if now.claim is not None:
        return "running_has_claim"
    return "table_needs_side" if now.by_pairs else "table_needs_pin"


def _store(now: TableNow, phone: Phone, form: DealsForm) -> None:
    save_running(
        match=match_of(now),
        deals=form.cleaned_data["deals"],
        by=writer(now, phone),
        based_on=form.cleaned_data["based_on"],
        game=form.cleaned_data["game"],
        note=form.cleaned_data["note"],
        device=phone.device,
        may_rule=bool(phone.referee),
        submission=form.key,
    )


def writer(now: TableNow, phone: Phone) -> Actor:
    """Who writes: the referee, or the pair by its number."""
    if phone.referee:
        return phone.actor
    match: Match = match_of(now)
    pair = match.ns if phone.seat == Side.NS else match.ew
    return Actor(name=pair_name(pair.number if pair else 0), source="table", device=phone.kind)


@at_table
@require_POST
def tap(request: HttpRequest, now: TableNow) -> HttpResponse:
    """One key of a page without script: a deal more, or the last one taken back."""
    phone = phone_of(request, now)
    if (refused := out_of_place(request, now, phone)) is not None:
        return refused
    sheet = deal_sheet(now, phone)
    if sheet is None or not sheet.may_tap:
        return draw(request, now, status=409, problem=why_not(now))
    try:
        form = DealsForm(_as_sent(request, sheet))
        if not form.is_valid():
            return draw(request, now, status=422, problem=wording.sentence("deals_not_read"))
        _store(now, phone, form)
    except (ActionRefused, ScoringError) as error:
        return draw(request, again(now), status=409, problem=wording.of_error(error))
    return redirect("table-page", now.link.token)


def _as_sent(request: HttpRequest, sheet: DealSheet) -> dict[str, Any]:
    """What the script would have sent: the key is ns2 … ew4, or undo."""
    kept = {name: request.POST.get(name, "") for name in ("match", "based_on", "submission")}
    note = request.POST.get("note", sheet.running.note)
    items, key = list(sheet.running.items), request.POST.get("key", "")
    written: Any = DealsCodec().write(tuple(items[:-1] if key == "undo" else items))
    if key != "undo":
        place = number_of(key[2:])
        written.append([key[:2], key[2:] if place is None else place])
    return kept | {"game": sheet.game, "deals": json.dumps(written), "note": note}


@at_table
@require_POST
def rule(request: HttpRequest, now: TableNow) -> HttpResponse:
    """A referee's ruling after the last deal."""
    phone = phone_of(request, now)
    if (refused := out_of_place(request, now, phone)) is not None:
        return refused
    sheet = deal_sheet(now, phone)
    if sheet is None or not sheet.may_tap or not phone.referee:
        said = why_not(now) if phone.referee else wording.sentence("table_needs_pin")
        return draw(request, now, status=403, problem=said)
    form = RulingForm(request.POST)
    if not form.is_valid():
        return draw(request, now, status=422, ruling_form=form)
    try:
        save_running(
            match=match_of(now),
            deals=[*sheet.running.items, form.item],
            by=phone.actor,
            based_on=form.cleaned_data["based_on"] or 0,
            game=sheet.game,
            note=sheet.running.note,
            device=phone.device,
            submission=form.key,
        )
    except (ActionRefused, ScoringError) as error:
        form.refuse(error)
        return draw(request, again(now), status=422, ruling_form=form)
    return redirect("table-page", now.link.token)


@gzip_page
@at_table
@require_safe
def ladder(request: HttpRequest, now: TableNow, key: str) -> HttpResponse:
    """The table that the script looks deals up in: for ever the same under its key, so phones keep it."""
    sheet = deal_sheet(now, phone_of(request, now))
    if sheet is None or key_of(sheet.rules, sheet.fixed_position) != key:
        raise Http404
    body = automaton(sheet.rules, sheet.fixed_position).to_json()
    answer = HttpResponse(body, content_type="application/json")
    answer["Cache-Control"], answer["ETag"] = FOREVER, f'"{key}"'
    return answer
