"""The slow table: the next round prepared for every way in which the last open tables may end."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pairing.lots import SEED_BITS
from tournament import wording
from tournament.actions.prepare_round import prepare_round
from tournament.forms.prepare import PrepareForm
from tournament.models import Event, Pair, Stage
from tournament.permissions import actor_of, director_required
from tournament.queries.slow_tables import (
    Outcome,
    Prepared,
    Seat,
    SlowGroup,
    alike,
    prepared_rounds,
    slow_groups,
)
from tournament.views.refusals import REFUSALS, status_of
from tournament.views.stages import stage_or_404
from tournament.wording.knockout import round_name
from tournament.wording.pairing import said_lines
from tournament.wording.prepare import ending_text

MOST_OPEN_AT_ONCE = 4
"""So many different next rounds are shown open; the others unfold one by one."""


@director_required
@require_http_methods(["GET", "POST"])
def prepare(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Show what is prepared, and how the open tables are assumed to end; a POST prepares it."""
    stage = stage_or_404(event, ordinal)
    groups = slow_groups(stage)
    if request.method != "POST":
        return _page(request, stage, [PrepareForm(stage=stage, slow=one) for one in groups])
    sent = next((one for one in groups if str(one.group.ordinal) == request.POST.get("group")), None)
    if sent is None:
        problem = wording.sentence("nothing_to_prepare")
        forms = [PrepareForm(stage=stage, slow=one) for one in groups]
        return _page(request, stage, forms, problem=problem, status=422)
    form = PrepareForm(request.POST, stage=stage, slow=sent)
    if form.is_valid():
        try:
            _run(request, stage, sent, form)
        except REFUSALS as error:
            form.refuse(error)
            return _page(request, stage, _with(stage, groups, form), status=status_of(error))
        messages.success(request, _("已准备%(round)s，没有公布。") % {"round": round_name(sent.next, stage)})
        return redirect("pair-prepare", event.slug, stage.ordinal)
    return _page(request, stage, _with(stage, groups, form), status=422)


def _run(request: HttpRequest, stage: Stage, slow: SlowGroup, form: PrepareForm) -> None:
    prepare_round(
        stage=stage,
        group=slow.group,
        endings=form.endings,
        seed=secrets.randbits(SEED_BITS),
        by=actor_of(request),
        **form.claims,
    )


def _with(stage: Stage, groups: Sequence[SlowGroup], form: PrepareForm) -> list[PrepareForm]:
    """All groups' forms, the refused one among them as it was typed."""
    return [form if one is form.slow else PrepareForm(stage=stage, slow=one) for one in groups]


def _page(
    request: HttpRequest, stage: Stage, forms: list[PrepareForm], *, problem: str = "", status: int = 200
) -> HttpResponse:
    people = {
        entry.pair.number: entry.pair
        for entry in stage.entries.select_related("pair__unit").prefetch_related("pair__players")
    }
    parts = [_part(form, prepared_rounds(form.slow.next, form.slow.group), people) for form in forms]
    facts = {
        "event": stage.event,
        "stage": stage,
        "tab": "groups",
        "parts": parts,
        "several": stage.groups.count() > 1,
        "problem": problem,
    }
    return render(request, "tournament/draw/prepare.html", facts, status=status)


def _part(form: PrepareForm, prepared: Prepared | None, people: dict[int, Pair]) -> dict[str, Any]:
    part: dict[str, Any] = {"form": form, "slow": form.slow, "prepared": prepared}
    if prepared is not None:
        part["same"] = _seated(prepared.same, people)
        shown = [_outcome(ways, people) for ways in alike(prepared.outcomes)]
        part["outcomes"], part["more"] = shown[:MOST_OPEN_AT_ONCE], shown[MOST_OPEN_AT_ONCE:]
        part["ways"], part["kinds"] = len(prepared.outcomes), len(shown)
    return part


def _outcome(ways: Sequence[Outcome], people: dict[int, Pair]) -> dict[str, Any]:
    """One next round and every way of ending that leads to it."""
    one = ways[0]
    return {
        "titles": [_("，").join(ending_text(each) for each in way.assumed) for way in ways],
        "changing": _seated(one.changing, people),
        "byes": [people[number] for number in one.byes if number in people],
        "said": said_lines(one.notes),
    }


def _seated(seats: Sequence[Seat], people: dict[int, Pair]) -> list[tuple[int, Pair | None, Pair | None]]:
    return [(table, people.get(ns), people.get(ew)) for table, ns, ew in seats]
