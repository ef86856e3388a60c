"""Penalties of an event: the list, a new one, taking one back, what is proposed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from scoring.rulebooks import Article
from tournament.actions.give_penalty import cancel_penalty, give_penalty
from tournament.actions.settle_proposal import confirm_proposal, waive_proposal
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import new_key, typed
from tournament.forms.penalties import CancelPenaltyForm, NoteForm, PenaltyForm, ProposalForm
from tournament.lists.penalties import PenaltyTable
from tournament.models import Event, Penalty
from tournament.permissions import actor_of, ruling_required
from tournament.queries.penalties import NumberedPenalty, penalties_of, points_in_force
from tournament.queries.progress import event_progress
from tournament.queries.proposals import Proposed, proposed, standing
from tournament.queries.rule_lines import book_of
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST
from tournament.wording import of_error
from tournament.wording.penalties import given_words, play_effects, proposed_words, tally_words

SOURCES = {"ladder": ("ladder", "foul_limit"), "late": ("late_in_a_row",), "levels": ("late_level_minutes",)}


@ruling_required
@require_http_methods(["GET", "POST"])
def penalties(request: HttpRequest, event: Event) -> HttpResponse:
    """All penalties, and the form for a new one."""
    progress = event_progress(event)
    at_hand = progress.stage_at_hand
    form = PenaltyForm(
        typed(request),
        event=event,
        stages=[one.stage for one in progress.stages],
        at_hand=at_hand.stage if at_hand else None,
        initial=_of_article(request, event),
    )
    if form.is_valid():
        try:
            made = give_penalty(event=event, by=actor_of(request), **form.ruling)
        except (ActionRefused, ScoringError) as error:
            form.refuse(error)
        else:
            messages.success(request, given_words(made))
            return redirect("penalties", event.slug)
    return _page(request, event, form, progress=progress, status=422 if form.errors else 200)


def _page(
    request: HttpRequest, event: Event, form: PenaltyForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    listed = penalties_of(event)
    table = PenaltyTable(listed, slug=event.slug)
    turn_page(request, table)
    facts = {
        "event": event, "tab": "standings", "form": form, "table": table,
        "total": points_in_force(listed), "count": len(listed), "note": NoteForm(auto_id="note_%s"),
        "proposed": [_shown(one) for one in proposed(event, listed)],
        "tallies": [(pair, tally_words(one)) for pair, one in standing(event, listed)],
        "articles": list(enumerate(articles_of(event))), "effects": play_effects(), "new_key": new_key,
        "is_open": bool(form.errors) or "article" in request.GET,
    }  # fmt: skip
    return render(request, "tournament/penalties/list.html", facts | more, status=status)


def _shown(one: Proposed) -> dict[str, Any]:
    return {"key": one.key, "pair": one.pair, "words": proposed_words(one), "where": one}


def articles_of(event: Event) -> tuple[Article, ...]:
    """What the event's rule book says of fouls; nothing for one that this program does not know."""
    book = book_of(event.rulebook)
    return book.articles if book else ()


def _of_article(request: HttpRequest, event: Event) -> dict[str, Any]:
    """The form as an article of the rule book fills it: `?article=3` is the fourth of the list."""
    asked, listed = request.GET.get("article", ""), articles_of(event)
    if not (asked.isascii() and asked.isdigit() and len(asked) < 4 and int(asked) < len(listed)):
        return {}
    one = listed[int(asked)]
    return {
        "article": one.article,
        "text": one.says,
        "grade": one.grade.value if one.grade else None,
        "effect": play_effects()[one.effect] if one.effect else "",
        "down": -one.sanction.levels or None,
        "cancels_gain": one.sanction.cancels_gain,
        "out_of_play": one.sanction.out_of_play,
        "awards_deal": one.sanction.awards_deal,
    }


@ruling_required
@require_POST
def penalty_settle(request: HttpRequest, event: Event, how: str) -> HttpResponse:
    """Confirm or waive one thing that is proposed."""
    if how not in ("confirm", "waive"):
        raise Http404
    form = ProposalForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("页面已过期，请刷新后再试。"))
    else:
        told: dict[str, Any] = {"event": event, "by": actor_of(request), "submission": form.key}
        told["key"] = form.cleaned_data["which"]
        try:
            if how == "confirm":
                made = confirm_proposal(**told, article=_article(event, told["key"]))
            else:
                made = waive_proposal(**told, reason=form.cleaned_data["reason"])
        except (ActionRefused, ScoringError) as error:
            messages.error(request, of_error(error))
        else:
            messages.success(request, given_words(made))
    return redirect("penalties", event.slug)


def _article(event: Event, key: str) -> str:
    """The article by which it is proposed, where the rule book has one."""
    book = book_of(event.rulebook)
    names = SOURCES.get(key.split("-")[0], ()) if book else ()
    found = [book.sources[name].article for name in names if book]
    return next((article for article in found if article), "")


@ruling_required
@require_http_methods(["GET", "POST"])
def penalty_cancel(request: HttpRequest, event: Event, ordinal: int) -> HttpResponse:
    """Take one penalty back, with the reason."""
    one = _penalty(event, ordinal)
    form = CancelPenaltyForm(typed(request), initial={"based_on": one.penalty.version})
    status = 422 if request.method == "POST" else 200
    if form.is_valid():
        try:
            cancel_penalty(
                penalty=one.penalty, reason=form.cleaned_data["reason"], by=actor_of(request), **form.claims
            )
        except Conflict as error:
            status = 409
            form.refuse(error)
            form.show_current(Penalty.objects.get(pk=one.penalty.pk))
        except (ActionRefused, ScoringError) as error:
            form.refuse(error)
        else:
            messages.success(request, _("判罚已撤销，名单里仍保留这一条。"))
            return redirect("penalties", event.slug)
    facts = {"event": event, "tab": "standings", "form": form, "one": one}
    return render(request, "tournament/penalties/cancel.html", facts, status=status)


def _penalty(event: Event, ordinal: int) -> NumberedPenalty:
    listed = penalties_of(event)
    if not 1 <= ordinal <= len(listed):
        raise Http404
    return listed[ordinal - 1]
