"""Files made in the background: begun once, told about, fetched by who may."""

from __future__ import annotations

import threading
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament.desks import open_desk
from tests.tournament.factories import make_event, make_person
from tests.tournament.makings.asking import ask, claimed, files, made_older
from tournament.making import jobs
from tournament.making.catalogue import LARGE, MAKINGS
from tournament.making.jobs import claim, find, makings_of
from tournament.making.running import run
from tournament.models import Event, Membership, Person, Role

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("at_once")
def test_a_file_is_asked_for_watched_and_fetched(desk: Client, event: Event, makings: Path) -> None:
    page = ask(desk)

    (token,) = [path.stem for path in makings.glob("*.done")]
    assert page.redirect_chain == [(reverse("making", args=["sai", token]), 302)]
    assert "做好了：中秋赛 全部表格（仅供工作人员）.xlsx" in page.content.decode()
    answer = desk.get(reverse("making-file", args=["sai", token]))
    assert "attachment" in answer["Content-Disposition"]
    assert answer["Content-Type"].endswith("spreadsheetml.sheet")
    book = load_workbook(BytesIO(b"".join(answer.streaming_content)))  # type: ignore[attr-defined]
    assert book.sheetnames[:2] == ["目录", "参赛名单"]
    assert {path.stat().st_mode & 0o777 for path in makings.iterdir()} == {0o600}
    assert makings.stat().st_mode & 0o777 == 0o700


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("what", MAKINGS)
def test_everything_of_the_catalogue_can_be_made(
    what: str, desk: Client, event: Event, makings: Path
) -> None:
    ask(desk, what)

    (path,) = makings.glob("*.done")
    begins = {"pdf": b"%PDF", "xlsx": b"PK", "zip": b"PK", "docx": b"PK"}
    assert path.read_bytes().startswith(begins[MAKINGS[what].ending])


def test_its_page_says_how_far_it_is_until_it_is_whole(desk: Client, event: Event, person: Person) -> None:
    making = claimed(event, person)
    jobs.store(replace(making, percent=40, now="预赛 第 1 轮 对阵表"))
    place = reverse("making", args=["sai", making.token])

    page, part = desk.get(place), desk.get(place, headers={"HX-Request": "true"})

    assert "<html" in page.content.decode()
    text = part.content.decode()
    assert "<html" not in text
    assert "已完成 40%" in text
    assert "正在做：预赛 第 1 轮 对阵表" in text
    assert 'hx-trigger="every 1s"' in text
    fetched = desk.get(reverse("making-file", args=["sai", making.token]))
    assert fetched["Location"] == place
    run(making)
    assert "hx-trigger" not in desk.get(place).content.decode()


def test_pressed_twice_it_is_made_once(event: Event, person: Person) -> None:
    first, is_new = claim(event=event, person=person, what="workbook", submission="a")
    second, again = claim(event=event, person=person, what="workbook", submission="a")

    assert (is_new, again) == (True, False)
    assert first.token == second.token
    run(first)
    assert claim(event=event, person=person, what="workbook", submission="a")[0].token == first.token
    assert claim(event=event, person=person, what="workbook", submission="b")[1]


def test_one_at_a_time_for_a_person_and_an_event(event: Event, person: Person) -> None:
    first = claimed(event, person, "a")

    assert claimed(event, person, "b", what="whole-set").token == first.token
    assert claimed(event, make_person("other"), "c").token != first.token
    assert claimed(make_event(pairs=0), person, "d").token != first.token


