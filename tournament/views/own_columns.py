"""The event's own columns of the entry list: which there are, and their steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournament.actions.edit_own_columns import (
    add_own_column,
    delete_own_column,
    move_own_column,
    rename_own_column,
)
from tournament.actions.work import Actor
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import new_key
from tournament.forms.own_columns import ColumnForm, TitleForm
from tournament.models import Event
from tournament.names.own_columns import MOST_COLUMNS, column_id
from tournament.permissions import actor_of, director_required
from tournament.queries.entries import was_answered
from tournament.queries.own_columns import own_texts_of
from tournament.views.posting import require_POST


@director_required
@require_GET
def own_columns(request: HttpRequest, event: Event) -> HttpResponse:
    """The columns in order, each with how many pairs say something there."""
    return _page(request, event)


@director_required
@require_POST
def own_columns_act(request: HttpRequest, event: Event, step: str) -> HttpResponse:
    """Add a column (`add`), or rename (`rename`), move (`up`, `down`) or delete (`delete`) one."""
    if step not in STEPS:
        raise Http404
    if was_answered(request.POST.get("submission", "")):
        return redirect("own-columns", event.slug)
    form = (TitleForm if step in ("add", "rename") else ColumnForm)(request.POST, event=event)
    status = 422
    if form.is_valid():
        try:
            messages.success(request, STEPS[step](event, form, actor_of(request)))
        except Conflict as error:
            form.refuse(error)
            status = 409
        except ActionRefused as error:
            form.refuse(error)
        else:
            return redirect("own-columns", event.slug)
    return _page(request, event, form, step, status=status)


def _add(event: Event, form: Any, by: Actor) -> str:
    added = add_own_column(event=event, title=form.cleaned_data["title"], by=by, **form.claims)
    return _("已添加“%(column)s”这一列。") % {"column": added.own_columns[-1]}


def _rename(event: Event, form: Any, by: Actor) -> str:
    rename_own_column(event=event, column=form.column, title=form.cleaned_data["title"], by=by, **form.claims)
    return _("已改名。")


def _move(up: bool) -> Callable[[Event, Any, Actor], str]:
    def move(event: Event, form: Any, by: Actor) -> str:
        column = form.column
        move_own_column(event=event, column=column, up=up, by=by, **form.claims)
        return _("已移动“%(column)s”。") % {"column": column}

    return move


def _delete(event: Event, form: Any, by: Actor) -> str:
    column = form.column
    count = delete_own_column(event=event, column=column, by=by, **form.claims)
    return _("已删除“%(column)s”和 %(count)s 队在这一列的内容。") % {"column": column, "count": count}


STEPS: dict[str, Callable[[Event, Any, Actor], str]] = {
    "add": _add,
    "rename": _rename,
    "up": _move(True),
    "down": _move(False),
    "delete": _delete,
}


def _page(
    request: HttpRequest, event: Event, form: ColumnForm | None = None, step: str = "", *, status: int = 200
) -> HttpResponse:
    event.refresh_from_db(fields=["own_columns", "version"])
    texts = own_texts_of(event)
    wanted = request.POST.get("col", "") if form is not None else ""
    lines = [
        {
            "id": column_id(title),
            "title": title,
            "count": len(texts.filled(title)),
            "typed": request.POST.get("title", "") if _is_meant(step, wanted, title) else title,
            "errors": form.errors.get("title", ()) if form and _is_meant(step, wanted, title) else (),
            "key": new_key(),
        }
        for title in event.own_columns
    ]
    facts = {
        "event": event,
        "lines": lines,
        "form": form,
        "step": step,
        "problems": form.non_field_errors() if form else (),
        "typed": request.POST.get("title", "") if step == "add" else "",
        "add_errors": form.errors.get("title", ()) if form and step == "add" else (),
        "key": new_key(),
        "limit": MOST_COLUMNS,
        "tab": "entries",
    }
    return render(request, "tournament/entries/own_columns.html", facts, status=status)


def _is_meant(step: str, wanted: str, title: str) -> bool:
    return step == "rename" and wanted == column_id(title)
