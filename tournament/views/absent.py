"""Before the start: who has not come, what became of their groups, and the ways on to the papers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from pairing.errors import PairingError
from tournament.actions.regroup import close_ranks, merge_groups
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm
from tournament.forms.regrouping import MergeForm
from tournament.models import Event, Group
from tournament.permissions import actor_of, director_required
from tournament.queries.check_in import absentees, check_in_counts
from tournament.queries.regrouping import ShortGroup, short_groups
from tournament.queries.replacing import reserves_of
from tournament.views.posting import require_POST
from tournament.views.refusals import status_of
from tournament.wording.regrouping import gone_text, outlook_text
from tournament.wording.standings import group_name


@dataclass(frozen=True, slots=True)
class ShortLine:
    """One group that is short, in words, with the forms that do something about it."""

    short: ShortGroup
    name: str
    gone: str
    alone: str
    smaller: WritingForm
    merge: MergeForm | None


@director_required
@require_GET
def absent(request: HttpRequest, event: Event) -> HttpResponse:
    """The absentees, each with its places; groups that are short; then draw again or keep, and print."""
    return _page(request, event)


@director_required
@require_POST
def regroup(request: HttpRequest, event: Event, ordinal: int, group: int, how: str) -> HttpResponse:
    """Make a group `smaller`, or `merge` it into another."""
    if how not in ("smaller", "merge"):
        raise Http404
    groups = Group.objects.select_related("stage").filter(stage__event=event, stage__ordinal=ordinal)
    found = get_object_or_404(groups, ordinal=group)
    short = next((one for one in short_groups(event) if one.group == found), None)
    form = _form(request, found, short, how)
    if form is None:  # pressed again after it was done, or another one has settled it
        messages.info(request, _("%(group)s没有要处理的了。") % {"group": group_name(found.name)})
        return redirect("absent", event.slug)
    status = 422
    if form.is_valid():
        try:
            told = _run(request, found, form)
        except (ActionRefused, PairingError) as error:
            form.refuse(error)
            status = status_of(error)
        else:
            messages.success(request, told)
            return redirect("absent", event.slug)
    return _page(request, event, found, form, status=status)


def _form(
    request: HttpRequest, group: Group, short: ShortGroup | None, how: str
) -> WritingForm | MergeForm | None:
    if short is None:
        return None
    if how == "merge":
        return MergeForm(request.POST, short=short)
    return WritingForm(request.POST, prefix=_prefix(short))


def _prefix(short: ShortGroup) -> str:
    return f"smaller-{short.stage.ordinal}-{short.group.ordinal}"


def _run(request: HttpRequest, group: Group, form: WritingForm) -> str:
    told = {"group": group_name(group.name)}
    if isinstance(form, MergeForm):
        ordinal, size = form.chosen
        into = group.stage.groups.get(ordinal=ordinal)
        merge_groups(group=group, into=into, by=actor_of(request), based_on=size, submission=form.key)
        return _("%(group)s已并入 %(into)s。") % {**told, "into": group_name(into.name)}
    close_ranks(group=group, by=actor_of(request), **form.claims)
    return _("%(group)s已按留下的队重新编排。") % told


def _page(
    request: HttpRequest,
    event: Event,
    group: Group | None = None,
    form: WritingForm | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    here, total = check_in_counts(event)
    facts: dict[str, Any] = {
        "event": event,
        "tab": "entries",
        "absent": absentees(event),
        "short": [_line(one, form if one.group == group else None) for one in short_groups(event)],
        "reserves": reserves_of(event),
        "here": here,
        "total": total,
        "stages": list(event.stages.filter(entries__isnull=False).distinct()),
        "first": event.stages.first(),
        "is_closed": event.check_in_closed_at is not None,
    }
    return render(request, "tournament/check_in/absent.html", facts, status=status)


def _line(short: ShortGroup, form: WritingForm | None) -> ShortLine:
    alone = short.alone
    merge = form if isinstance(form, MergeForm) else MergeForm(short=short) if short.merges else None
    smaller = None if isinstance(form, MergeForm) else form
    initial = {"based_on": alone.size if alone else None}
    return ShortLine(
        short=short,
        name=group_name(short.group.name),
        gone=gone_text(short),
        alone=outlook_text(alone) if alone else "",
        smaller=smaller or WritingForm(prefix=_prefix(short), initial=initial),
        merge=merge,
    )
