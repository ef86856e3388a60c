"""A making on its way: alive or lost, one at a time, nothing half left behind."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from tests.hall import shared_database
from tests.tournament.factories import TEST, make_director, make_event, make_stage
from tests.tournament.makings.asking import claimed, files, made_older
from tournament.actions.edit_event import edit_event
from tournament.making import jobs, running
from tournament.making.catalogue import MAKINGS
from tournament.making.jobs import Phase, claim, drop_makings, makings_of
from tournament.making.running import run
from tournament.models import Event, Person
from tournament.permissions import rights_of

pytestmark = pytest.mark.django_db


def test_what_goes_wrong_leaves_no_half_file_and_can_be_tried_again(
    desk: Client, event: Event, person: Person, makings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(_want: Any, _rights: Any, path: Path, _tell: Any) -> None:
        path.write_bytes(b"half")
        raise MemoryError

    monkeypatch.setitem(MAKINGS, "workbook", replace(MAKINGS["workbook"], make=half))
    making = claimed(event, person)
    run(making)

    assert files(makings) == [".json"]
    text = desk.get(reverse("making", args=["sai", making.token])).content.decode()
    assert "没有做成，没有留下半份文件" in text
    assert "再试一次" in text
    assert 'value="workbook"' in text


def test_the_file_is_on_the_disk_before_it_is_said_to_be_whole(
    event: Event, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, Phase]] = []

    def sync(descriptor: int) -> None:
        synced.append((os.fstat(descriptor).st_size, makings_of(event, person)[0].phase))

    making = claimed(event, person)
    monkeypatch.setattr("os.fsync", sync)
    run(making)

    assert synced == [(making.path.stat().st_size, Phase.RUNNING)]


def test_a_server_that_stopped_in_the_middle_is_noticed(
    desk: Client, event: Event, person: Person, makings: Path
) -> None:
    making = claimed(event, person)
    making.part_path.write_bytes(b"half")
    made_older(making, jobs.LOST_SECONDS + 1)

    text = desk.get(reverse("making", args=["sai", making.token])).content.decode()

    assert "没有做完：制作时服务器停过" in text
    assert "再试一次" in text
    again, is_new = claim(event=event, person=person, what="workbook", submission="again")
    assert is_new
    assert again.token != making.token
    assert files(makings) == [".json"]


def test_while_it_beats_it_is_not_lost(event: Event, person: Person) -> None:
    making = claimed(event, person)
    made_older(making, jobs.LOST_SECONDS + 1)
    assert makings_of(event, person)[0].phase is Phase.LOST

    assert jobs.beat(making)

    assert makings_of(event, person)[0].phase is Phase.RUNNING


def test_its_heart_beats_while_one_step_takes_long(
    event: Event, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "BEAT_SECONDS", 0.01)
    seen: list[Phase] = []

    def slow(_want: Any, _rights: Any, path: Path, _tell: Any) -> None:
        made_older(making, jobs.LOST_SECONDS + 1)
        time.sleep(0.2)
        seen.append(makings_of(event, person)[0].phase)

    monkeypatch.setitem(MAKINGS, "workbook", replace(MAKINGS["workbook"], make=slow))
    making = claimed(event, person)
    run(making)
    assert seen == [Phase.RUNNING]


def test_one_that_was_thrown_away_stops_and_leaves_nothing(
    event: Event, person: Person, makings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "TOLD_SECONDS", 0)
    making = claimed(event, person)
    assert drop_makings(event.pk) == 1

    run(making)

    assert files(makings) == []


@pytest.mark.django_db(transaction=True)
def test_a_thread_makes_it_while_others_write(tmp_path: Path, makings: Path) -> None:
    with shared_database(tmp_path):
        event = make_stage(make_event(pairs=8, name="中秋赛"), rounds_played=1).event
        person = make_director(event)
        making = claimed(event, person, what="whole-set", rights=rights_of(person, event))

        running.start(making)
        deadline, writes = time.monotonic() + 120, 0
        while makings_of(event, person)[0].phase is Phase.RUNNING and time.monotonic() < deadline:
            event.refresh_from_db()
            values = {"venue": f"第 {writes} 厅"}
            edit_event(event=event, values=values, by=TEST, based_on=event.version)
            writes += 1
            time.sleep(0.05)

        (done,) = makings_of(event, person)
        assert done.phase is Phase.READY
        assert writes
        assert "制作期间赛事又有新的录入" in ZipFile(done.path).read("目录.txt").decode()
    assert threads_left() == []


def test_large_files_are_made_one_after_the_other(
    event: Event, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at once would leave a laptop no core for those who enter results."""
    kind, held = MAKINGS["workbook"], []

    def make(want: Any, rights: Any, part: Path, tell: Any) -> None:
        held.append(running._ONE_AT_A_TIME.locked())
        part.write_bytes(b"whole")

    monkeypatch.setitem(MAKINGS, "workbook", replace(kind, make=make))
    making = claimed(event, person)
    run(making)

    assert held == [True]
    assert not running._ONE_AT_A_TIME.locked()
    assert making.path.read_bytes() == b"whole"


def test_sweeping_takes_old_files_and_halves_that_nobody_is_at(
    event: Event, person: Person, makings: Path
) -> None:
    old, lost = claimed(event, person), claimed(make_event(pairs=0), person, "other")
    run(old)
    lost.part_path.touch()
    made_older(old, jobs.KEPT_SECONDS + 1)
    made_older(lost, jobs.LOST_SECONDS + 1)

    jobs.sweep()

    assert files(makings) == [".json"]
    assert lost.state_path.exists()


def test_sweeping_before_anything_was_made_is_nothing(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "new"

    jobs.sweep()

    assert not jobs.folder().exists()


def threads_left() -> list[str]:
    """The threads of makings that do not end within ten seconds: the file is whole a moment before."""
    threads = [thread for thread in threading.enumerate() if thread.name.startswith("making")]
    for thread in threads:
        thread.join(timeout=60)
    return [thread.name for thread in threads if thread.is_alive()]
