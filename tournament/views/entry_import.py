"""Importing an entry list: upload, preview of every row's fate, then all good rows at once."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament.actions.pair_values import overstep_of
from tournament.errors import ActionRefused
from tournament.exports.typefaces import missing_glyphs
from tournament.forms.base import typed
from tournament.forms.imports import ConfirmImportForm, UploadForm
from tournament.forms.pairs import limit_sentences, remark_lines
from tournament.imports.doubles import Fate, JudgedRow, rows_to_enter
from tournament.imports.entering import Judgement, enter_rows, judge_rows
from tournament.imports.entries import EntryList, read_upload
from tournament.imports.messages import sentence
from tournament.imports.report import import_report
from tournament.imports.template import entry_template
from tournament.imports.uploads import Upload, find_upload, finish_upload, keep_upload
from tournament.models import Event, PairStatus, Person
from tournament.permissions import actor_of, director_required
from tournament.queries.entries import was_answered
from tournament.views.files import XLSX, file_answer

MOST_BYTES = 10 * 1024 * 1024


@director_required
@require_http_methods(["GET", "POST"])
def entries_import(request: HttpRequest, event: Event) -> HttpResponse:
    """Take a file; one that can be read leads to its preview, another says here what is wrong with it."""
    form = UploadForm(request.POST if request.method == "POST" else None, request.FILES or None)
    problems: list[str] = []
    filename = ""
    if form.is_valid():
        data, filename = _sent(form)
        read = read_upload(data, filename)
        if not read.problems:
            token = keep_upload(data, filename, event=event, person=cast(Person, request.user))
            return redirect("entries-import-preview", event.slug, token)
        problems = [sentence(remark) for remark in read.problems]
    status = 422 if form.errors or problems else 200
    facts = {"event": event, "form": form, "problems": problems, "filename": filename, "tab": "entries"}
    return render(request, "tournament/entries/import.html", facts, status=status)


def _sent(form: UploadForm) -> tuple[bytes, str]:
    """The bytes and name of the file, or of the text that was pasted, which has no name."""
    file = form.cleaned_data["file"]
    if file is None:
        return form.cleaned_data["text"].encode("utf-8", "replace"), ""
    # One byte more than is read tells the reader that the file is too big, without taking it all in.
    return file.read(MOST_BYTES + 1), file.name


@director_required
@require_GET
def entries_template(request: HttpRequest, event: Event) -> HttpResponse:
    """The empty entry list as a workbook."""
    return file_answer(entry_template(event.unit_word), XLSX, _("报名表") + ".xlsx", attachment=True)


@director_required
@require_http_methods(["GET", "POST"])
def entries_import_preview(request: HttpRequest, event: Event, token: str) -> HttpResponse:
    """What will become of every row; a POST enters the good ones and those that were ticked."""
    upload = find_upload(token, event=event, person=cast(Person, request.user))
    if upload is None:
        messages.info(request, _("这份预览已经过期，请重新选择文件。"))
        return redirect("entries-import", event.slug)
    if upload.report is not None:
        facts = {"event": event, "upload": upload, "report": upload.report, "tab": "entries"}
        return render(request, "tournament/entries/imported.html", facts)
    read = read_upload(upload.data, upload.filename)
    judgement = judge_rows(event, read.rows)
    form, status = ConfirmImportForm(typed(request), judged=judgement.rows), 200
    if request.method == "POST":
        answer = _import(request, event, upload, read, judgement, form)
        if isinstance(answer, HttpResponse):
            return answer
        status, judgement = answer, judge_rows(event, read.rows)
        form.stand_on_rows(judgement.rows)
    facts = _preview(event, read, judgement, form)
    return render(request, "tournament/entries/preview.html", facts | {"upload": upload}, status=status)


def _import(
    request: HttpRequest,
    event: Event,
    upload: Upload,
    read: EntryList,
    judgement: Judgement,
    form: ConfirmImportForm,
) -> HttpResponse | int:
    """Where to go when the rows are in, else the status of the preview that is shown again."""
    if not form.is_valid():
        return 422
    if not form.shows_what_stands:
        if was_answered(form.key):
            return redirect("entries-import-preview", event.slug, upload.token)
        form.refuse(ActionRefused("entries_changed"))
        return 409
    if not form.ask_reading([sentence(remark) for remark in read.doubts]):
        return 422
    confirmed = form.ticked
    going = rows_to_enter(judgement.rows, confirmed)
    if not form.ask_limits(limits_told(event, going)):
        return 422
    try:
        entered = enter_rows(
            event=event,
            judgement=judgement,
            by=actor_of(request),
            confirmed=confirmed,
            on_purpose=True,
            submission=form.key,
        )
    except ActionRefused as error:
        form.refuse(error)
        return 409
    if not entered:
        form.refuse(ActionRefused("nothing_to_import"))
        return 422
    report = import_report(read, judgement.rows, entered)
    finish_upload(upload, cast(dict[str, Any], report), event=event, person=cast(Person, request.user))
    return redirect("entries-import-preview", event.slug, upload.token)


def limits_told(event: Event, going: tuple[JudgedRow, ...]) -> list[str]:
    """What the event's limits say against entering these rows."""
    units = [one.row.unit for one in going if one.row.status == PairStatus.ACTIVE]
    found = overstep_of(event, units)
    return limit_sentences(event, found.closed and bool(going), found.units)


def _preview(event: Event, read: EntryList, judgement: Judgement, form: ConfirmImportForm) -> dict[str, Any]:
    rows = {fate: [_shown(one) for one in judgement.rows if one.fate is fate] for fate in Fate}
    told = limits_told(event, rows_to_enter(judgement.rows))
    if not form.is_bound:
        form.offer_limits(told)
        form.offer_reading([sentence(remark) for remark in read.doubts])
    return {
        "event": event,
        "form": form,
        "read": read,
        "doubts": [sentence(remark) for remark in read.doubts],
        "notices": [sentence(remark) for remark in read.notices],
        "new": rows[Fate.NEW],
        "confirm": rows[Fate.CONFIRM],
        "existing": rows[Fate.EXISTING],
        "error": rows[Fate.ERROR],
        "skipped": sum(one["row"].lines for fate in (Fate.EXISTING, Fate.ERROR) for one in rows[fate]),
        "limits": told,
        "is_drawn": event.stages.filter(entries__isnull=False).exists(),
        "tab": "entries",
    }


def _shown(one: JudgedRow) -> dict[str, Any]:
    """A row of the preview: what the file says, and what is to be said about it."""
    row = one.row
    told = remark_lines(one.remarks)
    if missing := missing_glyphs("".join([row.name, row.unit, *row.players, row.substitute])):
        told.append(_("打印时没有字形：%(missing)s") % {"missing": _("、").join(sorted(missing))})
    return {"row": row, "number": one.number, "existing": one.existing, "told": told}
