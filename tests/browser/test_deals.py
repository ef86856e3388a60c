"""A match deal by deal on phones: weak Wi-Fi, two phones at one table, a desk, a whole round."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test.testcases import LiveServerThread, QuietWSGIRequestHandler
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import PHONE, too_wide, violations
from tests.hall import COMMITTED
from tests.tournament.factories import TEST, make_event, make_person, make_stage, passed
from tests.tournament.running.phones import NS, match_at
from tests.tournament.running.table_phone import PIN, link_of
from tournament.actions.enter_result import enter_result
from tournament.actions.run_round import close_round, start_round
from tournament.models import Result, Running, Stage

pytestmark = COMMITTED
HASTE = 550  # ms between two taps that are meant: see deals.js
SAVED, TWO_WAIT = "已保存", "等待发送（2 副未送出），请不要关闭本页"
OpenPhone = Callable[..., Page]


def create_at_once(self: Any, connections_override: Any = None) -> Any:
    """A server that may take the address of one that has just gone, as the site's own does."""
    place, more = (self.host, self.port), {"connections_override": connections_override}
    return self.server_class(place, QuietWSGIRequestHandler, allow_reuse_address=True, **more)


@pytest.fixture
def live_server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> LiveServer:
    """One connection a thread: phones look while others send."""
    monkeypatch.setattr(LiveServerThread, "_create_server", create_at_once)
    server: LiveServer = request.getfixturevalue("threaded_server")
    return server


@pytest.fixture
def stage(live_server: LiveServer) -> Stage:
    event = make_event(pairs=8, rulebook="devzone-26", slug="jue-sai", table_entry="referee", table_pin=PIN)
    made = make_stage(event)
    start_round(stage=made, number=1, at=timezone.now(), by=TEST)
    return made


@pytest.fixture
def open_phone(open_visitor: Callable[..., BrowserContext], live_server: Any, stage: Stage) -> OpenPhone:
    """Open a table on a phone of its own, as a referee."""

    def opened(table: int = 1, name: str = "周裁判", **look: Any) -> Page:
        page = open_visitor(viewport=PHONE, has_touch=True, is_mobile=True, **look).new_page()
        page.goto(f"{live_server.url}/t/{link_of(stage, table).token}/")
        page.fill("[name=pin]", PIN)
        page.fill("#pin-form [name=name]", name)
        page.click("#pin-form button[type=submit]")
        page.locator("#deals").wait_for(state="attached")  # the page after the PIN
        if not page.locator("#deals[open]").count():
            page.click("#deals > summary")
        hint = page.locator("#deals [data-deal-hint]")
        expect(hint).not_to_be_empty(timeout=60_000)  # the table of moves is there
        return page

    return opened


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.click(f"#deal-form button[value={key}]")
        page.wait_for_timeout(HASTE)


def chip(page: Page, words: str) -> None:
    expect(page.locator("[data-deal-chip]")).to_have_text(words, timeout=60_000)


def head(page: Page, words: str) -> None:
    expect(page.locator("[data-deal-head]")).to_have_text(words, timeout=60_000)


def stored(stage: Stage, table: int = 1) -> list[Any]:
    return list(Running.objects.get(match=match_at(stage, table)).deals)


def test_two_phones_and_a_desk_through_a_match(
    open_phone: OpenPhone, page: Page, stage: Stage, live_server: Any
) -> None:
    """One phone begins, another goes on where it stood, the end is signed, the desk sees it."""
    first = open_phone()
    expect(first.locator("#deal-form button[value=ns2] small")).to_have_text("升 3 → 打 5")
    expect(first.locator("#sheet")).to_be_visible()
    tap(first, "ns2", "ew3")
    chip(first, SAVED)
    head(first, "第 3 副 · 打 4")
    expect(first.locator("#sheet")).to_be_hidden()

    second = open_phone(name="吴裁判")
    head(second, "第 3 副 · 打 4")
    tap(second, "ns2", "ns2", "ns2")
    chip(second, SAVED)
    head(first, "第 6 副 · 打 A")
    expect(first.locator("#deal-form button[value=ns3] small")).to_have_text("过A，本局结束")
    expect(first.locator("#deal-form button[value=ns4] small")).to_have_text("打A不过（第 1 次）")
    tap(first, "ns4", "undo", "ns3")
    head(first, "本局结束")
    ending = first.locator("#ending")
    expect(ending).to_contain_text("过A : 4")
    expect(ending).to_contain_text("南北过A升 2 级，胜 · 级差 +11")
    expect(first.locator("#ending-title")).to_be_focused()
    first.click("#ending-form button[type=submit]")
    expect(first.locator(".said-ok")).to_contain_text(SAVED)
    result = Result.objects.get()
    assert (result.actor_name, result.source, len(result.deals)) == ("周裁判", "table", 6)

    make_person("wang", owner=True)
    page.goto(f"{live_server.url}/login/?next=/e/jue-sai/desk/stages/1/rounds/1/")
    page.fill("[name=username]", "wang")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    expect(page.locator("main")).to_contain_text("还差 3 桌：2、3、4")


