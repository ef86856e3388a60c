"""Importing entry lists: a person says what each column of an unknown list holds."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament import wording
from tournament.actions.map_columns import forget_columns, map_columns
from tournament.errors import ActionRefused
from tournament.forms.base import typed
from tournament.forms.columns import ColumnsForm
from tournament.forms.numbers import number_of
from tournament.imports.batch import read_batch
from tournament.imports.finding import sheet_to_map
from tournament.imports.headers import Head, head_score
from tournament.imports.messages import sentence
from tournament.imports.reading import read_sheets
from tournament.imports.sheets import Sheet, UnreadableFile
from tournament.imports.sources import Source
from tournament.imports.uploads import Upload, find_upload
from tournament.models import Event, Person
from tournament.permissions import actor_of, director_required
from tournament.queries.entries import column_layouts


@director_required
@require_http_methods(["GET", "POST"])
def entries_import_columns(request: HttpRequest, event: Event, token: str) -> HttpResponse:
    """The first rows of a list, and what each column holds; remembered for lists with the same head."""
    upload = find_upload(token, event=event, person=cast(Person, request.user))
    if upload is None or upload.report is not None:
        messages.info(request, _("这份预览已经过期，请重新选择文件。"))
        return redirect("entries-import", event.slug)
    place = min(max(number_of(request.GET.get("file", "1")) or 1, 1), len(upload.files))
    layouts = column_layouts(event)
    found = _sheet(upload.files[place - 1], layouts)
    if found is None:
        messages.info(request, _("这份文件里没有可以指定的列。"))
        return redirect("entries-import", event.slug)
    if "forget" in request.POST:
        return _forget(request, event, upload, place)
    form = ColumnsForm(typed(request), sheet=found[0], found=found[1])
    if request.method == "POST" and form.is_valid() and _remember(request, event, form):
        return redirect("entries-import-preview", event.slug, upload.token)
    entries, *_other_sheets = read_batch(upload.files[place - 1 : place], layouts=layouts).lists
    facts = {
        "event": event,
        "upload": upload,
        "place": place,
        "filename": upload.files[place - 1].name,
        "form": form,
        "problems": [sentence(remark) for remark in entries.problems],
        "tab": "entries",
    }
    status = 422 if form.errors else 200
    return render(request, "tournament/entries/columns.html", facts, status=status)


def _sheet(source: Source, layouts: dict[str, list[str]]) -> tuple[Sheet, Head | None] | None:
    try:
        return sheet_to_map(read_sheets(source.data, head_score), layouts)
    except UnreadableFile:
        return None


def _remember(request: HttpRequest, event: Event, form: ColumnsForm) -> bool:
    try:
        map_columns(
            event=event, digest=form.digest, roles=form.roles, by=actor_of(request), submission=form.key
        )
    except ActionRefused as error:
        form.refuse(error)
        return False
    return True


def _forget(request: HttpRequest, event: Event, upload: Upload, place: int) -> HttpResponse:
    """Read the list by its titles again."""
    entries, *_other_sheets = read_batch(upload.files[place - 1 : place], layouts=column_layouts(event)).lists
    try:
        forget_columns(event=event, digest=entries.layout, by=actor_of(request))
        messages.success(request, _("已取消指定的各列，重新按表头读取。"))
    except ActionRefused as error:
        messages.error(request, wording.of_error(error))
    return redirect("entries-import-preview", event.slug, upload.token)
