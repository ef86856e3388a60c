"""The parts of the scorer's round page, each of which can be swapped in by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from scoring.scoresheet import Ended, judge
from scoring.walkovers import match_points
from tournament import wording
from tournament.forms.base import new_key
from tournament.forms.numbers import number_of
from tournament.forms.scoresheet import EntryForm
from tournament.lists.round_tables import RoundTables, match_url
from tournament.models import Match, Publication, PublicationKind, Result, RoundState, Stage
from tournament.permissions import Right, rights_of
from tournament.queries.clocks import clocks_seen, minutes_left
from tournament.queries.lateness import late_pairs
from tournament.queries.paired_rounds import is_by_rounds
from tournament.queries.publications import announced_before_change, current_publication
from tournament.queries.results import standing_result
from tournament.queries.round_desk import (
    RoundDesk,
    round_desk,
)
from tournament.queries.rounds import StillPlaying, round_numbers, still_playing
from tournament.queries.rounds_to_come import rounds_to_pair
from tournament.queries.table_phases import RoundLook, round_look
from tournament.views.checking import open_checks, unchecked_parts
from tournament.views.series import running_words
from tournament.wording.scores import outcome_words, result_words

TABLES_NAMED = 8  # on a button; the filter 未录 has them all
TABLES_TOLD = 16  # below the filters
KEY = re.compile(r"[0-9a-f]{1,64}")


def desk_or_404(stage: Stage, number: int, asked: Mapping[str, Any]) -> RoundDesk:
    """The round, narrowed to the `session` or group (`only`) of an address or form; 404 when there is no such
    round."""
    desk = round_desk(stage, number, str(asked.get("session", "")), number_of(str(asked.get("only", ""))))
    if not desk.rounds or not _is_as_asked(desk, asked):
        raise Http404
    return desk


def _is_as_asked(desk: RoundDesk, asked: Mapping[str, Any]) -> bool:
    """Whether the part that was asked for exists: a step meant for one session must never reach them all."""
    session, only = str(asked.get("session", "")), number_of(str(asked.get("only", "")))
    return (not session or session == desk.session) and (only is None or len(desk.rounds) == 1)


def round_url(stage: Stage, number: int, **query: Any) -> str:
    """The round's page; empty values are left out of the query."""
    address = reverse("round", args=[stage.event.slug, stage.ordinal, number])
    kept = {key: value for key, value in query.items() if value not in ("", None)}
    return f"{address}?{urlencode(kept)}" if kept else address


def url_of_match(match: Match) -> str:
    """The page of one table."""
    stage = match.round.group.stage
    return match_url(match, stage.event.slug, stage.ordinal, match.round.number)


def head_parts(request: HttpRequest, desk: RoundDesk, *, deals: bool = True) -> dict[str, Any]:
    """The round's title, state and steps, and how far each table is (`deals`: with the deals under way)."""
    stage, missing = desk.stage, desk.missing
    closed, untouched = desk.state == RoundState.CLOSED, not desk.entered_count
    announcement, has_changed = (
        announced_before_change(stage, desk.number, desk.session) if closed else (None, False)
    )
    numbers = round_numbers(stage, desk.groups if desk.is_narrowed else ())
    lines, rights = desk.lines, rights_of(request.user, stage.event)
    late, now = late_pairs(stage, desk.rounds), timezone.now()
    look = round_look(desk, late, now, deals=deals)
    return {
        "event": stage.event,
        "stage": stage,
        "desk": desk,
        "state": desk.state.value,
        "missing": missing,
        "missing_named": _named(desk),
        "missing_told": len(missing) <= TABLES_TOLD and _are_told_apart(desk),
        "rounds": numbers,
        "pairs_next": closed and desk.number == numbers[-1] and may_pair(stage, desk.number),
        "announcement": announcement,
        "has_changed": has_changed,
        "pairings": pairings_up(desk) if untouched else None,
        "can_direct": Right.DIRECT in rights,
        "still_playing": _still_playing(desk) if untouched else None,
        "new_key": new_key,
        "here": round_url(stage, desk.number, **desk.narrowing),
        "here_path": round_url(stage, desk.number),
        "now": now,
        "clock_lines": lines,
        "has_running": any(line.clock.paused_at is None for line in lines),
        "has_paused": any(line.clock.paused_at is not None for line in lines),
        "has_limit": any(line.clock.ends_at is not None for line in lines),
        "seen": clocks_seen(desk.rounds),
        "late": late,
        "look": look,
        "disputes": [_dispute(one.match, desk) for one in look.disputes],
        "may_rule": Right.RULE in rights,
        "to_check": desk.unchecked,
        **unchecked_parts(open_checks(desk)),
    }


