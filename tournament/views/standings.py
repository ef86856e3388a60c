"""The desk's standings of a stage: the list, publishing, lots; a participant; the cross table."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from pairing.lots import SEED_BITS
from tournament import wording
from tournament.actions.publish import publish_standings, withdraw_publication
from tournament.actions.settle_tie import settle_tie, tie_drawn_by_another
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm
from tournament.forms.numbers import number_of
from tournament.forms.standings import PublishStandingsForm, WithdrawStandingsForm
from tournament.forms.ties import COMPUTER, EVERYBODY, TieForm
from tournament.lists.penalties import PenaltyTable
from tournament.lists.standings import StandingsTable
from tournament.models import DrawKind, Event, Group, Pair, PublicationKind
from tournament.permissions import Right, actor_of, director_required, rights_of, scorer_required
from tournament.queries.checking import unchecked_upto
from tournament.queries.cross_table import cross_table
from tournament.queries.draw_record import lots_count, lots_in_force
from tournament.queries.entries import was_answered
from tournament.queries.frozen import penalties_json
from tournament.queries.pair_story import story
from tournament.queries.penalties import penalties_of, points_in_force
from tournament.queries.progress import StageProgress, event_progress
from tournament.queries.publications import announced
from tournament.queries.standing_sheets import live_sheets, who
from tournament.queries.standings import stage_standings
from tournament.queries.standings_desk import StandingsDesk, group_of_sheet, standings_desk
from tournament.queries.table_lines import live_lines
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST
from tournament.views.stages import session_or_404
from tournament.wording.notices import notice_name
from tournament.wording.standings import as_of, ranking_order, sheet_notes


def _stage(event: Event, ordinal: int) -> tuple[Any, StageProgress]:
    """How far the event has come, and the stage; 404 without one."""
    progress = event_progress(event)
    found = next((one for one in progress.stages if one.stage.ordinal == ordinal), None)
    if found is None:
        raise Http404
    return progress, found


def _desk(request: HttpRequest, found: StageProgress) -> StandingsDesk:
    asked = request.GET.get("round", "")
    number = number_of(asked)
    if asked and number is None:
        raise Http404
    desk = standings_desk(found, number, request.GET.get("group"))
    if desk is None:
        raise Http404
    return desk


@scorer_required
@require_GET
def standings(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """One group's standings, or all together, as of any round."""
    return _page(request, event, ordinal)


def _page(
    request: HttpRequest, event: Event, ordinal: int, refused: WritingForm | None = None
) -> HttpResponse:
    """The page; `refused` is the form that was sent back, in its place."""
    progress, found = _stage(event, ordinal)
    facts = {"event": event, "progress": progress, "tab": "standings", "stage": found.stage}
    if not found.is_drawn:
        return render(request, "tournament/standings/not_drawn.html", facts)
    desk = _desk(request, found)
    base = _pair_base(event, ordinal)
    table = StandingsTable(desk.sheet, event=event, url_of=lambda number: f"{base}{number}/")
    turn_page(request, table)
    facts |= {
        "desk": desk,
        "table": table,
        "notes": sheet_notes(desk.sheet),
        "order": ranking_order(desk.sheet),
        "as_of": as_of(desk.upto_round, found.stage),
        "may_direct": Right.DIRECT in rights_of(request.user, event),
        "here": _here(request),
        "lots": _lots_forms(desk, refused),
        **_publish_forms(desk, refused),
    }
    return render(request, "tournament/standings/desk.html", facts, status=422 if refused else 200)


def _here(request: HttpRequest) -> str:
    """The list's place, so that a form comes back to it."""
    kept = {key: request.GET[key] for key in ("group", "round", "sort") if key in request.GET}
    return f"?{urlencode(kept)}" if kept else ""


def _publish_forms(desk: StandingsDesk, refused: WritingForm | None) -> dict[str, Any]:
    one = desk.publishing
    if one is None:
        return {}
    open_ = unchecked_upto(desk.stage, one.number, one.session) if one.is_ready else []
    fresh = PublishStandingsForm(initial={"number": one.number}, corrects=one.corrects, unchecked=open_)
    return {
        "publish_form": refused if isinstance(refused, PublishStandingsForm) else fresh,
        "withdraw_form": WithdrawStandingsForm(initial={"number": one.number}),
        "notice": notice_name(PublicationKind.STANDINGS, one.up.number) if one.up else "",
    }


def _lots_forms(desk: StandingsDesk, refused: WritingForm | None) -> list[tuple[Any, TieForm]]:
    """A form for each open tie of the chosen sheet."""
    if not desk.lots_decide:
        return []
    forms = []
    for tie in desk.sheet.ties:
        tied = _("、").join(str(line.number) for line in tie)
        mine = isinstance(refused, TieForm) and refused.data.get("tied") == tied
        fresh = TieForm(auto_id=f"id_{tie[0].number}_%s", initial={"group": desk.sheet.group, "tied": tied})
        forms.append((tie, refused if mine and isinstance(refused, TieForm) else fresh))
    return forms


