"""The two minutes before the start: check in, end check-in, let a reserve take an absent pair's place."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_draw import RULES, sign_in
from tests.tournament.factories import make_event, make_stage
from tournament.models import Match, Pair, PairStatus

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_the_first_arrival_to_the_papers(page: Page, live_server: LiveServer) -> None:
    event = make_event(pairs=9)
    event.pairs.filter(number=9).update(status=PairStatus.RESERVE)
    make_stage(event)
    sign_in(page, live_server)
    page.goto(f"{live_server.url}{event.get_desk_url()}entries/check-in/")
    assert Axe().run(page, options=RULES).violations_count == 0

    page.keyboard.type("2 4")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("已签到：2、4 号")
    page.get_by_role("button", name="2 队都到").dblclick()  # the only unit of which two are entered
    expect(page.locator("#messages")).to_contain_text("已签到：1、9 号")
    for number in (5, 6, 7, 8):
        page.get_by_role("button", name=f"{number} 号签到", exact=True).click()
        expect(page.locator("#messages")).to_contain_text(f"已签到：{number} 号")
    page.get_by_text("结束签到…").click()
    page.get_by_role("button", name="结束签到", exact=True).click()

    expect(page.get_by_role("heading", name="开赛前处理")).to_be_visible()
    assert Axe().run(page, options=RULES).violations_count == 0
    page.get_by_role("link", name="处理 3 号").click()
    assert Axe().run(page, options=RULES).violations_count == 0
    page.get_by_label("9 号").check()
    page.get_by_role("button", name="由候补接替").dblclick()
    expect(page.locator("#messages")).to_contain_text("9 号已接替 3 号")
    page.get_by_role("link", name="只补位，去打印").click()
    expect(page).to_have_url(f"{live_server.url}{event.get_desk_url()}papers/")

    assert Pair.objects.get(number=3).status == PairStatus.WITHDRAWN
    assert Match.objects.filter(ns__number=9).exists() or Match.objects.filter(ew__number=9).exists()
