"""Importing entry lists, the second step: every row's fate is shown, then all good rows go in at once."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.actions.pair_values import overstep_of
from tournament.errors import ActionRefused
from tournament.exports.typefaces import missing_glyphs
from tournament.forms.base import typed
from tournament.forms.imports import ConfirmImportForm
from tournament.forms.pairs import limit_sentences, remark_lines
from tournament.imports.batch import Batch, read_batch
from tournament.imports.doubles import Fate, JudgedRow, rows_to_enter
from tournament.imports.entering import Judgement, enter_rows, judge_rows
from tournament.imports.entry_list import EntryList
from tournament.imports.messages import sentence
from tournament.imports.own_columns import column_offers
from tournament.imports.questions import questions_of_import
from tournament.imports.report import batch_report
from tournament.imports.sheets import Remark
from tournament.imports.uploads import Upload, find_upload, finish_upload, set_units
from tournament.models import Event, PairStatus, Person
from tournament.names.cleaning import clean_unit
from tournament.permissions import actor_of, director_required
from tournament.queries.entries import column_layouts, was_answered


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
    read = read_batch(upload.files, layouts=column_layouts(event), units=upload.units)
    if not read.can_be_read:
        return _without_rows(request, event, upload, read)
    judgement = judge_rows(event, read.rows)
    offers = column_offers(read, event.own_columns)
    form = ConfirmImportForm(typed(request), judged=judgement.rows, event=event, offers=offers)
    status = 200
    if request.method == "POST":
        if (units := _typed_units(request, read)) is not None:
            set_units(upload, units, event=event, person=cast(Person, request.user))
            messages.info(request, _("已按填写的单位重新读取，请核对后再导入。"))
            return redirect("entries-import-preview", event.slug, upload.token)
        answer = _import(request, event, upload, read, judgement, form)
        if isinstance(answer, HttpResponse):
            return answer
        status, judgement = answer, judge_rows(event, read.rows)
        form.stand_on_rows(judgement.rows)
    facts = _preview(event, read, judgement, form)
    return render(request, "tournament/entries/preview.html", facts | {"upload": upload}, status=status)


def _without_rows(request: HttpRequest, event: Event, upload: Upload, read: Batch) -> HttpResponse:
    """Nothing can be read any more, as after columns told apart by hand were forgotten."""
    for one in read.lists:
        if one.can_be_mapped:
            address = reverse("entries-import-columns", args=[event.slug, upload.token])
            return redirect(f"{address}?file={one.place}")
    messages.info(request, _("这份预览已经过期，请重新选择文件。"))
    return redirect("entries-import", event.slug)


def _typed_units(request: HttpRequest, read: Batch) -> dict[int, str] | None:
    """The units typed for lists that name none, where one differs from what was taken; None for no change."""
    typed_ones = {
        at: request.POST[f"unit{at + 1}"]
        for at, one in enumerate(read.lists)
        if one.lacks_units and f"unit{at + 1}" in request.POST
    }
    changed = any(clean_unit(text).text != read.units[at] for at, text in typed_ones.items())
    return typed_ones if changed else None


def _import(
    request: HttpRequest,
    event: Event,
    upload: Upload,
    read: Batch,
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
            own_columns=form.own_columns,
            on_purpose=True,
            submission=form.key,
        )
    except ActionRefused as error:
        form.refuse(error)
        return 409
    if not entered:
        form.refuse(ActionRefused("nothing_to_import"))
        return 422
    report = {
        **batch_report(read, judgement.rows, entered),
        "own_columns": list(form.own_columns.values()),
        "questions": questions_of_import(event, judgement.rows, going),
    }
    finish_upload(upload, report, event=event, person=cast(Person, request.user))
    return redirect("entries-import-preview", event.slug, upload.token)


def limits_told(event: Event, going: tuple[JudgedRow, ...]) -> list[str]:
    """What the event's limits say against entering these rows."""
    units = [one.row.unit for one in going if one.row.status == PairStatus.ACTIVE]
    found = overstep_of(event, units)
    return limit_sentences(event, found.closed and bool(going), found.units)


def _preview(event: Event, read: Batch, judgement: Judgement, form: ConfirmImportForm) -> dict[str, Any]:
    rows = {fate: [_shown(one) for one in judgement.rows if one.fate is fate] for fate in Fate}
    told = limits_told(event, rows_to_enter(judgement.rows))
    doubts = [sentence(remark) for remark in read.doubts]
    if not form.is_bound:
        form.offer_limits(told)
        form.offer_reading(doubts)
    return {
        "event": event,
        "form": form,
        "read": read,
        "files": [_file(at, one, read, judgement) for at, one in enumerate(read.lists, 1)],
        "two_rows": _in_two_rows(read),
        "doubts": doubts,
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


def _in_two_rows(read: Batch) -> str:
    """Whether "all" lists have a row for each person, "some" of them, or none ("")."""
    found = [one.has_pairs_in_several_rows for one in read.lists if one.rows]
    return "all" if all(found) else "some" if any(found) else ""


def _file(place: int, entries: EntryList, read: Batch, judgement: Judgement) -> dict[str, Any]:
    """One of the files: how it was read, what becomes of its rows, and the unit taken for all of them."""
    own = [one for one in judgement.rows if one.row.file in (0, place)]
    counts = {str(fate): sum(one.fate is fate for one in own) for fate in Fate}
    return {
        "place": place,
        "list": entries,
        "problems": [sentence(remark) for remark in entries.problems],
        "notices": _notices(entries),
        "unit": read.units[place - 1],
        "counts": counts,
        "skipped": sum(one.row.lines for one in own if one.fate in (Fate.EXISTING, Fate.ERROR)),
    }


def _notices(entries: EntryList) -> list[str]:
    """What is to be said about a whole file; columns that can be kept are not called unread."""
    unread = [title for title in entries.ignored_columns if title not in entries.extra_columns]
    told = [sentence(remark) for remark in entries.notices if remark.code != "ignored_columns"]
    return told + ([sentence(Remark("ignored_columns", {"columns": _("、").join(unread)}))] if unread else [])


def _shown(one: JudgedRow) -> dict[str, Any]:
    """A row of the preview: what the file says, and what is to be said about it."""
    row = one.row
    told = remark_lines(one.remarks)
    if missing := missing_glyphs("".join([row.name, row.unit, *row.players, row.substitute])):
        told.append(_("打印时没有字形：%(missing)s") % {"missing": _("、").join(sorted(missing))})
    return {"row": row, "number": one.number, "existing": one.existing, "told": told}
