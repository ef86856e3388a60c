"""One pair of the entry list: typed in, changed, and its leaving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import wording
from tournament.actions.add_pair import add_pair
from tournament.actions.delete_pair import delete_pair
from tournament.actions.edit_pair import edit_pair
from tournament.actions.withdraw_pair import REASONS, disqualify_pair, reinstate_pair, withdraw_pair
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm, new_key, typed
from tournament.forms.pairs import PairForm
from tournament.models import Event, Pair, PairStatus
from tournament.permissions import actor_of, director_required
from tournament.queries.counted_stage import places_of
from tournament.queries.entries import has_results, was_answered
from tournament.queries.late_entry import has_joinable
from tournament.queries.leaving import GONE, coming_back, leaving
from tournament.queries.pair_lists import categories_of, pairs_of, units_of
from tournament.queries.swapping import swap_rule
from tournament.views.posting import require_POST
from tournament.wording.rules import choice_text
from tournament.wording.swapping import swap_line


@director_required
@require_http_methods(["GET", "POST"])
def entry_new(request: HttpRequest, event: Event) -> HttpResponse:
    """Type in one pair. A form sent again after a lost answer is told that it is in."""
    if was_answered(request.POST.get("submission", "")):
        messages.success(request, _("这一队已经添加，没有重复。"))
        return redirect("entries", event.slug)
    form = PairForm(typed(request), event=event)
    if request.GET.get("status") == PairStatus.RESERVE:
        form.fields["status"].initial = PairStatus.RESERVE
    if form.is_valid() and form.values is not None:
        try:
            pair = add_pair(
                event=event,
                values=form.values,
                by=actor_of(request),
                on_purpose=form.choices["on_purpose"],
                submission=form.key,
            )
        except ActionRefused as error:
            form.refuse(error)
        else:
            _say(request, _("已添加 %(number)s 号。") % {"number": pair.number}, form)
            if event.stages.filter(entries__isnull=False).exists():
                messages.info(
                    request,
                    _("已经抽签，还没有这一队的签。要让它参加，请重新抽签，或在它的页面加入阶段。"),
                )
            again = "more" in request.POST
            return redirect("entry-new" if again else "entries", event.slug)
    facts = _form_facts(event, form)
    return render(request, "tournament/entries/new.html", facts, status=422 if form.errors else 200)


@director_required
@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One pair: what the list says about it, and what can be done with it."""
    pair = _pair(event, number)
    form, status = PairForm(typed(request), event=event, pair=pair), 200
    if request.method == "POST":
        answer = _save(request, pair, form)
        if isinstance(answer, HttpResponse):
            return answer
        status = answer
    facts = _form_facts(event, form) | {
        "pair": pair,
        "is_gone": pair.status in GONE,
        "has_results": has_results(pair),
        "places": places_of(pair),
        "can_join": pair.status not in GONE and has_joinable(pair),
        "swap_line": swap_line(swap_rule(event)),
        "key": new_key(),
    }
    return render(request, "tournament/entries/pair.html", facts, status=status)


def _save(request: HttpRequest, pair: Pair, form: PairForm) -> HttpResponse | int:
    """Where to go when it is saved, else the status of the page that shows the form again."""
    if not form.is_valid() or form.values is None:
        return 422
    try:
        saved = edit_pair(pair=pair, values=form.values, by=actor_of(request), **form.choices, **form.claims)
    except Conflict as error:
        form.refuse(error)
        if isinstance(error.current, Pair):
            form.show_current(error.current)
        return 409
    except ActionRefused as error:
        form.refuse(error)
        return 422
    _say(request, _("已保存 %(number)s 号。") % {"number": saved.number}, form)
    return redirect("entry", pair.event.slug, saved.number)


def _say(request: HttpRequest, done: str, form: PairForm) -> None:
    messages.success(request, done)
    for note in dict.fromkeys(form.notes):
        messages.warning(request, note)


def _form_facts(event: Event, form: PairForm) -> dict[str, Any]:
    return {
        "event": event,
        "form": form,
        "units": units_of(event),
        "categories": categories_of(event),
        "tab": "entries",
    }


def _pair(event: Event, number: int) -> Pair:
    return get_object_or_404(pairs_of(event), number=number)


@director_required
@require_http_methods(["GET", "POST"])
def entry_withdraw(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Withdraw a pair, after reading what the event's rule makes of its matches."""
    return _leave(request, _pair(event, number), withdraw_pair, "withdraw", _("%(number)s 号已退赛。"))


@director_required
@require_http_methods(["GET", "POST"])
def entry_disqualify(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Disqualify a pair, after reading what that means."""
    done = _("已取消 %(number)s 号的资格。")
    return _leave(request, _pair(event, number), disqualify_pair, "disqualify", done)


def _leave(request: HttpRequest, pair: Pair, leave: Callable[..., Pair], how: str, done: str) -> HttpResponse:
    form, status = WritingForm(typed(request), initial={"based_on": pair.version}), 200
    if form.is_valid():
        try:
            leave(pair=pair, by=actor_of(request), **form.claims)
        except ActionRefused as error:
            status = _refused(form, error)
        else:
            messages.success(request, done % {"number": pair.number})
            return redirect("entry", pair.event.slug, pair.number)
    elif form.is_bound:
        status = 422
    rule = pair.event.scoring_rules.conduct.withdrawal
    facts = {
        "event": pair.event,
        "pair": pair,
        "form": form,
        "how": how,
        "rule": rule,
        "rule_text": choice_text("withdrawal", rule),
        "stages": leaving(pair),
        "tab": "entries",
    }
    return render(request, "tournament/entries/leave.html", facts, status=status)


def _refused(form: WritingForm, error: ActionRefused) -> int:
    """Say why not; the status. After a conflict the next press stands on what the page now shows."""
    form.refuse(error)
    if not isinstance(error, Conflict):
        return 422
    if isinstance(error.current, Pair):
        form.stand_on(error.current.version)
    return 409


@director_required
@require_http_methods(["GET", "POST"])
def entry_reinstate(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Let a pair that left come back, after reading which forfeits are taken back."""
    pair = _pair(event, number)
    form, status = WritingForm(typed(request), initial={"based_on": pair.version}), 200
    if form.is_valid():
        try:
            reinstate_pair(pair=pair, by=actor_of(request), **form.claims)
        except ActionRefused as error:
            status = _refused(form, error)
        else:
            messages.success(request, _("%(number)s 号已恢复参赛。") % {"number": pair.number})
            return redirect("entry", event.slug, pair.number)
    elif form.is_bound:
        status = 422
    back = coming_back(pair, tuple(REASONS.values()))
    facts = {"event": event, "pair": pair, "form": form, "stages": back, "tab": "entries"}
    facts |= {"is_gone": pair.status in GONE}
    return render(request, "tournament/entries/reinstate.html", facts, status=status)


@director_required
@require_POST
def entry_delete(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Delete a pair that nothing speaks of."""
    pair, form = _pair(event, number), WritingForm(request.POST)
    if not form.is_valid():
        return redirect("entry", event.slug, number)
    try:
        delete_pair(pair=pair, by=actor_of(request), **form.claims)
    except ActionRefused as error:
        messages.error(request, wording.of_error(error))
        return redirect("entry", event.slug, number)
    messages.success(request, _("已删除 %(number)s 号。") % {"number": number})
    return redirect("entries", event.slug)
