"""The scorer's line in a real browser: sixteen slips in mixed order, by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import faults
from tests.hall import COMMITTED
from tests.tournament.factories import make_event, make_person, make_stage
from tournament.models import Match, Result, Stage

pytestmark = COMMITTED
MIXED = (7, 16, 1, 12, 3, 9, 14, 2, 5, 11, 8, 4, 15, 6, 10, 13)
LOW = "23456789JQ"


@pytest.fixture
def live_server(threaded_server: LiveServer) -> LiveServer:
    """One connection a thread: looks are read while slips are saved."""
    return threaded_server


@pytest.fixture
def stage(live_server: LiveServer) -> Stage:
    return make_stage(make_event(pairs=32, slug="tu-shu-guan"))


@pytest.fixture
def scorer(page: Page, live_server: Any, stage: Stage) -> Iterator[Page]:
    """Somebody signed in, at round 1."""
    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next=/e/tu-shu-guan/desk/stages/1/rounds/1/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    expect(page.locator("#entry-table")).to_be_focused()
    yield page
    page.wait_for_load_state("networkidle")  # a look may still be read while the database is emptied


def type_slip(page: Page, *words: str) -> None:
    """Type words with Enter after each, waiting for nothing but the blank line at the start."""
    expect(page.locator("#entry-table")).to_be_focused()
    for word in words:
        page.keyboard.type(word)
        page.keyboard.press("Enter")


def slip(table: int) -> tuple[str, str, str]:
    """A table's slip: odd tables are won by 南北."""
    low = LOW[table % 10]
    return (str(table), "A3", low) if table % 2 else (str(table), low, "a2")


def test_sixteen_slips_in_mixed_order_by_keyboard_alone(scorer: Page) -> None:
    for table in MIXED:
        type_slip(scorer, *slip(table))
        expect(scorer.locator(".undo")).to_contain_text(f"已登记第 {table} 桌")

    assert Result.objects.filter(is_current=True).count() == 16
    for match in Match.objects.filter(round__number=1):
        result = match.results.get()
        assert result.passed_a == ("ns" if (match.table or 0) % 2 else "ew")
        assert 14 in (result.ns_level, result.ew_level)
    expect(scorer.locator("#round-filters")).to_contain_text("各桌成绩都已录入")
    close = scorer.get_by_role("button", name="结束本轮")
    expect(close).to_be_enabled()
    close.click()
    expect(scorer.locator("#messages")).to_contain_text("第 1 轮已结束")


def test_names_and_outcome_stand_before_saving_and_no_key_is_lost(scorer: Page, stage: Stage) -> None:
    match = Match.objects.get(round__group__stage=stage, round__number=1, table=5)
    type_slip(scorer, "5")
    expect(scorer.locator("#entry-ns")).to_be_focused()
    expect(scorer.locator("#entry")).to_contain_text(match.ns.players.first().name)
    scorer.keyboard.type("a3")
    scorer.keyboard.press("Enter")
    scorer.keyboard.type("9")
    expect(scorer.locator("#entry")).to_contain_text("南北过A升 3 级，胜 · 级差 +8 · 积分 108 : 7")
    expect(scorer.locator("#entry-ew")).to_be_focused()
    assert scorer.input_value("#entry-ns") == "a3"
    assert Result.objects.count() == 0


def test_a_fast_typist_loses_no_key_between_slips(scorer: Page) -> None:
    """Six slips in one go, never waiting: what comes while a line is sent waits for the next."""
    expect(scorer.locator("#entry-table")).to_be_focused()
    for table in (12, 3, 16, 10, 7, 11):
        for word in slip(table):
            scorer.keyboard.type(word)
            scorer.keyboard.press("Enter")
    expect(scorer.locator(".undo")).to_contain_text("已登记第 11 桌")

    entered = Match.objects.filter(results__is_current=True).values_list("table", flat=True)
    assert sorted(table for table in entered if table) == [3, 7, 10, 11, 12, 16]
    for match in Match.objects.filter(results__is_current=True):
        result = match.results.get()
        low = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "J": 11, "Q": 12}
        assert min(result.ns_level or 0, result.ew_level or 0) == low[LOW[(match.table or 0) % 10]]


def test_keys_typed_ahead_never_answer_a_question(scorer: Page) -> None:
    expect(scorer.locator("#entry-table")).to_be_focused()
    for word in ("3", "A+", "9", "5", "A3", "8"):
        scorer.keyboard.type(word)
        scorer.keyboard.press("Enter")
    expect(scorer.get_by_role("radio", name="升 2 级")).to_be_focused()
    expect(scorer.locator("#notices")).to_contain_text("没有用上")
    assert Result.objects.count() == 0