def test_a_double_tap_is_one_deal(open_phone: OpenPhone, stage: Stage) -> None:
    phone = open_phone()
    phone.dblclick("#deal-form button[value=ns2]")
    chip(phone, SAVED)
    head(phone, "第 2 副 · 打 5")
    assert stored(stage) == [["ns", 2]]


def test_f31_cut_before_the_server_has_it_the_taps_wait_and_are_sent_once(
    open_phone: OpenPhone, stage: Stage
) -> None:
    phone = open_phone()
    tap(phone, "ns2")
    chip(phone, SAVED)
    phone.context.set_offline(True)
    tap(phone, "ew2", "ew3")
    chip(phone, TWO_WAIT)
    expect(phone.locator("[data-deal-chip]")).to_have_class(re.compile("wait"))
    head(phone, "第 4 副 · 打 7")
    assert stored(stage) == [["ns", 2]]
    phone.context.set_offline(False)
    chip(phone, SAVED)
    assert stored(stage) == [["ns", 2], ["ew", 2], ["ew", 3]]
    assert Running.objects.get().version == 3  # each waiting tap once, in order


def test_f31_cut_after_the_server_has_it_nothing_is_doubled(open_phone: OpenPhone, stage: Stage) -> None:
    phone = open_phone()
    lost: list[str] = []

    def lose_the_answer(route: Route) -> None:
        if route.request.method == "POST" and len(lost) < 2:
            lost.append(route.fetch().text())
            route.abort()
        else:
            route.continue_()

    phone.route("**/deals/", lose_the_answer)
    tap(phone, "ns2", "ew3")
    chip(phone, SAVED)
    assert len(lost) == 2
    assert stored(stage) == [["ns", 2], ["ew", 3]]
    assert Running.objects.get().version == 2  # the first tap once, both once


def test_a_reload_keeps_what_was_not_sent(open_phone: OpenPhone, stage: Stage) -> None:
    phone = open_phone()
    phone.route("**/deals/", lambda route: route.abort())
    tap(phone, "ns2", "ew3")
    chip(phone, TWO_WAIT)
    phone.reload()
    chip(phone, TWO_WAIT)
    head(phone, "第 3 副 · 打 4")
    assert not Running.objects.exists()
    phone.unroute("**/deals/")
    chip(phone, SAVED)
    assert stored(stage) == [["ns", 2], ["ew", 3]]


def test_the_server_may_be_restarted_in_mid_round(
    open_phone: OpenPhone, stage: Stage, live_server: LiveServer
) -> None:
    phone = open_phone()
    tap(phone, "ns2")
    chip(phone, SAVED)
    port = live_server.url.rsplit(":", 1)[1]
    live_server.stop()
    phone.context.set_offline(True)  # a stopped test server still answers on connections that are open
    tap(phone, "ew2")
    chip(phone, "等待发送（1 副未送出），请不要关闭本页")
    again = LiveServer(f"localhost:{port}")
    phone.context.set_offline(False)
    try:
        chip(phone, SAVED)
        assert stored(stage) == [["ns", 2], ["ew", 2]]
    finally:
        phone.close()
        again.stop()


def test_f25_two_phones_differ_and_a_person_chooses(open_phone: OpenPhone, stage: Stage) -> None:
    first, second = open_phone(), open_phone(name="吴裁判")
    second.context.set_offline(True)
    tap(second, "ew2")
    tap(first, "ns2")
    chip(first, SAVED)
    second.context.set_offline(False)
    chip(second, "与另一部手机不同，没有保存")
    told = second.locator("[data-deal-told]")
    expect(told).to_contain_text("周裁判")
    expect(told).to_contain_text("已记 1 副，5 : 2")
    expect(told).to_contain_text("您记了 1 副，2 : 5")
    assert violations(second) == []
    assert stored(stage) == [["ns", 2]]
    second.get_by_role("button", name="按我记的改写").click()
    chip(second, SAVED)
    assert stored(stage) == [["ew", 2]]
    head(first, "第 2 副 · 打 5")
    expect(first.locator("[data-deal-level=ew]")).to_have_text("5", timeout=15_000)


def test_f25_a_remark_of_another_phone_stays_and_two_remarks_are_shown(
    open_phone: OpenPhone, stage: Stage
) -> None:
    first, second = open_phone(), open_phone(name="吴裁判")
    second.context.set_offline(True)
    tap(second, "ns2")
    tap(first, "ns2")
    first.fill("#deal-note", "东西口头警告")
    first.locator("#deal-note").blur()
    chip(first, SAVED)
    second.context.set_offline(False)  # it knew of no remark: none is taken away
    chip(second, SAVED)
    expect(second.locator("#deal-note")).to_have_value("东西口头警告")
    assert Running.objects.get().note == "东西口头警告"

    second.context.set_offline(True)
    second.fill("#deal-note", "南北迟到")
    second.locator("#deal-note").blur()
    first.fill("#deal-note", "东西警告")
    first.locator("#deal-note").blur()
    chip(first, SAVED)
    second.context.set_offline(False)
    chip(second, "与另一部手机不同，没有保存")
    told = second.locator("[data-deal-told]")
    expect(told).to_contain_text("1 副都相同，不同的是备注：")
    expect(told).to_contain_text("备注：东西警告")
    expect(told).to_contain_text("备注：南北迟到")
    second.get_by_role("button", name="按我记的改写").click()
    chip(second, SAVED)
    assert Running.objects.get().note == "南北迟到"


