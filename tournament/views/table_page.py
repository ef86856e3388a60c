"""The page behind a table's code: what is played there now, what stands, and what this phone may enter."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.codecs import LEVEL_TEXTS
from tournament import wording
from tournament.actions.give_penalty import FLOOR_GRADES
from tournament.forms.base import WritingForm, new_key
from tournament.forms.penalties import SideNoteForm
from tournament.forms.tables import PinForm, TableSheetForm, TableWalkoverForm
from tournament.models import Match, ResultKind
from tournament.queries.clocks import minutes_left
from tournament.queries.proposals import given_at
from tournament.queries.round_desk import row_of
from tournament.queries.table_now import TableNow
from tournament.views.deal_sheet import deal_parts, may_write
from tournament.views.series import running_words
from tournament.views.table_claims import claim_parts, sheet_worth
from tournament.views.table_guard import Phone, asked_at_table, at_table, phone_of
from tournament.wording.figures import clock
from tournament.wording.knockout import round_name
from tournament.wording.scores import level_words, outcome_words, result_words
from tournament.wording.standings import group_name

POLL_SECONDS = 10


@at_table
@require_safe
def table_page(request: HttpRequest, now: TableNow) -> HttpResponse:
    """The whole page."""
    return draw(request, now)


@asked_at_table
@require_safe
def table_news(request: HttpRequest, now: TableNow) -> HttpResponse:
    """What a page asks every few seconds: 204 or 304 while nothing has changed for its table.

    A page on which nothing is typed is opened anew (`HX-Redirect`); else a line above the form says that
    there is something new, and the form keeps what it has.
    """
    phone = phone_of(request, now)
    stamp = stamp_of(now, phone)
    if request.GET.get("since") == stamp:
        return HttpResponse(status=204)
    answer = get_conditional_response(request, etag=f'"{stamp}"')
    if answer is None:
        answer = render(
            request, "tournament/tables/news.html", {"link": now.link, "stamp": stamp, "is_new": True}
        )
        if not any(request.GET.get(key, "").strip() for key in ("ns_level", "ew_level", "name")):
            answer["HX-Redirect"] = reverse("table-page", args=[now.link.token])
    answer["ETag"] = f'"{stamp}"'
    return answer


@at_table
@require_safe
def table_look(request: HttpRequest, now: TableNow) -> HttpResponse:
    """What the pressed keys will come to, and what the rules still ask; nothing is stored."""
    if now.match is None:
        return HttpResponse(status=204)
    form = sheet_form(now, request.GET)
    form.is_valid()
    facts = {"form": form, "match": now.match, "will_words": will_words(form, now.match), "quiet": True}
    return render(request, "tournament/tables/will.html", facts)


def draw(
    request: HttpRequest,
    now: TableNow,
    form: WritingForm | None = None,
    *,
    status: int = 200,
    phone: Phone | None = None,
    **more: Any,
) -> HttpResponse:
    """The page around a form that may hold errors; `more` has a refusal (`problem`), a `conflict`."""
    phone = phone or phone_of(request, now)
    facts = {
        "now": now,
        "event": now.event,
        "link": now.link,
        "match": now.match,
        "stage": now.stage,
        "phone": phone,
        "title": table_title(now),
        "stamp": stamp_of(now, phone),
        "poll_seconds": POLL_SECONDS,
        "moment": timezone.now(),
        "rest_numbers": wording.sentence_list(now.rest.numbers) if now.rest else "",
        "new_key": new_key,
        "pin_form": form if isinstance(form, PinForm) else PinForm(),
        **(match_parts(request, now, phone, form) if now.match else {}),
        **deal_parts(request, now, phone, match_title(now)),
    }
    return render(request, "tournament/tables/table.html", facts | more, status=status)


def match_parts(
    request: HttpRequest, now: TableNow, phone: Phone, form: WritingForm | None
) -> dict[str, Any]:
    """What the page says about the match: its result, what may be entered, what the two pairs say."""
    assert now.match is not None
    is_walkover = isinstance(form, TableWalkoverForm)
    told = {"match": now.match.pk, "based_on": now.match.version}
    sheet = form if isinstance(form, TableSheetForm) else sheet_form(now)
    return {
        "standing_words": result_words(now.standing) if now.standing else "",
        "standing_name": wording.of_actor(now.standing) if now.standing else "",
        "worth": worth_words(now),
        "running_words": running_words(now.match),
        "form": sheet,
        "will_words": will_words(sheet, now.match),
        "match_title": match_title(now),
        "sides": sides_of(now, phone),
        "walkover": form if is_walkover else TableWalkoverForm(initial=told, auto_id="walkover_%s"),
        "note": _note_form(form, phone),
        "here_given": given_at(now.match) if phone.referee else None,
        "may_enter": may_enter(now, phone),
        "is_saved": _is_saved(request, now),
        "is_correction": now.standing is not None,
        "problems": _problems(form),
        **claim_parts(now, phone),
    }


def _note_form(form: WritingForm | None, phone: Phone) -> SideNoteForm | None:
    """The referee's line on a ruling; no form for anybody else."""
    if isinstance(form, SideNoteForm):
        return form
    return SideNoteForm(auto_id="ruling_%s", grades=FLOOR_GRADES) if phone.referee else None


