"""After the event: phones and notes go with one command, results stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings

from tests.tournament.commands.commands import run, standings
from tests.tournament.factories import make_event, make_person, make_stage
from tournament.imports.sources import Source
from tournament.imports.uploads import find_upload, keep_upload
from tournament.models import Entry, Pair, Player

pytestmark = pytest.mark.django_db


def test_phones_notes_and_uploads_go_and_results_stay(settings: LazySettings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    stage = make_stage(make_event(pairs=8, slug="sai"), rounds_played=3)
    other = make_event(pairs=2, slug="other")
    Player.objects.update(phone="13800000001")
    Pair.objects.filter(event=stage.event, number=1).update(note="过敏", own={"用餐": "素食"})
    person = make_person(owner=True)
    token = keep_upload([Source("a.csv", b"x")], event=stage.event, person=person)
    kept = keep_upload([Source("b.csv", b"y")], event=other, person=person)
    before = standings("sai")

    assert "16 个手机号、1 条备注、1 队在本赛事的列里的内容、1 份" in run("forgetpersonal", "sai")

    assert not Player.objects.filter(pair__event=stage.event).exclude(phone="").exists()
    assert not stage.event.pairs.exclude(note="").exists()
    assert not stage.event.pairs.exclude(own={}).exists()
    assert find_upload(token, event=stage.event, person=person) is None
    assert find_upload(kept, event=other, person=person) is not None
    assert Player.objects.filter(pair__event=other, phone="13800000001").count() == 4
    assert standings("sai") == before
    line = Entry.objects.filter(verb="forget_personal_own").get()
    assert line.codes == {"phones": 16, "notes": 1, "own": 1}
    assert "0 个手机号" in run("forgetpersonal", "sai")
