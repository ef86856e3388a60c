"""Ready-made plans for an event that exists: choose, see the picture with its pairs, take it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scoring.errors import ScoringError
from tournament.actions.add_stages import add_stages
from tournament.errors import ActionRefused
from tournament.forms.base import typed
from tournament.forms.new_event import PlanForm
from tournament.forms.ready_plan import TakePlanForm
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.plan_outline import Field, field_of
from tournament.queries.stage_plans import planned_stages
from tournament.views.new_event import unjudged
from tournament.views.plan_choices import plan_choices


@director_required
@require_http_methods(["GET", "POST"])
def plan_ready(request: HttpRequest, event: Event) -> HttpResponse:
    """Choose a plan; a POST takes it, or with the button `preview` only draws it anew."""
    there = field_of(event)
    stages = planned_stages(event)
    can_replace = bool(stages) and not any(one.has_begun for one in stages)
    form = TakePlanForm(typed(request), can_replace=can_replace)
    plan = PlanForm(typed(request), counts=there.categories, initial=_initial(there))
    if request.method != "POST" or "preview" in request.POST:
        shown = (unjudged(form), unjudged(plan)) if request.method == "POST" else (form, plan)
        return _page(request, event, shown, there, bool(stages), 200)
    if all([form.is_valid(), plan.is_valid()]) and _taken(request, event, form, plan):
        messages.success(request, _("赛制已保存。"))
        return redirect("event-plan", event.slug)
    return _page(request, event, (form, plan), there, bool(stages), 422)


def _initial(there: Field) -> dict[str, object]:
    return {"pairs": there.pairs, "categories": " ".join(there.categories)}


def _taken(request: HttpRequest, event: Event, form: TakePlanForm, plan: PlanForm) -> bool:
    try:
        add_stages(
            event=event,
            plans=plan.stages,
            awards=plan.awards,
            replace=form.cleaned_data.get("replace", False),
            by=actor_of(request),
            submission=form.key,
        )
    except (ActionRefused, ScoringError) as error:
        form.refuse(error)
        return False
    return True


def _page(
    request: HttpRequest,
    event: Event,
    shown: tuple[TakePlanForm, PlanForm],
    there: Field,
    stands: bool,
    status: int,
) -> HttpResponse:
    form, plan = shown
    facts = {
        "event": event,
        "form": form,
        "plan": plan,
        "plans": plan_choices(plan, event.resolved_rules.get("minutes"), there),
        "stands": stands,
        "tab": "settings",
    }
    return render(request, "tournament/rules/ready.html", facts, status=status)


@director_required
@require_GET
def plan_ready_plans(request: HttpRequest, event: Event) -> HttpResponse:
    """The pictures of all plans again, with the numbers that are typed so far."""
    there = field_of(event)
    plan = PlanForm(request.GET, counts=there.categories)
    facts = {"plans": plan_choices(plan, event.resolved_rules.get("minutes"), there)}
    return render(request, "tournament/rules/plan_redrawn.html", facts)
