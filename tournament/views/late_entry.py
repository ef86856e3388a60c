"""A pair that was entered after the draw comes into a stage."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.actions.late_entry import join_stage
from tournament.errors import ActionRefused
from tournament.forms.late_entry import JoinForm
from tournament.forms.numbers import number_of
from tournament.models import Event, Pair, StageEntry
from tournament.permissions import actor_of, director_required
from tournament.queries.entries import was_answered
from tournament.queries.late_entry import LateStage, late_stages
from tournament.queries.pair_lists import pairs_of
from tournament.views.refusals import status_of


@director_required
@require_http_methods(["GET", "POST"])
def entry_join(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Choose where a pair comes in, having read from which round on and what the rounds before count."""
    pair = get_object_or_404(pairs_of(event), number=number)
    if was_answered(request.POST.get("submission", "")):
        return redirect("entry", event.slug, number)
    offered = late_stages(pair)
    wanted = number_of(request.POST.get("stage", ""))
    forms = [(late, JoinForm(late=late)) for late in offered]
    status = 422 if request.method == "POST" else 200
    for at, late in enumerate(offered):
        if request.method == "POST" and late.stage.ordinal == wanted:
            form = JoinForm(request.POST, late=late)
            status = _join(request, pair, late, form)
            if status == 302:
                return redirect("entry", event.slug, number)
            forms[at] = (late, form)
    facts = {"event": event, "pair": pair, "forms": forms, "tab": "entries"}
    return render(request, "tournament/entries/join.html", facts, status=status)


def _join(request: HttpRequest, pair: Pair, late: LateStage, form: JoinForm) -> int:
    """The status of the answer: 302 once the pair is in."""
    if not form.is_valid():
        return 422
    ordinal, joined = form.chosen
    try:
        made = join_stage(
            pair=pair,
            stage=late.stage,
            group=get_object_or_404(late.stage.groups, ordinal=ordinal),
            by=actor_of(request),
            based_on=joined,
            submission=form.key,
        )
    except ActionRefused as error:
        form.refuse(error)
        return status_of(error)
    messages.success(request, _told(made))
    return 302


def _told(made: StageEntry) -> str:
    facts = {"number": made.pair.number, "stage": made.stage.name, "round": made.joined or 1}
    return _("%(number)s 号已加入%(stage)s，从第 %(round)s 轮起参加。") % facts
