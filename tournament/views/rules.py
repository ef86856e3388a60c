"""The rules of an event and of its stages: read, change with the effect shown, print, show to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scoring.errors import ScoringError
from scoring.rules import Rules, resolve
from tournament.actions.change_rules import broken_results, change_rules, change_stage_rules
from tournament.errors import ActionRefused, Conflict
from tournament.forms.change_rules import ChangeRulesForm, carried
from tournament.forms.rule_fields import move_tiebreaks
from tournament.forms.rules import WALKOVERS
from tournament.models import Event, PublicView, Stage
from tournament.permissions import actor_of, director_required, rights_of
from tournament.queries.rule_effect import (
    StageEffect,
    broken_tables,
    changed_settings,
    resolved_after,
    stage_effect,
    stages_with_results,
)
from tournament.queries.rule_lines import book_of, event_sections, names_in, stage_differences
from tournament.views.stages import stage_or_404
from tournament.wording.plans import stage_text
from tournament.wording.rule_values import scheme_rows, value_text
from tournament.wording.rules import label, tiebreak_name, tiebreak_note


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose rules a page is about: the event's, or one stage's."""

    event: Event
    stage: Stage | None

    @property
    def owner(self) -> Event | Stage:
        """The row that holds them."""
        return self.stage or self.event

    @property
    def url(self) -> str:
        """The page of these rules."""
        if self.stage is None:
            return reverse("event-rules", args=[self.event.slug])
        return reverse("stage-rules", args=[self.event.slug, self.stage.ordinal])

    def form(self, data: Any = None, *, judge: bool = True) -> ChangeRulesForm:
        """The form over the rules that stand."""
        book = book_of((self.stage.rulebook if self.stage else "") or self.event.rulebook)
        decided = names_in(self.owner.rules)
        if self.stage is not None and not self.stage.rulebook:
            decided |= names_in(self.event.rules)
        return ChangeRulesForm(
            data,
            version=self.owner.version,
            resolved=self.owner.resolved_rules,
            sources=book.sources if book else {},
            decided=decided,
            judge=judge,
        )


@director_required
@require_http_methods(["GET", "POST"])
def event_rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's rules, with the article beside each, and the form to change them."""
    return _rules(request, Subject(event, None))


