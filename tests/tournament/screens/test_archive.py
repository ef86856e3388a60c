"""Announcements and screens in the archive: what cannot stand there, and what is made of what can."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.archive.documents import load, small
from tests.tournament.factories import TEST, make_event
from tournament import archive, wording
from tournament.actions.announce import announce
from tournament.archive.errors import ArchiveRefused
from tournament.models import Event

pytestmark = pytest.mark.django_db
SCREEN = "$.event.screens"


@pytest.mark.parametrize(
    ("told", "code", "path"),
    [
        pytest.param(
            {"screens": [{"number": 1, "areas": ["地下室"]}]},
            "archive_area_unknown",
            f"{SCREEN}[0].areas[0]",
            id="a room of another hall",
        ),
        pytest.param(
            {"screens": [{"number": 2}, {"number": 2}]},
            "archive_repeated",
            f"{SCREEN}[1].number",
            id="a screen twice",
        ),
        pytest.param(
            {"screens": [{"number": 1, "shows": ["clock", "clock"]}]},
            "archive_repeated",
            f"{SCREEN}[0].shows[1]",
            id="a page twice",
        ),
        pytest.param(
            {"screens": [{"number": 1, "shows": ["secrets"]}]},
            "archive_unknown_choice",
            f"{SCREEN}[0].shows[0]",
            id="no such page",
        ),
        pytest.param(
            {"screens": [{"number": 1, "seconds": 0}]},
            "archive_too_small",
            f"{SCREEN}[0].seconds",
            id="no time to read",
        ),
        pytest.param(
            {"announcements": [{"text": " \u200b"}]},
            "archive_empty_text",
            "$.event.announcements[0].text",
            id="nothing said",
        ),
    ],
)
def test_what_cannot_stand_is_refused_with_its_place(told: dict[str, Any], code: str, path: str) -> None:
    document = small()
    document["event"] |= told
    with pytest.raises(ArchiveRefused) as refused:
        load(document)

    assert (refused.value.code, refused.value.path) == (code, path)
    assert "%(" not in wording.of_error(refused.value)
    assert not Event.objects.exists()


def test_what_interrupts_the_screens_is_not_carried_to_another_hall() -> None:
    event = make_event(pairs=0)
    announce(event=event, text="请 3 号桌到裁判台。", interrupts=True, by=TEST)
    written = archive.dump(event)["event"]["announcements"]

    assert [sorted(one) for one in written] == [["at", "text"]]
    document = small()
    document["event"]["announcements"] = written
    (one,) = load(document).announcements.all()
    assert (one.ordinal, one.text, one.interrupts, one.is_up) == (1, "请 3 号桌到裁判台。", False, True)