def test_a_question_is_answered_by_keys(scorer: Page) -> None:
    type_slip(scorer, "3", "A+", "9")
    first = scorer.get_by_role("radio", name="升 2 级")
    expect(first).to_be_focused()
    scorer.keyboard.press("ArrowDown")
    scorer.keyboard.press("Enter")
    expect(scorer.locator(".undo")).to_contain_text("已登记第 3 桌")
    assert Result.objects.get().passed_gain == 3


def test_a_wrong_table_keeps_the_levels_and_takes_the_cursor_back(scorer: Page) -> None:
    type_slip(scorer, "77", "A3", "9")
    expect(scorer.locator("#entry")).to_contain_text("第 1 轮没有第 77 桌")
    expect(scorer.locator("#entry-table")).to_be_focused()
    scorer.keyboard.type("7")
    scorer.keyboard.press("Enter")
    scorer.keyboard.press("Enter")
    scorer.keyboard.press("Enter")
    expect(scorer.locator(".undo")).to_contain_text("已登记第 7 桌")
    assert Result.objects.get().ew_level == 9


def test_a_table_already_entered_asks_and_enter_keeps_what_stands(scorer: Page) -> None:
    type_slip(scorer, "4", "A3", "9")
    type_slip(scorer, "4", "K", "9")
    keep = scorer.get_by_role("link", name="保留现在的")
    expect(keep).to_be_focused()
    scorer.keyboard.press("Enter")
    expect(scorer.locator("#entry-table")).to_be_focused()
    assert [row.ns_level for row in Result.objects.all()] == [14]
    type_slip(scorer, "4", "K", "9")
    expect(keep).to_be_focused()  # a key before the question stands is dropped, as one typed ahead
    scorer.get_by_role("button", name="按我的改写").press("Enter")
    expect(scorer.locator(".undo")).to_contain_text("K : 9")
    assert [row.ns_level for row in Result.objects.order_by("version")] == [14, 13]


def test_undo_is_one_press_away(scorer: Page) -> None:
    """Also while the new line is still settling, when keys on it wait for the next slip."""
    scorer.evaluate("htmx.config.defaultSettleDelay = 1500")
    type_slip(scorer, "4", "A3", "9")
    expect(scorer.locator(".undo")).to_contain_text("已登记第 4 桌")
    scorer.get_by_role("button", name="撤销").press("Enter")
    expect(scorer.locator("#messages")).to_contain_text("已撤销，第 4 桌现在是：没有成绩")
    expect(scorer.locator("#entry-table")).to_be_focused()


def test_the_line_works_without_script(
    context: BrowserContext, open_visitor: Callable[..., BrowserContext], live_server: Any, scorer: Page
) -> None:
    plain = open_visitor(java_script_enabled=False, storage_state=context.storage_state())
    page = plain.new_page()
    page.goto(f"{live_server.url}/e/tu-shu-guan/desk/stages/1/rounds/1/")
    page.fill("#entry-table", "6")
    page.press("#entry-table", "Enter")
    expect(page.locator("#entry .name")).to_have_count(4)
    page.fill("#entry-ns", "10")
    page.fill("#entry-ew", "K")
    page.press("#entry-ew", "Enter")
    expect(page.locator(".undo")).to_contain_text("已登记第 6 桌")


def test_every_page_of_entering_is_accessible_and_fits(scorer: Page) -> None:
    type_slip(scorer, "4", "A3", "9")
    expect(scorer.locator(".undo")).to_be_visible()
    here = scorer.url
    for address in (here, f"{here}grid/", f"{here}tables/4/"):
        scorer.goto(address)
        assert faults(scorer) == [], address
    assert not re.search(r"\?", here)


def test_nothing_that_the_page_does_is_refused_by_its_own_policy(scorer: Page) -> None:
    refused: list[str] = []
    scorer.on("console", lambda told: refused.append(told.text) if "Content Security" in told.text else None)
    scorer.goto(scorer.url, wait_until="domcontentloaded")
    for table in (7, 16):
        type_slip(scorer, *slip(table))
        expect(scorer.locator(".undo")).to_contain_text(f"已登记第 {table} 桌")
    type_slip(scorer, "3", "A+", "9")  # a question, its answer
    expect(scorer.get_by_role("radio", name="升 2 级")).to_be_focused()
    scorer.keyboard.press("Space")
    scorer.keyboard.press("Enter")
    expect(scorer.locator(".undo")).to_contain_text("已登记第 3 桌")
    type_slip(scorer, "7", "J", "A3")  # a result that stands already
    expect(scorer.locator("#entry")).to_contain_text("已有不同的成绩")
    scorer.get_by_role("link", name="未录").click()
    scorer.wait_for_load_state("networkidle")
    assert refused == []
