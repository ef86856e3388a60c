"""The owner's page: make, look, download, upload, restore."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.hall import file_database
from tests.tournament.entering.desk import BACKEND
from tests.tournament.factories import TEST, make_event, make_person
from tournament.actions.site_backups import make_backup
from tournament.backups import gate, places
from tournament.backups.copyfile import Reason
from tournament.backups.making import copies, path_of
from tournament.models import Event, Person

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="copies of a SQLite file")


@pytest.fixture
def owner(tmp_path: Path, django_db_blocker: Any) -> Iterator[Client]:
    """The owner's browser, on a site in a file of its own."""
    with django_db_blocker.unblock(), file_database(tmp_path):
        make_event(pairs=4, slug="sai", name="中秋赛")
        client = Client()
        client.force_login(make_person(owner=True), backend=BACKEND)
        yield client


def test_made_looked_at_and_restored_with_the_password(owner: Client) -> None:
    assert "已备份" in owner.post(reverse("backup-make"), {"submission": "1"}, follow=True).content.decode()
    (copy,) = copies()
    Event.objects.update(name="改过的")
    about = owner.get(reverse("backup", args=[copy.name]))
    assert "中秋赛" in about.content.decode()
    assert "完整" in about.content.decode()

    wrong = owner.post(reverse("backup", args=[copy.name]), {"submission": "2", "password": "falsch"})
    assert (wrong.status_code, Event.objects.get().name) == (422, "改过的")
    assert "密码不对" in wrong.content.decode()

    right = {"submission": "3", "password": "mimamima1"}
    page = owner.post(reverse("backup", args=[copy.name]), right, follow=True)

    assert page.redirect_chain == [(reverse("backups"), 302)]  # signed in again
    assert "已恢复" in page.content.decode()
    assert Event.objects.get().name == "中秋赛"
    assert Reason.SAFETY in {one.reason for one in copies()}
    assert "请重新登录" in Client().get(reverse("login")).content.decode()


def test_who_restores_a_site_in_which_he_is_not_signs_in_anew(owner: Client) -> None:
    make_backup(by=TEST)
    other = make_person("neu", owner=True)
    owner.force_login(other, backend=BACKEND)
    right = {"submission": "3", "password": "mimamima1"}

    answer = owner.post(reverse("backup", args=[copies()[0].name]), right)

    assert answer["Location"] == reverse("login")
    assert not Person.objects.filter(username="neu").exists()


def test_downloaded_from_one_site_and_uploaded_to_another(owner: Client) -> None:
    make_backup(by=TEST)
    answer: Any = owner.get(reverse("backup-file", args=[copies()[0].name]))
    data = b"".join(answer.streaming_content)
    path_of(copies()[0]).unlink()
    sent = {"submission": "1", "file": SimpleUploadedFile("a.zip", data)}

    page = owner.post(reverse("backup-upload"), sent, follow=True)

    assert page.redirect_chain[0][0] == reverse("backup", args=[copies()[0].name])
    assert copies()[0].reason is Reason.UPLOADED
    bad = {"submission": "2", "file": SimpleUploadedFile("a.zip", data[:-9])}
    refused = owner.post(reverse("backup-upload"), bad)
    assert refused.status_code == 422
    assert "已损坏或不完整" in refused.content.decode()


def test_the_second_folder_is_named_and_its_absence_is_said(owner: Client, tmp_path: Path) -> None:
    bad = owner.post(reverse("backup-second"), {"submission": "1", "path": "/no/such"})
    assert (bad.status_code, "U 盘可能没有插好" in bad.content.decode()) == (422, True)
    stick = tmp_path / "stick"
    stick.mkdir()
    owner.post(reverse("backup-second"), {"submission": "2", "path": str(stick)})
    stick.rmdir()
    make_backup(by=TEST)

    assert "最近一份没有存到第二个文件夹" in owner.get(reverse("backups")).content.decode()
    assert "没有写成" in owner.get(reverse("home")).content.decode()


def test_a_form_is_kept_and_a_press_is_told_while_a_copy_is_restored(owner: Client) -> None:
    with gate.closed():
        told = owner.post(reverse("remove-demo"), {"submission": "1"})
    assert told.status_code == 503
    assert "正在恢复备份" in told.content.decode()


@pytest.mark.parametrize("count", [1, 4])
def test_the_list_asks_the_database_for_the_visitor_alone(
    count: int, owner: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(count):
        make_backup(by=TEST)
    with django_assert_num_queries(2):
        page = owner.get(reverse("backups"))
    assert page.content.decode().count("写入时已核对") == count


def test_a_copy_that_cannot_be_read_any_more_is_said_to_be_damaged(owner: Client) -> None:
    make_backup(by=TEST)
    path_of(copies()[0]).write_bytes(b"PK")

    assert "已损坏，不能恢复" in owner.get(reverse("backups")).content.decode()
    about = owner.get(reverse("backup", args=[copies()[0].name]))
    assert (about.status_code, "恢复这一份" in about.content.decode()) == (200, False)
    assert places.folder().is_dir()
