"""A file that is no archive, an event that is there already, a load that breaks: nothing is stored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tournament.archive.documents import LOADER, counts, load, small
from tests.tournament.archive.everything import rich
from tournament import archive, wording
from tournament.errors import ActionRefused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "archive_not_json", id="nothing"),
        pytest.param(b"[]", "archive_other_format", id="a list"),
        pytest.param(b'{"format": "other"}', "archive_other_format", id="another format"),
        pytest.param(
            b'{"format": "guansai-event", "version": 2}', "archive_other_version", id="a later version"
        ),
        pytest.param(b'{"format": 1, "format": 2}', "archive_double_key", id="a key twice"),
        pytest.param(b'{"format": NaN}', "archive_no_number", id="no number"),
        pytest.param(b'{"format": 1e999}', "archive_huge_number", id="a huge number"),
        pytest.param(b'{"format": %s}' % (b"9" * 5000), "archive_huge_number", id="thousands of figures"),
        pytest.param("{}".encode("utf-16"), "archive_not_utf8", id="not UTF-8"),
        pytest.param(b"[" * 100_000, "archive_too_deep", id="a well without a bottom"),
    ],
)
def test_a_file_that_is_no_archive_is_refused_in_a_sentence(data: bytes, code: str) -> None:
    with pytest.raises(archive.ArchiveRefused) as refused:
        archive.read(data)

    assert refused.value.code == code
    assert "%(" not in wording.of_error(refused.value)


def test_a_slug_that_exists_is_refused_and_the_way_out_named() -> None:
    load(small())
    standing = counts()

    with pytest.raises(ActionRefused) as refused:
        load(small())

    assert refused.value.code == "archive_slug_taken"
    assert "--slug" in wording.of_error(refused.value)
    assert counts() == standing


def test_a_load_that_breaks_half_way_leaves_every_table_as_it_was(monkeypatch) -> None:
    standing = counts()

    def broken(*_args: Any, **_more: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("tournament.actions.load_event.record", broken)
    with pytest.raises(RuntimeError):
        load(rich())

    assert counts() == standing


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    assert archive.load(archive.read(b"\xef\xbb\xbf" + json.dumps(small()).encode()), by=LOADER).pk
