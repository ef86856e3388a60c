"""The desk page of people who entered alone: the list, one person, and lots for partners."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from pairing.lots import SEED_BITS
from tournament import wording
from tournament.actions.draw_partners import draw_individuals, type_partners, undo_partners
from tournament.actions.individuals import add_individual, delete_individual, edit_individual
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm, new_key, typed
from tournament.forms.individuals import DrawPartnersForm, LotsForm, PersonForm, left_text
from tournament.lists.individuals import IndividualTable
from tournament.models import Draw, Event, Individual
from tournament.permissions import actor_of, director_required
from tournament.queries.entries import was_answered
from tournament.queries.individuals import last_partners, paired_people, waiting_people, waiting_stamp
from tournament.queries.pair_lists import categories_of, units_of
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST
from tournament.views.refusals import REFUSALS, status_of


@director_required
@require_http_methods(["GET", "POST"])
def individuals(request: HttpRequest, event: Event) -> HttpResponse:
    """Who waits for a partner, and a line to add one more."""
    if was_answered(request.POST.get("submission", "")):
        return redirect("individuals", event.slug)
    form = PersonForm(typed(request), event=event)
    if form.is_valid():
        try:
            made = add_individual(event=event, values=form.values, by=actor_of(request), submission=form.key)
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, _("已添加%(name)s。") % {"name": made.name})
            _tell(request, form)
            return redirect("individuals", event.slug)
    return _page(request, event, form=form, status=422 if form.errors else 200)


def _tell(request: HttpRequest, form: PersonForm) -> None:
    """Point out namesakes once the person is in."""
    for note in form.notes:
        messages.warning(request, note)


def _page(request: HttpRequest, event: Event, status: int = 200, **shown: Any) -> HttpResponse:
    people = waiting_people(event)
    at_home = request.path == reverse("individuals", args=[event.slug])
    table = IndividualTable(people, event=event, orderable=at_home)
    if at_home:  # where a step was refused the links of the list would lead nowhere: it stands whole
        turn_page(request, table)
    facts: dict[str, Any] = {
        "event": event,
        "table": table,
        "count": len(people),
        "stamp": waiting_stamp(people),
        "form": PersonForm(event=event),
        "lots": LotsForm(people=people, initial={"based_on": waiting_stamp(people)}),
        "pairs": paired_people(event),
        "last": last_partners(event),
        "units": units_of(event),
        "categories": categories_of(event),
        "key": new_key(),
        "undo_key": new_key(),
        "tab": "entries",
    }
    return render(request, "tournament/individuals/list.html", facts | shown, status=status)


@director_required
@require_http_methods(["GET", "POST"])
def individual(request: HttpRequest, event: Event, at: int) -> HttpResponse:
    """Change or delete a person who waits; `at` counts those who wait."""
    person = _person(request, event, at)
    form, status = PersonForm(typed(request), event=event, person=person), 200
    if request.method == "POST":
        status = 422
        if "delete" in request.POST or form.is_valid():
            try:
                return _change(request, event, person, form)
            except ActionRefused as error:
                form.is_valid()
                form.refuse(error)
                status = status_of(error)
                if isinstance(error, Conflict) and isinstance(error.current, Individual):
                    form.stand_on(error.current.version)
    facts = {
        "event": event,
        "person": person,
        "at": at,
        "form": form,
        "units": units_of(event),
        "categories": categories_of(event),
        "key": new_key(),
        "tab": "entries",
    }
    return render(request, "tournament/individuals/person.html", facts, status=status)


def _person(request: HttpRequest, event: Event, at: int) -> Individual:
    """The `at`-th who waits; a form says by `who` whom it means, as the count moves when one goes."""
    people = waiting_people(event)
    who = request.POST.get("who")
    for place, person in enumerate(people, 1):
        if str(person.pk) == who or (who is None and place == at):
            return person
    raise Http404


def _change(request: HttpRequest, event: Event, person: Individual, form: PersonForm) -> HttpResponse:
    by = actor_of(request)
    if "delete" in request.POST:
        step = WritingForm(request.POST)
        if step.is_valid():
            name = delete_individual(individual=person, by=by, **step.claims)
            messages.success(request, _("已删除%(name)s。") % {"name": name})
        return redirect("individuals", event.slug)
    saved = edit_individual(individual=person, values=form.values, by=by, **form.claims)
    messages.success(request, _("已保存%(name)s。") % {"name": saved.name})
    _tell(request, form)
    return redirect("individuals", event.slug)


@director_required
@require_POST
def individuals_draw(request: HttpRequest, event: Event) -> HttpResponse:
    """Let the computer draw partners; the seed is stored with the draw."""
    form = DrawPartnersForm(request.POST)

    def run() -> str:
        apart, seed = form.cleaned_data["apart"], secrets.randbits(SEED_BITS)
        made = draw_individuals(event=event, seed=seed, apart=apart, by=actor_of(request), **form.claims)
        return _made_text(event, made)

    return _step(request, event, form, run)


@director_required
@require_POST
def individuals_lots(request: HttpRequest, event: Event) -> HttpResponse:
    """Make the pairs of those who drew one number."""
    form = LotsForm(request.POST, people=waiting_people(event))

    def run() -> str:
        made = type_partners(event=event, lots=form.lots, by=actor_of(request), **form.claims)
        return _made_text(event, made)

    return _step(request, event, form, run, lots=form)


@director_required
@require_POST
def individuals_undo(request: HttpRequest, event: Event) -> HttpResponse:
    """Take the pairs of the last draw apart."""
    form = WritingForm(request.POST)

    def run() -> str:
        undo_partners(event=event, by=actor_of(request), **form.claims)
        return _("已撤销上一次抽签配对。")

    return _step(request, event, form, run)


def _step(
    request: HttpRequest, event: Event, form: WritingForm, run: Callable[[], str], **shown: Any
) -> HttpResponse:
    if was_answered(request.POST.get("submission", "")):
        return redirect("individuals", event.slug)
    if not form.is_valid():
        problem = "" if shown else wording.sentence("form_incomplete")
        return _page(request, event, 422, problem=problem, **shown)
    try:
        done = run()
    except REFUSALS as error:
        status = status_of(error)
        return _page(request, event, status, problem=wording.of_error(error), **shown)
    messages.success(request, done)
    return redirect("individuals", event.slug)


def _made_text(event: Event, made: Draw) -> str:
    numbers = wording.sentence_list(made.result["pairs"])
    left = left_text([person.name for person in waiting_people(event)])
    return _("已配成 %(numbers)s 号。%(left)s") % {"numbers": numbers, "left": left}