def test_many_presses_at_one_moment_claim_one(event: Event, person: Person) -> None:
    gate, found = threading.Barrier(8), []

    def press(key: int) -> None:
        gate.wait()
        found.append(claim(event=event, person=person, what="workbook", submission=f"key {key}"))

    threads = [threading.Thread(target=press, args=(key,)) for key in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(is_new for _making, is_new in found) == 1
    assert len({making.token for making, _is_new in found}) == 1


def test_files_are_kept_for_a_day(event: Event, person: Person, makings: Path, desk: Client) -> None:
    making = claimed(event, person)
    run(making)
    made_older(making, jobs.KEPT_SECONDS + 1)

    for name in ("making", "making-file"):
        answer = desk.get(reverse(name, args=["sai", making.token]), follow=True)
        assert "已经清除" in answer.content.decode()
    asked = desk.get(reverse("making", args=["sai", making.token]), headers={"HX-Request": "true"})
    assert asked["HX-Redirect"] == reverse("papers", args=["sai"])
    claimed(make_event(pairs=0), person)
    assert files(makings) == [".json"]


def test_nobody_fetches_what_another_had_made(event: Event, person: Person) -> None:
    making = claimed(event, person)
    run(making)
    other = open_desk(event, "other")

    answer = other.get(reverse("making-file", args=["sai", making.token]))

    assert answer["Location"] == reverse("papers", args=["sai"])
    assert find(making.token, event=make_event(pairs=0), person=person) is None


@pytest.mark.usefixtures("at_once")
def test_rights_are_asked_again_when_it_is_fetched(
    desk: Client, event: Event, person: Person, makings: Path
) -> None:
    ask(desk)
    (token,) = [path.stem for path in makings.glob("*.done")]
    place = reverse("making-file", args=["sai", token])
    assert desk.get(place).status_code == 200

    Membership.objects.filter(person=person).update(role=Role.SCORER)
    assert desk.get(place).status_code == 404
    Membership.objects.filter(person=person).delete()
    assert desk.get(place).status_code == 404


@pytest.mark.usefixtures("at_once")
def test_it_speaks_the_language_of_who_asked(desk: Client, event: Event, makings: Path) -> None:
    desk.cookies["django_language"] = "en"
    ask(desk, "whole-set")

    (path,) = makings.glob("*.done")
    assert "Contents.txt" in ZipFile(path).namelist()


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"what": "no-such", "submission": "a"},
        {"what": "workbook"},
        {"what": "\x00", "submission": "\x00"},
    ],
)
def test_a_form_that_says_nothing_begins_nothing(sent: dict[str, str], desk: Client, makings: Path) -> None:
    answer = desk.post(reverse("making-new", args=["sai"]), sent)

    assert answer.status_code == 422
    assert "没有开始制作" in answer.content.decode()
    assert not makings.exists()


@pytest.mark.parametrize("token", ["x", "1-1-1", "..", "王" * 40, "%00"])
def test_a_token_that_is_none_leads_back(token: str, desk: Client) -> None:
    for name in ("making", "making-file"):
        answer = desk.get(reverse(name, args=["sai", token]))
        assert answer.status_code in (302, 404)


def test_a_state_that_cannot_be_read_is_no_making_and_takes_no_number(
    event: Event, person: Person, makings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_PAUSE", 0)
    makings.mkdir()
    (makings / f"{event.pk}-{person.pk}-7.json").write_text("")

    assert claimed(event, person).number == 8
    assert [one.number for one in makings_of(event, person)] == [8]


@pytest.mark.parametrize("pairs", [LARGE - 1, LARGE])
def test_large_books_are_made_in_the_background(pairs: int) -> None:
    event = make_event(pairs=pairs, slug="sai")

    text = open_desk(event).get(reverse("papers", args=["sai"])).content.decode()

    assert ('value="order-book-a4"' in text) == (pairs == LARGE)
    assert ('value="workbook"' in text) == (pairs == LARGE)
    assert (reverse("workbook", args=["sai"]) in text) == (pairs < LARGE)
    assert 'value="whole-set"' in text


def test_an_event_that_is_deleted_takes_its_files_along(
    desk: Client, event: Event, person: Person, makings: Path
) -> None:
    run(claimed(event, person))

    desk.post(reverse("event-delete", args=["sai"]), {"typed_name": "中秋赛", "submission": "a"})

    assert not Event.objects.filter(pk=event.pk).exists()
    assert files(makings) == []
