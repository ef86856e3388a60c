"""A referee whose role is taken away while the form is open."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.entering.desk import read
from tests.tournament.factories import make_event, make_person, make_stage
from tournament.models import Membership, Penalty, Role

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path", ["/e/sai/desk/penalties/", "/e/sai/desk/penalties/note/", "/e/none/desk/penalties/"]
)
def test_what_was_typed_comes_back_with_a_sentence_and_nothing_is_stored(path: str) -> None:
    """The same is said where there is no such event, so that nothing tells what exists."""
    stage = make_stage(make_event(pairs=8, slug="sai"))
    person, client = make_person("caipan", name="吴裁判"), Client()
    member = Membership.objects.create(person=person, event=stage.event, role=Role.CHIEF_REFEREE)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    member.delete()
    sent = {"submission": "k1", "who": "1", "number": "1", "grade": "warning", "text": "<b>反复催牌"}
    answer = client.post(path, sent)
    assert answer.status_code == 404
    assert "没有保存" in read(answer)
    assert "权限刚刚被收回" in read(answer)
    assert "&lt;b&gt;反复催牌" in answer.content.decode()
    assert not Penalty.objects.exists()
