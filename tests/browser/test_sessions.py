"""Two sessions on one day in a real browser: sixteen pairs, four tables, the standings of each announced."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import faults
from tests.hall import COMMITTED
from tests.tournament.factories import TEST, make_event, make_person, make_stage
from tournament.actions.draw_groups import draw_groups
from tournament.models import Match, Publication, PublicationKind, Result

pytestmark = COMMITTED
DESK = "/e/yi-tian/desk/"
STAGE = f"{DESK}stages/1/"


@pytest.fixture
def live_server(threaded_server: LiveServer) -> LiveServer:
    """One connection a thread: looks are read while slips are saved."""
    return threaded_server


@pytest.fixture
def director(page: Page, live_server: LiveServer) -> Iterator[Page]:
    """Somebody signed in, before sixteen pairs in four groups and an empty description of the hall."""
    stage = make_stage(make_event(pairs=16, slug="yi-tian", name="一天两场"), rounds=1, drawn=False)
    draw_groups(stage=stage, seed=1, by=TEST)
    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next={DESK}settings/hall/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    expect(page.locator("h1")).to_have_text("场地和桌号")
    yield page
    page.wait_for_load_state("networkidle")  # a look may still be read while the database is emptied


def slips(page: Page, tables: range) -> None:
    """Type one slip a table, waiting for nothing but the blank line at the start."""
    expect(page.locator("#entry-table")).to_be_focused()
    for table in tables:
        for word in (str(table), "A3", "9"):
            page.keyboard.type(word)
            page.keyboard.press("Enter")
    expect(page.locator(".undo")).to_contain_text(f"已登记第 {tables[-1]} 桌")
    expect(page.locator("#round-filters")).to_contain_text("各桌成绩都已录入")


def session_to_its_end(page: Page, site: LiveServer, name: str) -> None:
    """Start, enter, close and announce one session from the page of its round."""
    page.goto(f"{site.url}{STAGE}rounds/1/")
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.locator("h1")).to_contain_text(f"· {name}")
    page.get_by_role("button", name="开赛计时").click()
    expect(page.locator("#round-head")).to_contain_text("剩余 60 分钟")
    slips(page, range(1, 5))
    page.get_by_role("button", name="结束本轮").click()
    expect(page.locator("#messages")).to_contain_text("第 1 轮已结束")
    page.get_by_role("button", name="公布成绩").click()
    expect(page.locator("#messages")).to_contain_text("已公布第 1 轮后的名次")


def test_two_sessions_of_sixteen_pairs_on_four_tables(director: Page, live_server: LiveServer) -> None:
    page = director
    page.get_by_label("第 1 个场地的名称").fill("三楼会议室")
    page.get_by_label("第 1 个场地的桌号").fill("1-4")
    page.get_by_role("button", name="保存场地和桌号").click()
    expect(page.locator("#messages")).to_contain_text("场地和桌号已保存")

    page.goto(f"{live_server.url}{STAGE}draw/")
    expect(page.get_by_role("alert")).to_contain_text("同时打要 8 张桌，可用的只有 4 张")
    page.get_by_role("link", name="分场次").click()
    expect(page.locator("#id_count")).to_have_value("2")
    page.get_by_role("button", name="自动分").click()
    expect(page.locator("#messages")).to_contain_text("已分成 2 个场次")

    page.goto(f"{live_server.url}{STAGE}draw/")
    page.get_by_role("button", name="编排各轮对阵").click()
    page.get_by_role("button", name="公布分组和各轮对阵").click()
    tables = Match.objects.values_list("table", flat=True)
    assert sorted(table or 0 for table in tables) == [1, 1, 2, 2, 3, 3, 4, 4]

    session_to_its_end(page, live_server, "上午")
    assert Result.objects.count() == 4
    page.goto(f"{live_server.url}/e/yi-tian/stages/1/standings/")
    expect(page.locator("main")).to_contain_text("B 组")
    expect(page.locator("main")).not_to_contain_text("C 组")

    session_to_its_end(page, live_server, "下午")
    assert Result.objects.count() == 8
    page.goto(f"{live_server.url}/e/yi-tian/stages/1/standings/")
    for name in "ABCD":
        expect(page.locator("main")).to_contain_text(f"{name} 组")
    up = Publication.objects.filter(kind=PublicationKind.STANDINGS, is_current=True)
    assert [one.session for one in up] == ["上午", "下午"]
    page.goto(f"{live_server.url}/e/yi-tian/stages/1/rounds/1/")
    expect(page.locator("main")).to_contain_text("三楼会议室")


def test_pages_of_the_hall_are_accessible_and_fit(director: Page, live_server: LiveServer) -> None:
    for address in (f"{DESK}settings/hall/", f"{STAGE}sessions/", f"{STAGE}draw/"):
        director.goto(live_server.url + address)
        assert faults(director) == [], address
