"""The time of one table: minutes of its own, and who is not seated yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.actions.note_lateness import forget_lateness, note_arrival, note_lateness, waive_forfeit
from tournament.actions.round_clock import give_table_minutes
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm
from tournament.forms.clocks import LateForm, MinutesForm
from tournament.models import Event, Match
from tournament.permissions import Right, actor_of, rights_of, ruling_required, scorer_required
from tournament.views.match import draw, match_or_404
from tournament.views.posting import require_POST
from tournament.views.round_parts import round_url, url_of_match
from tournament.views.stages import stage_or_404
from tournament.wording.general import side_name


@ruling_required
@require_POST
def table_minutes(request: HttpRequest, event: Event, ordinal: int, number: int, table: int) -> HttpResponse:
    """Give one table more minutes, or take back what it was given."""
    match = match_or_404(stage_or_404(event, ordinal), number, table, request.GET.get("session", ""))
    form = MinutesForm(request.POST)
    if not form.is_valid():
        return draw(request, match, form, status=422)
    try:
        done = give_table_minutes(match=match, minutes=form.wanted, by=actor_of(request), **form.claims)
    except ActionRefused as error:
        return _refused(request, match, form, error)
    told = {"table": table, "minutes": done.extra_minutes}
    messages.success(request, _("第 %(table)s 桌另加时 %(minutes)s 分钟。") % told)
    return redirect(url_of_match(match))


def _note(match: Match, form: LateForm, **who: Any) -> str:
    excused = form.cleaned_data["excused"]
    note_lateness(match=match, pair=_pair(match, form), is_excused=excused, **who)
    return str(_("第 %(table)s 桌%(side)s已标为未到齐，从开赛起计迟到。"))


def _arrived(match: Match, form: LateForm, **who: Any) -> str:
    note_arrival(match=match, pair=_pair(match, form), at=timezone.now(), **who)
    return str(_("第 %(table)s 桌%(side)s已到齐。"))


def _forget(match: Match, form: LateForm, **who: Any) -> str:
    forget_lateness(match=match, pair=_pair(match, form), **who)
    return str(_("第 %(table)s 桌%(side)s不再标为未到齐。"))


def _pair(match: Match, form: LateForm) -> Any:
    return getattr(match, form.cleaned_data["side"])


def _waive(match: Match, form: LateForm, **who: Any) -> str:
    waive_forfeit(match=match, pair=_pair(match, form), **who)
    return str(_("第 %(table)s 桌%(side)s不按弃权处理，等到齐再打。"))


STEPS: dict[str, Callable[..., str]] = {
    "note": _note,
    "arrived": _arrived,
    "forget": _forget,
    "waive": _waive,
}
OF_RULING = ("waive",)


@scorer_required
@require_POST
def table_late(
    request: HttpRequest, event: Event, ordinal: int, number: int, table: int, step: str
) -> HttpResponse:
    """Mark a side as not complete, as complete, or the mark as a mistake; a refusal shows the table."""
    if step not in STEPS:
        raise Http404
    match = match_or_404(stage_or_404(event, ordinal), number, table, request.GET.get("session", ""))
    form = LateForm(request.POST)
    if not form.is_valid():
        return draw(request, match, form, status=422)
    try:
        if step in OF_RULING and Right.RULE not in rights_of(request.user, event):
            raise ActionRefused("ruling_is_chiefs")
        said = STEPS[step](match, form, by=actor_of(request), submission=form.key)
    except ActionRefused as error:
        return _refused(request, match, form, error)
    messages.success(request, said % {"table": table, "side": side_name(form.cleaned_data["side"])})
    return redirect(_back(request, match))


def _back(request: HttpRequest, match: Match) -> str:
    """To the table's page from there, else to the round, narrowed as it was."""
    if request.POST.get("back") == "table":
        return url_of_match(match)
    narrowed = {key: request.POST.get(key, "") for key in ("session", "only")}
    return round_url(match.round.group.stage, match.round.number, **narrowed)


def _refused(request: HttpRequest, match: Match, form: WritingForm, error: ActionRefused) -> HttpResponse:
    form.refuse(error)
    stage, group = match.round.group.stage, match.round.group
    fresh = match_or_404(stage, match.round.number, match.table or 0, group.session)
    return draw(request, fresh, form, status=409 if isinstance(error, Conflict) else 422)
