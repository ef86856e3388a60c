"""What stands on every page of an event's staff: where the tabs lead, and the next step."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament import wording
from tournament.models import Event, Result, RoundState
from tournament.queries.next_step import NextStep, next_step, next_steps
from tournament.queries.progress import EventProgress, RoundProgress, StageProgress, event_progress
from tournament.wording.steps import of_step, of_way_aside

register = template.Library()


@register.filter
def entered_by(result: Result) -> str:
    """Who entered a result, and when: 王老师 09:40 录入."""
    return wording.entered_by(result, timed=True)


@register.simple_tag(takes_context=True)
def desk_progress(context: template.Context) -> EventProgress | None:
    """How far the context's event has come; the view's own `progress` saves reading it again."""
    event = context.get("event")
    if not isinstance(event, Event):
        return None
    found = context.get("progress")
    return found if isinstance(found, EventProgress) else event_progress(event)


@register.simple_tag
def desk_places(progress: EventProgress | None) -> dict[str, str]:
    """Where each tab leads: to the stage and the round at hand; no tab for rounds before there are any."""
    if progress is None:
        return {}
    slug, at_hand = progress.event.slug, progress.stage_at_hand
    places = {
        "next": address("desk", slug),
        "entries": address("entries", slug),
        "prints": address("papers", slug),
        "settings": address("event-settings", slug),
    }
    if at_hand is not None:
        ordinal = at_hand.stage.ordinal
        places["groups"] = address("draw", slug, ordinal)
        places["draw_word"] = _("分组") if at_hand.stage.has_groups else pgettext("page", "抽签")
        places["rounds"] = _rounds_address(progress)
        places["standings"] = address("standings", slug, ordinal)
    return places


def _rounds_address(progress: EventProgress) -> str:
    """The round at hand; while a final waits for its draw, the last round of the heats."""
    played = progress.stage_of_rounds
    one = played.round_at_hand if played else None
    return address("round", progress.event.slug, played.stage.ordinal, one.number) if played and one else ""


@register.simple_tag
def desk_step(progress: EventProgress | None) -> dict[str, Any]:
    """The next step, worded, with its address; nothing without an event."""
    return {} if progress is None else _worded(progress, next_step(progress))


@register.simple_tag
def desk_further_steps(progress: EventProgress | None) -> list[dict[str, Any]]:
    """What else can be done now: the steps of the other categories that play side by side."""
    return [] if progress is None else [_worded(progress, step) for step in next_steps(progress)[1:]]


def _worded(progress: EventProgress, step: NextStep) -> dict[str, Any]:
    what, do, note = of_step(step)
    url = address(step.page, progress.event.slug, *step.args)
    if url and step.session and step.page in ("round", "round-grid"):
        url = f"{url}?{urlencode({'session': step.session})}"
    elif url and step.query:
        url = f"{url}?{urlencode(step.query)}"
    aside = {"do": of_way_aside(step), "url": address(step.also, progress.event.slug)} if step.also else {}
    return {"what": what, "do": do, "note": note, "url": url, "state": step.state, "aside": aside}


@register.simple_tag
def desk_address(name: str, *args: object) -> str:
    """The address of a page, or nothing where the site has no such page."""
    return address(name, *args)


@register.simple_tag
def stage_chip(stage: StageProgress) -> dict[str, str]:
    """A stage's state in a word."""
    if stage.is_closed:
        return {"text": _("已结束"), "kind": "ok"}
    if stage.rounds:
        playing = any(one.state != RoundState.DRAFT for one in stage.rounds)
        return {"text": _("进行中"), "kind": "wait"} if playing else {"text": _("未公布"), "kind": "quiet"}
    if not stage.stage.has_groups:
        return {"text": _("已抽签") if stage.is_drawn else _("未编排"), "kind": "quiet"}
    return {"text": _("已分组") if stage.is_drawn else _("未分组"), "kind": "quiet"}


@register.simple_tag
def round_chip(one: RoundProgress) -> dict[str, str]:
    """A round's state in a word."""
    kinds = {RoundState.CLOSED: "ok", RoundState.PLAYING: "wait", RoundState.PUBLISHED: "wait"}
    return {"text": str(one.state.label), "kind": kinds.get(one.state, "quiet")}


def address(name: str, *args: object) -> str:
    """The address of a page, or nothing where the site has no such page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
