"""Copies that are kept: made by hand or by themselves, taken in, put on a stick."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from tests.tournament.backups.sites import left_over, restored, said, say, texts
from tests.tournament.commands.commands import run
from tests.tournament.factories import TEST
from tournament.actions.site_backups import make_backup, set_second_folder, take_backup
from tournament.backups import copyfile, itself, making, places
from tournament.backups.copyfile import Reason
from tournament.backups.making import copies, path_of
from tournament.errors import ActionRefused
from tournament.models import Event

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="copies of a SQLite file")


def test_the_second_folder_gets_every_copy_and_its_absence_stops_nothing(
    site: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    set_second_folder(path=str(stick), by=TEST)
    make_backup(by=TEST, submission="once")
    make_backup(by=TEST, submission="once")
    assert [path.name for path in stick.iterdir()] == [one.name for one in copies()]
    assert len(copies()) == 1
    shutil.rmtree(stick)

    make_backup(by=TEST)

    assert len(copies()) == 2
    assert places.troubles()["second"]["code"] == "backup_no_such_place"
    stick.mkdir()
    no_room = shutil.disk_usage(stick)._replace(free=0)
    monkeypatch.setattr(copyfile.shutil, "disk_usage", lambda _path: no_room)
    making.to_second_folder(copies()[0], timezone.now())
    assert places.troubles()["second"]["code"] == "backup_disk_full"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        pytest.param("usb", "backup_folder_relative", id="not a whole path"),
        pytest.param("/no/such/stick", "backup_no_such_place", id="not there"),
        pytest.param("", "backup_same_folder", id="the first folder"),
    ],
)
def test_a_second_folder_that_is_none(path: str, code: str, site: Event) -> None:
    with pytest.raises(ActionRefused) as refused:
        set_second_folder(path=path or str(places.folder()), by=TEST)
    assert (refused.value.code, refused.value.field) == (code, "path")
    assert places.second_folder() is None


def test_a_draw_is_preceded_by_a_copy_of_what_stood_and_a_rehearsal_is_not(site: Event) -> None:
    say(site, 1)
    thread = itself.copy_before("draw_groups", {"event": site})
    say(site, 2)
    assert thread is not None
    thread.join()

    (copy,) = copies()
    assert copy.reason is Reason.DRAW
    assert itself.copy_before("enter_result", {"event": site}) is None
    site.is_practice = True
    assert itself.copy_before("draw_groups", {"event": site}) is None
    restored(path_of(copy))
    assert said() == texts(1)


def test_every_action_that_asks_for_a_copy_exists() -> None:
    files = (Path(itself.__file__).parents[1] / "actions").glob("*.py")
    acts = re.compile(r"^@action\ndef (\w+)", re.MULTILINE)
    known = {name for path in files for name in acts.findall(path.read_text("utf-8"))}

    assert set(itself.BEFORE) - known == set()


def test_who_draws_or_publishes_as_a_part_of_something_is_preceded_by_a_copy_too() -> None:
    """Inside an action's transaction none is made: the outer one needs it. The demo event is nobody's."""
    calls: dict[str, set[str]] = {}
    acts = set()
    for path in (Path(itself.__file__).parents[1] / "actions").glob("*.py"):
        for made in ast.parse(path.read_text("utf-8")).body:
            if isinstance(made, ast.FunctionDef):
                names = {getattr(one.func, "id", "") for one in ast.walk(made) if isinstance(one, ast.Call)}
                calls.setdefault(made.name, set()).update(names)
                acts |= {made.name for mark in made.decorator_list if getattr(mark, "id", "") == "action"}
    leads = set(itself.BEFORE)
    while more := {name for name, called in calls.items() if called & leads} - leads:
        leads |= more

    assert (acts & leads) - set(itself.BEFORE) == {"load_demo"}


def test_an_uploaded_copy_is_checked_before_it_is_kept(site: Event, tmp_path: Path) -> None:
    run("backup", tmp_path / "a.zip")
    data = (tmp_path / "a.zip").read_bytes()

    with pytest.raises(ActionRefused, match="backup_damaged"):
        take_backup(pieces=[data[:-100]], size=len(data))
    assert (left_over(), copies()) == ([], [])

    taken = take_backup(pieces=[data[:100], data[100:]], size=len(data))
    assert copies() == [taken]
