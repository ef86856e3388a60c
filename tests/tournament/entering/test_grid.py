"""The second look: what differs is marked before anything is saved, each row has its own version."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.entering.desk import Desk, read
from tests.tournament.factories import TEST
from tournament.actions.run_round import close_round
from tournament.models import Checking, Entry, Event, Result

pytestmark = pytest.mark.django_db


def send(desk: Desk, do: str, rows: dict[int, tuple[str, str]], **more: Any) -> Any:
    """Send the grid with these tables' levels; others stay as the page shows them, empty."""
    data: dict[str, Any] = {"do": do, "submission": f"grid-{desk.sent}"}
    for table, (ns, ew) in rows.items():
        match = desk.match(table)
        key = f"t{match.round.group.ordinal}-{table}"
        data |= {f"{key}-ns": ns, f"{key}-ew": ew, f"{key}-version": match.version}
    desk.sent += 1
    return desk.client.post(desk.address("round-grid"), data | more)


@pytest.fixture
def entered(desk: Desk) -> Desk:
    for table, levels in {1: ("A3", "9"), 2: ("6", "A2"), 3: ("K", "10")}.items():
        desk.slip(table, *levels)
    return desk


def test_reading_the_slips_again_marks_what_differs_and_stores_nothing(entered: Desk) -> None:
    blank = entered.client.get(entered.address("round-grid"), {"blank": "1"})
    assert "过A" not in read(blank)
    before = Result.objects.count()
    told = send(entered, "compare", {1: ("a+3", "９"), 2: ("6", "A3"), 3: ("k", "10")}, blank="1")

    assert told.status_code == 200
    page = read(told)
    assert "一致 2 桌" in page
    assert "不一致 1 桌" in page
    assert "没有键入 1 桌" in page
    assert "不一致 6 : 过A（升 2 级）" in page
    assert told.content.decode().count('class="is-bad"') == 1
    assert Result.objects.count() == before


def test_only_rows_that_differ_are_saved(entered: Desk) -> None:
    done = send(entered, "save", {1: ("A+3", "9"), 2: ("6", "A3"), 4: ("8", "5")}, reason="复核")
    assert done.status_code == 302
    assert [entered.result(table).version for table in (1, 2, 3, 4)] == [1, 2, 1, 1]
    assert entered.result(2).passed_gain == 3
    assert Entry.objects.filter(verb="correct_result").count() == 1


@pytest.mark.parametrize("way", [Checking.READ_BACK, Checking.TWICE])
def test_a_grid_that_was_open_when_checking_was_switched_on_is_still_saved(
    entered: Desk, way: Checking
) -> None:
    Event.objects.update(checking=way)
    told = send(entered, "save", {2: ("7", "A2")})
    assert told.status_code == 302
    result = entered.match(2).results.get(is_current=True)
    assert (result.ns_level, result.ew_level, result.checked_at) == (7, 14, None)


def test_a_row_changed_by_somebody_else_stops_no_other(entered: Desk) -> None:
    rows = {1: ("A3", "8"), 2: ("6", "A3")}
    versions = {"t1-1-version": "1", "t1-2-version": "1"}
    entered.slip(1, "A3", "7", overwrite="1")
    told = send(entered, "save", rows, **versions)

    assert told.status_code == 422
    assert "这一行刚才已由李负责改为“过A : 7（升 3 级）”" in read(told)
    assert (entered.result(1).ew_level, entered.result(2).passed_gain) == (7, 3)
    assert 'name="t1-1-version" value="2"' in told.content.decode()
    again = send(entered, "save", {1: ("A3", "8")})
    assert again.status_code == 302
    assert entered.result(1).ew_level == 8


@pytest.mark.parametrize(
    ("ns", "ew", "sentence"),
    [
        pytest.param("十", "9", "级数“十”看不懂", id="F27: no level"),
        pytest.param("A+", "9", "还要补充一项", id="the gain is missing"),
        pytest.param("9", "", "请填写级数", id="one blank"),
    ],
)
def test_f27_a_row_that_cannot_be_says_why_and_keeps_its_values(
    entered: Desk, ns: str, ew: str, sentence: str
) -> None:
    told = send(entered, "save", {4: (ns, ew), 3: ("Q", "10")})
    assert told.status_code == 422
    assert sentence in read(told)
    assert f'value="{ns}"' in told.content.decode()
    assert entered.result(4) is None
    assert entered.result(3).ns_level == 12


def test_forfeits_are_not_typed_over(entered: Desk) -> None:
    address = entered.address("match-act", 4, "walkover")
    entered.client.post(address, {"submission": "w", "based_on": "0", "kind": "forfeit-ew"})
    html = entered.client.get(entered.address("round-grid")).content.decode()
    assert "t2-4-ns" not in html
    assert "东西弃权" in html


def test_after_closing_a_reason_is_needed(entered: Desk) -> None:
    entered.slip(4, "8", "5")
    close_round(stage=entered.stage, number=1, by=TEST)
    told = send(entered, "save", {2: ("6", "A3")})
    assert told.status_code == 422
    assert "更正成绩请写明原因" in read(told)
    assert send(entered, "save", {2: ("6", "A3")}, reason="复核发现").status_code == 302
    assert entered.result(2).reason == "复核发现"
