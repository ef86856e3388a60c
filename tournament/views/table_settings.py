"""The page 桌上填报: what the codes on the tables take, the PIN, where they lead, each table's code."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import validate_host
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament import wording
from tournament.actions.edit_table_entry import edit_table_entry, move_tables_address
from tournament.actions.table_links import make_links, renew_links, switch_links
from tournament.errors import ActionRefused, Conflict
from tournament.exports.file_names import file_name
from tournament.forms.base import new_key, typed
from tournament.forms.table_settings import LinksForm, TableSettingsForm
from tournament.lists.cards.table_links import table_link_codes
from tournament.lists.papers.wanted import Wanted
from tournament.models import Event, TableEntry
from tournament.permissions import actor_of, director_required
from tournament.queries.own_addresses import hall_sites, moved_address
from tournament.queries.table_links import TableCode, table_codes
from tournament.views.addresses import address_for_others
from tournament.views.files import PDF, file_answer
from tournament.views.posting import require_POST


@director_required
@require_http_methods(["GET", "POST"])
def table_settings(request: HttpRequest, event: Event) -> HttpResponse:
    """Choose how the codes are used."""
    form = TableSettingsForm(typed(request), event=event, suggested=next(iter(hall_sites()), ""))
    if request.method != "POST":
        return page(request, event, form)
    if not form.is_valid():
        return page(request, event, form, status=422)
    values = {key: form.cleaned_data[key] for key in form.fields if key not in ("submission", "based_on")}
    try:
        edit_table_entry(event=event, by=actor_of(request), **values, **form.claims)
    except Conflict as error:
        form.refuse(error)
        fresh = Event.objects.get(pk=event.pk)
        form.show_current(fresh)
        return page(request, fresh, form, status=409)
    except ActionRefused as error:
        form.refuse(error)
        return page(request, event, form, status=422)
    messages.success(request, _("桌上填报的设置已保存。"))
    return redirect("table-settings", event.slug)


def page(
    request: HttpRequest, event: Event, form: TableSettingsForm, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page around a form that may hold errors."""
    codes = table_codes(event)
    made = [code for code in codes if code.link is not None]
    facts = {
        "event": event,
        "form": form,
        "problem": problem,
        "tab": "settings",
        "codes": codes,
        "made_count": len(made),
        "missing": [code.table for code in codes if code.link is None],
        "off_count": sum(not _is_on(code) for code in made),
        "sites": hall_sites(),
        "moved": moved_address(event, request.get_host()),
        "shows_pin": bool(event.table_pin) and event.table_entry != TableEntry.READ_ONLY,
        "unknown_host": _unknown_host(event),
        "new_key": new_key,
    }
    return render(request, "tournament/settings/tables.html", facts, status=status)


@director_required
@require_GET
def table_codes_file(request: HttpRequest, event: Event) -> HttpResponse:
    """The codes of all tables, to print and cut."""
    site = address_for_others(request, "/").rstrip("/")
    made = table_link_codes(Wanted(event, timezone.now(), site=site))
    return file_answer(made.to_pdf(), PDF, file_name(event.name, made.title, "pdf"))


def _is_on(code: TableCode) -> bool:
    return code.link is not None and code.link.is_on


def _unknown_host(event: Event) -> str:
    """The name in the public address, while this site would refuse it."""
    host = event.public_address.partition("://")[2].rpartition("@")[2].partition(":")[0]
    listed = [name for name in settings.ALLOWED_HOSTS if name != "*"]
    return host if host and not validate_host(host, listed) else ""


Step = Callable[[HttpRequest, Event, LinksForm], str]


def _make(request: HttpRequest, event: Event, form: LinksForm) -> str:
    count = make_links(event=event, by=actor_of(request), submission=form.key)
    return _("已生成 %(count)s 张桌的二维码。") % {"count": count}


def _renew(request: HttpRequest, event: Event, form: LinksForm) -> str:
    tables = form.cleaned_data["tables"]
    count = renew_links(event=event, by=actor_of(request), tables=tables, submission=form.key)
    return _("已换新 %(count)s 张桌的二维码，请打印新的换下旧的。") % {"count": count}


def _switch_off(request: HttpRequest, event: Event, form: LinksForm) -> str:
    return _switch(request, event, form, on=False)


def _switch_on(request: HttpRequest, event: Event, form: LinksForm) -> str:
    return _switch(request, event, form, on=True)


def _switch(request: HttpRequest, event: Event, form: LinksForm, *, on: bool) -> str:
    tables = form.cleaned_data["tables"]
    count = switch_links(event=event, on=on, by=actor_of(request), tables=tables, submission=form.key)
    said = _("已启用 %(count)s 张桌的二维码。") if on else _("已停用 %(count)s 张桌的二维码，扫码只看不填。")
    return said % {"count": count}


def _move(request: HttpRequest, event: Event, form: LinksForm) -> str:
    """Store the address that this laptop has now; no other can be sent."""
    sites = hall_sites()
    if not sites:
        raise ActionRefused("no_hall_address")
    move_tables_address(event=event, address=sites[0], by=actor_of(request), submission=form.key)
    return _("场内地址已改为 %(address)s，请打印新的二维码换下旧的。") % {"address": sites[0]}


STEPS: dict[str, Step] = {
    "make": _make,
    "renew": _renew,
    "off": _switch_off,
    "on": _switch_on,
    "move": _move,
}


@director_required
@require_POST
def table_links_act(request: HttpRequest, event: Event, step: str) -> HttpResponse:
    """Make, renew or switch codes, or store the laptop's new address."""
    if step not in STEPS:
        raise Http404
    form = LinksForm(request.POST)
    if not form.is_valid():
        return _again(request, event, _("页面已过期，请刷新后再试。"))
    try:
        said = STEPS[step](request, event, form)
    except ActionRefused as error:
        return _again(request, event, wording.of_error(error))
    messages.success(request, said)
    return redirect("table-settings", event.slug)


def _again(request: HttpRequest, event: Event, problem: str) -> HttpResponse:
    form = TableSettingsForm(event=event, suggested=next(iter(hall_sites()), ""))
    return page(request, event, form, problem=problem, status=422)
