"""The site in a real browser: the first owner's way in, people of an event; readable by everybody."""

from io import StringIO

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import faults
from tests.tournament.factories import make_event, make_person, make_stage
from tournament.models import Person

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "qingchen-8-zhang"


def sign_in(page: Page, site: LiveServer) -> None:
    page.goto(f"{site.url}/login/")
    page.get_by_label("账号").fill("wang")
    page.get_by_label("密码").fill("mimamima1")
    page.get_by_label("密码").press("Enter")
    expect(page.get_by_role("button", name="退出登录")).to_be_visible()


def test_newcomer_becomes_owner_by_keyboard_and_leaves_again(page: Page, live_server: LiveServer) -> None:
    out = StringIO()
    call_command("firstowner", stdout=out)
    page.goto(live_server.url)
    expect(page.get_by_role("heading", name="第一次使用")).to_be_visible()

    page.goto(live_server.url + out.getvalue().strip())
    page.get_by_label("账号").focus()
    for text in ("zhouchen", "周晨", PASSWORD, PASSWORD):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.get_by_text("周晨")).to_be_visible()
    expect(page.get_by_text("还没有赛事")).to_be_visible()
    assert Person.objects.get().is_owner
    page.get_by_role("button", name="退出登录").click()
    expect(page.get_by_role("heading", name="已退出登录")).to_be_visible()


def test_new_directors_address_is_copied_and_sets_a_password(page: Page, live_server: LiveServer) -> None:
    make_person(owner=True)
    event = make_event(pairs=0)
    sign_in(page, live_server)
    page.goto(f"{live_server.url}/e/{event.slug}/desk/people/")
    page.get_by_label("账号").fill("chenlu")
    page.get_by_label("姓名").fill("陈露")
    page.get_by_role("button", name="添加").click()
    address = page.get_by_label("设密码的链接").input_value()
    page.get_by_role("button", name="复制链接").click()
    expect(page.get_by_text("已复制。")).to_be_visible()

    page.context.clear_cookies()
    page.goto(address)
    page.get_by_label("密码", exact=True).fill(PASSWORD)
    page.get_by_label("再输一次密码").fill(PASSWORD)
    page.get_by_role("button", name="设为新密码").click()
    expect(page.get_by_role("heading", name="新密码已设好")).to_be_visible()


PAGES = ["", "journal/", "settings/", "settings/delete/", "people/"]


def test_pages_are_accessible_and_fit_a_phone(page: Page, live_server: LiveServer) -> None:
    make_person(owner=True)
    event = make_event(pairs=8, name="第十八届全省高校图书馆“书香杯”掼蛋团体邀请赛暨服务月系列活动")
    make_stage(event, rounds_played=1)
    page.goto(f"{live_server.url}/login/")
    assert faults(page) == []
    sign_in(page, live_server)
    for path in ["/", *(f"/e/{event.slug}/desk/{one}" for one in PAGES)]:
        page.goto(live_server.url + path)
        assert faults(page) == [], path
