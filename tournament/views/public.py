"""Public pages of an event: home, groups, rounds, standings, cross table, one participant."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.forms.numbers import number_of
from tournament.lists.round_rows import round_rows
from tournament.lists.standing_columns import plain_table
from tournament.models import Event
from tournament.queries.cross_table import cross_table
from tournament.queries.finding import MOST_FOUND, find_pairs, seats_now
from tournament.queries.pair_story import story
from tournament.queries.public import (
    PublicEvent,
    PublicStage,
    PublicStandings,
    clocks_at_hand,
    clocks_now,
    public_event,
    public_group_sheets,
    public_groups,
    public_standings,
    public_tables,
    shown_names,
    stands_in,
)
from tournament.queries.standing_sheets import StandingSheet
from tournament.views.public_page import Body, answer, not_published, public_page
from tournament.wording.knockout import round_name
from tournament.wording.standings import as_of, ranking_order, sheet_notes

LARGEST_CROSS_TABLE = 40  # more than a screen or a sheet of paper can hold


@public_page
def event_home(request: HttpRequest, event: Event) -> HttpResponse:
    """What is up, where to look for oneself, and every notice."""
    if asked := request.GET.get("q", "").strip():
        return _search(request, event, asked[:50])
    return answer(request, event, lambda: _home(event))


def _home(event: Event) -> Body:
    shown = public_event(event)
    facts = facts_of(shown, here="home")
    if any(one.rounds for one in shown.stages):
        facts["lines"] = [line for line in clocks_at_hand(shown) if line.clock.starts_at]
    return Body(event.name, "tournament/public/home.html", facts)


def _search(request: HttpRequest, event: Event, asked: str) -> HttpResponse:
    shown = public_event(event)
    found = find_pairs(shown, asked)
    if len(found) == 1:
        return redirect("pair", event.slug, found[0].number)
    facts = {
        "event": event,
        "found": [
            (who, line, line.side_of(who.number) if line else "") for who, line in seats_now(shown, found)
        ],
        "is_cut": len(found) == MOST_FOUND,
        "asked": asked,
    }
    return render(request, "tournament/public/search.html", facts)


@public_page
def groups(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Who is in which group."""

    def make() -> Body | None:
        shown = public_event(event)
        one = shown.stage(ordinal)
        if one is None or one.groups is None:
            return None
        facts = facts_of(shown, one, here="groups") | {"groups": public_groups(one)}
        return Body(_("%(stage)s分组") % {"stage": one.stage.name}, "tournament/public/groups.html", facts)

    return answer(request, event, make)


@public_page
def round_tables(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """Who sits where in one round, and what came of it."""

    def make() -> Body | None:
        shown = public_event(event)
        one = shown.stage(ordinal)
        if one is None or number not in one.rounds:
            return None
        lines = public_tables(one, [number])
        has = {
            "scores": any(line.score for line in lines),
            "groups": len({line.group for line in lines}) > 1,
            "sessions": len({line.session for line in lines}) > 1,
        }
        played = [line for line in lines if line.is_play]
        facts = facts_of(shown, one, here=number) | {
            "number": number,
            "rows": round_rows(played, event, _pair_base(event), **has),
            "resting": [line for line in lines if not line.is_play],
            "lines": clocks_now(one, number),
            **{f"has_{what}": whether for what, whether in has.items()},
        }
        title = _("%(stage)s%(round)s") % {"stage": one.stage.name, "round": round_name(number, one.stage)}
        return Body(title, "tournament/public/round.html", facts)

    return answer(request, event, make)


@public_page
def standings(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """The standings of every group and of all together, as of any round that is published."""
    asked = request.GET.get("round", "")
    number = number_of(asked)
    if asked and number is None:
        return not_published(request, event)

    def make() -> Body | None:
        shown = public_event(event)
        one = shown.stage(ordinal)
        found = public_standings(one, number) if one else None
        if one is None or found is None:
            return None
        facts = facts_of(shown, one, here="standings") | _standings_facts(one, found)
        return Body(_("%(stage)s名次") % {"stage": one.stage.name}, "tournament/public/standings.html", facts)

    return answer(request, event, make)


def _standings_facts(one: PublicStage, found: PublicStandings) -> dict[str, Any]:
    sheets = [*found.groups, *([found.overall] if found.has_several_groups else [])]
    apart = bool(found.notices) and found.overall.after_round is None  # sessions after different rounds
    shown = [_sheet(sheet, one.stage.event) for sheet in sheets]
    for sheet, facts in zip(sheets, shown, strict=True):
        facts["as_of"] = as_of(sheet.after_round, one.stage) if apart else ""
    return {
        "standings": found,
        "sheets": shown,
        "as_of": "" if apart else as_of(found.overall.after_round, one.stage),
        "rounds": sorted(one.rounds_announced | (set(one.rounds) if one.is_live else set())),
    }


def _sheet(sheet: StandingSheet, event: Event) -> dict[str, Any]:
    table = plain_table(sheet)
    rows = table.rows(_pair_base(event))
    return {"table": table, "rows": rows, "notes": sheet_notes(sheet), "order": ranking_order(sheet)}


@public_page
def cross(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Everybody against everybody, group by group."""

    def make() -> Body | None:
        shown = public_event(event)
        one = shown.stage(ordinal)
        found = public_standings(one) if one else None
        if one is None or found is None:
            return None
        small = [sheet for sheet in found.groups if len(sheet.lines) <= LARGEST_CROSS_TABLE]
        lines = public_tables(one, one.rounds) if small else []
        tables = [cross_table(sheet, lines) for sheet in small]
        facts = facts_of(shown, one, here="cross") | {"crosses": tables, "standings": found}
        return Body(
            _("%(stage)s对阵成绩表") % {"stage": one.stage.name}, "tournament/public/cross.html", facts
        )

    return answer(request, event, make)


@public_page
def pair(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """One participant: table and side, opponents, results, and why this rank."""

    def make() -> Body | None:
        shown = public_event(event)
        one = shown_names(event).get(number)
        if one is None:
            return None
        stages = [_part(stage, number) for stage in reversed(shown.stages) if stage.is_shown]
        parts = [part for part in stages if part]
        if not parts and not stands_in(shown, number):
            return None
        facts = facts_of(shown) | {"who": one, "parts": parts}
        return Body(
            _("%(number)s 号 %(names)s") % {"number": number, "names": one.text},
            "tournament/public/pair.html",
            facts,
        )

    return answer(request, event, make)


def _part(one: PublicStage, number: int) -> dict[str, Any] | None:
    """One stage of a participant's page; None when the participant is not in what is published of it."""
    lines = public_tables(one, one.rounds, number)
    found = public_group_sheets(one)
    told = story(number, lines, found.groups if found else (), one.stage.scoring_rules)
    if not told.steps and told.standing is None:
        return None
    penalties = [row for row in found.penalties if row["pair"] == number] if found else []
    session = lines[0].session if lines else ""
    notices = [notice for notice in found.notices if notice.session in ("", session)] if found else []
    return {
        "stage": one.stage,
        "story": told,
        "penalties": penalties,
        "notice": notices[0] if notices else None,
    }


def facts_of(shown: PublicEvent, one: PublicStage | None = None, here: object = "") -> dict[str, Any]:
    """What every body needs: the way through the event, and where participants' pages are."""
    return {"shown": shown, "one": one, "here": here, "pair_base": _pair_base(shown.event)}


def _pair_base(event: Event) -> str:
    """Participants' pages are below this address."""
    return f"{reverse('event', args=[event.slug])}pairs/"
