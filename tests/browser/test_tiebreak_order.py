"""The order of tie-breaks: dragged, moved by keyboard, and moved without any script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.tournament.factories import make_event, make_person

pytestmark = pytest.mark.django_db(transaction=True)

START = ["相互间成绩", "胜场", "净级差", "级数和", "抽签"]


def open_rules(page: Page, live_server: Any) -> Page:
    """The rules of an event, its tie-breaks in sight."""
    make_event(pairs=0, slug="sai", rulebook="devzone-26")
    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next=/e/sai/desk/rules/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/rules/**")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return page


def order(page: Page) -> list[str]:
    return page.locator(".order > li b").all_text_contents()


def test_dragged_moved_by_keyboard_and_saved(page: Page, live_server: Any) -> None:
    open_rules(page, live_server)
    assert order(page) == START
    expect(page.locator(".order > li").first).to_contain_text("例：3 号、8 号都是 30 分")

    page.get_by_role("button", name="上移 抽签").press("Enter")
    assert order(page) == [*START[:3], "抽签", "级数和"]
    expect(page.get_by_role("button", name="上移 抽签")).to_be_focused()
    expect(page.locator("[data-order-said]")).to_have_text("抽签现在排第 4")

    grips = page.locator(".order .grip")
    grips.nth(4).scroll_into_view_if_needed()
    source, target = grips.nth(4).bounding_box(), grips.nth(1).bounding_box()
    assert source
    assert target
    page.mouse.move(source["x"] + 10, source["y"] + 10)
    page.mouse.down()
    page.mouse.move(target["x"] + 10, target["y"] + 20, steps=5)
    page.mouse.move(target["x"] + 10, target["y"] - 2, steps=3)
    page.mouse.up()
    assert order(page) == ["相互间成绩", "级数和", "胜场", "净级差", "抽签"]

    page.get_by_role("button", name="保存规则").click()
    expect(page.get_by_text("规则已保存。")).to_be_visible()
    assert order(page) == ["相互间成绩", "级数和", "胜场", "净级差", "抽签"]


def test_without_script_the_buttons_move_and_a_known_order_is_taken(
    open_visitor: Callable[..., BrowserContext], live_server: Any
) -> None:
    visitor = open_visitor(java_script_enabled=False)
    page = visitor.new_page()
    make_event(pairs=0, slug="sai", rulebook="devzone-26")
    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next=/e/sai/desk/rules/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    page.locator("details:has(.order) > summary").click()
    page.get_by_role("button", name="下移 相互间成绩").click()
    assert order(page) == ["胜场", "相互间成绩", *START[2:]]
    if not page.get_by_role("button", name="采用看对手积分").is_visible():
        page.get_by_text("采用现成的次序").click()
    page.get_by_role("button", name="采用看对手积分").click()
    assert order(page) == ["对手积分和", "胜场", "级数和", "抽签"]
