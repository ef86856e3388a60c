"""The ready-made plans to choose from, each with the picture of its stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.forms.boundfield import BoundWidget

from scoring import rulebooks
from tournament.actions.stage_plans import StagePlan
from tournament.forms.new_event import PlanForm
from tournament.forms.ready_plans import MOST
from tournament.queries.plan_outline import Field, outline
from tournament.views.plan_picture import Picture, pictures
from tournament.wording.plans import PLANS, Plan


@dataclass(frozen=True, slots=True)
class PlanChoice:
    """One plan on the page: its radio, words and pictures (one for each category)."""

    radio: BoundWidget
    key: str
    plan: Plan
    pictures: list[Picture]


def plan_choices(form: PlanForm, minutes: int | None, there: Field | None = None) -> list[PlanChoice]:
    """Every plan with the numbers that are typed, as far as they can be used.

    `minutes` is the time limit of the event's rules. `there` has the pairs; a typed number of pairs stands
    before it. The radio is named by the title alone.
    """
    judged = PlanForm(form.data or None, counts=form.counts)  # for the figures; what it refuses is not told
    typed = _pairs_typed(judged)
    there = there or Field()
    if typed is not None and typed != there.pairs:
        there = Field(pairs=typed)
    radios = list(form["plan"].subwidgets)
    for radio, key in zip(radios, PLANS, strict=True):
        radio.data["attrs"] |= {"aria-labelledby": f"plan-{key}", "aria-describedby": f"plan-{key}-words"}
    return [
        PlanChoice(radio, key, plan, pictures_of(judged.stages_of(key), minutes, there))
        for radio, (key, plan) in zip(radios, PLANS.items(), strict=True)
    ]


def _pairs_typed(form: PlanForm) -> int | None:
    if not form.is_bound:
        return None
    form.full_clean()
    pairs = form.cleaned_data.get("pairs")
    return pairs if pairs is not None and 0 < pairs <= MOST else None


def pictures_of(plans: Sequence[StagePlan], minutes: int | None, there: Field) -> list[Picture]:
    """The pictures of a plan that is not taken yet."""
    limits = {
        plan.name: rulebooks.load(plan.rulebook).values.get("minutes") if plan.rulebook else minutes
        for plan in plans
    }
    return pictures(outline(plans, there, {name: _whole(limit) for name, limit in limits.items()}))


def _whole(limit: object) -> int | None:
    return limit if isinstance(limit, int) else None
