"""Importing entry lists, the first step: files or a text come in."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament.forms.imports import UploadForm
from tournament.imports.batch import Batch, read_batch
from tournament.imports.messages import sentence
from tournament.imports.sheets import UnreadableFile
from tournament.imports.sources import unpacked
from tournament.imports.template import entry_template
from tournament.imports.uploads import keep_upload
from tournament.models import Event, Person
from tournament.permissions import director_required
from tournament.queries.entries import column_layouts
from tournament.queries.pair_lists import categories_of, units_of
from tournament.views.files import XLSX, file_answer


@director_required
@require_http_methods(["GET", "POST"])
def entries_import(request: HttpRequest, event: Event) -> HttpResponse:
    """Take files or a text; what can be read leads to its preview, else this says what is wrong with it.

    A list whose columns alone are not understood is kept, so that a person can tell them apart.
    """
    form = UploadForm(request.POST if request.method == "POST" else None, request.FILES or None)
    facts = {"event": event, "form": form, "problems": [], "filename": "", "tab": "entries"}
    if not form.is_valid():
        return render(request, "tournament/entries/import.html", facts, status=422 if form.errors else 200)
    person = cast(Person, request.user)
    sent = form.sources
    facts["filename"] = sent[0].name if len(sent) == 1 else ""
    facts["is_pasted"] = not sent[0].name
    try:
        sources = unpacked(sent)
    except UnreadableFile as error:
        facts["problems"] = [sentence(error.remark)]
        return render(request, "tournament/entries/import.html", facts, status=422)
    batch = read_batch(sources, layouts=column_layouts(event))
    if batch.can_be_read:
        return redirect(
            "entries-import-preview", event.slug, keep_upload(sources, event=event, person=person)
        )
    facts["problems"] = _problems(batch)
    if place := next((one.place for one in batch.lists if one.can_be_mapped), 0):
        facts["token"], facts["place"] = keep_upload(sources, event=event, person=person), place
    return render(request, "tournament/entries/import.html", facts, status=422)


def _problems(batch: Batch) -> list[str]:
    """Why nothing could be read, file by file where there are several."""
    told = []
    for entries in batch.lists:
        for remark in entries.problems:
            line = sentence(remark)
            told.append(
                line if batch.is_single else _("“%(file)s”：%(text)s") % {"file": entries.label, "text": line}
            )
    return told


@director_required
@require_GET
def entries_template(request: HttpRequest, event: Event) -> HttpResponse:
    """The empty entry list as a workbook, with the event's units, categories and own columns."""
    made = entry_template(
        event.unit_word,
        units=[unit.name for unit in units_of(event)],
        categories=categories_of(event),
        own_columns=event.own_columns,
    )
    return file_answer(made, XLSX, _("报名表") + ".xlsx", attachment=True)