def test_a_page_whose_key_has_grown_old_gets_another_and_sends(open_phone: OpenPhone, stage: Stage) -> None:
    phone = open_phone()
    cookies = [one for one in phone.context.cookies() if one.get("name") != "guansai_csrf"]
    phone.context.clear_cookies()
    phone.context.add_cookies(cookies)
    tap(phone, "ns2")
    chip(phone, SAVED)
    assert stored(stage) == [["ns", 2]]


def test_taps_of_the_round_before_are_never_sent_to_the_next(open_phone: OpenPhone, stage: Stage) -> None:
    phone = open_phone()
    phone.context.set_offline(True)
    tap(phone, "ns2", "ns2")
    chip(phone, TWO_WAIT)
    for match in match_at(stage).round.matches.filter(kind="play"):
        enter_result(match=match, sheet=passed(NS), by=TEST)
    group = match_at(stage).round.group
    close_round(stage=stage, number=1, by=TEST, groups=[group])
    start_round(stage=stage, number=2, at=timezone.now(), by=TEST, groups=[group])
    phone.context.set_offline(False)
    expect(phone.locator("main")).to_contain_text("第 1 轮，2 副未送出", timeout=60_000)
    assert not Running.objects.exists()
    phone.reload()
    left = phone.locator("#deal-left")
    expect(left).to_contain_text("第 1 轮，2 副未送出")
    expect(left).to_contain_text("第 2 副：南北 双下")
    expect(left).to_contain_text("那一轮的成绩请交到记录台")
    assert violations(phone) == []
    left.get_by_role("button").click()
    left.get_by_role("button", name="确定删除？再按一次").click()
    expect(left).to_be_hidden()
    assert not Running.objects.exists()


def test_what_the_desk_has_entered_sends_the_taps_back(open_phone: OpenPhone, stage: Stage) -> None:
    phone = open_phone()
    phone.context.set_offline(True)
    tap(phone, "ns2")
    enter_result(match=match_at(stage), sheet=passed(NS, loser_level=9), by=TEST)
    phone.route("**/news/*", lambda route: route.abort())  # its reload would hide what is looked at here
    phone.context.set_offline(False)
    expect(phone.locator("[data-deal-chip]")).to_contain_text("被退回：这一桌已有成绩", timeout=60_000)
    assert not Running.objects.exists()
    phone.get_by_role("button", name="撤掉没有保存的").click()
    expect(phone.locator("[data-deal-told]")).to_be_hidden()


def test_without_network_the_page_opens_where_the_address_is_safe(
    open_phone: OpenPhone, stage: Stage
) -> None:
    """localhost counts as safe, as https does: the worker answers with the page it kept."""
    phone = open_phone(service_workers="allow")
    tap(phone, "ns2")
    chip(phone, SAVED)
    hint = phone.locator("[data-deal-hint]")
    expect(hint).to_have_text("这部手机已能在没有网络时打开本页。", timeout=60_000)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("[data-deal-away]")).to_have_text("网络不通，现在看到的是最后一次收到的内容。")
    head(phone, "第 2 副 · 打 5")
    tap(phone, "ew2")
    chip(phone, "等待发送（1 副未送出），请不要关闭本页")
    phone.context.set_offline(False)
    chip(phone, SAVED)
    assert stored(stage) == [["ns", 2], ["ew", 2]]


def test_every_state_is_readable_at_360_without_sideways_scroll(open_phone: OpenPhone) -> None:
    problems: list[str] = []
    phone = open_phone(color_scheme="dark")
    phone.on("console", lambda said: problems.append(said.text) if "Content Security" in said.text else None)
    states = [(), ("ns2", "ns2", "ns2", "ns2", "ns4"), ("ns2",)]  # nothing yet, failing at A, ended
    for keys in states:
        tap(phone, *keys)
        if keys:
            chip(phone, SAVED)
        assert [*violations(phone), *too_wide(phone)] == []
        phone.emulate_media(color_scheme="light")
        assert violations(phone, ["color-contrast"]) == []
        phone.emulate_media(color_scheme="dark")
        small = phone.evaluate(
            "[...document.querySelectorAll('.deals button, .deals .button, .deals summary')]"
            ".filter((one) => one.offsetParent && one.getBoundingClientRect().height < 56).length"
        )
        assert small == 0
    assert problems == []
