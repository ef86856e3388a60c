"""Copies of the site, for its owner: the list, a new one, a second folder, restoring."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from tournament import wording
from tournament.actions.site_backups import make_backup, restore_backup, set_second_folder, take_backup
from tournament.backups import places
from tournament.backups.itself import last_hourly
from tournament.backups.making import path_of
from tournament.backups.restoring import inspect
from tournament.backups.rotation import CopyName, read_name
from tournament.errors import ActionRefused
from tournament.forms.base import WritingForm, new_key, typed
from tournament.forms.site_backups import RestoreForm, SecondFolderForm, UploadBackupForm
from tournament.lists.site_backups import BackupEventTable, BackupTable
from tournament.models import Person
from tournament.permissions import actor_of, owner_required
from tournament.queries.site_backups import kept_copies
from tournament.views.files import ZIP
from tournament.views.posting import require_POST
from tournament.views.refusals import status_of
from tournament.wording.backups import REASONS

OVERDUE: Final = timedelta(hours=1, minutes=10)


@owner_required
@require_GET
def backups(request: HttpRequest) -> HttpResponse:
    """All copies, what the last hour did, and what may be done."""
    return _page(request)


@owner_required
@require_POST
def make(request: HttpRequest) -> HttpResponse:
    """Make a copy now."""
    form = WritingForm(request.POST)
    if not form.is_valid():
        return _page(request, problem=_("请再按一次。"), status=422)
    _refuse_elsewhere()
    try:
        make_backup(by=actor_of(request), submission=form.key)
    except ActionRefused as error:
        return _page(request, problem=wording.of_error(error), status=status_of(error))
    messages.success(request, _("已备份，并核对过。"))
    return redirect("backups")


@owner_required
@require_POST
def second(request: HttpRequest) -> HttpResponse:
    """Name the second folder."""
    form = SecondFolderForm(request.POST)
    if form.is_valid():
        try:
            path = form.cleaned_data["path"]
            set_second_folder(path=path, by=actor_of(request), submission=form.key)
        except ActionRefused as error:
            form.refuse(error)
        else:
            messages.success(request, _("已保存，从下一份备份起。") if path else _("以后不再另存一份。"))
            return redirect("backups")
    return _page(request, second=form, status=422)


@owner_required
@require_POST
def upload(request: HttpRequest) -> HttpResponse:
    """Take a copy in, checked; what is in it is shown next."""
    form = UploadBackupForm(request.POST, request.FILES)
    if form.is_valid():
        _refuse_elsewhere()
        file = form.cleaned_data["file"]
        try:
            copy = take_backup(pieces=file.chunks(), size=file.size)
        except ActionRefused as error:
            form.add_error("file", wording.of_error(error))
        else:
            return redirect("backup", copy.name)
    return _page(request, upload=form, status=422)


@owner_required
@require_GET
def download(request: HttpRequest, name: str) -> HttpResponseBase:
    """The file, for another disk or another computer."""
    path = path_of(_known(name))
    headers = {"Cache-Control": "private, no-store"}
    return FileResponse(path.open("rb"), as_attachment=True, filename=name, content_type=ZIP, headers=headers)


@sensitive_post_parameters()
@never_cache
@owner_required
@require_http_methods(["GET", "POST"])
def backup(request: HttpRequest, name: str) -> HttpResponse:
    """What is in a copy, read through just now; restoring it, with the password once more."""
    person = cast(Person, request.user)
    copy = _known(name)
    form = RestoreForm(typed(request), person=person)
    if form.is_valid():
        try:
            restore_backup(path=path_of(copy), by=actor_of(request), at=timezone.now())
        except ActionRefused as error:
            form.refuse(error)
        else:
            return _after_restore(request, person.username, form.cleaned_data["password"])
    return _about(request, copy, form)


def _after_restore(request: HttpRequest, username: str, password: str) -> HttpResponse:
    """The old session is gone with the old content: sign in again where the account is there too."""
    logout(request)
    person = authenticate(request, username=username, password=password)
    messages.success(request, _("已恢复。恢复以前的内容另存了一份，在“备份与恢复”里。请大家重新登录。"))
    if person is None:
        return redirect("login")
    login(request, person)
    return redirect("backups" if getattr(person, "is_owner", False) else "home")


def _about(request: HttpRequest, copy: CopyName, form: RestoreForm) -> HttpResponse:
    facts: dict[str, Any] = {"copy": copy, "at": copy.at, "reason": REASONS[copy.reason], "form": form}
    try:
        facts["manifest"] = manifest = inspect(path_of(copy))
        facts |= {"table": BackupEventTable(manifest.events), "at": manifest.at}
    except ActionRefused as error:
        facts["problem"] = wording.of_error(error)
    status = 422 if form.errors else 200
    return render(request, "tournament/backups/backup.html", facts, status=status)


def _known(name: str) -> CopyName:
    """The copy of this name in the site's folder, or 404: a name cannot lead elsewhere."""
    copy = read_name(name)
    if copy is None or not path_of(copy).is_file():
        raise Http404
    return copy


def _refuse_elsewhere() -> None:
    """PostgreSQL is copied by the server's own means, see the page."""
    if places.database_file() is None:
        raise Http404


def _page(request: HttpRequest, *, status: int = 200, problem: str = "", **forms: Any) -> HttpResponse:
    second_folder = places.second_folder()
    told = places.troubles()
    last = last_hourly()
    facts = {
        "is_sqlite": places.database_file() is not None,
        "table": BackupTable(kept_copies()),
        "folder": places.folder(),
        "last_hourly": last,
        "is_overdue": last is not None and timezone.now() - last > OVERDUE,
        "local_trouble": _in_words(told.get(places.LOCAL)),
        "second_trouble": _in_words(told.get(places.SECOND)),
        "second_folder": second_folder,
        "is_second_fixed": bool(settings.BACKUP_TO),
        "second": SecondFolderForm(initial={"path": str(second_folder or "")}),
        "upload": UploadBackupForm(),
        "problem": problem,
        "key": new_key(),
    }
    return render(request, "tournament/backups/list.html", {**facts, **forms}, status=status)


def _in_words(told: dict[str, str] | None) -> str:
    """What went wrong, as a sentence; a code of another version says the general one."""
    code = (told or {}).get("code", "")
    if not code:
        return ""
    return wording.sentence(code if code in wording.ERRORS else "backup_not_written")
