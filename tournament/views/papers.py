"""Papers, files, pictures and texts of an event: made when asked for, from what stands now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode, urlsafe_base64_encode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.exports.delimited import to_csv
from tournament.exports.file_names import file_name
from tournament.exports.paper import Paper
from tournament.exports.pdf import to_pdf
from tournament.exports.picture import to_pngs
from tournament.exports.scoresheets import to_scoresheets
from tournament.exports.text import to_text
from tournament.exports.xlsx import to_xlsx
from tournament.forms.numbers import number_of
from tournament.lists.cards.catalogue import CardKind
from tournament.lists.everything import OF_THE_MOMENT
from tournament.lists.papers.catalogue import PAPERS, Needs, PaperKind, Wanted
from tournament.lists.papers.scoresheets import blank_sheets, nameless_sheets
from tournament.models import Event, Group, Stage
from tournament.permissions import rights_of, scorer_required
from tournament.queries.rounds import round_numbers
from tournament.views.addresses import address_for_others
from tournament.views.files import PDF, XLSX, file_answer
from tournament.views.stages import stage_or_404
from tournament.wording.knockout import round_name
from tournament.wording.standings import group_name

FILES: dict[str, tuple[Callable[[Paper], bytes], str]] = {
    "pdf": (to_pdf, PDF),
    "xlsx": (to_xlsx, XLSX),
    "csv": (to_csv, "text/csv; charset=utf-8"),
    "txt": (lambda paper: to_text(paper).encode(), "text/plain; charset=utf-8"),
}
PICTURE_SECONDS = 600


class Pictures(NamedTuple):
    """The pictures of one paper and what it is called."""

    title: str
    files: list[bytes]


def kind_or_404(request: HttpRequest, event: Event, what: str) -> PaperKind:
    """The paper `what`; 404 where there is none, or where the visitor may not read it."""
    kind = PAPERS.get(what)
    if kind is None or kind.right not in rights_of(request.user, event):
        raise Http404
    return kind


def wanted(request: HttpRequest, event: Event, kind: PaperKind | CardKind) -> Wanted:
    """What the address asks for; 404 for a stage, round or group that the event does not have."""
    site = address_for_others(request, "/").rstrip("/")
    if not kind.has_stage:
        return Wanted(event, timezone.now(), site=site)
    stage = stage_or_404(event, _number(request, "stage") or 1)
    number = _number(request, "round") if kind.needs in (Needs.ROUND, Needs.ANY_ROUND) else None
    if (number is None and kind.needs_round) or (number is not None and number not in round_numbers(stage)):
        raise Http404
    group = request.GET.get("group", "")
    only = get_object_or_404(stage.groups, name=group) if group and kind.by_group else None
    told: dict[str, Any] = {"table": _number(request, "table"), "session": _session(request, stage, kind)}
    return Wanted(event, timezone.now(), stage, number, only, site=site, **told)


def _session(request: HttpRequest, stage: Stage, kind: PaperKind | CardKind) -> str:
    """The session to which a paper of a round is narrowed; 404 where the stage has none of that name."""
    session = request.GET.get("session", "") if isinstance(kind, PaperKind) and kind.needs_round else ""
    if session and not stage.groups.filter(session=session).exists():
        raise Http404
    return session


def _number(request: HttpRequest, key: str) -> int | None:
    text = request.GET.get(key, "")
    if not text:
        return None
    if (number := number_of(text)) is None:
        raise Http404
    return number


@scorer_required
@require_GET
def paper(request: HttpRequest, event: Event, what: str, form: str) -> HttpResponse:
    """One paper as a file: pdf, xlsx, csv, txt, or png (`page` picks one of several pictures)."""
    kind = kind_or_404(request, event, what)
    want = wanted(request, event, kind)
    if form == "png":
        return _picture(request, kind, want)
    make, content_type = FILES[form]
    made = kind.build(want)
    name = file_name(event.name, made.full_title, form)
    return file_answer(make(made), content_type, name, attachment=form in ("xlsx", "csv"))


def _picture(request: HttpRequest, kind: PaperKind, want: Wanted) -> HttpResponse:
    pictures = pictures_of(kind, want)
    page, count = _number(request, "page") or 1, len(pictures.files)
    if page > count:
        raise Http404
    title = pictures.title if count == 1 else f"{pictures.title} {page}"
    return file_answer(pictures.files[page - 1], "image/png", file_name(want.event.name, title, "png"))


def pictures_of(kind: PaperKind, want: Wanted, made: Paper | None = None) -> Pictures:
    """The pictures of a paper, kept until anything in the event moves, and those of a paper that tells
    minutes for a minute. `made` saves building it again."""
    stage, group = want.stage, want.group
    minute = int(want.at.timestamp()) // 60 if kind.key in OF_THE_MOMENT else 0
    key = ":".join(
        str(part)
        for part in (
            "pictures",
            get_language(),
            want.event.pk,
            want.event.revision,
            kind.key,
            stage.ordinal if stage else 0,
            want.round_number or 0,
            group.ordinal if group else 0,
            urlsafe_base64_encode(want.session.encode()),  # may hold blanks
            minute,
        )
    )
    kept: Pictures | None = cache.get(key)
    if kept is None:
        made = made or kind.build(want)
        kept = Pictures(made.full_title, to_pngs(made))
        cache.set(key, kept, PICTURE_SECONDS)
    return kept


@scorer_required
@require_GET
def scoresheets(request: HttpRequest, event: Event) -> HttpResponse:
    """Blank scoresheets as a PDF, two to a page: a round's with names, or nameless ones."""
    stage = stage_or_404(event, _number(request, "stage") or 1)
    number = _number(request, "round")
    if number is not None and number not in round_numbers(stage):
        raise Http404
    sheets = nameless_sheets(stage) if number is None else blank_sheets(stage, number)
    title = _("计分表") if number is None else _("%(round)s计分表") % {"round": round_name(number, stage)}
    name = file_name(event.name, f"{stage.name}{title}", "pdf")
    return file_answer(to_scoresheets(sheets), PDF, name)


