"""The steps of a round: its tables go up, its clock starts, it closes, its standings go up, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import wording
from tournament.actions.publish import publish_pairings, publish_standings, withdraw_publication
from tournament.actions.round_clock import add_minutes, pause_round, resume_round
from tournament.actions.run_round import close_round, reopen_round, start_round, take_back_start
from tournament.errors import ActionRefused, Conflict
from tournament.forms.clocks import signed_minutes, start_moment
from tournament.forms.scoresheet import ReasonForm
from tournament.models import Event
from tournament.permissions import actor_of, director_required
from tournament.queries.round_desk import RoundDesk
from tournament.views.checking import agreed_to
from tournament.views.entering import draw_page
from tournament.views.posting import require_POST
from tournament.views.round_parts import desk_or_404, entry_parts, pairings_up, round_url
from tournament.views.stages import stage_or_404
from tournament.wording.knockout import round_name


def _publish(desk: RoundDesk, form: ReasonForm, **who: Any) -> None:
    groups = desk.groups if desk.is_narrowed else ()
    reason = form.cleaned_data["reason"]
    publish_pairings(stage=desk.stage, number=desk.number, groups=groups, reason=reason, **who)


def _withdraw(desk: RoundDesk, form: ReasonForm, **who: Any) -> None:
    publication = pairings_up(desk)
    if publication is None:
        raise ActionRefused("publication_not_current")
    withdraw_publication(publication=publication, reason=form.cleaned_data["reason"], **who)


def _start(desk: RoundDesk, form: ReasonForm, **who: Any) -> None:
    minutes = desk.stage.scoring_rules.play.minutes
    at = start_moment(form.data.get("at", ""), timezone.now(), minutes)
    early = bool(form.data.get("early"))
    start_round(stage=desk.stage, number=desk.number, at=at, groups=desk.groups, early=early, **who)


def _unstart(desk: RoundDesk, _form: ReasonForm, **who: Any) -> None:
    take_back_start(stage=desk.stage, number=desk.number, groups=desk.groups, **who)


def _pause(desk: RoundDesk, _form: ReasonForm, **who: Any) -> None:
    pause_round(stage=desk.stage, number=desk.number, at=timezone.now(), groups=desk.groups, **who)


def _resume(desk: RoundDesk, _form: ReasonForm, **who: Any) -> None:
    resume_round(stage=desk.stage, number=desk.number, at=timezone.now(), groups=desk.groups, **who)


def _close(desk: RoundDesk, form: ReasonForm, **who: Any) -> None:
    agreed = agreed_to(form.data)
    close_round(stage=desk.stage, number=desk.number, groups=desk.groups, unchecked=agreed, **who)


def _reopen(desk: RoundDesk, form: ReasonForm, **who: Any) -> None:
    reason = form.cleaned_data["reason"]
    reopen_round(stage=desk.stage, number=desk.number, reason=reason, groups=desk.groups, **who)


def _extend(desk: RoundDesk, form: ReasonForm, **who: Any) -> None:
    minutes, own, do = (form.data.get(key, "") for key in ("minutes", "own", "do"))
    told = {"minutes": signed_minutes(minutes, own, do), "seen": form.data.get("seen", "")}
    add_minutes(stage=desk.stage, number=desk.number, groups=desk.groups, **told, **who)


def _announce(desk: RoundDesk, form: ReasonForm, **who: Any) -> None:
    told = {"session": desk.session, "reason": form.cleaned_data["reason"]}
    publish_standings(stage=desk.stage, number=desk.number, unchecked=agreed_to(form.data), **told, **who)


Step = Callable[..., None]
STEPS: dict[str, tuple[Step, Any]] = {
    "publish": (_publish, gettext_lazy("已公布%(round)s对阵，可以录成绩了。")),
    "withdraw": (_withdraw, gettext_lazy("已撤下%(round)s对阵。")),
    "start": (_start, gettext_lazy("%(round)s开赛，开始计时。")),
    "unstart": (_unstart, gettext_lazy("已撤回%(round)s的开赛，又是已公布、未计时。")),
    "pause": (_pause, gettext_lazy("%(round)s暂停计时。")),
    "resume": (_resume, gettext_lazy("%(round)s继续计时。")),
    "extend": (_extend, gettext_lazy("%(round)s的时间已改。")),
    "close": (_close, gettext_lazy("%(round)s已结束。")),
    "reopen": (_reopen, gettext_lazy("%(round)s已重新打开。")),
    "announce": (_announce, gettext_lazy("已公布%(round)s后的名次。")),
}


@director_required
@require_POST
def act(request: HttpRequest, event: Event, ordinal: int, number: int, step: str) -> HttpResponse:
    """Take one step of a round; a refusal shows the page again with the reason."""
    if step not in STEPS:
        raise Http404
    desk = desk_or_404(stage_or_404(event, ordinal), number, request.POST)
    form = ReasonForm(request.POST)
    run, said = STEPS[step]
    if form.is_valid():
        try:
            run(desk, form, by=actor_of(request), submission=form.key)
        except ActionRefused as error:
            desk = desk_or_404(desk.stage, number, request.POST)  # as it stands now: somebody else was first
            status = 409 if isinstance(error, Conflict) else 422
            return refused(request, desk, step, wording.of_error(error), status)
        messages.success(request, str(said) % {"round": round_name(number, desk.stage)})
        return redirect(round_url(desk.stage, number, **desk.narrowing))
    return refused(request, desk, step, _("页面已过期，请刷新后再试。"))


def refused(
    request: HttpRequest, desk: RoundDesk, step: str, sentence: str, status: int = 422
) -> HttpResponse:
    """The page again, with what stood in the way and what was typed."""
    told = {key: request.POST.get(key, "") for key in ("reason", "own", "at")}
    told |= {"refused": sentence, "refused_step": step}
    return draw_page(request, desk, entry_parts(desk), status=status, **told)
