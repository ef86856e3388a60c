"""Appeals of an event: the list with both times running, one appeal, its steps, its paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from tournament.actions.announce_appeal import announce_appeal
from tournament.actions.appeals import (
    appeal_reason,
    decide_appeal,
    file_appeal,
    reopen_appeal,
    withdraw_appeal,
)
from tournament.errors import ActionRefused, Conflict
from tournament.exports.file_names import file_name
from tournament.exports.pdf import to_pdf
from tournament.forms.appeals import AppealForm, AppealReasonForm, DecideForm
from tournament.forms.base import WritingForm, typed
from tournament.lists.appeals import AppealTable
from tournament.lists.papers.appeal_form import blank_form, filled_form
from tournament.lists.papers.wanted import Wanted
from tournament.models import Appeal, Event
from tournament.permissions import actor_of, ruling_required
from tournament.queries.appeals import AppealCase, case_of, cases_of, windows_of
from tournament.queries.outdated import outdated_notices
from tournament.queries.penalties import penalties_of
from tournament.queries.progress import event_progress
from tournament.views.files import PDF, file_answer
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST
from tournament.views.round_parts import url_of_match
from tournament.wording.notices import notice_name, notice_what


@ruling_required
@require_http_methods(["GET", "POST"])
def appeals(request: HttpRequest, event: Event) -> HttpResponse:
    """All appeals, until when more are taken, and the form for one."""
    progress, now = event_progress(event), timezone.now()
    at_hand = progress.stage_at_hand
    form = AppealForm(
        typed(request),
        stages=[one.stage for one in progress.stages],
        at_hand=at_hand.stage if at_hand else None,
        penalties=penalties_of(event),
    )
    if form.is_valid():
        try:
            made = file_appeal(event=event, by=actor_of(request), **form.appeal)
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, _("已登记%(number)s 号的申诉。") % {"number": made.pair.number})
            return redirect("appeals", event.slug)
    cases = cases_of(event)
    table = AppealTable(cases, slug=event.slug, now=now)
    turn_page(request, table)
    facts = {
        "event": event, "progress": progress, "tab": "standings", "form": form, "table": table, "now": now,
        "windows": windows_of(event, now) if event.hears_appeals else [], "count": len(cases),
    }  # fmt: skip
    return render(request, "tournament/appeals/list.html", facts, status=422 if form.errors else 200)


@ruling_required
@require_GET
def appeal(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """One appeal: what was handed in, what the jury said, what is left to do."""
    return _page(request, event, _case(event, ordinal))


def _case(event: Event, ordinal: int) -> AppealCase:
    case = case_of(event, ordinal)
    if case is None:
        raise Http404
    return case


def _page(
    request: HttpRequest, event: Event, case: AppealCase, step: str = "", refused: WritingForm | None = None,
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    """The page; `refused` is the form of a step that was sent back, in its place."""
    outdated = outdated_notices(event) if case.may_change_standings and not case.wants_result else []
    steps = [one for one in ("decide", "withdraw") if case.is_open] or ["reopen"]
    if outdated:
        steps.append("announce")
    forms = {one: refused if one == step and refused else _form(one, event, case) for one in steps}
    told = [notice_name(one.publication.kind, one.publication.number) for one in outdated]
    facts = {
        "event": event, "tab": "standings", "case": case, "appeal": case.appeal, "now": timezone.now(),
        "forms": forms, "step": step, **_addresses(case),
        "outdated": [
            (name, notice_what(one.publication.kind, one.stage, one.number, one.session))
            for name, one in zip(told, outdated, strict=True)
        ],
    }  # fmt: skip
    return render(request, "tournament/appeals/appeal.html", facts, status=status)


def _addresses(case: AppealCase) -> dict[str, str]:
    """Where its match is shown, and where it is corrected with the appeal as the reason."""
    if case.match is None or case.match.table is None:
        return {}
    there = url_of_match(case.match)
    why = urlencode({"reason": appeal_reason(case.appeal)})
    return {"match_url": there, "correct_url": f"{there}{'&' if '?' in there else '?'}{why}"}


LABELS = {
    "withdraw": gettext_lazy("撤回的原因"),
    "reopen": gettext_lazy("重新裁定的原因"),
    "announce": gettext_lazy("更正的原因"),
}


def _form(step: str, event: Event, case: AppealCase, data: Any = None) -> WritingForm:
    if step == "decide":
        return DecideForm(data, appeal=case.appeal, event=event, auto_id="id_decide_%s")
    initial: dict[str, Any] = {"based_on": case.appeal.version}
    if step == "announce":
        initial["reason"] = appeal_reason(case.appeal)
    return AppealReasonForm(
        data, label=LABELS[step], needed=step != "withdraw", initial=initial, auto_id=f"id_{step}_%s"
    )


def _decide(one: Appeal, form: Any, **who: Any) -> str:
    decide_appeal(appeal=one, **form.answer, **who)
    return _("裁定已记录。")


def _withdraw(one: Appeal, form: Any, **who: Any) -> str:
    withdraw_appeal(appeal=one, reason=form.cleaned_data["reason"], **form.claims, **who)
    return _("已记为撤回。")


def _reopen(one: Appeal, form: Any, **who: Any) -> str:
    reopen_appeal(appeal=one, reason=form.cleaned_data["reason"], **form.claims, **who)
    return _("这件申诉又在等待裁定；原来的裁定留在操作记录里。")


def _announce(one: Appeal, form: Any, **who: Any) -> str:
    count = announce_appeal(appeal=one, reason=form.cleaned_data["reason"], **form.claims, **who)
    return _("已发布 %(count)s 份更正公告。") % {"count": count}


STEPS: dict[str, Callable[..., str]] = {
    "decide": _decide,
    "withdraw": _withdraw,
    "reopen": _reopen,
    "announce": _announce,
}


@ruling_required
@require_POST
def appeal_act(request: HttpRequest, event: Event, ordinal: int, step: str) -> HttpResponse:
    """Withdraw, decide, decide anew, or announce what changed; a refusal shows the appeal's page."""
    case = _case(event, ordinal)
    if step not in STEPS:
        raise Http404
    form = _form(step, event, case, request.POST)
    status = 422
    if form.is_valid():
        try:
            said = STEPS[step](case.appeal, form, by=actor_of(request))
        except Conflict as error:
            status = 409
            form.refuse(error)
            form.stand_on(case.appeal.version)
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, said)
            return redirect("appeal", event.slug, ordinal)
    for sentence in () if _shows(case, step) else form.non_field_errors():
        messages.error(request, str(sentence))
    return _page(request, event, case, step, form, status)


def _shows(case: AppealCase, step: str) -> bool:
    """Whether the page still has the form of this step; else its refusal stands above the page."""
    return step in (("decide", "withdraw") if case.is_open else ("reopen",))


@ruling_required
@require_GET
def appeal_paper(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """The 申诉书 to print and sign: 0 is an empty one."""
    want = Wanted(event, timezone.now())
    made = filled_form(want, _case(event, ordinal)) if ordinal else blank_form(want)
    return file_answer(to_pdf(made), PDF, file_name(event.name, made.title, "pdf"))
