"""Units: their list, and renaming, merging or deleting one."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament import wording
from tournament.actions.edit_units import delete_unit, merge_units, rename_unit
from tournament.errors import ActionRefused, Conflict
from tournament.forms.base import WritingForm, new_key, typed
from tournament.forms.pairs import glyph_notes
from tournament.forms.units import RenameUnitForm
from tournament.lists.entries import UnitTable
from tournament.models import Event, Unit
from tournament.names.cleaning import name_key
from tournament.permissions import actor_of, director_required
from tournament.queries.pair_lists import pairs_of, units_of
from tournament.views.paging import turn_page
from tournament.views.posting import require_POST


@director_required
@require_GET
def units(request: HttpRequest, event: Event) -> HttpResponse:
    """All units with how many pairs each entered."""
    table = UnitTable(units_of(event), event=event)
    turn_page(request, table)
    return render(
        request, "tournament/entries/units.html", {"event": event, "table": table, "tab": "entries"}
    )


@director_required
@require_http_methods(["GET", "POST"])
def unit_edit(request: HttpRequest, event: Event) -> HttpResponse:
    """Rename the unit named by `?unit=`, and choose one to merge it into (`&into=` shows what moves)."""
    unit = _unit(event, request.GET.get("unit", ""))
    form, status = RenameUnitForm(typed(request), unit=unit), 200
    if request.method == "POST":
        answer = _rename(request, unit, form)
        if isinstance(answer, HttpResponse):
            return answer
        status = answer
    others = [one for one in units_of(event) if one.pk != unit.pk]
    into = next((one for one in others if one.key == request.GET.get("into")), None)
    facts = {"event": event, "unit": unit, "form": form, "others": others, "into": into, "tab": "entries"}
    facts |= {"pairs": pairs_of(event).filter(unit=unit), "key": new_key()}
    return render(request, "tournament/entries/unit.html", facts, status=status)


def _unit(event: Event, key: str) -> Unit:
    unit = _find(event, key)
    if unit is None:
        raise Http404
    return unit


def _find(event: Event, key: str | None) -> Unit | None:
    """The unit of this key, folded once more: what comes from outside may hold signs no database takes."""
    return event.units.filter(key=name_key(key)).first()


def _rename(request: HttpRequest, unit: Unit, form: RenameUnitForm) -> HttpResponse | int:
    if not form.is_valid():
        return 422
    name = form.cleaned_data["name"]
    try:
        saved = rename_unit(unit=unit, name=name, by=actor_of(request), **form.claims)
    except Conflict as error:
        form.refuse(error)
        if isinstance(error.current, Unit):
            form.show_current(error.current)
        return 409
    except ActionRefused as error:
        form.refuse(error)
        return 422
    messages.success(request, _("已改名为“%(name)s”。") % {"name": saved.name})
    for note in glyph_notes(saved.name):
        messages.warning(request, note)
    return redirect("units", unit.event.slug)


@director_required
@require_POST
def unit_merge(request: HttpRequest, event: Event) -> HttpResponse:
    """Move all pairs of one unit to another, which was shown before."""
    form = WritingForm(request.POST)
    unit = _find(event, request.POST.get("unit"))
    into = _find(event, request.POST.get("into"))
    if not form.is_valid() or unit is None or into is None:
        # Pressed twice, or somebody was first: nothing is left to merge.
        messages.info(request, _("没有可以合并的单位，请看现在的列表。"))
        return redirect("units", event.slug)
    try:
        merge_units(unit=unit, into=into, by=actor_of(request), **form.claims)
    except ActionRefused as error:
        messages.error(request, wording.of_error(error))
    else:
        messages.success(request, _("“%(unit)s”已并入“%(into)s”。") % {"unit": unit.name, "into": into.name})
    return redirect("units", event.slug)


@director_required
@require_POST
def unit_delete(request: HttpRequest, event: Event) -> HttpResponse:
    """Delete a unit without pairs."""
    form = WritingForm(request.POST)
    unit = _find(event, request.POST.get("unit"))
    if not form.is_valid() or unit is None:
        messages.info(request, _("这个单位已经不在列表里。"))
        return redirect("units", event.slug)
    try:
        name = delete_unit(unit=unit, by=actor_of(request), **form.claims)
    except ActionRefused as error:
        messages.error(request, wording.of_error(error))
    else:
        messages.success(request, _("已删除“%(name)s”。") % {"name": name})
    return redirect("units", event.slug)
