"""Phones at the tables in a real browser: a referee's round, pairs who agree and pairs who do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import PHONE, violations
from tests.hall import COMMITTED
from tests.tournament.factories import make_person
from tests.tournament.tables.phones import PIN, hall, link_of, match_at
from tournament.models import Result, Stage, TableEntry

pytestmark = COMMITTED


@pytest.fixture
def live_server(threaded_server: LiveServer) -> LiveServer:
    """One connection a thread: phones poll while others enter."""
    return threaded_server


@pytest.fixture
def phones(open_visitor: Callable[..., BrowserContext]) -> list[BrowserContext]:
    """Two phones, one of them dark."""
    schemes = ("light", "dark")
    return [
        open_visitor(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme=scheme)
        for scheme in schemes
    ]


def scan(phone: BrowserContext, live_server: LiveServer, stage: Stage, table: int = 1) -> Page:
    """Open what the table's code leads to; nothing may be complained of on its console but refusals."""
    page = phone.new_page()
    page.on("console", lambda said: complaints.append(said.text) if "Security Policy" in said.text else None)
    page.goto(f"{live_server.url}/t/{link_of(stage, table).token}/")
    return page


complaints: list[str] = []


def sign_in(page: Page, name: str) -> None:
    """Enter the PIN."""
    page.get_by_label("裁判员口令").fill(PIN)
    page.get_by_label("裁判员姓名").fill(name)
    page.get_by_role("button", name="开始填报").click()


def press(page: Page, ns: str, ew: str) -> None:
    """Press a level for each side."""
    page.locator(".level-keys.on-ns").get_by_text(ns, exact=True).click()
    page.locator(".level-keys.on-ew").get_by_text(ew, exact=True).click()


def fits(page: Page) -> bool:
    """No sideways scrolling at 360 px."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= 360"))


def test_referees_enter_a_round_by_keys_and_the_second_is_told(
    phones: list[BrowserContext], live_server: LiveServer
) -> None:
    stage = hall(TableEntry.REFEREE)
    first = scan(phones[0], live_server, stage)
    sign_in(first, "甲裁判")
    press(first, "K", "9")
    expect(first.locator("#will")).to_contain_text("南北胜 · 级差 +4")
    assert fits(first)
    assert violations(first) == []
    second = scan(phones[1], live_server, stage)
    sign_in(second, "乙裁判")
    press(second, "J", "6")
    first.get_by_role("button", name="保存").click()
    expect(first.locator(".said-ok")).to_contain_text("已保存")

    second.get_by_role("button", name="保存").click()

    expect(second.get_by_role("alert").first).to_contain_text("已由甲裁判于")
    expect(second.locator(".versus")).to_contain_text("K : 9")
    expect(second.locator(".versus")).to_contain_text("J : 6")
    assert fits(second)
    assert violations(second) == []
    second.get_by_role("button", name="按我的改写").click()
    expect(second.locator(".said-ok")).to_contain_text("已保存")
    for table in (2, 3, 4):
        second.goto(f"{live_server.url}/t/{link_of(stage, table).token}/")
        press(second, "Q", "5")
        second.get_by_role("button", name="保存").click()
        expect(second.locator(".said-ok")).to_contain_text("已保存")
    assert Result.objects.filter(is_current=True, source="table").count() == 4
    assert complaints == []


def test_f31_final_levels_wait_on_the_phone_and_are_sent_once(
    phones: list[BrowserContext], live_server: LiveServer
) -> None:
    """Cut before the server has them, with a reload in between; cut after it has stored them; cut while its
    refusal is shown; answered by a Wi-Fi that asks for its login; a refusal's page loaded anew."""
    stage = hall(TableEntry.REFEREE)
    page = scan(phones[1], live_server, stage)
    sign_in(page, "甲裁判")
    page.route("**/do/enter/", lambda route: route.abort())
    press(page, "K", "9")
    page.get_by_role("button", name="保存").click()
    waiting = page.locator("#sending")
    expect(waiting).to_contain_text("K : 9 · 等待发送，请不要关闭本页")
    assert fits(page)
    assert violations(page) == []
    page.once("dialog", lambda asked: asked.accept())
    page.reload()
    expect(waiting).to_contain_text("K : 9 · 等待发送")
    assert not Result.objects.exists()
    page.unroute("**/do/enter/")
    expect(page.locator(".said-ok")).to_contain_text("K : 9")
    expect(waiting).to_be_hidden()

    lost: list[int] = []

    def lose_the_answer(route: Route) -> None:
        if len(lost) == 2:
            route.continue_()
        else:
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()

    page.goto(f"{live_server.url}/t/{link_of(stage, 2).token}/")
    page.route("**/do/enter/", lose_the_answer)
    press(page, "Q", "5")
    page.get_by_role("button", name="保存").click()
    expect(page.locator(".said-ok")).to_contain_text("Q : 5")
    assert lost == [302, 302]

    page.goto(f"{live_server.url}/t/{link_of(stage, 3).token}/")
    refused: list[int] = []

    def drop_after_refusal(route: Route) -> None:
        if refused:
            route.abort()
        else:
            refused.append(422)
            route.continue_()

    page.route("**/do/enter/", drop_after_refusal)
    page.locator(".level-keys.on-ns").get_by_text("8", exact=True).click()
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="保存").click()
    page.unroute("**/do/enter/")
    page.goto(f"{live_server.url}/t/{link_of(stage, 3).token}/")
    expect(page.locator("#level-ew_error")).to_be_visible()  # sent again by itself
    expect(page.locator("[name=ns_level]:checked")).to_have_value("8")
    kept = "Object.keys(localStorage).filter((one) => one.startsWith('guansai.form.')).length"
    assert page.evaluate(kept) == 0

    def ask_for_login(route: Route) -> None:
        is_form = route.request.resource_type == "document"
        route.continue_() if is_form else route.fulfill(body="<p>上网认证</p>", content_type="text/html")

    page.route("**/do/enter/", ask_for_login)
    page.locator(".level-keys.on-ew").get_by_text("5", exact=True).click()
    page.get_by_role("button", name="保存").click()
    expect(waiting).to_contain_text("8 : 5 · 等待发送")
    page.once("dialog", lambda asked: asked.accept())
    page.reload()  # the browser posts the refused form anew
    expect(page.locator("#level-ew_error")).to_be_visible()
    expect(waiting).to_contain_text("8 : 5 · 等待发送")
    page.unroute("**/do/enter/")
    expect(page.locator(".said-ok")).to_contain_text("8 : 5")
    assert page.evaluate(kept) == 0

    stored = Result.objects.values_list("match__table", "ns_level", "version", "actor_name")
    assert sorted(stored) == [(at, level, 1, "甲裁判") for at, level in ((1, 13), (2, 12), (3, 8))]
    assert complaints == []


