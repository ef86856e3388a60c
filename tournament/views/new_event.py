"""A new event: which rule document it follows, then one page of plain questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms.boundfield import BoundField
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scoring.errors import ScoringError
from scoring.rules import merge
from tournament.actions.create_event import create_event
from tournament.errors import ActionRefused
from tournament.forms.new_event import EventForm, PlanForm
from tournament.forms.rule_fields import move_tiebreaks
from tournament.forms.rules import RulesForm
from tournament.models import Event
from tournament.permissions import actor_of
from tournament.queries.rule_basis import RuleBasis, all_bases, basis_of, layer_of
from tournament.views.plan_choices import plan_choices
from tournament.wording.plans import BOOKS


@dataclass(frozen=True, slots=True)
class Forms:
    """The three parts of the page."""

    event: EventForm
    plan: PlanForm
    rules: RulesForm

    def are_valid(self) -> bool:
        """Judge all three, so that every mistake is shown at once."""
        return all([self.event.is_valid(), self.plan.is_valid(), self.rules.is_valid()])


@login_required
@require_GET
def choose_rules(request: HttpRequest) -> HttpResponse:
    """Every rule document in words, and the way without one."""
    bases = [(basis, BOOKS.get(basis.key, "")) for basis in all_bases()]
    return render(request, "tournament/rules/choose.html", {"bases": bases})


@login_required
@require_http_methods(["GET", "POST"])
def new_event(request: HttpRequest, rulebook: str) -> HttpResponse:
    """Name and dates, the plan, the open questions, and what the document settles."""
    basis = _basis_or_404(rulebook, request.GET.get("variant", ""))
    if request.method != "POST":
        return _page(request, basis, _forms(basis, None), 200)
    data = request.POST.copy()
    if "preview" in data:
        return _page(request, basis, _forms(basis, data, judge=False), 200)
    if "move" in data:
        move_tiebreaks(data)
        return _page(request, basis, _forms(basis, data, judge=False), 200)
    forms = _forms(basis, data)
    event = _create(request, basis, forms) if forms.are_valid() else None
    if event is None:
        return _page(request, basis, forms, 422)
    messages.success(request, _("已新建赛事“%(name)s”。") % {"name": event.name})
    return redirect("desk", event.slug)


def _basis_or_404(rulebook: str, variant: str) -> RuleBasis:
    try:
        return basis_of(rulebook, variant)
    except KeyError:
        raise Http404 from None


def _forms(basis: RuleBasis, data: Any, *, judge: bool = True) -> Forms:
    rules = RulesForm(data, resolved=basis.resolved, asked=basis.asked, sources=basis.sources, judge=judge)
    if judge or data is None:
        return Forms(EventForm(data), PlanForm(data), rules)
    return Forms(unjudged(EventForm(data)), unjudged(PlanForm(data)), rules)


def unjudged(form: Any) -> Any:
    """A bound form that keeps what was typed and says nothing about it yet."""
    form._errors = {}
    form.cleaned_data = {}
    return form


def _create(request: HttpRequest, basis: RuleBasis, forms: Forms) -> Event | None:
    rules = merge(basis.own, layer_of(forms.rules.answers, basis.resolved, basis.asked))
    try:
        return create_event(
            **forms.event.facts,
            rulebook=basis.book.key,
            rules=rules,
            stages=forms.plan.stages,
            awards=forms.plan.awards,
            by=actor_of(request),
            submission=forms.event.key,
        )
    except (ActionRefused, ScoringError) as error:
        forms.event.refuse(error)
        return None


def _page(request: HttpRequest, basis: RuleBasis, forms: Forms, status: int) -> HttpResponse:
    facts = {
        "basis": basis,
        "book_words": BOOKS.get(basis.key, ""),
        "forms": forms,
        "rules_form": forms.rules,
        "plans": plan_choices(forms.plan, basis.resolved.get("minutes")),
        "error_count": sum(len(form.errors) for form in (forms.event, forms.plan, forms.rules)),
        "first_error": _first_error(forms),
        "moved": request.POST.get("move", "").partition(":")[2],
    }
    return render(request, "tournament/rules/new.html", facts, status=status)


def _first_error(forms: Forms) -> str:
    """The id of the first field on the page that must be mended, "" where there is none."""
    parts = (forms.event.visible_fields(), forms.plan.visible_fields(), _rule_fields(forms.rules))
    return next((str(field.auto_id) for fields in parts for field in fields if field.errors), "")


def _rule_fields(form: RulesForm) -> list[BoundField]:
    """The fields of the rules in the order of the page: open questions first."""
    questions = sorted(form.questions(), key=lambda question: not question.asked)
    return [field for question in questions for field in question.fields]


@login_required
@require_GET
def plan_preview(request: HttpRequest, rulebook: str) -> HttpResponse:
    """The pictures of all plans again, with the numbers that are typed so far."""
    basis = _basis_or_404(rulebook, request.GET.get("variant", ""))
    facts = {"plans": plan_choices(PlanForm(request.GET), basis.resolved.get("minutes"))}
    return render(request, "tournament/rules/plan_redrawn.html", facts)