def addresses(event: Event, what: str, **asked: int | str | None) -> dict[str, str]:
    """Where one paper is to be had in each form; `asked`: the stage's ordinal, round, group's name."""
    forms = {
        form: address(reverse("paper", args=[event.slug, what, form]), **asked) for form in (*FILES, "png")
    }
    return {**forms, "share": address(reverse("share", args=[event.slug, what]), **asked)}


def address(place: str, **asked: int | str | None) -> str:
    """`place` with what is asked of it; None is left out."""
    query = urlencode({key: value for key, value in asked.items() if value is not None})
    return f"{place}?{query}" if query else place


@scorer_required
@require_GET
def share(request: HttpRequest, event: Event, what: str) -> HttpResponse:
    """发到群: the list as a text to paste and as pictures to forward, whole or one group of it."""
    kind = kind_or_404(request, event, what)
    want = wanted(request, event, kind)
    made = kind.build(want)
    count = len(pictures_of(kind, want, made).files)
    asked: dict[str, int | str | None] = {
        "stage": want.stage.ordinal if want.stage else None,
        "round": want.round_number,
        "group": want.group.name if want.group else None,
        "session": want.session or None,
    }
    picture = reverse("paper", args=[event.slug, what, "png"])
    urls = [address(picture, **asked, page=page) for page in range(1, count + 1)]
    facts = {
        "event": event,
        "title": made.full_title,
        "text": to_text(made),
        "image_url": urls[0],
        "more": urls[1:],
        "places": addresses(event, what, **asked),
        "missing": "".join(sorted(made.missing())),
        "groups": _groups(event, kind, want),
        "tab": "prints",
    }
    return render(request, "tournament/papers/share.html", facts)


def _groups(event: Event, kind: PaperKind, want: Wanted) -> list[dict[str, Any]]:
    """The ways to narrow a stage's paper to one group: whole first. Nothing where that changes nothing."""
    if want.stage is None or not kind.by_group:
        return []
    groups: list[Group] = list(want.stage.groups.order_by("ordinal"))
    if len(groups) < 2:
        return []
    choices = [(_("全部"), None), *((group_name(group.name), group.name) for group in groups)]
    place = reverse("share", args=[event.slug, kind.key])
    chosen = want.group.name if want.group else None
    return [
        {
            "name": shown,
            "url": address(place, stage=want.stage.ordinal, round=want.round_number, group=name),
            "is_chosen": name == chosen,
        }
        for shown, name in choices
    ]
