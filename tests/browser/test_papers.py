"""From the round's page to the group chat in two taps: picture, text, PDF."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import faults
from tests.tournament.factories import make_event, make_person, make_stage
from tournament.models import Stage

pytestmark = pytest.mark.django_db(transaction=True)
DESK = "/e/tu-shu-guan/desk/"


@pytest.fixture
def stage() -> Stage:
    """Eight pairs in two groups, one round played."""
    return make_stage(make_event(pairs=8, slug="tu-shu-guan"), rounds_played=1)


@pytest.fixture
def round_page(page: Page, live_server: Any, stage: Stage) -> Page:
    """Round 1, opened by the site's owner."""
    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next={DESK}stages/1/rounds/1/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("第 1 轮")
    return page


def test_a_rounds_results_are_a_picture_and_a_text_in_two_taps(round_page: Page) -> None:
    page = round_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="发到群").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("预赛第 1 轮成绩")
    picture = page.get_by_role("img", name="预赛第 1 轮成绩").first
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1080

    page.get_by_role("button", name="复制文字").click()
    expect(page.get_by_text("已复制。")).to_be_visible()
    pasted = page.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n")
    assert pasted == page.locator("#share-text").input_value()
    assert pasted.startswith("图书馆掼蛋赛\n预赛第 1 轮成绩\n")
    assert "赵一鸣" in pasted


def test_the_lists_pdf_and_workbook_are_one_tap_away(round_page: Page, live_server: Any) -> None:
    page = round_page
    for name, kind, start in (
        ("打印", "application/pdf", b"%PDF"),
        ("Excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK"),
    ):
        place = page.get_by_role("main").locator("..").get_by_role("link", name=name, exact=True).last
        answer = page.request.get(live_server.url + str(place.get_attribute("href")))
        assert answer.ok
        assert answer.headers["content-type"] == kind
        assert answer.body().startswith(start)


def test_one_groups_standings_go_out_alone(round_page: Page, live_server: Any) -> None:
    page = round_page
    page.goto(f"{live_server.url}{DESK}stages/1/standings/?group=B")
    page.get_by_role("link", name="发到群").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("预赛 B 组名次")
    page.get_by_role("link", name="全部", exact=True).click()
    expect(page.locator("#share-text")).to_have_value(re.compile("A 组\n.*B 组", re.DOTALL))


@pytest.mark.parametrize("path", ["papers/", "papers/movement/share/?stage=1"])
def test_pages_are_accessible_and_fit(round_page: Page, live_server: Any, path: str) -> None:
    round_page.goto(live_server.url + DESK + path)
    assert faults(round_page) == []
