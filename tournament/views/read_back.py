"""唱录复核: what was entered is read aloud table by table, and confirmed with one key."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament import wording
from tournament.actions.check_results import check_results, uncheck_result
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm, new_key
from tournament.models import Match, MatchKind
from tournament.permissions import actor_of
from tournament.queries.round_desk import RoundDesk, rows_of
from tournament.queries.rounds import TableRow
from tournament.views.checking import LISTED
from tournament.views.round_parts import desk_or_404, round_url, url_of_match
from tournament.views.round_places import grid_url, key_of
from tournament.wording.scores import level_words, read_words

Tables = dict[str, Match]


def read_back(request: HttpRequest, desk: RoundDesk) -> HttpResponse:
    """The unchecked tables in order, to be read aloud; a POST confirms one or all that are listed, or takes
    one back."""
    if request.method != "POST":
        return draw(request, desk)
    form = WritingForm(request.POST)
    tables = {key_of(row): row.match for row in rows_of(desk) if row.match.kind == MatchKind.PLAY}
    wanted = seen_of(request, tables)
    if not form.is_valid() or wanted is None:
        return draw(request, desk, _("页面已过期，请刷新后再试。"), status=422)
    try:
        done = confirm(request, desk, wanted, form.key)
    except ActionRefused as error:
        fresh = desk_or_404(desk.stage, desk.number, request.POST)
        return draw(
            request, fresh, wording.of_error(error), status=409 if isinstance(error, Conflict) else 422
        )
    return answer(request, desk, done, wanted)


def seen_of(request: HttpRequest, tables: Tables) -> list[tuple[Match, int]] | None:
    """The tables and versions that were pressed (`one`, `back`), or all that were listed (`all`); None for
    what no page of ours sends."""
    pressed = [request.POST[key] for key in ("one", "back") if key in request.POST]
    found = []
    for text in pressed or request.POST.getlist("seen"):
        key, _colon, version = text.partition(":")
        if key not in tables or not (version.isascii() and version.isdigit() and len(version) < 7):
            return None
        found.append((tables[key], int(version)))
    return found


def confirm(request: HttpRequest, desk: RoundDesk, wanted: list[tuple[Match, int]], key: str) -> str:
    """Do what was pressed; returns what was done, in words."""
    by = actor_of(request)
    if "back" in request.POST:
        for match, version in wanted:
            uncheck_result(match=match, by=by, based_on=version, submission=key)
        return _("已撤回第 %(table)s 桌的复核。") % {"table": wanted[0][0].table}
    check_results(stage=desk.stage, seen=wanted, by=by, submission=key)
    if len(wanted) == 1:
        return _("第 %(table)s 桌复核无误。") % {"table": wanted[0][0].table}
    return _("%(count)s 桌复核无误。") % {"count": len(wanted)}


def answer(request: HttpRequest, desk: RoundDesk, done: str, wanted: list[tuple[Match, int]]) -> HttpResponse:
    """The next table in its place; without script the whole page anew."""
    if not request.htmx:  # type: ignore[attr-defined]
        messages.success(request, done)
        return redirect(grid_url(desk))
    back = request.POST["one"] if "one" in request.POST and len(wanted) == 1 else ""
    fresh = desk_or_404(desk.stage, desk.number, request.POST)
    return draw(request, fresh, done=done, back=back)


def draw(
    request: HttpRequest, desk: RoundDesk, problem: str = "", *, status: int = 200, **more: Any
) -> HttpResponse:
    """The list to read from: alone for the script, in the whole page otherwise."""
    rows = [row for row in rows_of(desk) if row.match.kind == MatchKind.PLAY]
    waiting = [row for row in rows if row.is_unchecked]
    context = {
        "event": desk.stage.event,
        "tab": "rounds",
        "page": _("唱录复核"),
        "stage": desk.stage,
        "desk": desk,
        "lines": [line_of(row) for row in waiting[:LISTED]],
        "waiting_count": len(waiting),
        "checked_count": sum(row.result is not None for row in rows) - len(waiting),
        "missing": desk.missing,
        "several_groups": len(desk.rounds) > 1,
        "is_draft": desk.state == "draft",
        "round_url": round_url(desk.stage, desk.number, **desk.narrowing),
        "here": grid_url(desk),
        "problem": problem,
        "new_key": new_key,
    }
    part = "read_back_part" if request.htmx else "read_back"  # type: ignore[attr-defined]
    return render(request, f"tournament/entering/{part}.html", context | more, status=status)


def line_of(row: TableRow) -> dict[str, Any]:
    """One table as it is read aloud."""
    result, outcome = row.result, row.outcome
    assert result is not None  # only tables with a result are read
    levels = {"ns": "", "ew": ""}
    if outcome is not None and outcome.is_played and not outcome.games:
        for side in levels:
            level = result.ns_level if side == "ns" else result.ew_level
            level = getattr(outcome, f"{side}_level") if level is None else level
            levels[side] = level_words(level, passed=outcome.passed_a == side)
    return {
        "match": row.match,
        "seen": f"{key_of(row)}:{result.version}",
        "ns": levels["ns"],
        "ew": levels["ew"],
        "words": read_words(result, outcome),
        "by": wording.entered_by(result),
        "url": url_of_match(row.match),
    }