def _still_playing(desk: RoundDesk) -> StillPlaying | None:
    """What stands in the way of one press that starts a round which is public."""
    if desk.state != RoundState.PUBLISHED:
        return None
    return still_playing(desk.stage, desk.number, desk.rounds)


def _dispute(match: Match, desk: RoundDesk) -> dict[str, Any]:
    """A table that waits for somebody to decide, with its session where several are shown."""
    url = match_url(match, desk.stage.event.slug, desk.stage.ordinal, desk.number)
    session = match.round.group.session if desk.sessions and not desk.session else ""
    return {"table": match.table, "session": session, "url": url}


def _named(desk: RoundDesk) -> str:
    """The first tables that are missing, for a button; "" where sessions share their numbers."""
    missing = desk.missing
    named = _("、").join(map(str, missing[:TABLES_NAMED])) + ("…" if missing[TABLES_NAMED:] else "")
    return named if _are_told_apart(desk) else ""


def _are_told_apart(desk: RoundDesk) -> bool:
    """Whether a number is one table only: two sessions play at the same ones."""
    return len({one.table for one in desk.seats}) == len(desk.seats)


def stands_announced(desk: RoundDesk) -> bool:
    """Whether the round's standings are public as they are now: then they are provisional no longer."""
    if desk.state != RoundState.CLOSED:
        return False
    announcement, has_changed = announced_before_change(desk.stage, desk.number, desk.session)
    return announcement is not None and not has_changed


def pairings_up(desk: RoundDesk) -> Publication | None:
    """The publication that can be taken down from here: that of all, or of the chosen session by itself."""
    if desk.only is not None:
        return None
    return current_publication(desk.stage, PublicationKind.PAIRINGS, desk.number, desk.session)


def may_pair(stage: Stage, number: int) -> bool:
    """Whether a further round is paired after round `number`."""
    planned = rounds_to_pair(stage, stage.entries.count(), number)
    return is_by_rounds(stage) and (planned is None or number < planned)


def entry_parts(
    desk: RoundDesk,
    *,
    form: EntryForm | None = None,
    match: Match | None = None,
    saved: Result | None = None,
    quiet: bool = False,
) -> dict[str, Any]:
    """The line itself. `form` keeps what was typed; `quiet` leaves out its errors (a look, not a save)."""
    given = form.data if form else {}
    key = str(given.get("submission", ""))
    return {
        "key": key if KEY.fullmatch(key) else new_key(),
        "match": match,
        "table": given.get("table", ""),
        "typed": form.levels_typed() if form else {"ns": "", "ew": ""},
        "questions": form.asked() if form else [],
        "problems": form.problems() if form and not quiet else [],
        "wrong": set(form.errors) if form and not quiet else set(),
        "will": will_parts(form, match) if form else None,
        "more": match is not None and desk.state != RoundState.CLOSED,
        "saved": saved_parts(saved) if saved else None,
        "match_url": url_of_match(match) if match else "",
        "new_key": new_key,
    }


def saved_parts(result: Result) -> dict[str, Any]:
    """What was just stored, and how to take it back."""
    return {"match": result.match, "words": result_words(result), "version": result.version}


def will_parts(form: EntryForm, match: Match | None) -> dict[str, Any]:
    """What saving will do, or what stands at the table already."""
    standing = standing_result(match) if match else None
    return {
        "words": will_words(form) if match else "",
        "left": time_left(form, match, standing) if match else 0,
        "running": running_words(match) if match else "",
        "standing": result_words(standing) if standing else "",
        "by": wording.entered_by(standing) if standing else "",
        "problem": form.first_problem(),
    }


def time_left(form: EntryForm, match: Match, standing: Result | None) -> int:
    """The minutes that the table still has, where the typed slip says that its time was over; else 0."""
    is_timed = form.sheet is not None and form.sheet.ended is Ended.TIME
    return minutes_left(match, standing, timezone.now()) if is_timed else 0


def will_words(form: EntryForm) -> str:
    """What the typed levels will be worth: 南北过A升 3 级，胜 · 级差 +8 · 积分 108 : 7."""
    if form.sheet is None:
        return ""
    outcome = judge(form.sheet, form.rules, knockout=form.knockout)
    return outcome_words(outcome, match_points(outcome, form.rules))


def grid_of(rows: list[Any], desk: RoundDesk, look: RoundLook) -> RoundTables:
    """The round's list over `rows`, each in the state in which `look` saw it."""
    stage = desk.stage
    sessions = {one.group.session for one in desk.rounds}
    return RoundTables(
        rows,
        stage=stage,
        slug=stage.event.slug,
        number=desk.number,
        groups=len(desk.rounds),
        sessions=len(sessions),
        begun=desk.begun,
        changed={one.match for one in desk.seats if one.is_changed},
        look=look,
        now=timezone.now(),
    )
