"""The desk in a real browser: news come by themselves, and whoever types loses nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from scoring.rules import Side
from tests.browser.looks import violations
from tests.hall import COMMITTED
from tests.tournament.factories import TEST, make_person, passed
from tests.tournament.tables.phones import hall, link_of, match_at, pair
from tournament.actions.enter_result import enter_result
from tournament.models import Result, Stage, TableEntry

pytestmark = COMMITTED
ASKS = 15_000  # milliseconds within which the page has asked again


@pytest.fixture
def live_server(threaded_server: LiveServer) -> LiveServer:
    """One connection a thread: the page asks while slips are saved."""
    return threaded_server


@pytest.fixture
def stage(live_server: LiveServer) -> Stage:
    """Eight tables being played, a code on each for both pairs."""
    return hall(TableEntry.PAIRS, pairs=16)


complaints: list[str] = []


@pytest.fixture
def desk(page: Page, live_server: LiveServer, stage: Stage) -> Page:
    """Somebody signed in, at round 1; the console may complain of no policy."""
    make_person("wang", owner=True)
    complaints.clear()
    page.on("console", lambda said: complaints.append(said.text) if "Security Policy" in said.text else None)
    page.goto(f"{live_server.url}/login/?next=/e/{stage.event.slug}/desk/stages/1/rounds/1/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    expect(page.locator("#entry-table")).to_be_focused()
    return page


def enter(stage: Stage, table: int) -> None:
    """Somebody else enters a table."""
    enter_result(match=match_at(stage, table), sheet=passed(Side.NS, loser_level=9), by=TEST)


def state(page: Page, table: int) -> Any:
    return page.locator(f"tr[id$='-{table}'] td:last-child")


def test_news_come_while_somebody_types_and_no_key_is_lost(desk: Page, stage: Stage) -> None:
    desk.keyboard.type("3")
    desk.keyboard.press("Enter")
    desk.keyboard.type("A")
    enter(stage, 5)
    expect(state(desk, 5)).to_have_text("已录", timeout=ASKS)
    expect(desk.locator("#show-entered")).to_have_text("已录 1")
    expect(desk.locator("#entry-ns")).to_be_focused()
    desk.keyboard.type("3")
    expect(desk.locator("#entry-ns")).to_have_value("A3")
    desk.keyboard.press("Enter")
    desk.keyboard.type("9")
    desk.keyboard.press("Enter")
    expect(desk.locator(".undo")).to_contain_text("已登记第 3 桌")
    expect(desk.locator("#show-entered")).to_have_text("已录 2")
    assert desk.locator("#round-grid [aria-live], #round-head [role='alert']").count() == 0
    assert complaints == []


def test_what_is_open_or_focused_in_the_head_and_the_list_stays(desk: Page, stage: Stage) -> None:
    desk.locator("#round-grid a", has_text="2").first.focus()
    enter(stage, 5)
    expect(state(desk, 5)).to_have_text("已录", timeout=ASKS)
    assert desk.evaluate("document.activeElement.textContent") == "2"

    desk.get_by_text("加减分钟…").click()
    enter(stage, 6)
    expect(state(desk, 6)).to_have_text("已录", timeout=ASKS)
    expect(desk.locator("#round-head details.confirm[open]")).to_have_count(1)


def test_a_dispute_shows_by_itself_and_the_page_is_clean(desk: Page, stage: Stage) -> None:
    pair(link_of(stage, 2), "ns").levels("K", "10")
    other = pair(link_of(stage, 2), "ew")
    other.look()
    other.send("dispute", ns_level="Q", ew_level="10")
    expect(state(desk, 2)).to_have_text("双方填报不一致", timeout=ASKS)
    desk.get_by_role("link", name="双方填报不一致 1").focus()
    desk.keyboard.press("Enter")
    expect(desk.locator("#round-grid tbody tr")).to_have_count(1)
    assert "show=disputed" in desk.url
    assert violations(desk) == []
    assert complaints == []


def test_a_server_that_is_away_is_said_once_and_taken_back(
    desk: Page, stage: Stage, context: BrowserContext
) -> None:
    context.route("**/desk/**", lambda route: route.abort())
    expect(desk.locator("#round-away")).to_contain_text("连不上服务器：下面的列表停在", timeout=40_000)
    expect(desk.locator("#notices")).to_be_empty()
    for field, typed in (("table", "3"), ("ns", "A3"), ("ew", "9")):
        desk.locator(f"#entry-{field}").fill(typed)
    desk.locator("#entry-ew").press("Enter")
    expect(desk.locator("#notices")).to_contain_text("没有保存成功：网络不通")
    context.unroute("**/desk/**")
    desk.locator("#entry-ew").press("Enter")  # the same slip, which is what brings the list back
    expect(desk.locator(".undo")).to_contain_text("已登记第 3 桌")
    expect(desk.locator("#notices")).to_be_empty()
    expect(desk.locator("#round-away")).to_be_hidden(timeout=2000)
    assert Result.objects.count() == 1


def test_a_page_that_nobody_looks_at_does_not_ask(desk: Page) -> None:
    asked: list[str] = []
    desk.clock.install()
    desk.reload()
    desk.on("request", lambda one: asked.append(one.url) if "/news/" in one.url else None)
    hide = """(hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    desk.evaluate(hide, True)
    desk.clock.run_for(60_000)
    assert asked == []
    with desk.expect_response("**/news/**"):
        desk.evaluate(hide, False)
    assert len(asked) == 1


def test_a_session_that_has_ended_is_said(desk: Page, context: BrowserContext) -> None:
    context.clear_cookies()
    expect(desk.locator("#round-away")).to_contain_text("请刷新页面", timeout=ASKS)
    assert Result.objects.count() == 0