def test_f25_what_was_taken_back_too_late_is_shown_beside_what_stands(
    phones: list[BrowserContext], live_server: LiveServer
) -> None:
    stage = hall(TableEntry.REFEREE)
    page = scan(phones[0], live_server, stage)
    sign_in(page, "甲裁判")
    page.route("**/do/enter/", lambda route: (route.fetch(max_redirects=0), route.abort()))
    press(page, "J", "4")
    page.get_by_role("button", name="保存").click()
    page.get_by_role("button", name="先不发送，我再改").click()
    page.unroute("**/do/enter/")
    press(page, "10", "4")
    page.get_by_role("button", name="保存").click()
    expect(page.locator(".versus")).to_contain_text("J : 4")
    expect(page.locator(".versus")).to_contain_text("10 : 4")
    assert [one.ns_level for one in Result.objects.all()] == [11]


def test_two_pairs_agree_or_a_referee_settles_and_the_desk_sees_it(
    phones: list[BrowserContext], page: Page, live_server: LiveServer
) -> None:
    stage = hall(TableEntry.PAIRS)
    ns, ew = (scan(phone, live_server, stage) for phone in phones)
    ns.get_by_role("button", name="我们是南北").click()
    press(ns, "A", "9")
    ns.get_by_role("button", name="填报，请对方确认").click()
    expect(ns.locator("header")).to_contain_text("待对方确认")
    ew.get_by_role("button", name="我们是东西").click()
    expect(ew.locator("#claim-title")).to_contain_text("号已填报")
    assert violations(ew) == []
    ew.get_by_role("button", name="一致，确认对方填报的").click()
    expect(ew.locator("header")).to_contain_text("已登记")

    for one in (ns, ew):
        one.goto(f"{live_server.url}/t/{link_of(stage, 2).token}/")
    ns.get_by_role("button", name="我们是南北").click()
    press(ns, "A", "9")
    ns.get_by_role("button", name="填报，请对方确认").click()
    ew.get_by_role("button", name="我们是东西").click()
    ew.get_by_text("不一致…").click()
    press(ew, "K", "9")
    ew.get_by_role("button", name="不一致，请裁判员来").click()
    expect(ew.locator("#claim-title")).to_have_text("双方填报不一致")
    assert fits(ew)
    assert violations(ew) == []
    ew.get_by_text("裁判员入口").click()
    sign_in(ew, "李裁判")
    ew.get_by_role("button", name="的：K : 9").click()
    expect(ew.locator(".said-ok")).to_contain_text("K : 9")

    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next=/e/{stage.event.slug}/desk/stages/1/rounds/1/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    expect(page.locator("main")).to_contain_text("还没有成绩：第 3、4 桌")
    assert match_at(stage, 2).results.get(is_current=True).actor_name == "李裁判"
    assert complaints == []


def test_the_form_works_without_script(
    open_visitor: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    stage = hall(TableEntry.REFEREE)
    plain = open_visitor(viewport=PHONE, java_script_enabled=False)
    page = scan(plain, live_server, stage)
    sign_in(page, "王裁判")
    press(page, "过A", "9")
    page.get_by_role("button", name="保存").click()
    page.get_by_label("升 3 级").check()
    page.get_by_role("button", name="保存").click()
    expect(page.locator(".said-ok")).to_contain_text("过A : 9")


def test_by_keyboard_alone(phones: list[BrowserContext], live_server: LiveServer) -> None:
    stage = hall(TableEntry.REFEREE)
    page = scan(phones[0], live_server, stage)
    sign_in(page, "王裁判")
    page.locator("[name=ns_level][value='2']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#will")).to_contain_text("级差")
    page.keyboard.press("Enter")
    expect(page.locator(".said-ok")).to_contain_text("3 : 2")
