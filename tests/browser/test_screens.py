"""A hall screen on a projector: nothing scrolls, it turns, follows, loses the server and finds it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looks import violations
from tests.tournament.factories import TEST, make_event, make_person, make_stage, play_round
from tournament.actions.announce import announce, interrupt_screens, withdraw_announcement
from tournament.actions.publish import publish_standings, withdraw_publication
from tournament.actions.run_round import start_round
from tournament.actions.set_screen import remove_screen, set_screen
from tournament.models import Event, Player, Publication, PublicationKind, ScreenPage, Stage

pytestmark = pytest.mark.django_db(transaction=True)
P = ScreenPage
NAME = "第十八届全省高校图书馆“书香杯”掼蛋团体邀请赛"
# What is cut off, or stands outside the picture, on the page that is shown.
CUT = """() => {
  const slide = document.querySelector("[data-slide]:not([hidden])");
  const parts = [...slide.querySelectorAll("li, h1, .names, .table, .to, .said, .who-rank, .welcome")];
  const isBox = (one) => getComputedStyle(one).display !== "inline";
  const isCut = (one) => one.scrollHeight > one.clientHeight + 2 && isBox(one);
  const isOut = ({ bottom, right }) => bottom > innerHeight + 1 || right > innerWidth + 1;
  const { scrollHeight, scrollWidth } = document.documentElement;
  return [
    ...(scrollHeight > innerHeight || scrollWidth > innerWidth ? ["the page scrolls"] : []),
    ...parts.filter(isCut).map((one) => `cut: ${one.className} ${one.textContent}`),
    ...parts.filter((one) => isOut(one.getBoundingClientRect())).map((one) => `out: ${one.textContent}`),
  ];
}"""


def make_hall(pairs: int, **fields: Any) -> Stage:
    """A hall in its first round, with one very long name."""
    event = make_event(pairs=pairs, slug="sai", name=NAME, organiser="省高等学校图书情报工作委员会", **fields)
    stage = make_stage(event, pairs=pairs)
    Player.objects.filter(pair__event=event, pair__number=3, seat=1).update(name="古丽巴哈尔·买买提江")
    Player.objects.filter(pair__event=event, pair__number=3, seat=2).update(name="阿不都热合曼·艾力肯")
    return stage


@pytest.fixture
def projector(page: Page) -> Iterator[Page]:
    """1920 × 1080, with every complaint of the browser kept."""
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.set_default_navigation_timeout(30_000)  # 400 tables on a busy machine
    yield page
    assert [text for text in complaints if "Failed to load resource" not in text] == []


def shown(page: Page) -> Any:
    return page.locator("[data-slide]:not([hidden])")


def open_screen(page: Page, site: LiveServer, number: int = 1) -> None:
    page.goto(f"{site.url}/e/sai/screen/{number}/")
    for at in (300, 310):
        page.mouse.move(at, at)  # somebody is there: the buttons show


@pytest.mark.parametrize("pairs", [16, 96, 800], ids=["8 tables", "48 tables", "400 tables"])
def test_nothing_scrolls_or_is_cut_off_at_any_size(
    projector: Page, live_server: LiveServer, pairs: int
) -> None:
    stage = make_hall(pairs)
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    shows = [P.WELCOME, P.TABLES, P.NUMBERS, P.CLOCK]
    if pairs == 16:
        play_round(stage, 1)
        publish_standings(stage=stage, number=1, by=TEST)
        shows.append(P.STANDINGS)
    set_screen(event=stage.event, number=1, shows=shows, seconds=60, by=TEST)
    open_screen(projector, live_server)
    for width, height in ((1920, 1080), (1280, 720), (3840, 2160)):
        projector.set_viewport_size({"width": width, "height": height})
        count = projector.locator("[data-slide]").count()
        for _page in range(min(count, 8)):
            assert projector.evaluate(CUT) == [], (width, height)
            names = shown(projector).locator(".who-name")
            if names.count():
                size = names.first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
                assert size >= 0.025 * height
            projector.keyboard.press("ArrowRight")
    tables = {16: 1, 96: 3, 800: 17}[pairs]
    assert projector.locator(".is-tables").count() >= tables


def test_it_turns_its_pages_by_itself_and_by_a_presenters_keys(
    projector: Page, live_server: LiveServer
) -> None:
    stage = make_hall(8)
    set_screen(event=stage.event, number=1, shows=[P.WELCOME, P.TABLES], seconds=10, by=TEST)
    projector.clock.install()
    open_screen(projector, live_server)
    expect(shown(projector)).to_contain_text("主办单位")
    projector.clock.run_for(9_000)
    expect(shown(projector)).to_contain_text("主办单位")
    projector.clock.run_for(1_500)
    expect(shown(projector).locator("h1")).to_have_text("第 1 轮对阵")
    projector.keyboard.press("PageUp")
    expect(shown(projector)).to_contain_text("主办单位")
    projector.get_by_role("button", name="停在这一页").click()
    projector.clock.run_for(30_000)
    expect(shown(projector)).to_contain_text("主办单位")
    projector.get_by_role("button", name="继续轮换").click()
    projector.clock.run_for(10_500)
    expect(shown(projector).locator("h1")).to_have_text("第 1 轮对阵")


def test_the_buttons_go_away_so_that_the_hall_sees_none(projector: Page, live_server: LiveServer) -> None:
    make_hall(8)
    projector.clock.install()
    open_screen(projector, live_server)
    tools = projector.locator("[data-screen-tools]")
    expect(tools).to_have_css("opacity", "1")  # the mouse has moved
    projector.clock.run_for(5_000)
    expect(tools).to_have_css("opacity", "0")
    projector.mouse.move(300, 300)
    projector.mouse.move(310, 310)
    expect(tools).to_have_css("opacity", "1")
    projector.reload()
    expect(tools).to_have_css("opacity", "0")  # nor does it lie over the lower lines of what comes


def test_f70_what_is_taken_down_is_gone_within_a_second(projector: Page, live_server: LiveServer) -> None:
    stage = make_hall(8)
    open_screen(projector, live_server)
    expect(shown(projector).locator("h1")).to_have_text("第 1 轮对阵")
    for up in Publication.objects.filter(kind=PublicationKind.PAIRINGS, is_current=True).order_by(
        "-round_number"
    ):
        withdraw_publication(publication=up, by=TEST)
    expect(shown(projector).locator("h1")).to_have_text(NAME, timeout=3_000)
    expect(projector.locator(".seats")).to_have_count(0)

    Event.objects.filter(pk=stage.event_id).update(public_view="nothing")
    expect(projector.get_by_text("大屏现在没有可以显示的内容。")).to_be_visible(timeout=3_000)
    expect(projector.locator("[data-screen]")).to_be_hidden()
    Event.objects.filter(pk=stage.event_id).update(public_view="published")
    expect(shown(projector).locator("h1")).to_have_text(NAME, timeout=3_000)


def test_an_announcement_comes_at_once_and_the_page_at_hand_stays_under_it(
    projector: Page, live_server: LiveServer
) -> None:
    stage = make_hall(96)
    set_screen(event=stage.event, number=1, shows=[P.TABLES, P.ANNOUNCEMENTS], seconds=60, by=TEST)
    open_screen(projector, live_server)
    projector.keyboard.press("ArrowRight")
    expect(shown(projector)).to_contain_text("第 2 / 3 页")

    one = announce(event=stage.event, text="午餐 11:45 开始。", by=TEST)
    expect(projector.locator(".is-announcements")).to_have_count(1, timeout=3_000)
    expect(shown(projector)).to_contain_text("第 2 / 3 页")

    interrupt_screens(announcement=one, interrupts=True, by=TEST)
    expect(shown(projector)).to_contain_text("午餐 11:45 开始。", timeout=3_000)
    expect(projector.locator("[data-slide]")).to_have_count(1)
    withdraw_announcement(announcement=one, by=TEST)
    expect(shown(projector)).to_contain_text("第 1 / 3 页", timeout=3_000)
    expect(projector.get_by_text("午餐 11:45 开始。")).to_have_count(0)


def test_two_screens_each_follow_their_own_room(
    projector: Page, context: BrowserContext, live_server: LiveServer
) -> None:
    rooms = [{"name": "二楼", "tables": [1, 3]}, {"name": "三楼", "tables": [4, 20]}]
    stage = make_hall(16, areas=rooms)
    for number, room in ((1, "二楼"), (2, "三楼")):
        set_screen(event=stage.event, number=number, shows=[P.TABLES], seconds=60, areas=[room], by=TEST)
    other = context.new_page()
    open_screen(projector, live_server)
    open_screen(other, live_server, 2)
    expect(projector.locator(".seats .table b")).to_have_text(["1", "2", "3"])
    expect(other.locator(".seats .table b")).to_have_text(["4", "5", "6", "7", "8"])

    announce(event=stage.event, text="请全体就座。", interrupts=True, by=TEST)
    for screen in (projector, other):
        expect(shown(screen)).to_contain_text("请全体就座。", timeout=3_000)
    remove_screen(event=stage.event, number=2, by=TEST)
    expect(other.get_by_text("大屏现在没有可以显示的内容。")).to_be_visible(timeout=3_000)
    expect(shown(projector)).to_contain_text("请全体就座。")


def test_while_the_server_is_away_the_page_stays_and_goes_on_afterwards(
    projector: Page, live_server: LiveServer
) -> None:
    stage = make_hall(8)
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    open_screen(projector, live_server)
    clock = projector.locator(".screen-clocks .clock")
    expect(clock).to_contain_text("剩余")

    def away(route: Route) -> None:
        route.abort("connectionrefused")

    projector.route("**/screen/**", away)
    expect(projector.get_by_text("连接中断，正在重连")).to_be_visible(timeout=6_000)
    expect(shown(projector).locator("h1")).to_have_text("第 1 轮对阵")
    before = clock.text_content()
    expect(clock).not_to_have_text(before, timeout=3_000)  # the time goes on by itself

    play_round(stage, 1)
    publish_standings(stage=stage, number=1, by=TEST)
    projector.unroute("**/screen/**", away)
    expect(projector.get_by_text("连接中断，正在重连")).to_be_hidden(timeout=6_000)
    expect(projector.locator(".is-standings")).not_to_have_count(0)


def test_every_page_of_a_screen_is_accessible(projector: Page, live_server: LiveServer) -> None:
    stage = make_hall(16, awards=[{"name": "一等奖", "count": 2}])
    play_round(stage, 1)
    for number in (2, 3):
        play_round(stage, number)
    publish_standings(stage=stage, number=3, by=TEST)
    start_round(stage=stage, number=1, at=timezone.now(), by=TEST)
    announce(event=stage.event, text="午餐 11:45 开始。", by=TEST)
    set_screen(event=stage.event, number=1, shows=list(ScreenPage), seconds=60, by=TEST)
    open_screen(projector, live_server)
    kinds = set()
    for _page in range(projector.locator("[data-slide]").count()):
        kinds.add(projector.locator("[data-screen]").get_attribute("data-what"))
        projector.emulate_media(color_scheme="dark")
        assert violations(projector) == []
        projector.emulate_media(color_scheme="light")
        assert violations(projector, ["color-contrast"]) == []
        projector.keyboard.press("ArrowRight")
    assert kinds == {"welcome", "announcements", "tables", "numbers", "clock", "standings", "awards"}


def test_a_phone_that_opens_the_screen_reads_it_in_one_column(page: Page, live_server: LiveServer) -> None:
    make_hall(16)
    page.set_viewport_size({"width": 360, "height": 780})
    open_screen(page, live_server)
    wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wider == 0
    left = "(rows) => rows.map((one) => one.getBoundingClientRect().left)"
    assert len(set(page.locator(".seats > li").evaluate_all(left))) == 1


@pytest.mark.parametrize("width", [360, 1280])
def test_the_desk_chooses_pages_by_keyboard_and_announces(
    page: Page, live_server: LiveServer, width: int
) -> None:
    make_hall(8)
    make_person("owner", owner=True)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_server.url}/login/?next=/e/sai/desk/screens/")
    page.fill("[name=username]", "owner")
    page.fill("[name=password]", "mimamima1")
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/screens/")
    page.get_by_label("内容").fill("请 3 号桌到裁判台。")
    page.get_by_role("button", name="发布公告").click()
    expect(page.get_by_text("现场公告第 1 号已发布。")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0

    page.get_by_role("link", name="选择内容 大屏 1").click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.get_by_role("button", name="上移 名次").press("Enter")
    page.get_by_label("计时").check()
    page.get_by_role("button", name="保存").click()
    expect(page.get_by_text("已设定：大屏 1。")).to_be_visible()
    expect(page.locator(".screen-line").first).to_contain_text(
        "现场公告、名次、对阵（按桌号）、获奖名单、计时"
    )
