"""At the door with a phone, and a rehearsal that plays itself: pressed in a real browser."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import violations
from tests.browser.test_draw import sign_in
from tests.tournament.factories import TEST, make_event, make_stage
from tournament.actions.type_lots import open_lots
from tournament.models import Event, Result, Stage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 780})
    return page


def fits(page: Page) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_scanned_card_checks_in_with_its_lot(phone: Page, live_server: LiveServer, scheme: str) -> None:
    phone.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    event = make_event(pairs=8, slug="sai", name="中秋赛")
    stage = Stage.objects.create(
        event=event, ordinal=1, name="预赛", grouping={"method": "manual", "size": 4},
        pairing={"method": "rotation"}, resolved_rules=event.resolved_rules,
    )  # fmt: skip
    open_lots(stage=stage, by=TEST)
    sign_in(phone, live_server)
    phone.goto(f"{live_server.url}/e/sai/pairs/3/here/")
    fits(phone)
    phone.get_by_label("抽到的签").fill("Z9")
    phone.get_by_role("button", name="签到并抽签").click()
    expect(phone.get_by_label("抽到的签")).to_have_value("Z9")
    expect(phone.get_by_label("抽到的签")).to_have_attribute("aria-invalid", "true")
    phone.get_by_label("抽到的签").fill("B2")
    phone.get_by_role("button", name="签到并抽签").click()
    expect(phone.get_by_text("已签到：3 号，抽到 B 组 2 号签。")).to_be_visible()
    expect(phone.get_by_text("预赛 B 组 2 号签")).to_be_visible()
    expect(phone.get_by_role("button", name="签到并抽签")).to_have_count(0)
    fits(phone)


def test_a_rehearsal_is_made_played_to_its_end_and_deleted(page: Page, live_server: LiveServer) -> None:
    event = make_event(pairs=8, slug="sai", name="中秋赛")
    make_stage(event, rounds_played=1)
    sign_in(page, live_server)
    page.goto(f"{live_server.url}/e/sai/desk/rehearsal/")
    fits(page)
    page.get_by_role("button", name="建一份演练").click()
    expect(page.get_by_text("名单、对阵和成绩都不算数。")).to_be_visible()
    page.get_by_role("button", name="一直打到底").click()
    expect(page.get_by_text("这一步做完了。")).to_be_visible(timeout=180_000)
    made = Event.objects.get(is_practice=True)
    assert Result.objects.filter(match__round__group__stage__event=made, is_current=True).count() == 12
    fits(page)
    page.get_by_text("删除演练…").click()
    page.get_by_role("button", name="删除演练", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not Event.objects.filter(is_practice=True).exists()
