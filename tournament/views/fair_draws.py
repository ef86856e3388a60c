"""The record of draws, and draws that are committed to before the seed is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from pairing.errors import PairingError
from tournament.actions.commit_draw import commit_draw, commit_round, give_up_commitment, reveal_draw
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm, new_key
from tournament.forms.fair_draws import CommitForm, RevealForm
from tournament.lists.draws import DrawRecordTable
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.draw_record import CommitmentLine, commitment_lines, draw_lines
from tournament.queries.public_draws import public_lines, round_to_commit, stages_to_commit
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST
from tournament.views.stages import stage_or_404

Sent = tuple[str, int, WritingForm]  # a refused form: what for, about which stage or commitment


@director_required
@require_GET
def draws(request: HttpRequest, event: Event) -> HttpResponse:
    """Every draw there was, and what may be committed to."""
    return _page(request, event)


def _page(request: HttpRequest, event: Event, *, sent: Sent | None = None, status: int = 200) -> HttpResponse:
    """The page; `sent` is a refused form with its kind and the stage or commitment that it is about."""
    lines = draw_lines(event)
    table = DrawRecordTable(lines, event=event, public=[line.place for line in public_lines(event, lines)])
    turn_page(request, table)
    commitments = commitment_lines(event)
    waiting = _waiting(commitments)
    reveal = [(line, _form_of(sent, "reveal", line.ordinal)) for line in waiting]
    stands = {line.commitment.stage_id for line in waiting}
    open_to = [one for one in _open_to(event, sent) if one["stage"].pk not in stands]
    shown = {("reveal", line.ordinal) for line in waiting}
    shown |= {(one["kind"], one["stage"].ordinal) for one in open_to}
    facts: dict[str, Any] = {
        "event": event,
        "tab": "groups",
        "table": table,
        "count": len(lines),
        "commitments": commitments,
        "reveal": reveal,
        "open_to": open_to,
        "key": new_key(),
        # What was refused has no form on the page any more: it is said above everything.
        "lost": sent[2] if sent and sent[:2] not in shown else None,
    }
    return render(request, "tournament/draws/desk.html", facts, status=status)


def _waiting(commitments: list[CommitmentLine]) -> list[CommitmentLine]:
    """The commitments that wait for a seed; of a round in several groups the first stands for all."""
    first: dict[tuple[int, str], CommitmentLine] = {}
    for line in reversed(commitments):
        if line.is_open:
            first.setdefault((line.commitment.stage_id, line.commitment.kind), line)
    return list(first.values())


def _open_to(event: Event, sent: Sent | None) -> list[dict[str, Any]]:
    """What may be committed to now: groups of stages, the next round of stages; each with its form."""
    found: list[dict[str, Any]] = [
        {
            "stage": stage,
            "kind": "commit",
            "form": _form_of(sent, "commit", stage.ordinal),
            "action": reverse("draw-commit", args=[event.slug, stage.ordinal]),
        }
        for stage in stages_to_commit(event)
    ]
    for stage in event.stages.all():
        number = round_to_commit(stage)
        if number is not None:
            action = reverse("round-commit", args=[event.slug, stage.ordinal, number])
            form = _form_of(sent, "round", stage.ordinal)
            found.append({"stage": stage, "kind": "round", "form": form, "action": action, "number": number})
    return found


FORMS: dict[str, type[WritingForm]] = {"commit": CommitForm, "round": CommitForm, "reveal": RevealForm}


def _form_of(sent: Sent | None, kind: str, place: int) -> WritingForm:
    """The form that was sent for this place, with what was typed, or a fresh one."""
    return sent[2] if sent and sent[:2] == (kind, place) else FORMS[kind](auto_id=f"{kind}-{place}-%s")


@director_required
@require_POST
def draw_commit(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Publish what the draw of a stage's groups depends on."""
    stage, form = stage_or_404(event, ordinal), CommitForm(request.POST, auto_id=f"commit-{ordinal}-%s")

    def run() -> str:
        source = form.cleaned_data["source"]
        commit_draw(stage=stage, source=source, by=actor_of(request), submission=form.key)
        return _("已公布摘要。得到种子以后在这里填写，当场抽签。")

    return _done(request, event, ("commit", ordinal, form), run)


@director_required
@require_POST
def round_commit(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """Publish what the draw of a stage's next round depends on."""
    stage, form = stage_or_404(event, ordinal), CommitForm(request.POST, auto_id=f"round-{ordinal}-%s")

    def run() -> str:
        source = form.cleaned_data["source"]
        commit_round(stage=stage, number=number, source=source, by=actor_of(request), submission=form.key)
        return _("已公布摘要。得到种子以后在这里填写，当场抽签。")

    return _done(request, event, ("round", ordinal, form), run)


@director_required
@require_POST
def draw_reveal(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Draw with the text that came after."""
    line, form = _line(event, ordinal), RevealForm(request.POST, auto_id=f"reveal-{ordinal}-%s")

    def run() -> str:
        text = form.cleaned_data["seed_text"]
        reveal_draw(commitment=line.commitment, seed_text=text, by=actor_of(request), submission=form.key)
        return _("已按公布的摘要抽签。核对后公布，公开页面上就能重抽核验。")

    return _done(request, event, ("reveal", ordinal, form), run)


@director_required
@require_POST
def commitment_give_up(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take a commitment back; it stays in the record."""
    line, form = _line(event, ordinal), WritingForm(request.POST)

    def run() -> str:
        give_up_commitment(commitment=line.commitment, by=actor_of(request), submission=form.key)
        return _("已作废这份摘要，公开页面上仍保留这一条。")

    return _done(request, event, ("give-up", ordinal, form), run)


def _done(request: HttpRequest, event: Event, sent: Sent, run: Callable[[], str]) -> HttpResponse:
    form = sent[2]
    if form.is_valid():
        try:
            done = run()
        except (ActionRefused, PairingError) as error:
            form.refuse(error)
        else:
            messages.success(request, done)
            return redirect("draws", event.slug)
    return _page(request, event, sent=sent, status=422)


def _line(event: Event, ordinal: int) -> CommitmentLine:
    found = next((line for line in commitment_lines(event) if line.ordinal == ordinal), None)
    if found is None:
        raise Http404
    return found