@director_required
@require_POST
def standings_publish(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Publish the standings after a round; again is a correction, with its reason."""
    _progress, found = _stage(event, ordinal)
    number = number_of(request.POST.get("number", ""))
    session = session_or_404(found.stage, request.POST.get("session", ""))
    earlier = found.stage.publications.filter(kind=PublicationKind.STANDINGS, round_number=number)
    earlier = earlier.filter(session__in={"", session})
    # Sent again after a lost answer, the first notice is no correction of itself.
    is_new = not was_answered(request.POST.get("submission", ""))
    open_ = unchecked_upto(found.stage, number, session) if number else []
    form = PublishStandingsForm(request.POST, corrects=is_new and earlier.exists(), unchecked=open_)
    if form.is_valid():
        try:
            made = publish_standings(
                stage=found.stage,
                number=form.cleaned_data["number"],
                session=session,
                reason=form.cleaned_data["reason"],
                unchecked=form.cleaned_data.get("unchecked", "").split(),
                by=actor_of(request),
                submission=form.key,
            )
        except ActionRefused as error:
            form.refuse(error)
        else:
            name = notice_name(PublicationKind.STANDINGS, made.number, is_correction=earlier.count() > 1)
            messages.success(request, _("已公布：%(name)s。") % {"name": name})
            return _back(request, event, ordinal)
    return _page(request, event, ordinal, form)


@director_required
@require_POST
def standings_withdraw(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take the notice of a round down."""
    _progress, found = _stage(event, ordinal)
    form = WithdrawStandingsForm(request.POST)
    if form.is_valid():
        session = session_or_404(found.stage, request.GET.get("session", ""))
        up = announced(found.stage, form.cleaned_data["number"], session)
        try:
            if up is None:
                raise ActionRefused("publication_not_current")
            withdraw_publication(publication=up, by=actor_of(request), submission=form.key)
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, _("名次已撤下，公开页面上不再显示。"))
            return _back(request, event, ordinal)
    for sentence in form.non_field_errors():
        messages.error(request, str(sentence))
    return _back(request, event, ordinal)


@director_required
@require_POST
def standings_lots(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Settle a tie by lots: drawn by the computer, or typed in the order in which they were drawn."""
    _progress, found = _stage(event, ordinal)
    form = TieForm(request.POST)
    if form.is_valid() and form.decided_how != EVERYBODY:
        values = form.cleaned_data
        try:
            group = group_of_sheet(found.stage, values["group"])
            seen = lots_count(found.stage, DrawKind.LOTS)
            _refuse_settled(request, found, form)
            settle_tie(
                stage=found.stage,
                group=group,
                kind=DrawKind.LOTS,
                numbers=form.order_found or values["tied"],
                seed=secrets.randbits(SEED_BITS) if form.decided_how == COMPUTER else None,
                by=actor_of(request),
                based_on=seen,
                submission=form.key,
            )
        except Group.DoesNotExist:
            raise Http404 from None
        except Conflict as error:
            messages.error(request, wording.of_error(error))
            return _back(request, event, ordinal)
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, _("抽签结果已存档，名次已排定。"))
            return _back(request, event, ordinal)
    return _page(request, event, ordinal, form)


def _refuse_settled(request: HttpRequest, found: StageProgress, form: TieForm) -> None:
    """Lots are drawn once: a page that still shows a tie does not draw over what settled it meanwhile."""
    sent = form.cleaned_data
    desk = standings_desk(found, number_of(request.GET.get("round", "")), sent["group"])
    open_ties = [sorted(line.number for line in tie) for tie in desk.sheet.ties] if desk else []
    if sorted(sent["tied"]) not in open_ties and not was_answered(form.key):
        if _are_drawn(found, sent["tied"]):
            raise tie_drawn_by_another(found.stage)
        raise Conflict("tie_no_longer_open")


def _are_drawn(found: StageProgress, numbers: list[int]) -> bool:
    """Whether lots have parted these pairs."""
    drawn = lots_in_force(found.stage, DrawKind.LOTS).values()
    return any(set(numbers) <= set(order) for order in drawn)


def _back(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    return redirect(reverse("standings", args=[event.slug, ordinal]) + _here(request))


def _pair_base(event: Event, ordinal: int) -> str:
    return reverse("standings", args=[event.slug, ordinal]).removesuffix("standings/") + "pairs/"


@scorer_required
@require_GET
def desk_pair(request: HttpRequest, event: Event, ordinal: int, number: int) -> HttpResponse:
    """Why am I ninth: one participant's rounds, results, penalties, and what separates it from the next."""
    progress, found = _stage(event, ordinal)
    pair = get_object_or_404(Pair.objects.select_related("unit"), event=event, number=number)
    stage = found.stage
    table = stage_standings(stage)
    told = story(number, live_lines(stage, None, number), live_sheets(table), stage.scoring_rules)
    mine = [one for one in penalties_of(event) if one.penalty.pair_id == pair.pk]
    penalties = PenaltyTable(mine, slug=event.slug, exclude=("number", "names"), orderable=False)
    facts = {
        "event": event, "progress": progress, "tab": "standings", "stage": stage, "who": who(pair),
        "story": told, "penalties": [row for row in penalties_json(table) if row["pair"] == number],
        "table": penalties if mine else None, "penalty_total": points_in_force(mine),
        "pair_base": _pair_base(event, ordinal),
    }  # fmt: skip
    return render(request, "tournament/standings/pair.html", facts)


@scorer_required
@require_GET
def desk_cross(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Everybody against everybody in one group, as it stands now."""
    progress, found = _stage(event, ordinal)
    sheets = live_sheets(stage_standings(found.stage))
    asked = request.GET.get("group", sheets[0].group if sheets else "")
    sheet = next((one for one in sheets if one.group == asked), None)
    if sheet is None and sheets:
        raise Http404
    facts = {
        "event": event, "progress": progress, "tab": "standings", "stage": found.stage, "sheets": sheets,
        "cross": cross_table(sheet, live_lines(found.stage)) if sheet else None,
        "pair_base": _pair_base(event, ordinal),
    }  # fmt: skip
    return render(request, "tournament/standings/desk_cross.html", facts)
