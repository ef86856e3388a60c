"""Commit–reveal in a real browser: a digest, an entry after it, a new digest, the seed, anybody's draw."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import violations
from tests.browser.test_draw import go_to, sign_in
from tests.tournament.factories import make_event, make_stage
from tournament.models import Commitment

pytestmark = pytest.mark.django_db(transaction=True)


def commit(page: Page, site: LiveServer, desk: str) -> str:
    """Publish a digest on the page of draws by keyboard; its digits."""
    page.goto(f"{site.url}{desk}draws/")
    field = page.get_by_label("种子从哪里来").last
    field.fill("6 月 1 日晚福彩 3D 开奖号码")
    field.press("Enter")
    expect(page.locator("#messages")).to_contain_text("摘要")
    return Commitment.objects.latest("pk").digest


def enter_a_pair(page: Page, site: LiveServer, desk: str) -> None:
    page.goto(f"{site.url}{desk}entries/new/")
    page.locator("[name=player1]").fill("严望山")
    page.locator("[name=player2]").fill("苏听潮")
    page.locator("[name=player2]").press("Enter")
    expect(page.locator("#messages")).to_contain_text("10 号")


def assert_readable(page: Page) -> None:
    assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size({"width": 1280, "height": 800})


def test_an_entry_after_the_digest(page: Page, live_server: LiveServer) -> None:
    stage = make_stage(make_event(pairs=9), drawn=False, grouping={"method": "draw", "size": 4})
    desk = stage.event.get_desk_url()
    public = f"{live_server.url}/e/{stage.event.slug}/draws/"
    sign_in(page, live_server)
    first = commit(page, live_server, desk)
    enter_a_pair(page, live_server, desk)

    page.goto(f"{public}commitments/1/")
    expect(page.locator("main")).to_contain_text("公布摘要以后，名单或抽签办法有变动")
    expect(page.locator("main")).to_contain_text(first)
    assert_readable(page)

    page.goto(f"{live_server.url}{desk}draws/")
    seed = page.locator("[name=seed_text], [name$=-seed_text]").first
    seed.fill("527")
    seed.press("Enter")
    expect(page.locator(".problem, .error-list").first).to_contain_text("不能再用这份摘要抽签")
    expect(page.locator("[name=seed_text], [name$=-seed_text]").first).to_have_value("527")

    page.get_by_text("作废这份摘要…").press("Enter")
    expect(page.locator("details.confirm[open]")).to_contain_text("公开页面上仍会显示这份摘要已作废")
    page.get_by_role("button", name="作废摘要", exact=True).press("Enter")
    expect(page.locator("main")).to_contain_text("已作废")
    second = commit(page, live_server, desk)
    assert second != first
    page.goto(f"{public}commitments/1/")
    page.get_by_role("link", name=re.compile("公布的摘要为准")).press("Enter")
    expect(page.locator("main")).to_contain_text(second)
    expect(page.locator("main")).not_to_contain_text("有变动")

    page.goto(f"{live_server.url}{desk}draws/")
    seed = page.locator("[name=seed_text], [name$=-seed_text]").first
    seed.fill("527")
    seed.press("Enter")
    expect(page.locator("main")).to_contain_text("已抽签")
    go_to(page, live_server, stage, "draw")
    page.get_by_role("button", name="编排各轮对阵").press("Enter")
    page.get_by_role("button", name="公布分组和各轮对阵").press("Enter")
    expect(page.locator("#messages")).to_contain_text("公布")

    page.goto(f"{public}commitments/2/")
    page.get_by_role("link", name="看抽签结果，重抽核对").press("Enter")
    expect(page.locator("main")).to_contain_text("重抽的结果与公布的完全相同")
    expect(page.locator("main")).to_contain_text(second)
    assert_readable(page)
    page.get_by_label("种子").fill("528")
    page.get_by_label("种子").press("Enter")
    expect(page.locator("main")).to_contain_text("换了种子，结果就不同。当时的种子是“527”")
