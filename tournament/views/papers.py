"""Papers, files, pictures and texts of an event: made when asked for, from what stands now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.exports.delimited import to_csv
from tournament.exports.paper import Paper
from tournament.exports.pdf import to_pdf
from tournament.exports.picture import to_pngs
from tournament.exports.scoresheets import to_scoresheets
from tournament.exports.text import to_text
from tournament.exports.xlsx import to_xlsx
from tournament.lists.papers.catalogue import PAPERS, Moment, PaperKind, Wanted
from tournament.lists.papers.rounds import blank_sheets, nameless_sheets
from tournament.models import Event, Stage
from tournament.permissions import scorer_required
from tournament.queries.rounds import round_numbers

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES: dict[str, tuple[Callable[[Paper], bytes], str]] = {
    "pdf": (to_pdf, "application/pdf"),
    "xlsx": (to_xlsx, XLSX),
    "csv": (to_csv, "text/csv; charset=utf-8"),
    "txt": (lambda paper: to_text(paper).encode(), "text/plain; charset=utf-8"),
}
PICTURE_SECONDS = 600


def wanted(request: HttpRequest, event: Event, kind: PaperKind) -> Wanted:
    """What the address asks for; 404 for a stage or round that the event does not have."""
    stage = None
    if kind.needs_stage or kind.needs_round or kind.takes_round:
        stage = get_object_or_404(event.stages, ordinal=_number(request, "stage") or 1)
    number = _number(request, "round")
    if kind.needs_round or (kind.takes_round and number is not None):
        if stage is None or number not in round_numbers(stage):
            raise Http404
    else:
        number = None
    return Wanted(event, timezone.now(), stage, number)


def _number(request: HttpRequest, key: str) -> int | None:
    text = request.GET.get(key, "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 6:
        raise Http404
    return int(text)


@scorer_required
@require_GET
def paper(request: HttpRequest, event: Event, what: str, form: str) -> HttpResponse:
    """One paper as a file: pdf, xlsx, csv, txt, or png (`page` picks one of several pictures)."""
    kind = PAPERS.get(what)
    if kind is None:
        raise Http404
    want = wanted(request, event, kind)
    if form == "png":
        return _picture(request, kind, want)
    make, content_type = FILES[form]
    made = kind.build(want)
    answer = HttpResponse(make(made), content_type=content_type)
    return _named(answer, made, form, attachment=form in ("xlsx", "csv"))


def _named(answer: HttpResponse, made: Paper, form: str, *, attachment: bool) -> HttpResponse:
    name = f"{made.event_name} {made.full_title}.{form}".replace("/", "／").replace("\\", "＼")
    answer["Content-Disposition"] = content_disposition_header(attachment, name) or "inline"
    return answer


def _picture(request: HttpRequest, kind: PaperKind, want: Wanted) -> HttpResponse:
    pictures, made = pictures_of(kind, want)
    page = _number(request, "page") or 1
    if not 1 <= page <= len(pictures):
        raise Http404
    answer = HttpResponse(pictures[page - 1], content_type="image/png")
    return _named(answer, made, "png", attachment=False)


def pictures_of(kind: PaperKind, want: Wanted) -> tuple[list[bytes], Paper]:
    """The pictures of a paper, kept until anything in the event moves."""
    stage = want.stage.ordinal if want.stage else 0
    key = f"picture:{want.event.pk}:{want.event.revision}:{kind.key}:{stage}:{want.round_number}"
    kept: tuple[list[bytes], Paper] | None = cache.get(key)
    if kept is None:
        made = kind.build(want)
        kept = (to_pngs(made), made)
        cache.set(key, kept, PICTURE_SECONDS)
    return kept


@scorer_required
@require_GET
def scoresheets(request: HttpRequest, event: Event) -> HttpResponse:
    """Blank scoresheets as a PDF, two to a page: a round's with names, or nameless ones."""
    stage = get_object_or_404(event.stages, ordinal=_number(request, "stage") or 1)
    number = _number(request, "round")
    if number is not None and number not in round_numbers(stage):
        raise Http404
    sheets = nameless_sheets(stage) if number is None else blank_sheets(stage, number)
    answer = HttpResponse(to_scoresheets(sheets), content_type="application/pdf")
    title = _("计分表") if number is None else _("第 %(round)s 轮计分表") % {"round": number}
    name = f"{event.name} {stage.name}{title}.pdf".replace("/", "／")
    answer["Content-Disposition"] = content_disposition_header(False, name) or "inline"
    return answer


@scorer_required
@require_GET
def papers(request: HttpRequest, event: Event) -> HttpResponse:
    """Everything that can be printed, by the moment of use, each with its formats."""
    stages = [_stage_papers(event, stage) for stage in event.stages.order_by("ordinal")]
    before = [_line(event, kind) for kind in PAPERS.values() if kind.moment is Moment.BEFORE]
    missing = "".join(sorted(PAPERS["entries"].build(Wanted(event, timezone.now())).missing()))
    facts = {"event": event, "before": before, "stages": stages, "missing": missing, "tab": "prints"}
    return render(request, "tournament/papers/papers.html", facts)


def _stage_papers(event: Event, stage: Stage) -> dict[str, Any]:
    numbers = round_numbers(stage)
    drawn = stage.groups.exists()
    return {
        "stage": stage,
        "drawn": drawn,
        "draw": [_line(event, kind, stage) for kind in PAPERS.values() if kind.moment is Moment.DRAW],
        "ranking": [_line(event, kind, stage) for kind in PAPERS.values() if kind.moment is Moment.RANKING],
        "rounds": [
            {
                "number": number,
                "papers": [
                    _line(event, kind, stage, number)
                    for kind in PAPERS.values()
                    if kind.moment is Moment.ROUND
                ],
                "sheets": _query(reverse("scoresheets", args=[event.slug]), stage, number),
            }
            for number in numbers
        ],
        "nameless": _query(reverse("scoresheets", args=[event.slug]), stage, None),
    }


def _line(
    event: Event, kind: PaperKind, stage: Stage | None = None, number: int | None = None
) -> dict[str, Any]:
    return {"title": kind.title, **addresses(event, kind.key, stage, number)}


def addresses(event: Event, what: str, stage: Stage | None, number: int | None) -> dict[str, str]:
    """Where one paper is to be had in each form."""
    forms = {
        form: _query(reverse("paper", args=[event.slug, what, form]), stage, number)
        for form in (*FILES, "png")
    }
    return {**forms, "share": _query(reverse("share", args=[event.slug, what]), stage, number)}


def _query(address: str, stage: Stage | None, number: int | None) -> str:
    asked = {"stage": stage.ordinal if stage else None, "round": number}
    query = urlencode({key: value for key, value in asked.items() if value is not None})
    return f"{address}?{query}" if query else address


@scorer_required
@require_GET
def share(request: HttpRequest, event: Event, what: str) -> HttpResponse:
    """发到群: the list as a text to paste and as pictures to forward."""
    kind = PAPERS.get(what)
    if kind is None:
        raise Http404
    want = wanted(request, event, kind)
    pictures, made = pictures_of(kind, want)
    places = addresses(event, what, want.stage, want.round_number)
    joint = "&" if "?" in places["png"] else "?"
    urls = [f"{places['png']}{joint}page={page}" for page in range(1, len(pictures) + 1)]
    facts = {
        "event": event,
        "title": made.full_title,
        "text": to_text(made),
        "image_url": urls[0],
        "more": urls[1:],
        "places": places,
        "missing": "".join(sorted(made.missing())),
        "tab": "prints",
    }
    return render(request, "tournament/papers/share.html", facts)