@director_required
@require_http_methods(["GET", "POST"])
def stage_rules(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """The same for one stage alone."""
    return _rules(request, Subject(event, stage_or_404(event, ordinal)))


def _rules(request: HttpRequest, subject: Subject) -> HttpResponse:
    if request.method != "POST":
        return _page(request, subject, subject.form(), 200)
    data = request.POST.copy()
    if "move" in data:
        move_tiebreaks(data)
    if "move" in data or "back" in data:
        return _page(request, subject, subject.form(data, judge=False), 200)
    form = subject.form(data)
    if not form.is_valid():
        return _page(request, subject, form, 422)
    try:
        return _effect_or_save(request, subject, form)
    except Conflict as error:
        return _conflict(request, subject, error)
    except (ActionRefused, ScoringError) as error:
        form.refuse(error)
        return _page(request, subject, form, 422)


def _effect_or_save(request: HttpRequest, subject: Subject, form: ChangeRulesForm) -> HttpResponse:
    changes = changed_settings(subject.owner.resolved_rules, form.answers)
    if not changes:
        messages.info(request, _("没有改动。"))
        return redirect(subject.url)
    effects = [] if "confirm" in request.POST else _effects(subject, changes)
    if effects:
        return _effect_page(request, subject, changes, effects)
    _save(request, subject, form)
    messages.success(request, _("规则已保存。"))
    return redirect(subject.url)


def _effects(subject: Subject, changes: dict[str, Any]) -> list[StageEffect]:
    """What would become of every stage that has results; refused when a sheet could not be true any more."""
    after = resolved_after(subject.event, changes, subject.stage)
    played = [stage for stage in stages_with_results(subject.event) if stage.pk in after]
    broken = [one for stage in played for one in broken_tables(stage, resolve(after[stage.pk]))]
    if broken:
        raise broken_results(broken)
    return [stage_effect(stage, after[stage.pk]) for stage in played]


def _save(request: HttpRequest, subject: Subject, form: ChangeRulesForm) -> None:
    claims: dict[str, Any] = {"answers": form.answers, "by": actor_of(request), **form.claims}
    if subject.stage is None:
        change_rules(event=subject.event, **claims)
    else:
        change_stage_rules(stage=subject.stage, **claims)


def _conflict(request: HttpRequest, subject: Subject, error: Conflict) -> HttpResponse:
    """Show what stands now beside what was typed; the next press counts upon that."""
    subject.owner.refresh_from_db()
    form = subject.form(request.POST)
    form.is_valid()
    form.refuse(error)
    form.stand_on(subject.owner.version)
    return _page(request, subject, form, 409)


def _page(request: HttpRequest, subject: Subject, form: ChangeRulesForm, status: int) -> HttpResponse:
    event = subject.event
    facts = {
        "event": event,
        "stage": subject.stage,
        "form": form,
        "rules_form": form,
        "book": book_of((subject.stage.rulebook if subject.stage else "") or event.rulebook),
        "stages": _stages(event),
        "has_results": bool(stages_with_results(event)),
        "scheme_rows": scheme_rows(subject.owner.scoring_rules.scheme),
        "moved": request.POST.get("move", "").partition(":")[2],
        "tab": "settings",
    }
    return render(request, "tournament/rules/edit.html", facts, status=status)


def _stages(event: Event) -> list[dict[str, Any]]:
    return [
        {
            "stage": stage,
            "plan": stage_text(stage.entry, stage.grouping, stage.pairing),
            "differences": stage_differences(event, stage),
        }
        for stage in event.stages.all()
    ]


def _effect_page(
    request: HttpRequest, subject: Subject, changes: dict[str, Any], effects: list[StageEffect]
) -> HttpResponse:
    old, new = (resolve(subject.owner.resolved_rules, layer) for layer in ({}, changes))
    facts = {
        "event": subject.event,
        "stage": subject.stage,
        "changed": [
            {"label": label(key), "old": value_text(key, old), "new": value_text(key, new)}
            for key in sorted(_line_names(changes))
            if value_text(key, old) != value_text(key, new)
        ],
        "effects": effects,
        "walkovers_stay": _walkovers_that_stay(changes, new),
        "carried": carried(request.POST),
        "url": subject.url,
        "tab": "settings",
    }
    return render(request, "tournament/rules/effect.html", facts)


def _walkovers_that_stay(changes: dict[str, Any], rules: Rules) -> list[dict[str, str]]:
    """The figures of walk-overs when the scheme changes and they do not: people forget them."""
    if "scheme" not in changes or "walkovers" in changes:
        return []
    keys = [f"walkovers.{key}" for key in WALKOVERS]
    return [{"label": label(key), "text": value_text(key, rules)} for key in keys]


def _line_names(changes: dict[str, Any]) -> set[str]:
    """The lines that a change of settings touches."""
    return {name for name in names_in(changes) if name != "ace_failures"}


@require_GET
def public_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules in words, for everybody who may see the event at all."""
    event = get_object_or_404(Event, slug=slug)
    if event.public_view == PublicView.NOTHING and not rights_of(request.user, event):
        raise Http404
    rules = event.scoring_rules
    facts = {
        "event": event,
        "book": book_of(event.rulebook),
        "sections": event_sections(event),
        "stages": _stages(event),
        "scheme_rows": scheme_rows(rules.scheme),
        "tiebreaks": [(tiebreak_name(key), tiebreak_note(key)) for key in rules.ranking.tiebreaks],
    }
    return render(request, "tournament/rules/public.html", facts)