def sides_of(now: TableNow, phone: Phone) -> list[dict[str, Any]]:
    """Both sides, 南北 first, with the level that stands and whether it is this phone's own."""
    match, standing = now.match, now.standing
    if match is None:
        return []
    levels = {"ns": standing.ns_level, "ew": standing.ew_level} if standing else {}
    passed = standing.passed_a if standing else ""
    return [
        {
            "side": side,
            "pair": pair,
            "level": level_words(levels.get(side), passed=passed == side),
            "is_yours": phone.seat == side,
        }
        for side, pair in (("ns", match.ns), ("ew", match.ew))
    ]


def may_enter(now: TableNow, phone: Phone) -> bool:
    """Whether this phone gets the form: a referee always, a pair while nothing is entered.

    A match best of three that is over is corrected at the desk, all games at once.
    """
    assert now.stage is not None
    if not now.takes or (now.stage.best_of > 1 and now.standing is not None):
        return False
    if phone.referee:
        return True
    return now.by_pairs and bool(phone.seat) and now.standing is None


def sheet_form(now: TableNow, data: Any = None) -> TableSheetForm:
    """The form of the match that is played now, filled with what stands."""
    assert now.stage is not None
    return TableSheetForm(
        data,
        rules=now.stage.scoring_rules,
        knockout=now.stage.is_knockout,
        left=time_left(now),
        initial=_as_pressed(now),
        auto_id="sheet_%s",
    )


def time_left(now: TableNow) -> int:
    """Whole minutes that this table still has to play; 0 where no clock says so."""
    return minutes_left(now.match, now.standing, timezone.now()) if now.match else 0


def _as_pressed(now: TableNow) -> dict[str, Any]:
    """What stands, as the keys would have sent it."""
    assert now.match is not None
    told: dict[str, Any] = {"match": now.match.pk, "based_on": now.match.version}
    standing = now.standing
    if standing is None or standing.kind != ResultKind.PLAYED:
        return told
    for side, level in (("ns", standing.ns_level), ("ew", standing.ew_level)):
        passed = "+" if standing.passed_a == side else ""
        told[f"{side}_level"] = f"{LEVEL_TEXTS[level]}{passed}" if level else ""
    told |= {"ended": standing.ended, "winner": standing.winner, "in_play": standing.in_play}
    told |= {"passed_gain": standing.passed_gain or ""}
    return told | {"seconds": "" if standing.seconds is None else clock(standing.seconds)}


def _problems(form: WritingForm | None) -> list[str]:
    """Errors that stand beside no key and no question."""
    if not isinstance(form, TableSheetForm):
        return []
    beside = {*form.questions, "ns_level", "ew_level", "early", "drop_deals"}
    return [str(error) for name, errors in form.errors.items() if name not in beside for error in errors]


def _is_saved(request: HttpRequest, now: TableNow) -> bool:
    """Whether the address says that what stands here was stored a moment ago."""
    assert now.match is not None
    return request.GET.get("saved", "") == f"{now.match.pk}-{now.match.version}"


def worth_words(now: TableNow) -> str:
    """What the standing result is worth."""
    if now.match is None or now.standing is None:
        return ""
    row = row_of(now.match, now.standing)
    if row.outcome is None or row.ns_points is None or row.ew_points is None:
        return ""
    return outcome_words(row.outcome, (row.ns_points, row.ew_points))


def will_words(form: TableSheetForm, match: Match) -> str:
    """What saving will come to: 南北过A升 3 级，胜 · 级差 +8 · 积分 108 : 7."""
    return sheet_worth(form.sheet, match) if form.sheet else ""


def match_title(now: TableNow) -> str:
    """Which match is shown, so that no two are taken for each other: 预赛 A 组第 2 轮."""
    if now.match is None or now.stage is None:
        return _("没有比赛")
    group = now.match.round.group
    parts = [now.stage.name, group.session, group_name(group.name) if now.stage.has_groups else ""]
    return " ".join([*filter(None, parts), round_name(now.match.round.number, now.stage)])


def table_title(now: TableNow) -> str:
    """第 2 轮, as the head of the page has it; the round's own name in a knock-out."""
    if now.rest is not None:
        return round_name(now.rest.round.number, now.rest.round.group.stage)
    return round_name(now.match.round.number, now.stage) if now.match else ""


def stamp_of(now: TableNow, phone: Phone) -> str:
    """Another one when anything changes that this phone's page shows.

    A phone that writes deals down asks for them by themselves; who only looks on gets a new page with each.
    """
    match, claim = now.match, now.claim
    said = [
        now.link.version,
        now.event.table_entry,
        now.shown,
        match and (match.pk, match.version, match.ns_id, match.extra_minutes),
        match and (match.round.state, now.clock),
        claim and (claim.pk, claim.state, claim.side),
        now.rest and (now.rest.round.pk, now.rest.numbers),
        None if may_write(now, phone) or now.running is None else now.running.version,
        phone.referee,
        phone.seat,
        get_language(),
    ]
    return sha256(repr(said).encode()).hexdigest()[:16]
