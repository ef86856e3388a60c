"""Public pages of draws: what was committed to when, and drawing again, by anybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from pairing.errors import PairingError
from pairing.lots import canonical, committed
from tournament import wording
from tournament.actions.commit_draw import still_holds
from tournament.models import Commitment, Draw, Event, Publication
from tournament.queries.draw_record import (
    DrawLine,
    commitment_lines,
    digest_holds,
    successor,
    was_changed_since,
)
from tournament.queries.public import public_event, shown_names
from tournament.queries.public_draws import public_lines
from tournament.queries.rerun import Rerun, run_again, seed_for, seed_text
from tournament.queries.standing_sheets import Who
from tournament.views.public import facts_of
from tournament.views.public_page import Body, answer, not_published, public_page
from tournament.wording.fair_draws import inputs_text, what_was_drawn

LONGEST_SEED = 200
Place = tuple[int, str, int, int]


@public_page
def public_draws(request: HttpRequest, event: Event) -> HttpResponse:
    """Every draw that is published, and every commitment."""

    def make() -> Body:
        shown = public_event(event)
        facts = facts_of(shown, here="draws") | {
            "lines": public_lines(event, up=shown.up),
            "commitments": commitment_lines(event),
        }
        return Body(_("抽签核验"), "tournament/public/draws.html", facts)

    return answer(request, event, make)


@public_page
def public_draw(
    request: HttpRequest, event: Event, ordinal: int, kind: str, group: int, count: int
) -> HttpResponse:
    """One draw, run again: with the seed that was used, or with the one that the address names."""
    place = (ordinal, kind, group, count)
    typed = request.GET.get("seed", "").strip()[:LONGEST_SEED]
    if not typed:
        return answer(request, event, lambda: _draw(event, place, None))
    body = _draw(event, place, typed)
    if body is None:
        return not_published(request, event)
    html = render_to_string(body.template, {"event": event, **body.facts})
    facts = {"event": event, "title": body.title, "body": html, "poll": ""}
    return render(request, "tournament/public/page.html", facts)


def _draw(event: Event, place: Place, typed: str | None) -> Body | None:
    """The page of a published draw; `typed` is the seed that somebody wants to try."""
    shown = public_event(event)
    line = _found(event, place, shown.up)
    if line is None:
        return None
    commitment, draw = line.commitment, line.draw
    draw.inputs, draw.result = Draw.objects.values_list("inputs", "result").get(pk=draw.pk)
    told = seed_text(draw, commitment)
    again, problem = _again(draw, commitment, told if typed is None else typed)
    facts = facts_of(shown, here="draws") | {
        "line": line,
        "draw": draw,
        "commitment": commitment,
        "told": told,
        "typed": told if typed is None else typed,
        "is_own": typed is not None and typed != told,
        "again": again,
        "problem": problem,
        "holds": digest_holds(draw, commitment),
        "changed": was_changed_since(draw),
        "how": inputs_text(draw.inputs or {}),
        "names": shown_names(event),
        "download": reverse("public-draw-inputs", args=[event.slug, *place]),
    }
    title = _("%(stage)s%(what)s：抽签核验") % {
        "stage": draw.stage.name if draw.stage else "",
        "what": what_was_drawn(draw),
    }
    return Body(title, "tournament/public/draw.html", facts)


def _found(event: Event, place: Place, up: Sequence[Publication] | None = None) -> DrawLine | None:
    return next((line for line in public_lines(event, up=up) if line.place == place), None)


def _again(draw: Draw, commitment: Commitment | None, typed: str) -> tuple[Rerun | None, str]:
    """The draw run again, or why it cannot be."""
    if draw.inputs is None:
        return None, ""
    try:
        return run_again(draw, seed_for(typed, commitment) if typed else 0), ""
    except PairingError as error:
        return None, wording.of_error(error)


@public_page
def public_draw_inputs(
    request: HttpRequest, event: Event, ordinal: int, kind: str, group: int, count: int
) -> HttpResponse:
    """What a published draw depended on, byte for byte as it is digested."""
    line = _found(event, (ordinal, kind, group, count))
    draw = Draw.objects.get(pk=line.draw.pk) if line else None
    if line is None or draw is None or draw.inputs is None:
        return not_published(request, event)
    return _file(committed(draw.inputs) if line.commitment else draw.inputs)


@public_page
def public_commitment(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """What was published before a draw, and what is in it."""

    def make() -> Body | None:
        lines = commitment_lines(event)
        line = next((one for one in lines if one.ordinal == ordinal), None)
        if line is None:
            return None
        one = line.commitment
        later = successor(line, lines)
        shown = public_event(event)
        drawn = [other for other in public_lines(event, up=shown.up) if other.draw.pk == one.draw_id]
        facts = facts_of(shown, here="draws") | {
            "line": line,
            "commitment": one,
            "is_broken": line.is_open and not still_holds(one),
            "later": later,
            "same_list": later is not None and later.commitment.digest == one.digest,
            "drawn": drawn[0] if drawn else None,
            "how": inputs_text(one.inputs),
            "entrants": _entrants(one.inputs, shown_names(event)),
        }
        return Body(_("公布的抽签摘要"), "tournament/public/commitment.html", facts)

    return answer(request, event, make)


def _entrants(
    inputs: dict[str, Any], names: dict[int, Who]
) -> list[tuple[str, list[tuple[int, int | None]]]]:
    """Who is drawn, by unit: numbers with their seeding."""
    found: dict[str, list[tuple[int, int | None]]] = {}
    rows = [tuple(row[:3]) for row in inputs.get("entrants", [])]
    rows += [(row[0], row[3], None) for row in inputs.get("contestants", [])]
    for number, unit, place in rows:
        name = names[number].unit if number in names and names[number].unit else unit or ""
        found.setdefault(name, []).append((number, place))
    return list(found.items())


@public_page
def public_commitment_inputs(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """What a published digest is the digest of, byte for byte."""
    line = next((one for one in commitment_lines(event) if one.ordinal == ordinal), None)
    if line is None:
        return not_published(request, event)
    return _file(committed(line.commitment.inputs))


def _file(value: object) -> HttpResponse:
    answer = HttpResponse(canonical(value), content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="draw-inputs.json"'
    return answer
