"""Every field file on the page: uploaded, previewed, imported, and imported again (field F51 to F62).

The right outcome of each is that of the field's manifest; what a file's rows become in detail is tested by
number in `imports/test_field_files.py`.
"""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.entries.test_import_pages import bytes_of, confirm, counted, shown, upload
from tests.tournament.factories import make_event
from tests.tournament.imports.files import FIELD_FILES
from tournament.models import Event

pytestmark = pytest.mark.django_db

# By number: pairs that go in, pairs to be confirmed, rows that stay out.
OUTCOMES = {
    "01": (4, 0, 0),
    "02": (4, 0, 0),
    "03": (2, 0, 0),
    "05": (4, 0, 0),
    "06": (3, 0, 0),
    "07": (4, 0, 1),
    "08": (7, 0, 0),
    "10": (3, 0, 0),
    "11": (5, 0, 0),
    "12": (1, 1, 3),
    "13": (1, 2, 0),
    "14": (3, 0, 0),
    "15": (3, 0, 2),
    "16": (2, 0, 0),
    "17": (2, 0, 0),
    "20": (4, 0, 0),
    "21": (4, 0, 0),
    "22": (3, 1, 0),
    "23": (4, 0, 0),
    "24": (5, 0, 0),
    "25": (2, 0, 0),
    "26": (0, 0, 2),
    "27": (7, 0, 0),
    "28": (1, 0, 6),
    "29": (4, 0, 0),
    "30": (4, 0, 0),
    "33": (4, 0, 0),
    "36": (14, 0, 0),
    "37": (3, 0, 1),
    "38": (10, 0, 0),
}
REFUSED = {"31": "文件是空的", "32": "不完整或已损坏", "34": "没有数据行", "35": "没有找到表头"}


@pytest.fixture
def event(db: None) -> Event:
    """An event without pairs."""
    return make_event(pairs=0, slug="qiu")


def test_the_field_files_are_all_here() -> None:
    assert sorted({*OUTCOMES, *REFUSED}) == [name[:2] for name in FIELD_FILES]


@pytest.mark.parametrize("number", REFUSED)
def test_what_cannot_be_read_is_said_and_changes_nothing(number: str, desk: Client, event: Event) -> None:
    answer = upload(desk, *bytes_of(number))

    assert (answer.status_code, REFUSED[number] in shown(answer)) == (422, True)
    assert "没有导入，名单没有变动。" in shown(answer)
    assert not event.pairs.exists()


@pytest.mark.parametrize("number", OUTCOMES)
def test_what_the_preview_shows_goes_in_once(number: str, desk: Client, event: Event) -> None:
    new, to_confirm, out = OUTCOMES[number]
    read = new + to_confirm + out
    preview = upload(desk, *bytes_of(number))

    assert f"读取 {read} 行：可导入 {new} 行，待确认 {to_confirm} 行，跳过 {out} 行" in shown(preview)
    if new:
        assert counted(confirm(desk, preview)) == (read, new, to_confirm + out)
    assert event.pairs.count() == new

    again = upload(desk, *bytes_of(number))
    assert (len(again.context["new"]), len(again.context["existing"])) == (0, new + copies(number))


def copies(number: str) -> int:
    """Rows that were copies of a row above, and are copies of an entered pair the next time."""
    return 3 if number == "12" else 0
