"""Which copies are kept, told by their names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournament.backups.copyfile import Reason
from tournament.backups.rotation import CopyName, named, read_name, which_go

NOW = datetime(2026, 12, 1, 4, 0, tzinfo=UTC)  # noon in Shanghai


def every(reason: Reason, hours: float, count: int) -> list[CopyName]:
    return [named(reason, NOW - timedelta(hours=hours * number)) for number in range(count)]


def test_a_name_tells_when_and_why() -> None:
    copy = named(Reason.DRAW, NOW)

    assert copy.name == "guansai-20261201-120000-000000-draw.zip"
    assert read_name(copy.name) == copy


@pytest.mark.parametrize(
    "name",
    ["成绩.zip", "guansai-20261201-120000-000000-other.zip", "guansai-20269901-120000-000000-draw.zip",
     "guansai-20261201-120000-000000-draw.zip.part", "../guansai-20261201-120000-000000-draw.zip"],
)  # fmt: skip
def test_other_names_are_none_of_ours(name: str) -> None:
    assert read_name(name) is None


@pytest.mark.parametrize(
    ("copies", "kept"),
    [
        pytest.param(every(Reason.HOURLY, 1, 24), 24, id="a day of hours"),
        pytest.param(every(Reason.HOURLY, 1, 24 * 20), 24 + 12, id="twenty days of hours: one of each of 14"),
        pytest.param(every(Reason.DRAW, 0.01, 60), 48, id="a busy morning of draws"),
        pytest.param(every(Reason.MANUAL, 24, 30), 20, id="thirty by hand"),
        pytest.param(every(Reason.SAFETY, 24 * 30, 5), 5, id="those before a restore, however old"),
    ],
)
def test_how_many_are_kept(copies: list[CopyName], kept: int) -> None:
    gone = which_go(copies, NOW)

    assert len(copies) - len(gone) == kept
    assert gone == sorted(gone)
    assert max(copies) not in gone


def test_draws_do_not_push_hours_out() -> None:
    hours = every(Reason.HOURLY, 1, 10)

    assert set(which_go([*hours, *every(Reason.DRAW, 0.001, 200)], NOW)) & set(hours) == set()
