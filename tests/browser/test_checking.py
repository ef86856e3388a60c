"""Checking slips in a real browser, by keyboard alone: read back, and typed a second time."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.rules import Side
from tests.browser.looks import faults
from tests.tournament.factories import make_event, make_person, make_stage, passed, play_round
from tournament.actions.enter_result import enter_result
from tournament.actions.work import Actor
from tournament.models import Checking, Event, Match, Membership, Result, Role, Stage

pytestmark = pytest.mark.django_db(transaction=True)
GRID = "/e/fu-he/desk/stages/1/rounds/1/grid/"
FACES = {"11": "J", "12": "Q", "13": "K", "14": "A"}


@pytest.fixture
def stage(live_server: Any) -> Stage:
    """Eight tables; round 1 was entered by somebody else."""
    stage = make_stage(make_event(pairs=16, slug="fu-he", checking=Checking.READ_BACK))
    play_round(stage, 1)
    first = make_person("first", name="孙一录")
    Membership.objects.create(person=first, event=stage.event, role=Role.SCORER)
    Result.objects.update(person=first, actor_name="孙一录", source="page")
    return stage


@pytest.fixture
def reader(page: Page, live_server: Any, stage: Stage) -> Page:
    """Somebody signed in, at the page of the second look."""
    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next={GRID}")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    expect(page.locator("#read-back")).to_be_visible()
    return page


def checked() -> list[int]:
    done = Result.objects.filter(checked_at__isnull=False, is_current=True)
    return sorted(done.values_list("match__table", flat=True))


def current(page: Page) -> Any:
    """The table whose key has the focus."""
    return page.locator(".reading > li:focus-within .reading-table b")


def test_read_aloud_with_one_key_a_table(reader: Page, stage: Stage) -> None:
    for table, key in ((1, "Enter"), (2, " ")):
        expect(current(reader)).to_have_text(str(table))
        reader.keyboard.press(key)
        expect(reader.locator("#read-back")).to_contain_text(f"第 {table} 桌复核无误")
    expect(current(reader)).to_have_text("3")
    reader.keyboard.press("ArrowDown")
    expect(current(reader)).to_have_text("4")
    reader.keyboard.press("Enter")
    expect(reader.locator("#read-back")).to_contain_text("第 4 桌复核无误")
    assert checked() == [1, 2, 4]
    expect(current(reader)).to_have_text("3")
    reader.keyboard.press("Backspace")
    expect(reader.get_by_role("heading", name="第 1 轮第 3 桌")).to_be_visible()


def test_a_table_that_somebody_corrects_meanwhile_is_read_again(reader: Page, stage: Stage) -> None:
    expect(current(reader)).to_have_text("1")
    match = Match.objects.get(round__group__stage=stage, round__number=1, table=1)
    by = Actor(name="乙", source="page")
    enter_result(match=match, sheet=passed(Side.EW, loser_level=13, gain=2), by=by)
    reader.keyboard.press("Enter")
    expect(reader.get_by_role("alert")).to_contain_text("第 1 桌的成绩改过了")
    assert checked() == []
    expect(reader.locator(".reading > li").first).to_contain_text("过A")
    reader.locator("[data-walk-stop]").first.press("Enter")
    expect(reader.locator("#read-back")).to_contain_text("第 1 桌复核无误")
    assert checked() == [1]


def test_all_at_once_and_the_last_one_back(reader: Page) -> None:
    reader.get_by_text("确认所列全部 8 桌…").press("Enter")
    reader.get_by_role("button", name="全部确认").press("Enter")
    expect(reader.locator("#read-back")).to_contain_text("各桌成绩都复核过了")
    assert checked() == list(range(1, 9))


def test_taking_the_last_one_back(reader: Page) -> None:
    reader.keyboard.press("Enter")
    reader.get_by_role("button", name="撤回刚才这一桌").press("Enter")
    expect(reader.locator("#read-back")).to_contain_text("已撤回第 1 桌的复核")
    assert checked() == []


def test_typed_a_second_time_by_keyboard_alone(reader: Page, stage: Stage) -> None:
    Event.objects.update(checking=Checking.TWICE)
    reader.goto(reader.url)
    reader.locator("input.grid-input").first.focus()
    rows = Result.objects.filter(is_current=True).order_by("match__table").select_related("match")
    for row in rows[:2]:
        levels = {"ns": str(row.ns_level), "ew": str(row.ew_level)}
        levels = {
            side: {"11": "J", "12": "Q", "13": "K", "14": "A"}.get(text, text)
            for side, text in levels.items()
        }
        levels[row.passed_a] = f"A{row.passed_gain}"
        for side in ("ns", "ew"):
            reader.keyboard.type(levels[side])
            reader.keyboard.press("Enter")
    reader.get_by_role("button", name="与第一遍核对").press("Enter")
    expect(reader.locator("#messages")).to_contain_text("已复核 2 桌")
    assert checked() == [1, 2]


@pytest.mark.parametrize("checking", [Checking.READ_BACK, Checking.TWICE])
def test_the_pages_are_accessible_fit_and_keep_to_their_policy(reader: Page, checking: Checking) -> None:
    refused: list[str] = []
    reader.on("console", lambda told: refused.append(told.text) if "Content Security" in told.text else None)
    Event.objects.update(checking=checking)
    here = reader.url
    if checking == Checking.TWICE:
        reader.goto(here)
        for at, text in enumerate(("9", "8", "十", "3")):
            reader.locator("input.grid-input").nth(at).fill(text)
        reader.locator("input.grid-input").nth(3).press("Enter")
        reader.get_by_role("button", name="与第一遍核对").click()
        expect(reader.locator(".error-list").first).to_be_visible()
        assert faults(reader) == []
    for address in (here, here.replace("grid/", ""), here.replace("grid/", "tables/1/")):
        reader.goto(address)
        assert faults(reader) == [], address
    assert refused == []
